import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installPlatform } from "./installation.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-shop-"));
  // No server listens on port 1, and the cache is empty.
  vi.stubEnv("npm_config_registry", "http://127.0.0.1:1/");
  vi.stubEnv("npm_config_cache", join(folder, "cache"));
  vi.stubEnv("npm_config_fetch_retries", "0");
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const manifest = { name: "shop", version: "1.0.0", dependencies: { "a-platform": "1.0.0" } };

test("a platform missing from the registries is reported as an obstacle in a sentence", async () => {
  const integrity = `sha512-${Buffer.alloc(64).toString("base64")}`;
  const packages = { "": manifest, "node_modules/a-platform": { version: "1.0.0", integrity } };
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
  expect(await installPlatform(folder)).toBe("the npm registry cannot be had (ECONNREFUSED).");
});

test("an inconsistent lockfile is a failure, with or without a registry", async () => {
  await expect(installPlatform(folder)).rejects.toThrow("package-lock.json");
});
