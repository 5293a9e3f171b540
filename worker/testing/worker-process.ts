import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import type { FakePhone } from "./fake-phone.ts";

const program = join(import.meta.dirname, "../bin/tepat-worker.js");
/** Node.js keeps there what it has compiled, because the tests start the command hundreds of times. */
const compiled = join(import.meta.dirname, "../../.cache/compiled");
const shortWaits = new URL("./short-waits.ts", import.meta.url).href;

/** The Worker on a phone: its folder, and the commands that a person types there. */
export interface Installation {
  directory: string;
  phone: FakePhone;
}

interface Ended {
  code: number | null;
  output: string;
}

export interface WorkerProcess {
  output(): string;
  /** Sends SIGKILL, so no handler runs. */
  kill(): Promise<void>;
}

/** Runs one command until it ends. */
export async function tepatWorker(
  installation: Installation,
  args: readonly string[],
  input = "",
): Promise<Ended> {
  const { child, output } = start(installation, args);
  child.stdin?.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

export function startWorker(installation: Installation): WorkerProcess {
  const { child, output } = start(installation, ["run"]);
  const closed = once(child, "close");
  return {
    output,
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function start({ directory, phone }: Installation, args: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, ["--import", shortWaits, program, ...args], {
    env: {
      PATH: [phone.programs, dirname(process.execPath), process.env["PATH"]].join(":"),
      TEPAT_WORKER_DIR: directory,
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  return { child, output: () => output };
}
