import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerProcess } from "../testing/server-process.ts";
import { cliWith, jsonOf, type Cli } from "../testing/cli-process.ts";

let directory: string;
let settings: Record<string, string>;
let cli: Cli;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tepat-cli-"));
  settings = { TEPAT_DATA_DIR: join(directory, "data"), LOG_LEVEL: "error" };
  cli = cliWith({ ...settings, PORT: "1" });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const createMerchant = (email: string) =>
  jsonOf<{ merchant_id: string }>(cli, "merchant", "create", "--name", "Toko", "--email", email);

const isDatabaseRunning = async () =>
  (await readdir(join(directory, "data/postgres"))).includes("postmaster.pid");

test("the embedded database is made for a command, stopped after it, and shared with a server", async () => {
  const { merchant_id } = await createMerchant("first@example.com");
  expect(await isDatabaseRunning()).toBe(false);

  const server = await startServerProcess(settings);
  await jsonOf(cli, "totp", "enable", "--merchant", merchant_id);
  await createMerchant("second@example.com");
  expect(await isDatabaseRunning()).toBe(true);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await server.terminate()).toBe(0);

  expect(await isDatabaseRunning()).toBe(false);
  expect(await jsonOf(cli, "doctor")).toMatchObject({ checks: expect.any(Array) });
}, 60_000);
