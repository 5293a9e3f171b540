import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;

const run = async (program: string, args: readonly string[], cwd: string) => {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    env: { HOME: folder, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
  return stdout;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-worker-package-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("npm pack makes a package that runs wherever it is installed", async () => {
  await run("npm", ["pack", "--pack-destination", folder], import.meta.dirname);
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  await run("npm", ["install", "--offline", "--no-audit", `./${tarball}`], folder);

  const program = join(folder, "node_modules/.bin/tepat-worker");
  expect(await run(program, ["--help"], folder)).toContain("tepat-worker register --server URL");
  await expect(run(program, ["status"], folder)).rejects.toThrow("is not registered");
  const installed = join(folder, "node_modules/@tepat/worker");
  expect((await readdir(installed)).toSorted()).toEqual([
    "README.md",
    "bin",
    "dist",
    "package.json",
  ]);
  expect(await readdir(join(installed, "dist"))).not.toContain("sender.test.js");
});
