import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { linkOperations } from "../../contract/dashboard/links.ts";
import { limits } from "../../contract/limits.ts";
import { connect } from "../../db/client.ts";
import { visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, statementMilliseconds } from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import { changeAccount, listAccounts } from "../accounts/accounts.ts";
import { createApiKey, findMerchantsByApiKeys, revokeApiKey } from "./api-keys.ts";
import { approveDevice, registerDevice, revokeDevice, type Device } from "../sources/devices.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { findOfferMerchant, offerPairing } from "../sources/pairing-offers.ts";
import { createOwnLink } from "../sales/own-links.ts";
import { exportPayments } from "../payments/payment-export.ts";
import { listUnreadTexts } from "../mutations/unread-notifications.ts";
import { liveWebhookSecrets, rotateWebhookSecret } from "./webhook-secrets.ts";

/** Tests that a tenant can create only a limited number of records, also in two processes at once. */

const database = await createTestDatabase();
const otherProcess = connect(database.url, { statementMilliseconds });
const gateways = [testGateway(database.sql), testGateway(otherProcess)] as const;
const [gateway] = gateways;
const { sql } = database;
let shop: Shop;

beforeEach(async () => {
  for (const each of gateways) each.setClock(null);
  shop = await shopWithAccount(gateway);
});
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

/** Runs the attempts in the two processes in turn. Returns the results, and the messages of the refusals. */
async function atOnce<Result>(
  count: number,
  attempt: (gateway: (typeof gateways)[0], index: number) => Promise<Result>,
): Promise<{ done: Result[]; sentences: Set<string> }> {
  const settled = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => attempt(gateways[index % 2] ?? gateway, index)),
  );
  const refused = settled.filter((one) => one.status === "rejected");
  return {
    done: settled.filter((one) => one.status === "fulfilled").map(({ value }) => value),
    sentences: new Set(refused.map(({ reason }) => (reason as Error).message)),
  };
}

async function countOf(table: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from ${sql(table)} where merchant_id = ${shop.merchant_id}
  `;
  return row?.count ?? 0;
}

describe("unreadable texts", () => {
  let device: Device;
  beforeEach(async () => {
    device = await approvedDevice(gateway, shop);
  });

  const text = (body: string) => ({
    key: "k",
    package_name: "com.bca",
    title: "Promo",
    body,
    posted_at: "2020-11-21T10:15:30.000Z",
  });
  const random = (bytes: number) => randomBytes(bytes / 2).toString("hex");
  const report = (by: (typeof gateways)[0], bodies: string[]) =>
    reportNotifications(by, device, bodies.map(text));
  const keptBytes = async () => {
    const [row] = await sql<{ bytes: number }[]>`
      select sum(pg_column_size(notification)) as bytes
      from unread_notifications
      where merchant_id = ${shop.merchant_id}
    `;
    return row?.bytes ?? 0;
  };
  const names = (count: number) => Array.from({ length: count }, () => `Kabar baik ${random(16)}`);

  test("are stored up to a limit, and further ones get the same response", async () => {
    const reports = limits.unreadTexts / limits.notificationsPerReport + 4;
    const { done } = await atOnce(reports, (by) => report(by, names(100)));
    expect(new Set(done.flat().map(({ outcome }) => outcome))).toEqual(new Set(["ignored"]));
    expect(await countOf("unread_notifications")).toBe(limits.unreadTexts);
    const page = await listUnreadTexts(gateway, { ...shop, page: 1, per_page: 100 });
    expect(page.pagination.total).toBe(limits.unreadTexts);
  });

  test("are stored up to a number of bytes, for any number of texts", async () => {
    const body = limits.notificationTextCharacters;
    const reports = (2 * limits.unreadTextBytes) / (20 * body);
    await atOnce(Math.ceil(reports), (by) =>
      report(
        by,
        Array.from({ length: 20 }, () => random(body)),
      ),
    );
    const bytes = await keptBytes();
    expect(bytes).toBeLessThanOrEqual(limits.unreadTextBytes);
    expect(bytes).toBeGreaterThan(limits.unreadTextBytes * 0.9);
  });

  test("are replaced by newer ones after an hour, and not before", async () => {
    for (let sent = 0; sent < limits.unreadTexts; sent += 100) await report(gateway, names(100));
    const newest = `Kabar baik ${random(16)}`;
    const isKept = async () => {
      const { items } = await listUnreadTexts(gateway, { ...shop, page: 1, per_page: 100 });
      return items.some(({ body }) => body === newest);
    };
    gateway.setClock(new Date(Date.now() + (limits.unreadTextKeptSeconds - 60) * 1000));
    await report(gateway, [newest]);
    expect(await isKept()).toBe(false);
    gateway.setClock(new Date(Date.now() + (limits.unreadTextKeptSeconds + 60) * 1000));
    await report(gateway, [newest]);
    expect(await isKept()).toBe(true);
    expect(await countOf("unread_notifications")).toBe(limits.unreadTexts);
  });

  test("prevent neither the recording of transfers nor the storing of another merchant's texts", async () => {
    for (let sent = 0; sent < limits.unreadTexts; sent += 100) await report(gateway, names(100));
    const payment = await pendingPayment(gateway, shop);
    const paid = await reportTransfer(gateway, device, payment.payment_total);
    expect(paid.matched_payment_code).toBe(payment.payment_code);
    shop = await shopWithAccount(gateway);
    device = await approvedDevice(gateway, shop);
    await report(gateway, names(1));
    expect(await countOf("unread_notifications")).toBe(1);
  });
});

describe("devices", () => {
  const register = (by: (typeof gateways)[0], installation_id: string = randomUUID()) =>
    registerDevice(by.sql, {
      merchant_id: shop.merchant_id,
      device_name: "Phone",
      installation_id,
      model: null,
      app_version: null,
    });
  const someDevices = (count: number, deviceStatus: string) => sql`
    insert into devices (
      merchant_id, device_id, installation_id, device_name, token_hash, device_status, created_at
    )
    select ${shop.merchant_id}, gen_random_uuid(), gen_random_uuid(), 'Phone', sha256(gen_random_uuid()::text::bytea),
      ${deviceStatus}, now()
    from generate_series(1, ${count})
  `;

  test("waiting for approval are limited, and a known one can still register", async () => {
    const known = randomUUID();
    const { device_id } = await register(gateway, known);
    const { done, sentences } = await atOnce(limits.devicesWaitingForApproval + 20, (by) =>
      register(by),
    );
    expect(done).toHaveLength(limits.devicesWaitingForApproval - 1);
    expect([...sentences]).toEqual([expect.stringContaining("Approve or revoke some of them")]);
    expect(await register(gateway, known)).toMatchObject({ device_id });
    await approveDevice(sql, device_id);
    expect((await register(gateway)).device_status).toBe("PENDING");
  });

  test("are limited in number, and revoked ones without reports make room", async () => {
    await someDevices(limits.devicesPerMerchant - 2, "ACTIVE");
    const heard = await approvedDevice(gateway, shop);
    await reportTransfer(gateway, heard, 10_001);
    const named = await approvedDevice(gateway, shop);
    await changeAccount(gateway, shop.account_id, { device_id: named.device_id });
    for (const { device_id } of [heard, named]) await revokeDevice(sql, device_id);
    await expect(register(gateway)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`The limit of ${limits.devicesPerMerchant} devices`),
    });
    await sql`
      update devices
      set device_status = 'REVOKED'
      where device_id = (
        select device_id from devices
        where merchant_id = ${shop.merchant_id}
          and device_status = 'ACTIVE'
        limit 1
      )
    `;
    await register(gateway);
    await expect(register(gateway)).rejects.toMatchObject({ code: "conflict" });
    expect(await countOf("devices")).toBe(limits.devicesPerMerchant);
  });
});

test("the number of accounts is limited, also for parallel requests", async () => {
  await sql`
    insert into accounts (
      merchant_id, account_id, channel_id, app_package, pool_id, account_number, account_name, account_min_amount,
      account_quota, created_at
    )
    select merchant_id, gen_random_uuid(), channel_id, app_package, pool_id, n, 'TOKO', 1, 0, now()
    from accounts
    cross join generate_series(2, ${limits.accountsPerMerchant - 3}) n
    where account_id = ${shop.account_id}
  `;
  const { done, sentences } = await atOnce(12, (by) => addAccount(by, shop));
  expect(done).toHaveLength(3);
  expect([...sentences]).toEqual([
    `The limit of ${limits.accountsPerMerchant} accounts is reached. Change one that is no longer used.`,
  ]);
  const accounts = await listAccounts(gateway, shop.merchant_id);
  expect(accounts).toHaveLength(limits.accountsPerMerchant);
});

test("a merchant's pairs of app and phone are limited, and existing pairs stay usable", async () => {
  await sql`
    insert into matching_pools (merchant_id, pool_id, package_name)
    select ${shop.merchant_id}, gen_random_uuid(), 'com.example.app' || n
    from generate_series(2, ${limits.matchingPoolsPerMerchant - 1}) n
  `;
  const listenTo = (by: (typeof gateways)[0], app_package: string) =>
    changeAccount(by, shop.account_id, { app_package });
  const { done, sentences } = await atOnce(8, (by, index) => listenTo(by, `com.new.app${index}`));
  expect(done).toHaveLength(1);
  expect([...sentences]).toEqual([
    expect.stringContaining(`reached the limit of ${limits.matchingPoolsPerMerchant}`),
  ]);
  expect(await countOf("matching_pools")).toBe(limits.matchingPoolsPerMerchant);
  expect(await listenTo(gateway, "COM.EXAMPLE.APP7")).toMatchObject({
    app_package: "COM.EXAMPLE.APP7",
  });
  await expect(addAccount(gateway, shop, { app_package: "com.new.another" })).rejects.toThrow(
    `reached the limit of ${limits.matchingPoolsPerMerchant}`,
  );
});

test("only a bounded number of pairing tokens is valid, the newest", async () => {
  const { actor } = await visitor(gateway, shop);
  const [first] = [await offerPairing(gateway, actor, shop.merchant_id)];
  await atOnce(limits.pairingOffersPerMerchant + 10, (by) =>
    offerPairing(by, actor, shop.merchant_id),
  );
  const last = await offerPairing(gateway, actor, shop.merchant_id);
  expect(await countOf("pairing_offers")).toBe(limits.pairingOffersPerMerchant);
  expect(await findOfferMerchant(gateway, first.pairing_token)).toBeNull();
  expect(await findOfferMerchant(gateway, last.pairing_token)).toBe(shop.merchant_id);
});

test("the number of payment links is limited, also for parallel requests", async () => {
  const { session, actor } = await visitor(gateway, shop);
  const request = linkOperations.createLink.input.parse({ link_name: "Kopi", amounts: [1] });
  const spare = 3;
  await sql`
    insert into payment_links (
      merchant_id, link_id, slug, link_name, amounts, quantity_max, deadline_seconds, asks_name, asks_phone, asks_note,
      created_at
    )
    select ${shop.merchant_id}, gen_random_uuid(), gen_random_uuid()::text, 'Kopi', '{1}', 1, 60, 'no', 'no', 'no', now()
    from generate_series(1, ${limits.linksPerMerchant - spare}::integer)
  `;
  const { done, sentences } = await atOnce(8, (by) =>
    createOwnLink(by, actor, { session, request }),
  );
  expect(done).toHaveLength(spare);
  expect([...sentences]).toEqual([
    expect.stringContaining(`${limits.linksPerMerchant} payment links`),
  ]);
  expect(await countOf("payment_links")).toBe(limits.linksPerMerchant);
});

test("revoked API keys are deleted except the newest, and stay refused", async () => {
  const { merchant_id } = shop;
  const revoked: string[] = [];
  for (let made = 0; made < limits.revokedApiKeys + 5; made += 1) {
    const { key_id, api_key } = await createApiKey(sql, merchant_id);
    await revokeApiKey(sql, key_id, merchant_id);
    revoked.push(api_key);
  }
  await createApiKey(sql, merchant_id);
  // The first key and the newest key are valid.
  expect(await countOf("api_keys")).toBe(limits.revokedApiKeys + 2);
  expect(new Set(await findMerchantsByApiKeys(sql, revoked))).toEqual(new Set([null]));
  expect(await findMerchantsByApiKeys(sql, [shop.api_key])).toEqual([merchant_id]);
});

test("the number of signing secrets is limited, also for parallel rotations", async () => {
  const { merchant_id } = shop;
  const rotate = (by: (typeof gateways)[0], at: Date | null = null) =>
    rotateWebhookSecret(by.sql, by.secrets, { merchant_id, at });
  const { done, sentences } = await atOnce(limits.webhookSecretsInForce + 10, (by) => rotate(by));
  expect(done).toHaveLength(limits.webhookSecretsInForce - 1);
  expect([...sentences]).toEqual([expect.stringContaining("Wait until the oldest expires")]);
  const live = await liveWebhookSecrets(sql, gateway.secrets, { merchant_id, at: null });
  expect(live).toHaveLength(limits.webhookSecretsInForce);
  const later = new Date(Date.now() + (limits.webhookSecretOverlapHours + 1) * 3_600_000);
  expect(await rotate(gateway, later)).toMatch(/^whsec_/);
});

test("one merchant's parallel exports of payments are limited; another's do not count", async () => {
  const begin = async ({ merchant_id } = shop) => {
    const table = await exportPayments(gateway, { merchant_id });
    const reader = table[Symbol.asyncIterator]();
    await reader.next();
    return reader;
  };
  const [first] = await Promise.all(Array.from({ length: limits.exportsUnderWay }, () => begin()));
  await expect(begin()).rejects.toThrow(
    `${limits.exportsUnderWay} tables are already being downloaded. Wait until one has finished.`,
  );
  await begin(await shopWithAccount(gateway));
  // The table is read to its end, or its reader stops.
  await first?.next();
  const next = await begin();
  await expect(begin()).rejects.toThrow("already");
  await next.return?.();
  await begin();
});
