import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { remoteService } from "./service.ts";

const TEPAT_BASE_URL = "https://pay.example/";

test("a remote service without a named database is refused, and a key alone gets a hint to npm run contract", async () => {
  const empty = await mkdtemp(join(tmpdir(), "tepat-contract-"));
  onTestFinished(() => rm(empty, { recursive: true }));
  for (const TEPAT_DATA_DIR of [undefined, empty]) {
    const given = { TEPAT_BASE_URL, TEPAT_API_KEY: "x", TEPAT_DATA_DIR };
    expect(() => remoteService(given)).toThrow(/DATABASE_URL.*npm run contract/);
  }
});

test("a service with a named database is used, by its address or by its folder", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tepat-contract-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "postgres"));
  for (const environment of [{ DATABASE_URL: "postgres://db/x" }, { TEPAT_DATA_DIR: folder }]) {
    expect(remoteService({ TEPAT_BASE_URL, ...environment })).toMatchObject({
      base_url: "https://pay.example",
      environment,
    });
  }
});
