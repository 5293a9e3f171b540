import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { limits } from "../contract/limits.ts";

/**
 * Tries which actions are allowed, and prints the result as JSON. A test starts this program in the same way as the
 * reader of spreadsheets.
 */

function outcomeOf(attempt: () => unknown): string {
  try {
    attempt();
    return "done";
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code ?? (cause as Error).name;
  }
}

const outcomes = {
  readsProgram: outcomeOf(() => readFileSync(new URL(import.meta.url))),
  readsPasswords: outcomeOf(() => readFileSync("/etc/passwd")),
  readsEnvironments: outcomeOf(() => readFileSync("/proc/self/environ")),
  readsBeside: outcomeOf(() => readFileSync(new URL("../../CHANGELOG.md", import.meta.url))),
  writes: outcomeOf(() => writeFileSync("/tmp/tepat-bounded-program", "x")),
  spawns: outcomeOf(() => spawn("/bin/true")),
  makesThreads: outcomeOf(() => new Worker("", { eval: true })),
  takesSomeMemory: outcomeOf(() => Buffer.alloc(1024 * 1024)),
  takesAllMemory: outcomeOf(() => Buffer.alloc(limits.statementSheetDataMegabytes * 1024 * 1024)),
};
process.stdout.write(JSON.stringify({ environment: process.env, outcomes }));
