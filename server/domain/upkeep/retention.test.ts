import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { ownersKeys } from "../../testing/dashboard.ts";
import {
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { forgetOldRows } from "./retention.ts";
import { upsertOffer } from "../access/two-factor.sql.ts";
import { rotateWebhookSecret } from "../merchants/webhook-secrets.ts";

const day = 24 * 3_600_000;
// The real date, because some rows get their time from the gateway's clock and some from the database's.
const today = new Date();
const daysAgo = (days: number) => new Date(today.getTime() - days * day);

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql, { webhookAttemptDays: 90, auditDays: 400 });
  gateway.setClock(today);
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

/** Creates a test event that was attempted once on each of these days. */
async function deliveryAttempted(at: readonly Date[], next_attempt_at: Date | null = null) {
  const delivery_id = `msg_${randomUUID()}`;
  const { merchant_id } = shop;
  await database.sql`
    insert into webhook_deliveries (
      merchant_id, delivery_id, event_type, url, body, delivery_status, attempt_count, scheduled_count,
      created_at, next_attempt_at
    )
    values (
      ${merchant_id}, ${delivery_id}, 'webhook.test', 'https://shop.example', '{}',
      ${next_attempt_at ? "RETRYING" : "FAILED"}, ${at.length}, 0, ${at[0] as Date}, ${next_attempt_at}
    )
  `;
  await database.sql`
    insert into webhook_attempts (
      merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status
    )
    select ${merchant_id}, ${delivery_id}, number, true, started_at, 20, 500
    from unnest(${at.map((time) => time.toISOString())}::text[]::timestamptz[]) with ordinality as made (started_at, number)
  `;
  return delivery_id;
}

async function listedAttempts(delivery_id: string): Promise<number[]> {
  const rows = await database.sql`
    select attempt_number from webhook_attempts where delivery_id = ${delivery_id} order by 1
  `;
  return rows.map((row) => row["attempt_number"] as number);
}

describe("attempts of webhooks", () => {
  test("are deleted when old enough, and the delivery states their number", async () => {
    const delivery_id = await deliveryAttempted([daysAgo(91), daysAgo(90.5), daysAgo(89)]);
    expect(await forgetOldRows(gateway)).toBe(2);
    expect(await listedAttempts(delivery_id)).toEqual([3]);
    const [delivery] = await database.sql`
      select attempt_count, forgotten_attempt_count from webhook_deliveries where delivery_id = ${delivery_id}
    `;
    expect(delivery).toEqual({ attempt_count: 3, forgotten_attempt_count: 2 });
    expect(await brokenInvariants(database.sql)).toEqual([]);
    expect(await forgetOldRows(gateway)).toBe(0);
  });

  test("are kept until the delivery ends", async () => {
    const delivery_id = await deliveryAttempted([daysAgo(100)], today);
    expect(await forgetOldRows(gateway)).toBe(0);
    expect(await listedAttempts(delivery_id)).toEqual([1]);
    await database.sql`delete from webhook_attempts where delivery_id = ${delivery_id}`;
    await database.sql`delete from webhook_deliveries where delivery_id = ${delivery_id}`;
  });

  test("are deleted in batches, also by several processes at once", async () => {
    const deliveries = Array.from({ length: 12 }, () =>
      deliveryAttempted(Array.from({ length: 100 }, (_, number) => daysAgo(120 + number))),
    );
    await Promise.all(deliveries);
    const forgotten = await Promise.all([1, 2, 3].map(() => forgetOldRows(gateway)));
    expect(forgotten.reduce((sum, count) => sum + count, 0)).toBe(1_200);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("are found by an index, at any number", async () => {
    const plan = await database.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select from webhook_attempts where started_at < now() order by started_at limit 500`;
    });
    expect(JSON.stringify(plan)).toContain("webhook_attempts_started_at");
  });
});

describe("the audit log", () => {
  const addEntry = async (created_at: Date) => {
    const entry_id = randomUUID();
    await database.sql`
      insert into audit_entries (merchant_id, entry_id, created_at, actor, action)
      values (${shop.merchant_id}, ${entry_id}, ${created_at}, 'operator_cli', 'merchant.changed')
    `;
    return entry_id;
  };
  const entries = async () => {
    const rows = await database.sql`
      select entry_id from audit_entries where merchant_id = ${shop.merchant_id} order by created_at
    `;
    return rows.map((row) => row["entry_id"] as string);
  };

  test("is deleted as the setting says", async () => {
    gateway.setClock(null);
    await addEntry(new Date(Date.now() - 401 * day));
    const kept = await addEntry(new Date(Date.now() - 399 * day));
    expect(await forgetOldRows(gateway)).toBe(1);
    expect(await entries()).toEqual([kept]);
    expect(await forgetOldRows(gateway)).toBe(0);
  });

  test("is kept for a year by the table itself, against any clock or statement", async () => {
    const young = await addEntry(new Date(Date.now() - 300 * day));
    gateway.setClock(new Date(Date.now() + 4_000 * day));
    const refusal = await forgetOldRows(gateway).catch((cause: unknown) => cause);
    expect(violatedConstraint(refusal)).toBe("audit_entries_are_only_added");
    expect(await entries()).toEqual([young]);
  });
});

describe("the request log", () => {
  const addEntries = (count: number, requested_at: Date, merchant_id = shop.merchant_id) =>
    database.sql`
      insert into api_requests (
        merchant_id, entry_id, requested_at, request_id, method, path, http_status, duration_ms, left_out
      )
      select
        ${merchant_id},
        lpad((extract(epoch from ${requested_at}::timestamptz)::bigint * 100000 + number)::text, 32, '0')::uuid,
        ${requested_at}, number, 'GET', '/gateway/accounts', 200, 3, 0
      from generate_series(1, ${count}) number
    `;
  const entriesOf = async (merchant_id: string) => {
    const [row] = await database.sql`
      select count(*)::integer as count, min(request_id::integer) as first
      from api_requests
      where merchant_id = ${merchant_id}
    `;
    return row;
  };
  beforeEach(() => database.sql`delete from api_requests`);

  test("is kept for a week", async () => {
    await addEntries(2, daysAgo(7.01));
    await addEntries(3, daysAgo(6.99));
    expect(await forgetOldRows(gateway)).toBe(2);
    expect(await entriesOf(shop.merchant_id)).toMatchObject({ count: 3 });
    expect(await forgetOldRows(gateway)).toBe(0);
  });

  test("keeps the newest entries of a merchant with too many", async () => {
    const quiet = await shopWithAccount(gateway);
    await addEntries(limits.loggedRequestsPerMerchant + 7, today);
    await addEntries(5, today, quiet.merchant_id);
    expect(await forgetOldRows(gateway)).toBe(7);
    expect(await entriesOf(shop.merchant_id)).toEqual({
      count: limits.loggedRequestsPerMerchant,
      first: 8,
    });
    expect(await entriesOf(quiet.merchant_id)).toEqual({ count: 5, first: 1 });
  });

  test("is shared fairly by many merchants", async () => {
    // With this number of merchants, each has this share of the common room.
    const share = 100;
    await database.sql`
      insert into api_requests (
        merchant_id, entry_id, requested_at, request_id, method, path, http_status, duration_ms, left_out
      )
      select gen_random_uuid(), gen_random_uuid(), ${today}, 1, 'GET', '/gateway/accounts', 200, 3, 0
      from generate_series(1, ${limits.loggedRequests / share - 1})
    `;
    await addEntries(share + 9, today);
    expect(await forgetOldRows(gateway)).toBe(9);
    expect(await entriesOf(shop.merchant_id)).toEqual({ count: share, first: 10 });
  });
});

test("the README states the bound of every table", async () => {
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  const [section = ""] = readme.slice(readme.indexOf("## What grows")).split("\n## Design");
  const named = new Set([...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  // Tables with a row for each merchant, or with rows that come with the schema.
  const still = [
    "apps",
    "device_watch",
    "instruction_additions",
    "merchants",
    "mutation_counters",
    "payment_counters",
    "schema_functions",
    "schema_migrations",
  ];
  const tables = await database.sql`
    select relname::text as name
    from pg_class
    where relnamespace = 'public'::regnamespace
      and relkind = 'r'
  `;
  const unnamed = tables.map(({ name }) => name as string).filter((name) => !named.has(name));
  expect(unnamed.toSorted()).toEqual(still);
});

test("expired secrets are deleted, and others stay", async () => {
  const { merchant_id } = shop;
  const { secrets, sql } = gateway;
  await rotateWebhookSecret(sql, secrets, { merchant_id, at: daysAgo(3) });
  await rotateWebhookSecret(sql, secrets, { merchant_id, at: daysAgo(1) });
  const sealed_secret = secrets.seal("offered", "place");
  await upsertOffer(sql, { ...ownersKeys(shop), sealed_secret, at: daysAgo(1) });
  const other = await shopWithAccount(gateway);
  await upsertOffer(sql, { ...ownersKeys(other), sealed_secret, at: today });
  await sql`
    insert into password_links (merchant_id, person_id, token_hash, requested_at)
    select merchant_id, merchant_id, token_hash::bytea, requested_at::timestamptz
    from (
      values (${merchant_id}::uuid, ${randomUUID()}::text, ${daysAgo(1)}::timestamptz),
        (${other.merchant_id}, 'fresh', ${today})
    ) sent (merchant_id, token_hash, requested_at)
  `;
  // The first webhook secret, the offer, and the reset.
  expect(await forgetOldRows(gateway)).toBe(3);
  const [{ left } = {}] = await sql`
    select array[
      (select count(*)::integer from webhook_secrets where merchant_id = ${merchant_id}),
      (select count(*)::integer from authenticator_offers),
      (select count(*)::integer from password_links)
    ] as left
  `;
  expect(left).toEqual([2, 1, 1]);
});
