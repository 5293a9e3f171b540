import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { ownersKeys } from "../../testing/dashboard.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
} from "../../testing/fixtures.ts";
import { rememberBrowser } from "../access/known-browsers.ts";
import { listNearMisses } from "../mutations/near-misses.ts";
import { cancelPayment } from "../payments/payments.ts";
import { listFailingWebhooks } from "./operator.ts";
import { readPaymentDetail } from "../reconciliation/payment-detail.ts";
import { readQuota } from "../accounts/quota.ts";

/** Lists without pages, of which only a bounded part is read or kept. */

const database = await createTestDatabase();
const { sql } = database;
const gateway = testGateway(sql);
let shop: Shop;

beforeAll(async () => {
  shop = await shopWithAccount(gateway);
});
afterAll(database.drop);

test("days of quota and added days", async () => {
  const { merchant_id, account_id } = shop;
  await sql`
    insert into quota_days (merchant_id, account_id, day)
    select ${merchant_id}, ${account_id}, '2020-01-01'::date + n
    from generate_series(1, ${limits.quotaDaysShown + 1}) n
  `;
  await sql`
    insert into quota_grants (merchant_id, grant_id, account_id, days, granted_at)
    select ${merchant_id}, gen_random_uuid(), ${account_id}, 1, now()
    from generate_series(1, ${limits.quotaGrantsShown + 1}) n
  `;
  const quota = await readQuota(gateway, shop);
  expect(quota.used_days).toHaveLength(limits.quotaDaysShown);
  expect(quota.grants).toHaveLength(limits.quotaGrantsShown);
});

test("the attempts of a payment's webhook", async () => {
  const { merchant_id } = shop;
  await sql`
    update merchants
    set sends_cancelled_events = true
    where merchant_id = ${merchant_id}
  `;
  const payment_webhook_url = "https://shop.example/webhook";
  const payment = await pendingPayment(gateway, shop, { payment_webhook_url });
  await cancelPayment(gateway, { merchant_id, payment_code: payment.payment_code });
  await sql`
    insert into webhook_attempts (merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms)
    select merchant_id, delivery_id, n, false, now(), 1
    from webhook_deliveries, generate_series(1, ${limits.attemptsShown + 1}) n
  `;
  const { timeline } = await readPaymentDetail(gateway, {
    merchant_id,
    payment_code: payment.payment_code,
  });
  const attempts = timeline.filter(({ kind }) => !["created", "cancelled"].includes(kind));
  expect(attempts).toHaveLength(limits.attemptsShown);
});

test("failed deliveries", async () => {
  await sql`
    insert into webhook_deliveries (merchant_id, delivery_id, event_type, url, body, delivery_status, created_at)
    select ${shop.merchant_id}, 'msg_' || n, 'webhook.test', 'https://shop.example/', '{}', 'FAILED', now()
    from generate_series(1, ${limits.failingDeliveriesCounted + 1}) n
  `;
  const { items } = await listFailingWebhooks(gateway, { page: 1, per_page: 20 });
  expect(items).toMatchObject([{ failed_count: limits.failingDeliveriesCounted }]);
});

test("payments that resemble a transfer", async () => {
  const payment_amount = 700_000;
  for (let count = 0; count <= limits.nearMissesShown; count += 1) {
    await pendingPayment(gateway, shop, { payment_amount });
  }
  const device = await approvedDevice(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, device, payment_amount);
  const nearMisses = await listNearMisses(gateway, { ...shop, mutation_id: mutation_id ?? "" });
  expect(nearMisses).toHaveLength(limits.nearMissesShown);
});

test("known browsers", async () => {
  const { merchant_id } = shop;
  for (let count = 0; count <= limits.browsersPerPerson; count += 1) {
    await rememberBrowser(gateway, { ...ownersKeys(shop), replaced: "" });
  }
  expect(await sql`select from known_browsers where merchant_id = ${merchant_id}`).toHaveLength(
    limits.browsersPerPerson,
  );
});
