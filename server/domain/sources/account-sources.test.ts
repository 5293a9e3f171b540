import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  connectedMailbox,
  shopWithAccount,
  testGateway,
  waitingMail,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { noteReport } from "./devices.sql.ts";
import { simulatedPhone } from "../mutations/simulated-transfers.ts";
import { readAccountSources } from "./account-sources.ts";
import { markSilentMailboxes } from "../mail/mailboxes.sql.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  gateway = testGateway(database.sql);
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const statesOf = async (account: { account_id: string } = shop) => {
  const { is_watched, sources } = await readAccountSources(gateway, { ...shop, ...account });
  return { is_watched, states: sources.map(({ kind, state }) => `${kind} ${state}`).toSorted() };
};

test("an account without a source is not watched, nor is one with a simulated phone", async () => {
  expect(await statesOf()).toEqual({ is_watched: false, states: [] });
  await simulatedPhone(gateway, shop.merchant_id);
  expect(await statesOf()).toEqual({ is_watched: false, states: [] });
});

test("an account is watched by its own phone or, without one, by every approved phone", async () => {
  const first = await approvedDevice(gateway, shop);
  await approvedDevice(gateway, shop);
  await noteReport(database.sql, first, { sequences: [], readable_at: null }, null);
  expect((await statesOf()).states).toEqual(["phone unheard", "phone working"]);
  const bound = await addAccount(gateway, shop, {
    account_number: "9876543210",
    device_id: first.device_id,
  });
  expect(await statesOf(bound)).toEqual({ is_watched: true, states: ["phone working"] });
  await database.sql`
    update devices set last_seen_at = ${minutesAgo(9)}, offline_since = ${minutesAgo(7)}
    where device_id = ${first.device_id}
  `;
  expect(await statesOf(bound)).toEqual({ is_watched: false, states: ["phone silent"] });
});

test("an account shows its phone although more newer phones were revoked than a page holds", async () => {
  const { device_id } = await approvedDevice(gateway, shop);
  const bound = await addAccount(gateway, shop, { account_number: "9876543210", device_id });
  await database.sql`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, created_at, registration_changed_at
    )
    select merchant_id, ('ffffffff-ffff-4fff-8fff-' || lpad(number::text, 12, '0'))::uuid, number::text, device_name,
      sha256((merchant_id::text || number)::bytea), 'REVOKED', created_at, registration_changed_at
    from devices, generate_series(1, ${limits.perPageMax}) number
    where merchant_id = ${shop.merchant_id}
  `;
  for (const account of [shop, bound])
    expect(await statesOf(account)).toEqual({ is_watched: true, states: ["phone unheard"] });
});

test("an account is watched by mailboxes that name it, with the state of each", async () => {
  const other = await addAccount(gateway, shop, { account_number: "9876543210" });
  await connectedMailbox(gateway, shop, [other]);
  expect((await statesOf()).states).toEqual([]);
  expect(await statesOf(other)).toEqual({ is_watched: true, states: ["mailbox working"] });

  const lost = minutesAgo(limits.mailboxSilentSeconds);
  await connectedMailbox(gateway, shop, [shop], { next_try_at: lost, read_at: lost });
  await connectedMailbox(gateway, shop, [shop], { paused_at: minutesAgo(1) });
  await markSilentMailboxes(database.sql, null);
  expect(await statesOf()).toEqual({
    is_watched: false,
    states: ["mailbox paused", "mailbox silent"],
  });
  const keyless = await connectedMailbox(gateway, shop, [shop], { isForwarded: true });
  await waitingMail(gateway, keyless, minutesAgo(limits.mailKeyLateMinutes + 1));
  expect(await statesOf()).toEqual({
    is_watched: true,
    states: ["mailbox paused", "mailbox silent", "mailbox warning"],
  });
});

test("a forwarding address that got no email yet was never heard", async () => {
  const at = minutesAgo(1);
  const { device_id } = await connectedMailbox(gateway, shop, [shop], {
    isForwarded: true,
    connected_at: at,
    read_at: at,
  });
  await database.sql`update devices set offline_since = ${at} where device_id = ${device_id}`;
  expect(await readAccountSources(gateway, shop)).toMatchObject({
    is_watched: false,
    sources: [{ source_id: device_id, state: "unheard", heard_at: null }],
  });
});

test("another merchant's account is unknown", async () => {
  const stranger = await shopWithAccount(gateway);
  const { merchant_id } = shop;
  for (const account_id of [stranger.account_id, randomUUID()])
    await expect(readAccountSources(gateway, { merchant_id, account_id })).rejects.toMatchObject({
      code: "not_found",
    });
});
