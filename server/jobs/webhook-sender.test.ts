import { setTimeout as wait } from "node:timers/promises";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from "vitest";
import { Webhook } from "standardwebhooks";
import { pino } from "pino";
import type { CreatePaymentInput, Payment } from "../contract/payments.ts";
import { limits } from "../contract/limits.ts";
import { findSilentDevices } from "../domain/sources/device-watch.ts";
import { noteHeartbeat } from "../domain/sources/devices.sql.ts";
import { changeMerchant } from "../domain/merchants/merchants.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { cancelPayment, readPayment } from "../domain/payments/payments.ts";
import { rotateWebhookSecret } from "../domain/merchants/webhook-secrets.ts";
import { leaseDueDeliveries, recordAttempts, sendAgain } from "../domain/webhooks/webhooks.ts";
import { selectAttempts, selectDeliveries } from "../domain/webhooks/webhooks.sql.ts";
import { answeredWith } from "../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";
import { createWebhookClient } from "../outside/webhook-client.ts";
import { createWebhookSender, type WebhookSender } from "./webhook-sender.ts";
import type { DueDelivery } from "../domain/gateway/delivery.ts";

const log = pino({ level: "silent" });
const client = createWebhookClient({ allowPrivate: true });
const hour = 3_600_000;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let sender: WebhookSender;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql, { webhookRetrySeconds: [0.05, 0.05] });
  sender = createWebhookSender(gateway, client, log);
  gateway.wakeWebhookSender = (owed) => sender.wake(owed);
  shop = await shopWithAccount(gateway);
});
afterEach(async () => {
  await sender.stop();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await giveUpWhatIsOwed();
});
afterAll(() => database.drop());

/** Cancels a test's unsent webhooks, because they would take the places of the next test's. */
async function giveUpWhatIsOwed(): Promise<void> {
  await database.sql`
    update webhook_deliveries
    set delivery_status = 'FAILED', next_attempt_at = null
    where next_attempt_at is not null
  `;
}

async function receiver(respond?: Parameters<typeof startWebhookReceiver>[0]) {
  const started = await startWebhookReceiver(respond);
  receivers.push(started);
  return started;
}

async function paidPayment(url: string): Promise<Payment> {
  const payment = await pendingPayment(gateway, shop, { payment_webhook_url: url });
  await reportTransfer(gateway, await approvedDevice(gateway, shop), payment.payment_total);
  return payment;
}

/** Pays this number of a shop's invoices in one report. */
async function owePaid(owing: Shop, url: string, count: number): Promise<void> {
  const [device, ...payments] = await Promise.all([
    approvedDevice(gateway, owing),
    ...Array.from({ length: count }, () =>
      pendingPayment(gateway, owing, { payment_webhook_url: url }),
    ),
  ]);
  const texts = payments.map(({ payment_total }) => transferNotification(payment_total));
  await reportNotifications(gateway, device, texts);
}

/** Adds webhooks of new merchants, as many of each merchant as can be in progress. */
async function oweOfMany(url: string, count: number): Promise<void> {
  const perMerchant = limits.webhookAttemptsUnderWayPerMerchant;
  await Promise.all(
    Array.from({ length: count / perMerchant }, async () =>
      owePaid(await shopWithAccount(gateway), url, perMerchant),
    ),
  );
}

/** Collects the deliveries that a test passes on or drops. */
function keepWhatIsHanded(): DueDelivery[] {
  const handed: DueDelivery[] = [];
  gateway.wakeWebhookSender = (owed = []) => void handed.push(...owed);
  return handed;
}

/** Longer than a test can take. */
const never = 3_600_000;

const deliveries = () => selectDeliveries(gateway.sql, { ...shop, limit: 10 });

const statusBecomes = async (status: string) =>
  await expect.poll(async () => (await deliveries())[0]?.delivery_status).toBe(status);

describe("a paid payment's webhook", () => {
  test("arrives signed, with the payment as get returns it", async () => {
    const merchantServer = await receiver();
    const payment = await paidPayment(merchantServer.url);
    const [received] = await merchantServer.waitFor(1);
    if (!received) throw new Error("nothing arrived");
    const event = new Webhook(shop.webhook_secret).verify(
      received.body,
      received.headers as Record<string, string>,
    );
    const read = await readPayment(gateway, { ...shop, payment_code: payment.payment_code });
    expect(event).toEqual({
      type: "payment.paid",
      timestamp: read.payment_updated_at,
      data: JSON.parse(JSON.stringify(read)),
    });
    expect(read.payment_status).toBe("PAID");
    await statusBecomes("SUCCESS");
  });

  test.each([
    ["an hour ahead", hour],
    ["an hour behind", -hour],
  ])("is accepted with the clock of the process %s, at every attempt", async (_, offset) => {
    const merchantServer = await receiver({
      respond: (_request, index) => ({ status: index < 1 ? 500 : 204 }),
    });
    const rightNow = new Date();
    const { payment_total } = await pendingPayment(gateway, shop, {
      payment_webhook_url: merchantServer.url,
    });
    vi.useFakeTimers({ toFake: ["Date"], now: rightNow.getTime() + offset });
    try {
      const device = await approvedDevice(gateway, shop);
      await reportTransfer(gateway, device, payment_total, { posted_at: rightNow });
      await merchantServer.waitFor(2);
      await statusBecomes("SUCCESS");
    } finally {
      vi.useRealTimers();
    }
    for (const { body, headers } of merchantServer.received) {
      new Webhook(shop.webhook_secret).verify(body, headers as Record<string, string>);
    }
    const [delivery] = await deliveries();
    const attempts = await selectAttempts(gateway.sql, delivery?.delivery_id ?? "");
    for (const { started_at } of attempts) {
      expect(Math.abs(started_at.getTime() - rightNow.getTime())).toBeLessThan(hour / 2);
    }
  });

  test("is retried with the same id and bytes until accepted, and every attempt is listed", async () => {
    const merchantServer = await receiver({
      respond: (_, index) => ({
        status: index < 2 ? 500 : 204,
        body: "busy",
        headers: { "x-served-by": "till-2", "set-cookie": "sid=s3cr3t" },
      }),
    });
    await paidPayment(merchantServer.url);
    const received = await merchantServer.waitFor(3);
    await statusBecomes("SUCCESS");
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const [delivery] = await deliveries();
    const attempts = await selectAttempts(gateway.sql, delivery?.delivery_id ?? "");
    expect(attempts.map(({ http_status }) => http_status)).toEqual([500, 500, 204]);
    expect(attempts[0]).toMatchObject({
      attempt_number: 1,
      is_manual: false,
      response_head: "busy",
    });
    expect(attempts[0]?.response_headers?.split("\n").slice(0, 2)).toEqual([
      "x-served-by: till-2",
      "set-cookie: [redacted]",
    ]);
    // Headers of successful attempts are not needed, and they would fill most of the table.
    expect(attempts[2]?.response_headers).toBe(null);
  });

  test("is FAILED after the last wait, and can be resent manually", async () => {
    let status = 500;
    const merchantServer = await receiver({ respond: () => ({ status }) });
    await paidPayment(merchantServer.url);
    await statusBecomes("FAILED");
    expect(await merchantServer.waitFor(3)).toHaveLength(3);
    const [delivery] = await deliveries();
    const id = delivery?.delivery_id ?? "";
    expect(await sendAgain(gateway, client, id)).toBe("FAILED");
    status = 200;
    expect(await sendAgain(gateway, client, id)).toBe("SUCCESS");
    const attempts = await selectAttempts(gateway.sql, id);
    expect(attempts.map(({ is_manual }) => is_manual)).toEqual([false, false, false, true, true]);
  });

  test("is FAILED at once on 410 Gone", async () => {
    const merchantServer = await receiver({ respond: () => ({ status: 410 }) });
    await paidPayment(merchantServer.url);
    await statusBecomes("FAILED");
    expect((await deliveries())[0]?.attempt_count).toBe(1);
  });

  test("is signed with both secrets for 24 hours after a rotation, then with the new one", async () => {
    const merchantServer = await receiver();
    const newSecret = await rotateWebhookSecret(gateway.sql, gateway.secrets, {
      ...shop,
      at: null,
    });
    await paidPayment(merchantServer.url);
    const [first] = await merchantServer.waitFor(1);
    for (const secret of [shop.webhook_secret, newSecret]) {
      new Webhook(secret).verify(first?.body ?? "", first?.headers as Record<string, string>);
    }
    await statusBecomes("SUCCESS");
    await database.sql`update webhook_secrets set expires_at = now() where expires_at is not null`;
    const [delivery] = await deliveries();
    await sendAgain(gateway, client, delivery?.delivery_id ?? "");
    const [, second] = await merchantServer.waitFor(2);
    expect(second?.headers["webhook-signature"]?.toString().split(" ")).toHaveLength(1);
    new Webhook(newSecret).verify(second?.body ?? "", second?.headers as Record<string, string>);
  });

  test("is sent to the merchant's webhook URL if the payment has none, and not at all without either", async () => {
    const merchantServer = await receiver();
    const device = await approvedDevice(gateway, shop);
    const silent = await pendingPayment(gateway, shop);
    await reportTransfer(gateway, device, silent.payment_total);
    expect(await deliveries()).toEqual([]);
    await database.sql`
      update merchants set webhook_url = ${merchantServer.url} where merchant_id = ${shop.merchant_id}
    `;
    const payment = await pendingPayment(gateway, shop, { payment_amount: 70_000 });
    await reportTransfer(gateway, device, payment.payment_total);
    await merchantServer.waitFor(1);
  });

  test("omits the order items if the body would exceed 20 KiB", async () => {
    const merchantServer = await receiver();
    const orders = Array.from({ length: 300 }, () => ({
      name: "Kopi susu gula aren dengan nama yang panjang sekali",
      price: 500,
      quantity: 1,
      subtotal: 500,
    }));
    const payment = await pendingPayment(gateway, shop, {
      payment_webhook_url: merchantServer.url,
      customer_orders: orders,
    });
    await reportTransfer(gateway, await approvedDevice(gateway, shop), payment.payment_total);
    const [received] = await merchantServer.waitFor(1);
    expect(JSON.parse(received?.body ?? "").data.customer_orders).toBeNull();
  });
});

describe("with optional events", () => {
  test("a cancelled payment causes a webhook only if switched on", async () => {
    const merchantServer = await receiver();
    const first = await pendingPayment(gateway, shop, { payment_webhook_url: merchantServer.url });
    await cancelPayment(gateway, { ...shop, payment_code: first.payment_code });
    expect(await deliveries()).toEqual([]);
    await database.sql`
      update merchants set sends_cancelled_events = true where merchant_id = ${shop.merchant_id}
    `;
    const second = await pendingPayment(gateway, shop, { payment_webhook_url: merchantServer.url });
    await cancelPayment(gateway, { ...shop, payment_code: second.payment_code });
    const [received] = await merchantServer.waitFor(1);
    expect(JSON.parse(received?.body ?? "")).toMatchObject({
      type: "payment.cancelled",
      data: { payment_code: second.payment_code, payment_status: "CANCELLED" },
    });
  });
});

describe("a sender", () => {
  test("is replaced after its lease if it died during an attempt", async () => {
    const merchantServer = await receiver();
    await sender.stop();
    await paidPayment(merchantServer.url);
    // A killed process leaves a lease without a holder.
    await database.sql`
      update webhook_deliveries
      set lease_token = gen_random_uuid(), lease_until = now() + interval '0.3 seconds'
      where merchant_id = ${shop.merchant_id}
    `;
    sender = createWebhookSender(gateway, client, log);
    sender.wake();
    await merchantServer.waitFor(1);
    await statusBecomes("SUCCESS");
  });

  test("is not delayed by one merchant's unreachable server", async () => {
    const deadServer = await receiver({ respond: () => ({ delay_milliseconds: never }) });
    const otherServer = await receiver();
    const device = await approvedDevice(gateway, shop);
    for (let index = 0; index < 25; index++) {
      const stuck = await pendingPayment(gateway, shop, { payment_webhook_url: deadServer.url });
      await reportTransfer(gateway, device, stuck.payment_total);
    }
    shop = await shopWithAccount(gateway);
    await paidPayment(otherServer.url);
    await otherServer.waitFor(1);
    expect(deadServer.received.length).toBeLessThanOrEqual(10);
  });

  test("sends any number of a merchant's deliveries after one wake-up", async () => {
    const merchantServer = await receiver({ respond: () => ({ delay_milliseconds: 20 }) });
    await sender.stop();
    const payments = await Promise.all(
      Array.from({ length: 35 }, () =>
        pendingPayment(gateway, shop, { payment_webhook_url: merchantServer.url }),
      ),
    );
    const device = await approvedDevice(gateway, shop);
    for (const payment of payments) await reportTransfer(gateway, device, payment.payment_total);
    sender = createWebhookSender(gateway, client, log);
    sender.wake();
    const received = await merchantServer.waitFor(35);
    const codes = received.map(({ body }) => JSON.parse(body).data.payment_code);
    expect(new Set(codes)).toEqual(new Set(payments.map(({ payment_code }) => payment_code)));
  });

  test("sends passed deliveries without querying for others", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    const unasked = await paidPayment(merchantServer.url);
    const handedOver = await paidPayment(merchantServer.url);
    sender.wake(handed.slice(1));
    const told = async (count: number) =>
      (await merchantServer.waitFor(count)).map(({ body }) => JSON.parse(body).data.payment_code);
    expect(await told(1)).toEqual([handedOver.payment_code]);
    await statusBecomes("SUCCESS");
    expect(merchantServer.received).toHaveLength(1);
    sender.wake();
    expect(await told(2)).toEqual([handedOver.payment_code, unasked.payment_code]);
  });

  test("sends all deliveries beyond its places, each once", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    const device = await approvedDevice(gateway, shop);
    for (let index = 0; index < 25; index++) {
      const payment = await pendingPayment(gateway, shop, {
        payment_webhook_url: merchantServer.url,
      });
      await reportTransfer(gateway, device, payment.payment_total);
    }
    sender.wake(handed.slice(0, 12));
    sender.wake(handed.slice(10));
    await merchantServer.waitFor(25);
    const arrived = async () =>
      (await selectDeliveries(gateway.sql, { ...shop, limit: 30 })).filter(
        ({ delivery_status }) => delivery_status === "SUCCESS",
      );
    await expect.poll(arrived).toHaveLength(25);
    const ids = merchantServer.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(25);
  });

  test("queries deliveries that are not passed: payments with large orders, and many at once", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    const device = await approvedDevice(gateway, shop);
    const pending = (customer_orders: CreatePaymentInput["customer_orders"]) =>
      pendingPayment(gateway, shop, { payment_webhook_url: merchantServer.url, customer_orders });
    const order = { name: "Kopi", quantity: 1, price: 150_000, subtotal: 150_000 };
    const small = await pending([order]);
    const large = await pending(Array.from({ length: 100 }, () => order));
    await reportTransfer(gateway, device, small.payment_total);
    await reportTransfer(gateway, device, large.payment_total);
    expect(handed.map(({ payment }) => payment?.payment_code)).toEqual([small.payment_code]);
    const many = Array.from({ length: 101 }, (_, index) => transferNotification(9_000_000 + index));
    const last = await pending(null);
    many[0] = transferNotification(last.payment_total);
    await reportNotifications(gateway, device, many);
    expect(handed).toHaveLength(1);
    sender.wake();
    await merchantServer.waitFor(3);
  });

  test("includes the merchant's own payment steps, which are not in the delivery", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    const { channel_id } = await pendingPayment(gateway, shop);
    await database.sql`
      insert into instruction_additions (merchant_id, channel_id, steps)
      values (${shop.merchant_id}, ${channel_id}, '[{"title": "Kirim bukti", "content": "Lewat WhatsApp"}]')
    `;
    await paidPayment(merchantServer.url);
    expect(handed).toEqual([]);
    sender.wake();
    const [received] = await merchantServer.waitFor(1);
    expect(JSON.parse(received?.body ?? "").data.channel_instructions.at(-1)).toMatchObject({
      title: "Kirim bukti",
      content: "Lewat WhatsApp",
    });
  });

  test("continues after an empty batch", async () => {
    const merchantServer = await receiver();
    sender.wake([]);
    await paidPayment(merchantServer.url);
    await merchantServer.waitFor(1);
  });

  test("does not send a passed delivery before it is due", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    await paidPayment(merchantServer.url);
    const [owed] = await database.sql<{ delivery_id: string; due_at: Date }[]>`
      update webhook_deliveries set next_attempt_at = now() + interval '0.3 seconds'
      where merchant_id = ${shop.merchant_id}
      returning delivery_id, next_attempt_at as due_at
    `;
    sender.wake(handed);
    await statusBecomes("SUCCESS");
    const [attempt] = await selectAttempts(gateway.sql, owed?.delivery_id ?? "");
    expect(attempt?.started_at.getTime()).toBeGreaterThanOrEqual(owed?.due_at.getTime() ?? NaN);
    expect(merchantServer.received).toHaveLength(1);
  });

  test("queries again a second later if it could not lease a passed delivery", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    await paidPayment(merchantServer.url);
    const failed = vi.fn();
    const other = createWebhookSender(gateway, client, { ...log, error: failed });
    await database.sql`alter table webhook_deliveries rename to hidden_deliveries`;
    other.wake(handed);
    await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0);
    await database.sql`alter table hidden_deliveries rename to webhook_deliveries`;
    await merchantServer.waitFor(1);
    await statusBecomes("SUCCESS");
    await other.stop();
  });

  test("runs a limited number of attempts at once, across all merchants", async () => {
    const stuckServer = await receiver({ respond: () => ({ delay_milliseconds: never }) });
    await oweOfMany(stuckServer.url, limits.webhookAttemptsUnderWay);
    await stuckServer.waitFor(limits.webhookAttemptsUnderWay);
    await paidPayment(stuckServer.url);
    await wait(100);
    expect(stuckServer.received).toHaveLength(limits.webhookAttemptsUnderWay);
  });

  test("leases the next deliveries during the current ones, a limited number at a time", async () => {
    const stuckServer = await receiver({ respond: () => ({ delay_milliseconds: never }) });
    await sender.stop();
    await oweOfMany(stuckServer.url, limits.webhooksPerLook + 10);
    sender = createWebhookSender(gateway, client, log);
    sender.wake();
    await stuckServer.waitFor(limits.webhooksPerLook + 10);
    const leases = await gateway.sql<{ count: number }[]>`
      select count(*) as count from webhook_deliveries where lease_token is not null group by lease_token
    `;
    const largest = Math.max(...leases.map(({ count }) => count));
    expect(largest).toBeLessThanOrEqual(limits.webhooksPerLook);
  });

  test("sends a merchant's next webhook before the previous response is recorded", async () => {
    const merchantServer = await receiver();
    await sender.stop();
    const perMerchant = limits.webhookAttemptsUnderWayPerMerchant;
    await owePaid(shop, merchantServer.url, 2 * perMerchant);
    sender = createWebhookSender(gateway, client, log);
    const lock = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const locked = gateway.sql.begin(async (tx) => {
      await tx`lock table webhook_attempts in exclusive mode`;
      isLocked.resolve();
      await lock.promise;
    });
    await isLocked.promise;
    sender.wake();
    await merchantServer.waitFor(2 * perMerchant);
    expect(
      await gateway.sql`select 1 from webhook_attempts where merchant_id = ${shop.merchant_id}`,
    ).toHaveLength(0);
    lock.resolve();
    await locked;
    const unsent = async () =>
      (await selectDeliveries(gateway.sql, { ...shop, limit: 2 * perMerchant })).filter(
        ({ delivery_status }) => delivery_status !== "SUCCESS",
      );
    await expect.poll(unsent).toEqual([]);
    expect(merchantServer.received).toHaveLength(2 * perMerchant);
  });

  test("does not resend a passed delivery that has succeeded", async () => {
    const merchantServer = await receiver();
    const handed = keepWhatIsHanded();
    await paidPayment(merchantServer.url);
    sender.wake(handed);
    await statusBecomes("SUCCESS");
    await paidPayment(merchantServer.url);
    sender.wake(handed);
    await merchantServer.waitFor(2);
    await expect
      .poll(async () => (await deliveries()).map(({ delivery_status }) => delivery_status))
      .toEqual(["SUCCESS", "SUCCESS"]);
    expect(merchantServer.received).toHaveLength(2);
  });

  describe("batches", () => {
    let timers: MockInstance<typeof setTimeout>;
    const timersOf = (wanted: number) =>
      timers.mock.calls.filter(([, milliseconds]) => milliseconds === wanted).length;
    beforeEach(() => {
      timers = vi.spyOn(globalThis, "setTimeout");
    });
    afterEach(() => timers.mockRestore());

    test("wait before a record of an attempt", async () => {
      await paidPayment((await receiver()).url);
      await statusBecomes("SUCCESS");
      expect(timersOf(20)).toBe(1);
    });

    test("do not lease again a delivery that a query found meanwhile", async () => {
      const handed = keepWhatIsHanded();
      await paidPayment((await receiver()).url);
      timers.mockClear();
      sender.wake();
      sender.wake(handed);
      await statusBecomes("SUCCESS");
      expect(timersOf(100)).toBe(0);
    });
  });

  test("sends the deliveries that another sender does not", async () => {
    const merchantServer = await receiver();
    const device = await approvedDevice(gateway, shop);
    const other = createWebhookSender(gateway, client, log);
    gateway.wakeWebhookSender = (owed) => {
      sender.wake(owed);
      other.wake(owed);
    };
    for (let index = 0; index < 20; index++) {
      const payment = await pendingPayment(gateway, shop, {
        payment_webhook_url: merchantServer.url,
      });
      await reportTransfer(gateway, device, payment.payment_total);
    }
    const received = await merchantServer.waitFor(20);
    await other.stop();
    await sender.stop();
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
    expect(merchantServer.received).toHaveLength(20);
  });

  test("signs with a merchant's new secret if the previous one can no longer be opened", async () => {
    const merchantServer = await receiver();
    const newSecret = await rotateWebhookSecret(gateway.sql, gateway.secrets, {
      ...shop,
      at: null,
    });
    await database.sql`
      update webhook_secrets set sealed_secret = '\\x00'
      where merchant_id = ${shop.merchant_id}
        and expires_at is not null
    `;
    await paidPayment(merchantServer.url);
    const [received] = await merchantServer.waitFor(1);
    new Webhook(newSecret).verify(
      received?.body ?? "",
      received?.headers as Record<string, string>,
    );
  });

  test("continues with others if it cannot sign for one merchant", async () => {
    const merchantServer = await receiver();
    await database.sql`
      update webhook_secrets set sealed_secret = '\\x00' where merchant_id = ${shop.merchant_id}
    `;
    const unsigned = await paidPayment(merchantServer.url);
    shop = await shopWithAccount(gateway);
    const signed = await paidPayment(merchantServer.url);
    const [received] = await merchantServer.waitFor(1);
    const { payment_code } = JSON.parse(received?.body ?? "").data;
    expect(payment_code).toBe(signed.payment_code);
    expect(payment_code).not.toBe(unsigned.payment_code);
  });

  /** Checks that another merchant's webhook is sent while one of the shop's cannot be sent. */
  async function anotherIsServed(merchantServer: Awaited<ReturnType<typeof receiver>>) {
    shop = await shopWithAccount(gateway);
    const sound = await paidPayment(merchantServer.url);
    sender = createWebhookSender(gateway, client, log);
    sender.wake();
    const [received] = await merchantServer.waitFor(1);
    expect(JSON.parse(received?.body ?? "").data.payment_code).toBe(sound.payment_code);
    await statusBecomes("SUCCESS");
  }

  test("continues with others if an event cannot be rendered", async () => {
    const merchantServer = await receiver();
    await sender.stop();
    const broken = await pendingPayment(gateway, shop, { payment_webhook_url: merchantServer.url });
    await database.sql`
      update payments set payment_expired_at = 'infinity' where payment_id = ${broken.payment_id}
    `;
    await reportTransfer(gateway, await approvedDevice(gateway, shop), broken.payment_total);
    await anotherIsServed(merchantServer);
  });

  test("continues with others if the database cannot read an event's data", async () => {
    const merchantServer = await receiver();
    await sender.stop();
    const broken = await paidPayment(merchantServer.url);
    await database.sql`
      insert into instruction_additions (merchant_id, channel_id, steps)
      values (${shop.merchant_id}, ${broken.channel_id}, '{"not": "steps"}')
    `;
    await anotherIsServed(merchantServer);
  });

  test("records nothing over its successor after holding a delivery too long, even simultaneously", async () => {
    const merchantServer = await receiver();
    await sender.stop();
    await paidPayment(merchantServer.url);
    const lease = async () => {
      const places = { limit: 100, per_merchant: 100, under_way: {} };
      const { deliveries } = await leaseDueDeliveries(gateway, places);
      const own = deliveries.find(({ merchant_id }) => merchant_id === shop.merchant_id);
      if (!own) throw new Error("nothing was leased");
      return own;
    };
    const stalled = await lease();
    await database.sql`
      update webhook_deliveries set lease_until = now() where merchant_id = ${shop.merchant_id}
    `;
    const successor = await lease();
    const attempt = { is_manual: false, started_at: new Date(), result: answeredWith(500) };
    const statuses = await recordAttempts(gateway, [
      { ...attempt, delivery: stalled, next: { delivery_status: "FAILED", delay_seconds: null } },
      {
        ...attempt,
        delivery: successor,
        next: { delivery_status: "SUCCESS", delay_seconds: null },
      },
    ]);
    expect(statuses).toEqual([null, "SUCCESS"]);
    expect(await deliveries()).toMatchObject([{ delivery_status: "SUCCESS", attempt_count: 1 }]);
  });

  test("interrupts running attempts when it stops, and leaves them due", async () => {
    const slowServer = await receiver({ respond: () => ({ delay_milliseconds: never }) });
    await paidPayment(slowServer.url);
    await slowServer.waitFor(1);
    await sender.stop();
    const [row] = await database.sql`
      select delivery_status, attempt_count, lease_token from webhook_deliveries
      where merchant_id = ${shop.merchant_id}
    `;
    expect(row).toEqual({ delivery_status: "PENDING", attempt_count: 0, lease_token: null });
  });
});

test("an event about a device arrives signed at the merchant's default address", async () => {
  const merchantServer = await receiver();
  const { url: webhook_url } = merchantServer;
  await changeMerchant(gateway, shop.merchant_id, { webhook_url, sends_device_events: true });
  const device = await approvedDevice(gateway, shop);
  const heardAt = new Date(Math.floor(Date.now() / 1000) * 1000 - 600_000);
  const silence = {
    battery: null,
    queue_length: null,
    app_version: null,
    last_notification_at: null,
    listener_error: null,
  };
  await noteHeartbeat(database.sql, device, silence, heardAt);
  await findSilentDevices(gateway);
  const [received] = await merchantServer.waitFor(1);
  if (!received) throw new Error("nothing arrived");
  const event = new Webhook(shop.webhook_secret).verify(
    received.body,
    received.headers as Record<string, string>,
  );
  expect(event).toEqual({
    type: "device.offline",
    timestamp: expect.stringMatching(/Z$/),
    data: {
      device_id: device.device_id,
      device_name: device.device_name,
      model: null,
      last_seen_at: heardAt.toISOString(),
    },
  });
  await statusBecomes("SUCCESS");
  expect(await deliveries()).toMatchObject([
    { event_type: "device.offline", payment_code: null, device_name: device.device_name },
  ]);
});
