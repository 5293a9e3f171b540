import { setTimeout as wait } from "node:timers/promises";
import { quotaOfNewAccounts } from "../chaos/accounting.ts";
import { createInvoice } from "../chaos/clients.ts";
import type { Ledger } from "../chaos/ledger.ts";
import type { Reachable } from "../chaos/supervisor.ts";
import type { Sql } from "../db/client.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { shopWithAccount, testGateway, type Shop } from "../testing/fixtures.ts";
import type { DatabaseCluster, Node } from "./database-cluster.ts";

/** Creates the test's own table, for writes to one server, whether or not it is the leader. */
export async function prepareMarks(sql: Sql): Promise<void> {
  await sql`create table cluster_marks (mark integer primary key)`;
}

const markMilliseconds = 100;

/** Writes marks to this node until it is stopped. Acknowledged marks are added to `marks`. */
export async function writeMarks(
  { administer }: DatabaseCluster,
  node: Node,
  { marks, next, until }: { marks: Set<number>; next: () => number; until: AbortSignal },
): Promise<void> {
  while (!until.aborted) {
    const mark = next();
    await administer(
      node,
      (sql) => sql`insert into cluster_marks (mark) values (${mark})`,
      "tepat",
    ).then(
      () => marks.add(mark),
      () => {},
    );
    await wait(markMilliseconds);
  }
}

/**
 * Creates shops, each with an unused account, so that each first payment uses a day of quota. Each shop is its own
 * merchant, because a merchant's accounts are limited and a run has many faults.
 */
export async function openShops(url: string, count: number): Promise<Shop[]> {
  await using fresh = connectPatiently(url, "accounts");
  const gateway = testGateway(fresh.sql);
  const shops: Shop[] = [];
  while (shops.length < count) {
    shops.push(await shopWithAccount(gateway, { account_quota: quotaOfNewAccounts }));
  }
  return shops;
}

const openingMilliseconds = 700;
const openingTries = 300;

/**
 * Creates the first invoice of each shop, one after the other, and records the acknowledged ones. Returns the invoices
 * separately: the load reads and cancels the ledger's invoices, and these belong to other merchants.
 */
export async function createFirsts(
  server: Reachable,
  shops: readonly Shop[],
  ledger: Ledger,
): Promise<Ledger["created"]> {
  const created: Ledger["created"] = new Map();
  for (const shop of shops) {
    for (let attempt = 0; attempt < openingTries; attempt++) {
      const payment_code = `opens-${shop.account_id}-${attempt}`;
      const outcome = await createInvoice(server, shop, { payment_code }, { ledger, created });
      if (outcome === "created") {
        ledger.opened.add(shop.account_id);
        break;
      }
      await wait(50);
    }
    await wait(openingMilliseconds);
  }
  return created;
}
