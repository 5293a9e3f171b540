import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerProcess } from "../testing/server-process.ts";
import { cliProcessWith, jsonOf, refusalOf, settingsOf, type Cli } from "../testing/cli-process.ts";
import { createEmptyDatabase } from "../testing/database.ts";

let directory: string;
let settings: Record<string, string>;
let cli: Cli;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tepat-cli-"));
  settings = { TEPAT_DATA_DIR: join(directory, "data"), LOG_LEVEL: "error" };
  cli = cliProcessWith({ ...settings, PORT: "1" });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const createMerchant = (email: string) =>
  jsonOf<{ merchant_id: string }>(cli, "merchant", "create", "--name", "Toko", "--email", email);

const isDatabaseRunning = async () =>
  (await readdir(join(directory, "data/postgres"))).includes("postmaster.pid");

test("a command for an existing installation creates no database, not even in a mistyped folder", async () => {
  const someId = "018f0000-0000-7000-8000-000000000000";
  const data = join(directory, "data");
  for (const words of [
    ["account", "list", "--merchant", someId],
    ["merchant", "list"],
    ["backup"],
  ]) {
    expect(await refusalOf(cli, ...words)).toBe(
      `There is no database in ${data} yet. To create one, run npm start or npx tepat migrate. If the database is elsewhere, set TEPAT_DATA_DIR.`,
    );
  }
  const { stdout } = await cli("doctor");
  expect(stdout).toContain(`There is no database in ${data} yet`);
  expect(stdout).toMatch(/^ok +disk /m);
  expect(existsSync(data)).toBe(false);
});

test("a command for an existing installation leaves an empty database of DATABASE_URL empty", async () => {
  const empty = await createEmptyDatabase();
  const cliOfEmpty = cliProcessWith({ ...settingsOf(empty), LOG_LEVEL: "error" });
  expect(await refusalOf(cliOfEmpty, "merchant", "list")).toMatch(
    /^The database has no tables of Tepat yet\. To create them, run npx tepat migrate\. .* correct DATABASE_URL\.$/,
  );
  expect(await empty.sql`select from pg_namespace where nspname = 'tepat'`).toHaveLength(0);
  expect(await empty.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0);
  await empty.drop();
});

test("another user's data directory is refused in a sentence", async () => {
  const data = join(directory, "strange");
  await mkdir(join(data, "postgres"), { recursive: true });
  const refusal = await refusalOf(cliProcessWith({ TEPAT_DATA_DIR: data }), "merchant", "list");
  expect(refusal).toMatch(/^Cannot read .*tepat\.json.*start it as that user again/);
});

test("the embedded database starts for a command, stops after it, and can be shared with a server", async () => {
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
});
