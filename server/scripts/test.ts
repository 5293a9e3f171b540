/** `npm test`: all that must hold before a change lands. Arguments go to vitest (`npm test -- matching`). */

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

const steps: readonly [name: string, program: string, ...args: string[]][] = [
  ["types", "tsc", "-p", "."],
  ["lint", "oxlint"],
  ["format", "oxfmt", "--check", "."],
  ["generated files", "node", "server/scripts/generate.ts", "--check"],
  ["tests", "vitest", "run", ...process.argv.slice(2)],
];

const stopped = new AbortController();
process.once("SIGTERM", () => stopped.abort());

const failed: string[] = [];
for (const [name, program, ...args] of steps) {
  console.log(`\n── ${name}`);
  if (!(await succeeds(program, args))) failed.push(name);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(", ")}. npm run check mends some of it.`);
  process.exitCode = 1;
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  const file =
    program === "node" ? process.execPath : path.join(root, "node_modules/.bin", program);
  const child = spawn(file, args, { cwd: root, stdio: "inherit", signal: stopped.signal });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
