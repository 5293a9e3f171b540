import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { cliEntry } from "./cli-process.ts";

/** `npx tepat listen`, which runs until it is told to stop. */
export interface CliListener extends AsyncDisposable {
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Waits for a text on standard error. */
  waitFor(text: string): Promise<void>;
  /** Sends Ctrl-C. Returns the exit code. */
  interrupt(): Promise<number | null>;
}

const waitMilliseconds = 60_000;

export async function startListening(
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<CliListener> {
  const child = spawn(process.execPath, [cliEntry, "listen", ...args], {
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));

  const listener: CliListener = {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    async waitFor(text) {
      const deadline = performance.now() + waitMilliseconds;
      while (!stderr.includes(text)) {
        if (performance.now() > deadline || child.exitCode !== null) {
          throw new Error(`no ${text} in: ${stderr}`);
        }
        await wait(10);
      }
    },
    async interrupt() {
      child.kill("SIGINT");
      const [code] = await exited;
      return code;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) await listener.interrupt();
    },
  };
  await listener.waitFor("Forwarding");
  return listener;
}
