import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** The entry points in a repository of their own, whose pages are built by programs that only count. */

let root: string;

const file = (name: string) => path.join(root, name);
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(file(name)), { recursive: true });
  await writeFile(file(name), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "tepat-set-up-"));
  await cp(import.meta.dirname, file("server/bin"), { recursive: true });
  await write("package.json", '{"type": "module"}');
  await write("package-lock.json", '{"packages": {}}');
  await write("server/main.mjs", 'console.log("started");');
  await write("server/cli/main.mjs", 'console.log("done");');
  await write("dashboard-web/index.html", "<!doctype html>");
  for (const web of ["checkout-web", "dashboard-web"]) {
    await write(`${web}/src/page.ts`, "export const version = 1;");
    await write(`${web}/scripts/build.ts`, countingBuild);
  }
});
afterEach(() => rm(root, { recursive: true }));

const countingBuild = `import { appendFileSync, mkdirSync } from "node:fs";
  await new Promise((resolve) => setTimeout(resolve, 300));
  mkdirSync("dist", { recursive: true });
  appendFileSync("dist/builds.txt", "built\\n");`;

const run = (entry: string): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [file(`server/bin/${entry}.mjs`)], (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

const builds = async (web = "checkout-web") =>
  (await readFile(file(`${web}/dist/builds.txt`), "utf8")).length / 6;

const started = { code: 0, stdout: "started\n", stderr: "" };

test("two first starts at once build the page once", async () => {
  expect(await Promise.all([run("start"), run("start")])).toEqual([started, started]);
  expect(await builds()).toBe(1);
  expect(await builds("dashboard-web")).toBe(1);
});

test("a later start builds it only when its sources or the packages have changed", async () => {
  await run("start");
  expect(await run("start")).toEqual(started);
  expect(await builds()).toBe(1);
  await write("checkout-web/src/page.ts", "export const version = 2;");
  await run("start");
  expect(await builds()).toBe(2);
  await write("package-lock.json", '{"packages": {}, "name": "tepat"}');
  await run("start");
  await run("start");
  expect(await builds()).toBe(3);
});

test("the dashboard is built anew when its own sources or the checkout page's have changed", async () => {
  await run("start");
  await write("dashboard-web/index.html", "<!doctype html><p>");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([1, 2]);
  await write("checkout-web/src/page.ts", "export const version = 2;");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([2, 3]);
});

test("a start goes on without the page, and tries again the next time", async () => {
  const build = await readFile(file("checkout-web/scripts/build.ts"), "utf8");
  await write("checkout-web/scripts/build.ts", 'throw new Error("no room on the disk");');
  const { code, stdout, stderr } = await run("start");
  expect([code, stdout]).toEqual([0, "started\n"]);
  expect(stderr).toContain("no room on the disk");
  expect(stderr).toContain("The checkout page could not be built");
  await write("checkout-web/scripts/build.ts", build);
  expect(await run("start")).toEqual(started);
  expect(await builds()).toBe(1);
});

test("the command line builds nothing", async () => {
  expect(await run("tepat")).toEqual({ code: 0, stdout: "done\n", stderr: "" });
  await expect(builds()).rejects.toThrow("ENOENT");
});
