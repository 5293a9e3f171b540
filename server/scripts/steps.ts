/**
 * Runs all of the project's tools, so that one run shows everything that needs fixing. At the end,
 * prints the outcome and duration of each. .ci/summary.mjs reads that list.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";

export type Step = readonly [name: string, program: string, ...args: string[]];

const root = path.resolve(import.meta.dirname, "../..");

/** The path with this Node.js, which can differ from the machine's, and the installed tools. */
const searchPath = [
  path.dirname(process.execPath),
  path.join(root, "node_modules/.bin"),
  process.env["PATH"],
].join(path.delimiter);

/**
 * Runs the steps. `sideBySide` come first: they change nothing, and each prints its output at its end.
 */
export async function runSteps(
  steps: readonly Step[],
  advice: string,
  sideBySide: readonly Step[] = [],
): Promise<void> {
  const stopped = new AbortController();
  process.once("SIGTERM", () => stopped.abort());
  const failed: string[] = [];
  const ended: string[] = [];

  async function run([name, program, ...args]: Step, isAlone: boolean): Promise<void> {
    if (isAlone) console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, PATH: searchPath },
      stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
      signal: stopped.signal,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => void (output += text));
    const [code] = (await once(child, "close")) as [number | null];
    if (!isAlone) console.log(`\n── ${name}\n${output.trimEnd()}`);
    if (code !== 0) failed.push(name);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    ended.push(`${code === 0 ? "ok    " : "failed"} ${String(seconds).padStart(5)} s  ${name}`);
  }

  const waiting = sideBySide.values();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (const step of waiting) await run(step, false);
    }),
  );
  for (const step of steps) await run(step, true);
  console.log(`\n── steps\n${ended.join("\n")}`);
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(", ")}. ${advice}`);
    process.exitCode = 1;
  }
}
