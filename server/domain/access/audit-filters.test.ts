import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  actionsOf,
  auditAction,
  auditKind,
  type AuditAction,
} from "../../contract/dashboard/audit.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { colleague } from "../../testing/dashboard.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import {
  addAccount,
  approvedDevice,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import { audited, listAuditEntries, type Actor } from "./audit.ts";

const database = await createTestDatabase();
const { sql } = database;
const gateway = testGateway(sql);
let shop: Shop;
let other: string;

beforeAll(async () => {
  shop = await shopWithAccount(gateway);
  other = (await colleague(gateway, shop, "finance")).session.person.person_id;
});
afterAll(database.drop);

const actor = (person_id: string | null): Actor => ({
  actor: "merchant",
  session_id: randomUUID(),
  person_id,
  client_address: "203.0.113.7",
  user_agent: null,
});

const enter = (action: AuditAction, person_id: string, object_id?: string) =>
  audited(
    gateway,
    actor(person_id),
    async () => null,
    () => ({
      merchant_id: shop.merchant_id,
      action,
      ...(object_id !== undefined && { object_id }),
    }),
  );

type Filter = Omit<Parameters<typeof listAuditEntries>[1], "merchant_id" | "per_page">;

const list = (filter: Filter = {}, per_page = 50) =>
  listAuditEntries(gateway, { merchant_id: shop.merchant_id, per_page, ...filter });

const actions = async (filter: Filter) => (await list(filter)).items.map(({ action }) => action);

test("every action is of exactly one kind", () => {
  const all = auditKind.options.flatMap(actionsOf);
  expect(all.toSorted()).toEqual(auditAction.options.toSorted());
});

test("entries are found by person, by kind and by day", async () => {
  await enter("api_key.created", shop.merchant_id);
  await enter("payment.cancelled", other);
  await enter("person.confirmed", other);
  // Several entries can share a millisecond, and their order is then undefined.
  expect(await actions({ kind: "developers" })).toContain("api_key.created");
  expect(await actions({ person_id: other })).toEqual(
    expect.arrayContaining(["person.confirmed", "payment.cancelled"]),
  );
  expect(await actions({ person_id: other, kind: "money" })).toEqual(["payment.cancelled"]);
  expect(await actions({ person_id: randomUUID() })).toEqual([]);
  const { items } = await list();
  const middle = items[2]?.created_at ?? "";
  const since = items.filter(({ created_at }) => created_at >= middle);
  expect((await list({ created_from: middle })).items).toEqual(since);
  const before = items.filter(({ created_at }) => created_at < middle);
  expect((await list({ created_before: middle })).items).toEqual(before);
  expect(await actions({ created_from: "2099-01-01T00:00:00Z" })).toEqual([]);
  expect(await actions({ created_before: "2020-01-01T00:00:00Z" })).toEqual([]);
});

test("an entry names its device, key or account", async () => {
  const device = await approvedDevice(gateway, shop);
  await enter("device.renamed", other, device.device_id);
  await enter("account.changed", other, shop.account_id);
  await enter("device.revoked", other, randomUUID());
  // Several entries can share a millisecond, and their order is then undefined.
  const { items } = await list({ person_id: other });
  const nameOf = (action: AuditAction) =>
    items.find((entry) => entry.action === action)?.object_name;
  expect(nameOf("device.revoked")).toBeNull();
  expect(nameOf("account.changed")).toMatch(/^BCA \d+$/u);
  expect(nameOf("device.renamed")).toBe("Phone beside the till");
});

test("an entry names a QRIS account by the name in its code", async () => {
  const qris = await addAccount(gateway, shop, {
    channel: "QRIS",
    account_number: undefined,
    account_name: undefined,
    qris: vectors.vectors[0]?.static,
  });
  await enter("account.changed", other, qris.account_id);
  const { items } = await list({ person_id: other });
  const named = items.find(({ object_id }) => object_id === qris.account_id)?.object_name;
  expect(named).toBe(`${qris.account_name} (QRIS) ··${qris.account_number?.slice(-4)}`);
});

test("no list has another merchant's person or objects", async () => {
  const stranger = await shopWithAccount(gateway);
  const { items } = await listAuditEntries(gateway, {
    merchant_id: stranger.merchant_id,
    person_id: other,
    per_page: 20,
  });
  expect(items).toEqual([]);
});

test("a filter searches a limited number of entries, and continues from there", async () => {
  const wanted = await list({ kind: "developers" });
  await sql`
    insert into audit_entries (merchant_id, entry_id, created_at, actor, client_address, session_id, action)
    select
      ${shop.merchant_id}, overlay('ffffff00-0000-7000-8000-000000000000' placing lpad(to_hex(n), 12, '0') from 25)::uuid,
      now(), 'merchant', '203.0.113.7', gen_random_uuid(), 'session.opened'
    from generate_series(1, ${limits.auditEntriesPerPage}::integer) n`;
  const first = await list({ kind: "developers" });
  expect(first.items).toEqual([]);
  expect(first.next_cursor).not.toBeNull();
  expect(first.searched_until).not.toBeNull();
  const second = await list({ kind: "developers", cursor: first.next_cursor ?? "" });
  // Only a first page has the count of entries.
  expect(second).toEqual({ ...wanted, found: null });
});

test("the list continues in either direction, with each entry once", async () => {
  const walk = async (oldest_first: boolean) => {
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next_cursor }: Awaited<ReturnType<typeof list>> = await list(
        { oldest_first, kind: "money", cursor },
        1,
      );
      walked.push(...items.map(({ entry_id }) => entry_id));
      cursor = next_cursor ?? undefined;
    } while (cursor);
    return walked;
  };
  await enter("payment.cancelled", other);
  await enter("payment.matched", other);
  const oldestFirst = await walk(true);
  expect(oldestFirst.length).toBeGreaterThan(2);
  expect(oldestFirst).toEqual((await walk(false)).toReversed());
});

test("the first page counts the entries that the filter finds, up to a limit", async () => {
  const { items } = await list({ kind: "money", oldest_first: true });
  const { found } = await list({ kind: "money" });
  expect(items.length).toBeGreaterThan(2);
  expect(found).toEqual({ count: items.length, is_complete: true });
  expect((await list({ kind: "money", person_id: randomUUID() })).found?.count).toBe(0);
  await sql`
    insert into audit_entries (merchant_id, entry_id, created_at, actor, client_address, session_id, action)
    select
      ${shop.merchant_id}, overlay('eeffff00-0000-7000-8000-000000000000' placing lpad(to_hex(n), 12, '0') from 25)::uuid,
      now(), 'merchant', '203.0.113.7', gen_random_uuid(), 'session.opened'
    from generate_series(1, ${limits.rowsPerTotal}::integer) n`;
  expect((await list()).found).toEqual({ count: limits.rowsPerTotal, is_complete: false });
});
