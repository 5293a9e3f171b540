import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectPatiently } from "../db/connect-patiently.ts";
import { cliWith, gatewayOfCli, refusalOf, settingsOf } from "../testing/cli-process.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { pendingPayment, shopWithAccount } from "../testing/fixtures.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";

/**
 * Tests that a command reports a lost connection to the database, as in a failover, and can be run
 * again.
 */

let folder: string;
let database: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-lost-"));
  [database, empty] = [await createTestDatabase(), await createEmptyDatabase()];
  const gateway = gatewayOfCli(database);
  await pendingPayment(gateway, await shopWithAccount(gateway), { payment_code: "PENDING" });
});
afterAll(async () => {
  await Promise.all([database.drop(), empty.drop()]);
  await rm(folder, { recursive: true });
});

const file = () => join(folder, "lost.backup");

test.each<[string, () => [TestDatabase, RegExp, string[]], string]>([
  ["backup", () => [database, /to stdout/, ["backup", "--to", file()]], "No file was made."],
  [
    "migrate",
    () => [empty, /create table merchants/, ["migrate"]],
    "Finished migrations are kept.",
  ],
  [
    "restore",
    () => [empty, /from stdin/, ["restore", "--from", file()]],
    "The restore either finished completely or changed nothing. If it finished, the next run reports that the database already holds data.",
  ],
  [
    "archive",
    () => [database, /to stdout/, ["archive", "2015-03", "--to", join(folder, "archive")]],
    "Finished tables are kept.",
  ],
  [
    "a command about merchants",
    () => [database, /from merchants/, ["merchant", "list"]],
    "If the command changes something, first check whether the change was made.",
  ],
])("%s", async (_, command, kept) => {
  const [{ url }, moment, words] = command();
  const network = await startTcpProxy(url, 0, (client) =>
    client.on("data", (piece) => {
      if (moment.test(piece.toString("latin1"))) network.cut();
    }),
  );
  const settings = settingsOf(database);
  const cli = cliWith({ ...settings, DATABASE_URL: network.through(url) });
  const said = await refusalOf(cli, ...words);
  // Systems with unread bytes give the second reason.
  expect(said).toMatch(/^The connection .* lost \(.*(CONNECTION_CLOSED|ECONNRESET)/);
  expect(said.split("). Run the command again. ")[1]).toBe(kept);
  network.close();
  const again = await cliWith({ ...settings, DATABASE_URL: url })(...words);
  expect(again).toMatchObject({ code: 0 });
});

test("a session lost between two statements does not reconnect, because its locks and temporary tables are gone", async () => {
  await using session = connectPatiently(database.url, "tepat tests");
  const { sql } = session;
  const [own] = await sql`select pg_backend_pid() as pid`;
  await database.sql`select pg_terminate_backend(${own?.["pid"] as number})`;
  const sessions = () => database.sql`
    select from pg_stat_activity where application_name = 'tepat tests' and datname = current_database()
  `;
  await expect.poll(async () => (await sessions()).length).toBe(0);
  await expect(sql`select`).rejects.toMatchObject({
    code: expect.stringMatching(/^CONNECTION_|^ECONNRESET$|^57P01$/),
  });
  await expect(sql`select`).rejects.toMatchObject({ code: expect.stringMatching(/^CONNECTION_/) });
});
