import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import path from "node:path";
import { freePort } from "../../server/testing/free-port.ts";

export interface MeasuredServer {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const stopMilliseconds = 15_000;

/**
 * Runs a TypeScript file that listens on PORT. The server is ready when `isReady` returns true for a line of its
 * output.
 */
export async function startServerProgram(options: {
  name: string;
  /** The path of the file, from this folder. */
  file: string;
  environment: Readonly<Record<string, string>>;
  program?: string;
  /** The flags of Node.js. */
  flags?: readonly string[];
  isReady?: (line: string) => boolean;
}): Promise<MeasuredServer> {
  const { name, file, environment, program = process.execPath, flags = [] } = options;
  const isReady = options.isReady ?? ((line) => line === "listening");
  const port = await freePort();
  const child = spawn(program, [...flags, path.resolve(import.meta.dirname, file)], {
    env: { PATH: process.env["PATH"], PORT: String(port), NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => isReady(line) && resolve());
    void exited.then(() => reject(new Error(`${name} stopped while it started`)));
  });
  return {
    name,
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      const deadline = setTimeout(() => child.kill("SIGKILL"), stopMilliseconds);
      await exited;
      clearTimeout(deadline);
    },
  };
}
