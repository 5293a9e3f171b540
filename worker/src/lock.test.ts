import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLocked, tryLock } from "./lock.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "tepat-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

/**
 * Starts another process that runs this statement on the file, prints a line, and ends after this many milliseconds.
 */
async function another(statement: string, milliseconds: number) {
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const file = new DatabaseSync(${JSON.stringify(join(directory, "lock.db"))});
    file.exec(${JSON.stringify(statement)});
    console.log("holds it");
    setTimeout(() => file.close(), ${milliseconds});
  `;
  const child = spawn(process.execPath, ["--no-warnings", "-e", program]);
  await once(child.stdout, "data");
  return child;
}

const looking = "begin; select count(*) from sqlite_master";
const running = "begin exclusive";

test("a Worker can start during a check for a running one", async () => {
  const looker = await another(looking, 100);
  expect(isLocked(directory)).toBe(false);
  expect(tryLock(directory)).toBe(true);
  looker.kill();
});

test("a second Worker does not start until the first has ended in any way", async () => {
  const first = await another(running, 60_000);
  expect(isLocked(directory)).toBe(true);
  expect(tryLock(directory)).toBe(false);
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(isLocked(directory)).toBe(false);
  expect(tryLock(directory)).toBe(true);
});
