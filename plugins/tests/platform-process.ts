import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** A shop's own process, which a test can kill. */
export interface PlatformProcess {
  output(): string;
  kill(): Promise<void>;
}

interface Start {
  folder: string;
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  /** The address to poll until it returns 2xx. */
  ready: string;
}

const startMilliseconds = 150_000;
const outputCharacters = 20_000;

export async function startPlatform(start: Start): Promise<PlatformProcess> {
  const child = spawn(process.execPath, start.args, {
    cwd: start.folder,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...start.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-outputCharacters);
    });
  }
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const platform: PlatformProcess = {
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
  const giveUpAt = Date.now() + startMilliseconds;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    const isReady = await fetch(start.ready).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return platform;
    await wait(100);
  }
  await platform.kill();
  throw new Error(`the shop did not start:\n${output}`);
}
