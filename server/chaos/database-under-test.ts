import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect, type Sql } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { takeClock, type DatabaseClock } from "../testing/database-clock.ts";
import { fillUp, mountSmallDisk, unmountSmallDisk } from "../testing/small-disk.ts";
import { startTcpProxy, type TcpProxy } from "../testing/tcp-proxy.ts";

/**
 * A PostgreSQL with durable writes behind a network that can be broken. The test restarts PostgreSQL when it
 * dies.
 */
export interface DatabaseUnderTest {
  /** The address through the proxy. */
  url: string;
  /** A connection without the proxy, for the accounting. */
  sql: Sql;
  network: TcpProxy;
  /** Stops PostgreSQL like `pg_ctl stop -m immediate`, and waits until it responds again. */
  restart(): Promise<void>;
  /**
   * Fills the disk and returns a function that frees it. null if the data folder could not be
   * limited; `whyNoSmallDisk` gives the reason.
   */
  fillDisk: (() => Promise<() => Promise<void>>) | null;
  whyNoSmallDisk: string;
  /** The clock of the database's statements. */
  clock: DatabaseClock;
  answers(): Promise<void>;
  stop(): Promise<void>;
}

const smallDiskMegabytes = 600;
const pollMilliseconds = 50;

export async function startDatabaseUnderTest(wantsSmallDisk: boolean): Promise<DatabaseUnderTest> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), "tepat-chaos-"));
  const obstacle = wantsSmallDisk
    ? mountSmallDisk(dataDirectory, smallDiskMegabytes)
    : "it was not asked for";
  const embedded = await startEmbedded({ dataDirectory, onTrouble: () => {} });
  const network = await startTcpProxy(embedded.url);
  const clockSql = connect(embedded.url, { applicationName: "clock", connections: 1 });
  const clock = await takeClock(clockSql);
  const sql = connect(embedded.url, { applicationName: "accounting", connections: 2 });

  async function answers(): Promise<void> {
    while (
      !(await sql`select 1`.then(
        () => true,
        () => false,
      ))
    ) {
      await wait(pollMilliseconds);
    }
  }

  return {
    url: network.through(embedded.url),
    sql,
    network,
    clock,
    answers,
    async restart() {
      const file = path.join(dataDirectory, "postgres/postmaster.pid");
      process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGQUIT");
      await answers();
    },
    fillDisk: obstacle === null ? () => fillUp(path.join(dataDirectory, "filler")) : null,
    whyNoSmallDisk: obstacle ?? "",
    async stop() {
      await Promise.all([sql.end({ timeout: 1 }), clockSql.end({ timeout: 1 })]);
      network.close();
      await embedded.stop();
      if (obstacle === null) unmountSmallDisk(dataDirectory);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
