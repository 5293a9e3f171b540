import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fingerprint } from "../bin/fingerprint.mjs";
import { bundleForStart } from "./start-bundle.ts";

let root: string;
let folder: string;

const write = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "tepat-start-bundle-"));
  folder = path.join(root, ".cache/program");
  await write("package.json", '{"type": "module"}');
  await write("package-lock.json", "{}");
  await write("tsconfig.json", '{"compilerOptions": {"target": "es2024"}}');
  await write("patches/driver.patch", "");
  for (const name of ["program-bundle.ts", "start-bundle.ts"]) {
    await cp(path.join(import.meta.dirname, name), path.join(root, "server/release", name));
  }
  await write("server/main.mjs", 'const { pay } = await import("./pay.ts"); pay();');
  await write("server/pay.ts", "export const pay = () => {};");
});
afterEach(() => rm(root, { recursive: true }));

const contents = async () =>
  JSON.parse(await readFile(path.join(folder, "contents.json"), "utf8")) as {
    folder: string;
    sources: Record<string, string>;
    outputs: Record<string, number>;
  };

test("a bundle lists everything that shapes it, and the sizes of its files", async () => {
  const entry = await bundleForStart(root, folder);
  const { sources, outputs, ...list } = await contents();
  expect(entry).toBe(path.join(folder, list.folder, "server/main.mjs"));
  expect(Object.keys(sources).toSorted()).toEqual([
    "package-lock.json",
    "patches",
    "server/main.mjs",
    "server/pay.ts",
    "server/release/program-bundle.ts",
    "server/release/start-bundle.ts",
    "tsconfig.json",
  ]);
  expect(Object.keys(outputs)).toContain("server/main.mjs");
  for (const [name, size] of Object.entries(outputs)) {
    expect((await readFile(path.join(folder, list.folder, name))).length).toBe(size);
  }
});

test("a source of tomorrow is bundled as any other", async () => {
  const tomorrow = Date.now() / 1_000 + 86_400;
  await utimes(path.join(root, "server/pay.ts"), tomorrow, tomorrow);
  await bundleForStart(root, folder);
  const { sources } = await contents();
  expect(sources["server/pay.ts"]).toBe(fingerprint(root, ["server/pay.ts"]));
});

test("a gateway keeps the files of its bundle while three later ones are built, and then they go", async () => {
  const entries: string[] = [];
  for (let version = 1; version <= 5; version++) {
    await write("server/pay.ts", `export const pay = () => console.log(${version});`);
    entries.push(await bundleForStart(root, folder));
  }
  const kept = entries.slice(1).map((entry) => path.basename(path.dirname(path.dirname(entry))));
  expect((await readdir(folder)).toSorted()).toEqual([...kept, "contents.json"].toSorted());
  const chunks = await readdir(path.dirname(entries[1] ?? ""));
  expect(chunks.filter((name) => name.startsWith("pay-"))).not.toEqual([]);
});

test("an older version is bundled again after a newer one", async () => {
  const first = await bundleForStart(root, folder);
  const text = await readFile(path.join(root, "server/pay.ts"), "utf8");
  await write("server/pay.ts", "export const pay = () => console.log(2);");
  expect(await bundleForStart(root, folder)).not.toBe(first);
  await write("server/pay.ts", text);
  expect(await bundleForStart(root, folder)).toBe(first);
});
