import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopInTestMode,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { listAuditEntries } from "../access/audit.ts";
import { payTestPayment } from "../mutations/test-payments.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import {
  listCountedDeliveries,
  listDeliveries,
  readDelivery,
  sendDeliveryAgain,
  sendTestEvent,
} from "./webhook-log.ts";
import { countDeliveries } from "./webhook-log.sql.ts";
import type { AttemptResult } from "./webhook-schedule.ts";
import { leaseDueDeliveries, type WebhookClient } from "./webhooks.ts";

const today = drawnDay("the log of webhooks");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
  await changeMerchant(gateway, shop.merchant_id, { webhook_url: "https://shop.example/hook" });
});
afterAll(() => database.drop());

/** A receiver with this response, and the webhooks that it received. */
function receiver(answer: Partial<AttemptResult> = {}) {
  const requests: Parameters<WebhookClient["post"]>[0][] = [];
  const client: WebhookClient = {
    async post(request) {
      requests.push(request);
      return { ...answeredWith(204, 7), ...answer };
    },
  };
  return { requests, client };
}

const refusing = () =>
  receiver({ outcome: "failure", http_status: 500, response_head: "<b>down</b>" });

async function owedDelivery(merchant: Shop = shop): Promise<string> {
  const payment = await pendingPayment(gateway, merchant);
  await reportTransfer(gateway, await approvedDevice(gateway, merchant), payment.payment_total);
  const { items } = await listDeliveries(gateway, { ...merchant, per_page: 1 });
  return items[0]?.delivery_id ?? "";
}

const read = (delivery_id: string) =>
  readDelivery(gateway, { merchant_id: shop.merchant_id, delivery_id });

const again = (delivery_id: string, client: WebhookClient) =>
  sendDeliveryAgain(gateway, client, person.actor, { merchant_id: shop.merchant_id, delivery_id });

describe("resending", () => {
  test("makes one attempt at once and shows its result", async () => {
    const delivery_id = await owedDelivery();
    const { client } = refusing();
    expect(await again(delivery_id, client)).toMatchObject({
      delivery_status: "PENDING",
      body: expect.stringContaining('"payment.paid"'),
      attempts: [
        { attempt_number: 1, is_manual: true, http_status: 500, response_head: "<b>down</b>" },
      ],
    });
    const { client: welcoming } = receiver();
    expect(await again(delivery_id, welcoming)).toMatchObject({
      delivery_status: "SUCCESS",
      next_attempt_at: null,
      attempts: [{ http_status: 500 }, { http_status: 204, duration_ms: 7 }],
    });
  });

  test("shows the headers of any response, without credentials", async () => {
    const delivery_id = await owedDelivery();
    const response_headers = { server: "nginx", "set-cookie": ["sid=s3cr3t", "b=2"] };
    const { client } = receiver({ response_headers });
    expect(await again(delivery_id, client)).toMatchObject({
      attempts: [
        { response_headers: "server: nginx\nset-cookie: [redacted]\nset-cookie: [redacted]" },
      ],
    });
  });

  test("is recorded in the live merchant's audit log for a test", async () => {
    const testShop = await shopInTestMode(gateway, shop);
    const { merchant_id } = testShop;
    const { payment_code } = await pendingPayment(gateway, testShop, {
      payment_webhook_url: "https://shop.example/hook",
    });
    await payTestPayment(gateway, { merchant_id, payment_code });
    const { items } = await listDeliveries(gateway, { merchant_id, per_page: 1 });
    const delivery_id = items[0]?.delivery_id ?? "";
    const { client } = receiver();
    await sendDeliveryAgain(gateway, client, person.actor, { merchant_id, delivery_id });
    const audit = await listAuditEntries(gateway, { merchant_id: shop.merchant_id, per_page: 1 });
    expect(audit.items).toMatchObject([{ action: "delivery.sent_again", object_id: delivery_id }]);
  });

  test("does not wait for another attempt", async () => {
    const delivery_id = await owedDelivery();
    await leaseDueDeliveries(gateway, { limit: 100, per_merchant: 100, under_way: {} });
    await expect(again(delivery_id, receiver().client)).rejects.toThrow("being attempted now");
  });

  test("is refused for another merchant's delivery", async () => {
    const stranger = await shopWithAccount(gateway);
    await changeMerchant(gateway, stranger.merchant_id, { webhook_url: "https://x.example/hook" });
    const foreign = await owedDelivery(stranger);
    const { client, requests } = receiver();
    for (const id of [foreign, `msg_${randomUUID().replaceAll("-", "")}`]) {
      await expect(again(id, client)).rejects.toThrow("Delivery not found");
      await expect(read(id)).rejects.toThrow("Delivery not found");
    }
    expect(requests).toEqual([]);
  });
});

describe("a test event", () => {
  const send = (client: WebhookClient) =>
    sendTestEvent(gateway, client, person.actor, shop.merchant_id);

  test("is sent signed to the default webhook URL, and names no invoice", async () => {
    const { client, requests } = receiver();
    const delivery = await send(client);
    expect(delivery).toMatchObject({
      event_type: "webhook.test",
      delivery_status: "SUCCESS",
      payment_code: null,
      attempts: [{ is_manual: true, http_status: 204 }],
    });
    expect(requests).toMatchObject([
      {
        url: "https://shop.example/hook",
        body: delivery.body,
        headers: {
          "webhook-id": delivery.delivery_id,
          "webhook-signature": expect.stringMatching(/^v1,/),
        },
      },
    ]);
    expect(JSON.parse(delivery.body ?? "")).toMatchObject({ type: "webhook.test" });
  });

  test("is not retried, but can be resent", async () => {
    const delivery = await send(refusing().client);
    expect(delivery).toMatchObject({ delivery_status: "FAILED", next_attempt_at: null });
    const { deliveries: due } = await leaseDueDeliveries(gateway, {
      limit: 100,
      per_merchant: 100,
      under_way: {},
    });
    expect(due.map(({ delivery_id }) => delivery_id)).not.toContain(delivery.delivery_id);
    const later = await again(delivery.delivery_id, receiver().client);
    expect(later).toMatchObject({ delivery_status: "SUCCESS", body: delivery.body });
  });

  test("requires a webhook URL", async () => {
    await changeMerchant(gateway, shop.merchant_id, { webhook_url: null });
    await expect(send(receiver().client)).rejects.toThrow("No default webhook URL");
  });

  test("is in the audit log", async () => {
    const { delivery_id } = await send(receiver().client);
    const { items } = await listAuditEntries(gateway, { ...shop, per_page: 1 });
    expect(items).toMatchObject([{ action: "webhook.tested", object_id: delivery_id }]);
  });
});

describe("the log", () => {
  async function walk(options: {
    delivery_status?: "FAILED" | "PENDING";
    oldest_first?: boolean;
    per_page: number;
  }) {
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listDeliveries(gateway, { ...shop, ...options, cursor });
      walked.push(...page.items.map(({ delivery_id }) => delivery_id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return walked;
  }

  test("has each delivery once, newest first, of one state or of all", async () => {
    const failed: string[] = [];
    const pending: string[] = [];
    const all: string[] = [];
    for (let minute = 0; minute < 7; minute += 1) {
      gateway.setClock(today(`10:0${minute}`));
      const isTest = minute % 2 === 0;
      const id = isTest
        ? (await sendTestEvent(gateway, refusing().client, person.actor, shop.merchant_id))
            .delivery_id
        : await owedDelivery();
      (isTest ? failed : pending).unshift(id);
      all.unshift(id);
    }
    expect(await walk({ per_page: 2 })).toEqual(all);
    expect(await walk({ per_page: 3, delivery_status: "FAILED" })).toEqual(failed);
    expect(await walk({ per_page: 1, delivery_status: "PENDING" })).toEqual(pending);
    const oldest_first = true;
    expect(await walk({ per_page: 2, oldest_first })).toEqual(all.toReversed());
    expect(await walk({ per_page: 1, oldest_first, delivery_status: "FAILED" })).toEqual(
      failed.toReversed(),
    );
    const count = async (options: { delivery_status?: "FAILED"; cursor?: string }) =>
      (await listCountedDeliveries(gateway, { ...shop, per_page: 1, ...options })).found;
    expect(await count({})).toEqual({ count: 7, is_complete: true });
    expect(await count({ delivery_status: "FAILED" })).toEqual({ count: 4, is_complete: true });
    expect(await count({ cursor: all[0] ?? "" })).toBe(null);
    expect(await countDeliveries(database.sql, { ...shop, statuses: ["FAILED"], limit: 3 })).toBe(
      3,
    );
  });

  test("has a fixed order for the same moment", async () => {
    gateway.setClock(today("10:00", 1));
    for (let count = 0; count < 5; count += 1) {
      await sendTestEvent(gateway, receiver().client, person.actor, shop.merchant_id);
    }
    const walked = await walk({ per_page: 2 });
    expect(new Set(walked).size).toBe(5);
    expect(walked).toHaveLength(5);
  });

  test("shows the invoice of an event", async () => {
    const delivery_id = await owedDelivery();
    expect(await read(delivery_id)).toMatchObject({
      event_type: "payment.paid",
      payment_code: expect.stringMatching(/^INV-/),
      device_name: null,
      attempts: [],
      body: null,
    });
  });
});
