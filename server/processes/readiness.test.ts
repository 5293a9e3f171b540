import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { readConfig } from "../start/config.ts";
import { startServer } from "../server.ts";
import { createTestDatabase } from "../testing/database.ts";
import { shopWithAccount, testGateway, testSecret } from "../testing/fixtures.ts";
import { create } from "../testing/gateway-client.ts";
import { freePort } from "../testing/free-port.ts";
import { fillUp, mountSmallDisk, unmountSmallDisk } from "../testing/small-disk.ts";

/** Tests the response of /readyz while the process lives and its database accepts no writes. */

const smallDiskMegabytes = 300;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-ready-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const serverWith = async (settings: Record<string, string>) =>
  startServer(
    readConfig({
      PORT: String(await freePort()),
      HOST: "127.0.0.1",
      TRANSPORT: "node",
      ...settings,
    }),
    pino({ level: "silent" }),
  );

async function readinessOf({ url }: { url: string }): Promise<[number, string]> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, ((await response.json()) as { message: string }).message];
}

test("a server with a full disk is not ready until there is room", async ({ skip }) => {
  const obstacle = mountSmallDisk(folder, smallDiskMegabytes);
  if (obstacle !== null) skip(obstacle);
  try {
    const server = await serverWith({ TEPAT_DATA_DIR: join(folder, "data") });
    expect(await readinessOf(server)).toEqual([200, "ok"]);
    const makeRoom = await fillUp(join(folder, "filler"));
    expect((await readinessOf(server))[0]).toBe(503);
    // The first request can be lost with a connection that needed the disk.
    await expect.poll(() => readinessOf(server)).toEqual([503, "The database's disk is full."]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await makeRoom();
    await expect.poll(() => readinessOf(server)).toEqual([200, "ok"]);
    await server.close();
  } finally {
    unmountSmallDisk(folder);
  }
});

test("a server with a read-only database is not ready", async () => {
  const database = await createTestDatabase();
  const server = await serverWith({ DATABASE_URL: database.url, TEPAT_SECRET: testSecret });
  const name = database.sql(new URL(database.url).pathname.slice(1));
  await database.sql`alter database ${name} set default_transaction_read_only = on`;
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database()
      and backend_type = 'client backend'
      and pid <> pg_backend_pid()
  `;
  await expect.poll(() => readinessOf(server)).toEqual([503, "The database is read-only."]);
  await server.close();
  await database.drop();
});

test("a server with a stopping PostgreSQL is not ready, while it still creates invoices", async () => {
  const dataDirectory = join(folder, "data");
  const postgres = await startEmbedded({ dataDirectory, fsync: false });
  const server = await serverWith({ DATABASE_URL: postgres.url, TEPAT_SECRET: testSecret });
  const sql = connect(postgres.url, { connections: 1 });
  const shop = await shopWithAccount(testGateway(sql));
  expect((await create(server.url, shop)).status).toBe(201);
  expect(await readinessOf(server)).toEqual([200, "ok"]);
  // A smart shutdown: PostgreSQL waits until all connections have ended.
  const [pid] = (await readFile(join(dataDirectory, "postgres/postmaster.pid"), "utf8")).split(
    "\n",
  );
  process.kill(Number(pid), "SIGTERM");
  await expect
    .poll(() => readinessOf(server))
    .toEqual([
      503,
      "The database is shutting down and takes no new connections. Restart PostgreSQL, or Tepat if PostgreSQL is embedded.",
    ]);
  expect((await create(server.url, shop)).status).toBe(201);
  await sql.end();
  await server.close();
  await postgres.stop();
});
