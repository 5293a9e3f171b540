import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { serverProgram } from "./server-program.ts";

/** The real server in its own process, which a test can kill. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Resolves with the exit code when the process has ended. */
  exited: Promise<number | null>;
  output(): string;
  /** Sends SIGKILL, so no handler runs. */
  kill(): Promise<void>;
  /** Sends SIGTERM, or the signal of Ctrl-C or of a closed terminal. Returns the exit code. */
  terminate(signal?: "SIGTERM" | "SIGINT" | "SIGHUP"): Promise<number | null>;
}

/** The longest start. It is long enough for a machine that is busy with other tests. */
const startMilliseconds = 120_000;
/** Runs the server from its sources, for tests that change one of its modules at the start. */
export const sourcesEntry = join(import.meta.dirname, "../main.mjs");

interface StartOptions {
  args?: readonly string[];
  /** The entry point instead of the bundle: of another release, or of the sources. */
  entry?: string;
  /** Called with the whole output whenever there is more, also before the server is ready. */
  heard?: ((output: string) => void) | undefined;
}

/**
 * Starts a server. uWebSockets.js might need another `program` (Node.js) than the one that runs the
 * tests.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  program = process.execPath,
  { args = [], entry, heard }: StartOptions = {},
): Promise<ServerProcess> {
  const port = Number(settings["PORT"] ?? (await freePort()));
  const child = spawn(program, [entry ?? (await serverProgram()), ...args], {
    env: { PATH: process.env["PATH"], PORT: String(port), TRANSPORT: "node", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      heard?.(output);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child, () => output);
  return {
    url,
    pid: child.pid as number,
    exited,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    terminate(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server stopped:\n${output()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await wait(25);
  }
  child.kill("SIGKILL");
  throw new Error(`the server was not ready in time:\n${output()}`);
}
