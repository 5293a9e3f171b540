import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { listFailingWebhooks, listMerchantAccounts, listMerchants } from "./operator.ts";
import { readSystemHealth } from "../upkeep/system-health.ts";
import { sendTestEvent } from "../webhooks/webhook-log.ts";
import { visitor } from "../../testing/dashboard.ts";

const today = drawnDay("the operator's pages");

let database: TestDatabase;
let gateway: TestGateway;
let shops: Shop[];

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  shops = [];
  for (let count = 0; count < 5; count += 1) shops.push(await shopWithAccount(gateway));
});
afterAll(() => database.drop());

test("the list has every merchant once, newest first", async () => {
  const walked: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listMerchants(gateway, { per_page: 2, cursor });
    walked.push(...page.items.map(({ merchant_id }) => merchant_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(walked).toEqual(shops.map(({ merchant_id }) => merchant_id).toReversed());
});

test("a merchant is shown with its numbers of records", async () => {
  const [shop] = shops as [Shop];
  const payment = await pendingPayment(gateway, shop);
  await approvedDevice(gateway, shop);
  const { items } = await listMerchants(gateway, {
    per_page: 20,
    search: shop.email.toUpperCase(),
  });
  expect(items).toMatchObject([
    {
      merchant_id: shop.merchant_id,
      account_count: 1,
      device_count: 1,
      offline_device_count: 0,
      payment_count: 1,
      last_payment_at: payment.payment_updated_at,
      quota_left: 29,
    },
  ]);
  expect(await listMerchants(gateway, { per_page: 20, search: "%" })).toMatchObject({ items: [] });
  const page = { page: 1, per_page: 20 };
  expect(await listMerchantAccounts(gateway, { ...shop, ...page })).toMatchObject({
    items: [{ account_quota: 29 }],
  });
  await expect(
    listMerchantAccounts(gateway, { merchant_id: randomUUID(), ...page }),
  ).rejects.toThrow("Merchant not found");
});

test("only merchants with failing webhooks are listed", async () => {
  const [, shop] = shops as [Shop, Shop];
  await changeMerchant(gateway, shop.merchant_id, { webhook_url: "https://shop.example/hook" });
  const { actor } = await visitor(gateway, shop);
  const failing = { post: async () => answeredWith(500) };
  await sendTestEvent(gateway, failing, actor, shop.merchant_id);
  const { items, pagination } = await listFailingWebhooks(gateway, { page: 1, per_page: 20 });
  expect(items).toEqual([
    {
      merchant_id: shop.merchant_id,
      merchant_name: "Toko Contoh",
      retrying_count: 0,
      failed_count: 1,
      oldest_retrying_at: null,
    },
  ]);
  expect(pagination.total).toBe(1);
  expect(await listFailingWebhooks(gateway, { page: 2, per_page: 20 })).toEqual({
    items: [],
    pagination: { total: 1, count: 0, per_page: 20, current_page: 2, total_pages: 1 },
  });
});

test("system health names passed checks and late recurring jobs", async () => {
  gateway.setClock(null);
  expect(await readSystemHealth(gateway)).toMatchObject({
    is_ok: true,
    checks: [
      { check: "database", finding: { code: "postgres" } },
      { check: "migrations", finding: { code: "migrations_current" } },
      { check: "TEPAT_SECRET", finding: { code: "secret_fits" } },
      { check: "clocks", finding: { code: "clocks_agree" } },
      { check: "recurring work", finding: { code: "work_done" } },
      { check: "rate limits", finding: { code: "limits_shared" } },
    ],
  });
  const [shop] = shops as [Shop];
  gateway.setClock(today("10:00"));
  await pendingPayment(gateway, shop, { payment_expired_at: today("10:05").toISOString() });
  gateway.setClock(today("10:06"));
  expect(await readSystemHealth(gateway)).toMatchObject({ is_ok: true });
  gateway.setClock(today("10:07"));
  const { is_ok, checks } = await readSystemHealth(gateway);
  expect(is_ok).toBe(false);
  expect(checks.find(({ check }) => check === "recurring work")).toEqual({
    check: "recurring work",
    is_ok: false,
    finding: { code: "work_late", params: { late: ["ending_invoices"] } },
  });
});
