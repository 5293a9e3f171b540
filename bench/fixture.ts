import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { connect, type Sql } from "../server/db/client.ts";
import { startEmbedded } from "../server/db/embedded.ts";
import { createSecretBox } from "../server/domain/security/secrets.ts";
import { migrate } from "../server/db/migrate.ts";
import { createTestDatabase } from "../server/testing/database.ts";
import { shopWithAccount, testGateway, type Shop } from "../server/testing/fixtures.ts";
import { joinTestCluster } from "../server/testing/global-setup.ts";
import { testDataDirectory } from "../server/testing/test-folder.ts";
import type { Size } from "./size.ts";

/**
 * The base of all systems: one PostgreSQL in the configuration of `npm start`, with the same
 * merchants.
 */
export interface Fixture {
  url: string;
  sql: Sql;
  /** The id of PostgreSQL's first process. */
  pid: number;
  shops: readonly Shop[];
  close(): Promise<void>;
}

/** The TEPAT_SECRET of every server, which must decrypt the values encrypted here. */
export const secret = "a secret of the benchmark that is long enough";

/**
 * Creates a new cluster each time, because the dead rows and statistics of an old one would affect the measurement.
 * Simultaneous clusters need different names. A smoke run measures nothing: it takes a database of the tests' cluster,
 * which takes only a moment.
 */
export async function prepareFixture(size: Size, name = "database"): Promise<Fixture> {
  if (size.isSmoke) return fixtureOfTests(size.merchants);
  const dataDirectory = path.resolve(import.meta.dirname, `../.cache/bench-${name}`);
  await rm(dataDirectory, { recursive: true, force: true });
  const database = await startEmbedded({ dataDirectory });
  await migrate(database.url);
  const fixture = await fixtureOn(database.url, await postmasterPid(dataDirectory), size.merchants);
  return {
    ...fixture,
    async close() {
      await fixture.close();
      await database.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function fixtureOfTests(merchants: number): Promise<Fixture> {
  const cluster = await joinTestCluster();
  const database = await createTestDatabase(cluster);
  const fixture = await fixtureOn(
    database.url,
    await postmasterPid(testDataDirectory()),
    merchants,
  );
  return {
    ...fixture,
    async close() {
      await fixture.close();
      await database.drop();
      await cluster.leave();
    },
  };
}

/** Creates the fixture on an existing database. */
export async function fixtureOn(url: string, pid: number, merchants: number): Promise<Fixture> {
  const sql = connect(url, { applicationName: "tepat bench", statementMilliseconds: 0 });
  const gateway = { ...testGateway(sql), secrets: createSecretBox(secret) };
  const shops: Shop[] = [];
  while (shops.length < merchants) {
    shops.push(await shopWithAccount(gateway, { account_quota: 1_000_000 }));
  }
  return { url, sql, pid, shops, close: () => sql.end({ timeout: 1 }) };
}

/** Returns the id of the first process of the PostgreSQL in this data directory. */
export async function postmasterPid(dataDirectory: string): Promise<number> {
  const [line] = (
    await readFile(path.join(dataDirectory, "postgres/postmaster.pid"), "utf8")
  ).split("\n");
  return Number(line);
}
