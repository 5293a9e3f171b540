/**
 * Runs the project's tools one after another, all of them, so that one run shows everything that needs fixing. At the
 * end it lists how each ended and how long it took; .ci/summary.mjs reads that list.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export type Step = readonly [name: string, program: string, ...args: string[]];

const root = path.resolve(import.meta.dirname, "../..");

/** The path with this Node.js, which need not be the machine's, and the installed tools. */
const searchPath = [
  path.dirname(process.execPath),
  path.join(root, "node_modules/.bin"),
  process.env["PATH"],
].join(path.delimiter);

export async function runSteps(steps: readonly Step[], advice: string): Promise<void> {
  const stopped = new AbortController();
  process.once("SIGTERM", () => stopped.abort());
  const failed: string[] = [];
  const ended: string[] = [];
  for (const [name, program, ...args] of steps) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: searchPath },
      stdio: "inherit",
      signal: stopped.signal,
    });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) failed.push(name);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    ended.push(`${code === 0 ? "ok    " : "failed"} ${String(seconds).padStart(5)} s  ${name}`);
  }
  console.log(`\n── steps\n${ended.join("\n")}`);
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(", ")}. ${advice}`);
    process.exitCode = 1;
  }
}
