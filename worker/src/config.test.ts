import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dataDirectory, readConfig, requireConfig, writeConfig, type Config } from "./config.ts";

const config: Config = {
  server_url: "https://pay.example.com",
  device_id: "0199a1b2-0000-7000-8000-000000000001",
  device_name: "Counter phone",
  device_token: "pgd_secret",
  installation_id: "c1f4a9d2-6b3e-4f5a-8c7d-9e0f1a2b3c4d",
  poll_seconds: 2,
};

let home: string;
let directory: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  directory = join(home, "worker");
});

afterEach(() => rm(home, { recursive: true, force: true }));

test("a written configuration can be read", async () => {
  await writeConfig(directory, config);
  expect(await readConfig(directory)).toEqual(config);
});

test("other users cannot read the token", async () => {
  await writeConfig(directory, config);
  await writeConfig(directory, { ...config, device_token: "pgd_newer" });
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory, "config.json"))).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).toEqual(["config.json"]);
});

test("a missing registration is reported with the way to get one", async () => {
  expect(await readConfig(directory)).toBeNull();
  await expect(requireConfig(directory)).rejects.toThrow("tepat-worker register");
});

test.each([
  ["half a file", '{"server_url": "https:'],
  ["no object", "null"],
  ["no token", JSON.stringify({ ...config, device_token: undefined })],
  ["polling without a pause", JSON.stringify({ ...config, poll_seconds: 0 })],
  ["polling in words", JSON.stringify({ ...config, poll_seconds: "often" })],
])("a damaged file is named: %s", async (_, text) => {
  await writeConfig(directory, config);
  await writeFile(join(directory, "config.json"), text);
  await expect(readConfig(directory)).rejects.toThrow(/config\.json is damaged .* register again/);
  expect(await readFile(join(directory, "config.json"), "utf8")).toBe(text);
});

test("the setting for the polling interval is optional", async () => {
  await writeConfig(directory, config);
  const { poll_seconds: _, ...rest } = config;
  await writeFile(join(directory, "config.json"), JSON.stringify(rest));
  expect(await readConfig(directory)).toEqual(config);
});

test("the folder is in the home folder unless another is named", () => {
  expect(dataDirectory({})).toMatch(/\/\.tepat-worker$/);
  expect(dataDirectory({ TEPAT_WORKER_DIR: "/elsewhere" })).toBe("/elsewhere");
});
