import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cliEntry, cliWith, gatewayOfCli, jsonOf, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { shopWithAccount } from "../testing/fixtures.ts";

/** Tests the files that interrupted or killed commands leave behind. */

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-interrupted-"));
  database = await createTestDatabase();
  await shopWithAccount(gatewayOfCli(database));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Interrupts a command between two files, while it waits for a table that the test has locked. */
async function interrupt(args: readonly string[], signal: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, [cliEntry, ...args], {
    env: { PATH: process.env["PATH"], ...settingsOf(database) },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await database.sql.begin(async (tx) => {
    await tx`lock table webhook_attempts`;
    await expect.poll(filesIn).not.toEqual([]);
    await expect
      .poll(
        () => tx`
        select count(*)::integer as waiting
        from pg_locks
        where not granted and relation = 'webhook_attempts'::regclass
          and database = (select oid from pg_database where datname = current_database())
      `,
      )
      .toEqual([{ waiting: 1 }]);
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
  });
}

const filesIn = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

describe.each<NodeJS.Signals>(["SIGINT", "SIGTERM"])("%s", (signal) => {
  test("leaves no part of a backup", async () => {
    await interrupt(["backup", "--to", join(folder, "night.backup")], signal);
    expect(await filesIn()).toEqual([]);
  });

  test("leaves no part of an archive", async () => {
    await interrupt(["archive", "2015-03", "--to", join(folder, "march")], signal);
    expect(await filesIn()).toEqual([]);
  });
});

test("a backup names old unfinished files of killed backups", async () => {
  const draft = join(folder, "monday.backup.part");
  await interrupt(["backup", "--to", join(folder, "monday.backup")], "SIGKILL");
  expect(await filesIn()).toEqual(["monday.backup.part"]);
  const cli = cliWith(settingsOf(database));
  const { stderr: fresh } = await cli("backup", "--to", join(folder, "tuesday.backup"));
  expect(fresh).not.toContain(draft);

  const twoHoursAgo = Date.now() / 1000 - 7_200;
  await utimes(draft, twoHoursAgo, twoHoursAgo);
  const { code, stdout, stderr } = await cli("backup", "--to", join(folder, "wednesday.backup"));
  expect(code).toBe(0);
  expect(stderr).toContain(`left unfinished files. Delete them: ${draft}`);
  expect(stdout).toContain("abandoned");
});

test("a killed archive starts again in its folder", async () => {
  const march = join(folder, "march");
  await interrupt(["archive", "2015-03", "--to", march], "SIGKILL");
  expect(await filesIn()).not.toEqual([]);
  const cli = cliWith(settingsOf(database));
  await jsonOf(cli, "archive", "2015-03", "--to", march);
  await jsonOf(cli, "archive", "verify", march);
});
