/** Runs PostgreSQL's programs as processes of the operating system. */

import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

import { DatabaseProblem } from "../problem.ts";
import type { Launch } from "./identity.ts";

/** Returns the environment for PostgreSQL, without our secrets and without the caller's PG… variables and language. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}

export function runToEnd(launch: Launch, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.program, launch.arguments, {
      ...launch.user,
      cwd: "/",
      env: postgresEnvironment(),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.on("error", reject).end(input);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new DatabaseProblem(`PostgreSQL could not be set up. ${lastWords(output)}`));
    });
  });
}

const linesShown = 15;

/** Returns the next step after a program failed, if it is known, and otherwise the end of the program's output. */
export function lastWords(output: string): string {
  if (/No space left on device/.test(output)) {
    return "The disk is full. Make room in the data directory, or set TEPAT_DATA_DIR to a folder with free space.";
  }
  if (output.trim() === "") return "PostgreSQL printed nothing. Check that its disk has room.";
  return `PostgreSQL's last output:\n${output.trimEnd().split("\n").slice(-linesShown).join("\n")}`;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns an empty text if there is no such process, or if it has ended and its parent has not noticed. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === "linux") {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    }
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch {
    return "";
  }
}
