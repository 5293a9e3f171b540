import { setTimeout as wait } from "node:timers/promises";
import { accountFor } from "../chaos/accounting.ts";
import { askAndJudge } from "../chaos/clients.ts";
import type { Ledger } from "../chaos/ledger.ts";
import type { MoodyReceiver } from "../chaos/receiver.ts";
import type { Reachable } from "../chaos/supervisor.ts";
import type { Sql } from "../db/client.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { shopWithAccount, testGateway, type Shop } from "../testing/fixtures.ts";
import { create } from "../testing/gateway-client.ts";
import type { DatabaseCluster, Node } from "./database-cluster.ts";

/** Compares what was acknowledged with what the database has. Each returned text names something lost or doubled. */
export async function closeBooks(
  sql: Sql,
  ledger: Ledger,
  receiver: MoodyReceiver,
  { openedAccounts, marks }: { openedAccounts: readonly string[]; marks: readonly number[] },
): Promise<string[]> {
  return [
    ...(await accountFor(sql, ledger, receiver)),
    ...(await checkQuotaDays(sql, openedAccounts)),
    ...(await checkWebhooks(sql, receiver)),
    ...(await checkMarks(sql, marks)),
  ];
}

const quotaOfNewAccounts = 30;

/** Each account whose first create was acknowledged has paid for exactly one day. */
async function checkQuotaDays(sql: Sql, accounts: readonly string[]): Promise<string[]> {
  const rows = await sql<{ account_id: string; account_quota: number; days: number }[]>`
    select account_id, account_quota, count(day)::integer as days
    from accounts
    left join quota_days using (merchant_id, account_id)
    where account_id = any(${accounts as string[]})
    group by merchant_id, account_id
  `;
  const byId = new Map(rows.map((row) => [row.account_id, row]));
  return accounts.flatMap((id) => {
    const row = byId.get(id);
    // Two days if midnight came in between.
    const isRight =
      row && row.days >= 1 && row.days <= 2 && row.account_quota === quotaOfNewAccounts - row.days;
    return isRight ? [] : [`account ${id} did not pay for its day once: ${JSON.stringify(row)}`];
  });
}

const settleMilliseconds = 60_000;

/** Every delivery that is owed was received under its id, and nothing was told that the database does not know. */
async function checkWebhooks(sql: Sql, { taken }: MoodyReceiver): Promise<string[]> {
  const select = () => sql<{ delivery_id: string }[]>`select delivery_id from webhook_deliveries`;
  const giveUpAt = Date.now() + settleMilliseconds;
  for (;;) {
    const ids = new Set((await select()).map(({ delivery_id }) => delivery_id));
    const owed = [...ids].filter((id) => !taken.bodies.has(id));
    const unknown = [...taken.bodies.keys()].filter((id) => !ids.has(id));
    if (owed.length === 0 || Date.now() > giveUpAt) {
      return [
        ...owed.map((id) => `webhook ${id} is owed and never came`),
        ...unknown.map((id) => `webhook ${id} came and is not in the books`),
      ];
    }
    await wait(100);
  }
}

async function checkMarks(sql: Sql, marks: readonly number[]): Promise<string[]> {
  const rows = await sql<{ mark: number }[]>`select mark from cluster_marks`;
  const kept = new Set(rows.map(({ mark }) => mark));
  return marks.filter((mark) => !kept.has(mark)).map((mark) => `mark ${mark} is lost`);
}

/** A table that belongs to the test: what is written to one server, whoever the leader is. */
export async function prepareMarks(sql: Sql): Promise<void> {
  await sql`create table cluster_marks (mark integer primary key)`;
}

const markMilliseconds = 100;

/** Writes marks to this very node until it is told to stop. Those that were acknowledged are added to `marks`. */
export async function writeMarks(
  { administer }: DatabaseCluster,
  node: Node,
  { marks, next, until }: { marks: number[]; next: () => number; until: AbortSignal },
): Promise<void> {
  while (!until.aborted) {
    const mark = next();
    await administer(
      node,
      (sql) => sql`insert into cluster_marks (mark) values (${mark})`,
      "tepat",
    ).then(
      () => marks.push(mark),
      () => {},
    );
    await wait(markMilliseconds);
  }
}

/**
 * Makes shops with an account that nobody has used, so that their first creates take a day each. Each is a merchant of
 * its own: a merchant has so many accounts at most, and a run has many faults.
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

/** The first invoices of accounts, by payment code, and the accounts that have one. */
export interface FirstCreates {
  created: Ledger["created"];
  accounts: string[];
}

/** Creates the first invoice of each shop, one after the other. Returns what was acknowledged. */
export async function createFirsts(
  server: Reachable,
  shops: readonly Shop[],
  ledger: Ledger,
): Promise<FirstCreates> {
  const firsts: FirstCreates = { created: new Map(), accounts: [] };
  for (const shop of shops) {
    for (let attempt = 0; attempt < openingTries; attempt++) {
      const payment_code = `opens-${shop.account_id}-${attempt}`;
      const answer = await askAndJudge(server, ledger, "first create", (url) =>
        create(url, shop, { payment_code }),
      );
      if (answer?.status === 201) {
        firsts.created.set(payment_code, answer.body.data);
        firsts.accounts.push(shop.account_id);
        break;
      }
      if (answer) ledger.broken.push(`first create: ${JSON.stringify(answer)}`);
      await wait(50);
    }
    await wait(openingMilliseconds);
  }
  return firsts;
}
