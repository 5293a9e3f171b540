import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type Gateway } from "./gateway.ts";
import { compileSource, installShop } from "./installation.ts";
import { startRelay, type Relay, type Webhook } from "./relay.ts";

/**
 * Tests the guarantees of every plugin in its real platform with a real gateway. Each shop implements the actions for
 * its platform.
 */

export interface Shop {
  /** The path of the webhook below the shop's address. */
  webhookPath: string;
  url: string;
  /** Starts an empty shop and creates one product in it. */
  open(environment: Environment): Promise<void>;
  start(environment: Environment): Promise<void>;
  /** Kills the shop with SIGKILL, so that no handler runs. */
  kill(): Promise<void>;
  /** Returns a guest's cart with everything except the payment. */
  fillCart(): Promise<Cart>;
  /** Chooses Tepat and places the order. */
  order(cart: Cart): Promise<Ordered>;
  read(order: Order): Promise<OrderView>;
  cancel(order: Order): Promise<void>;
  refund(order: Order, rupiah: number): Promise<void>;
  /** Returns the number of orders. */
  countOrders(): Promise<number>;
  /** Returns the number of pieces that orders reserve. */
  countReserved(): Promise<number>;
  output(): string;
  end(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;
export type Cart = Readonly<Record<string, string>>;
export type Order = { id: string };
export type Ordered = Order | { refusal: string };

export interface OrderView {
  state: "waiting" | "paid" | "cancelled";
  /** The order's total in rupiah. */
  total: number;
  /** The sum that the shop has recorded as paid in rupiah, and the number of payments. */
  paid: number;
  payments: number;
  /** The sum that the shop has recorded as refunded in rupiah, and the number of refunds. */
  refunded: number;
  refunds: number;
  /** The fields that the storefront receives. */
  shown: {
    payment_code: string;
    payment_total: number;
    payment_checkout_url: string;
    account_number: string | null;
  };
  notes: readonly string[];
}

export const cartTotal = 150_000;
const dayLong = { TEPAT_HOURS_TO_PAY: "24", TEPAT_CHECK_SECONDS: "3600" };
const impatient = { TEPAT_HOURS_TO_PAY: "0.002", TEPAT_CHECK_SECONDS: "1" };

export async function describeShop(
  name: string,
  openShop: (folder: string) => Promise<Shop>,
): Promise<void> {
  const installation = await installShop(name);
  // oxlint-disable-next-line vitest/no-conditional-tests -- a machine without a registry says so in the title
  if ("obstacle" in installation) {
    // oxlint-disable-next-line vitest/no-disabled-tests
    test.skip(`an order is paid in ${name} (skipped: ${installation.obstacle})`, () => {});
    return;
  }

  test(`the plugin's source fits the types of ${name}`, async () => {
    expect(await compileSource(installation.folder, name)).toBe("");
  });

  describe(`an order in ${name}`, () => {
    let shop: Shop;
    let gateway: Gateway;
    let relay: Relay;
    const environment = (settings: Environment): Environment => ({
      TEPAT_URL: gateway.url,
      TEPAT_API_KEY: gateway.api_key,
      TEPAT_WEBHOOK_SECRET: gateway.webhook_secret,
      TEPAT_SHOP_URL: shop.url,
      TEPAT_WEBHOOK_URL: relay.url,
      ...settings,
    });

    beforeAll(async () => {
      [shop, gateway, relay] = await Promise.all([
        openShop(installation.folder),
        startGateway(),
        startRelay(),
      ]);
      await shop.open(environment(dayLong));
      relay.target = shop.url + shop.webhookPath;
    }, 600_000);
    afterAll(async () => {
      await Promise.allSettled([shop.end(), relay.end(), gateway.end()]);
    });

    async function place(cart?: Cart): Promise<Order> {
      const ordered = await shop.order(cart ?? (await shop.fillCart()));
      if ("refusal" in ordered) throw new Error(`${ordered.refusal}\n${shop.output()}`);
      return ordered;
    }
    const codeOf = async (order: Order) => (await shop.read(order)).shown.payment_code;
    const statusOf = async (code: string) =>
      (await gateway.tepat.payments.get(code)).payment_status;
    const untilState = async (order: Order, state: OrderView["state"]): Promise<void> => {
      const current = async () => (await shop.read(order)).state;
      await expect.poll(current, { interval: 200, message: shop.output() }).toBe(state);
    };
    async function webhookOf(code: string, type: string): Promise<Webhook> {
      const found = () => relay.webhooks.find((each) => each.code === code && each.type === type);
      await expect.poll(found, { interval: 50 }).toBeDefined();
      return found() as Webhook;
    }

    let paidOrder: Order;
    let lostOrder: Order;
    let forgottenOrder: Order;

    test("is not placed while the gateway is down, and the same cart is ordered afterwards", async () => {
      const cart = await shop.fillCart();
      gateway.stop();
      expect(await shop.order(cart)).toEqual({
        refusal: expect.stringContaining("Bank transfer cannot be started at the moment."),
      });
      expect(await shop.countOrders()).toBe(0);
      expect(await shop.countReserved()).toBe(0);
      gateway.start();
      expect((await gateway.tepat.payments.list()).data).toEqual([]);
      paidOrder = await place(cart);
      expect(await shop.countOrders()).toBe(1);
      const { pagination } = await gateway.tepat.payments.list();
      expect(pagination.total).toBe(1);
    });

    test("shows the gateway's exact amount and waits", async () => {
      const { state, total, paid, shown } = await shop.read(paidOrder);
      expect({ state, total, paid }).toEqual({ state: "waiting", total: cartTotal, paid: 0 });
      const payment = await gateway.tepat.payments.get(shown.payment_code);
      expect(payment).toMatchObject({
        payment_amount: cartTotal,
        payment_status: "PENDING",
        customer_name: "Siti Rahayu",
        customer_email: "siti@example.com",
      });
      expect(shown).toMatchObject({
        payment_total: payment.payment_total,
        payment_checkout_url: payment.payment_checkout_url,
        account_number: payment.account_number,
      });
    });

    test("refuses a forged webhook, and checks every webhook with the gateway", async () => {
      const { payment_code } = (await shop.read(paidOrder)).shown;
      const payment = await gateway.tepat.payments.get(payment_code);
      const payload = {
        type: "payment.paid",
        timestamp: new Date().toISOString(),
        data: { ...payment, payment_status: "PAID" },
      } as const;
      const sign = async (secret: string) =>
        await gateway.tepat.webhooks.signTest({ payload, secret });
      const post = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
        (await fetch(shop.url + shop.webhookPath, { method: "POST", body, headers })).status;

      const forged = await sign(`whsec_${Buffer.alloc(32).toString("base64")}`);
      expect(await post(forged)).toBe(400);
      const signed = await sign(gateway.webhook_secret);
      expect(await post({ ...signed, body: signed.body.replace("Siti", "Budi") })).toBe(400);
      expect(await post({ ...signed, headers: { "content-type": "application/json" } })).toBe(400);
      expect(await post(signed)).toBe(204);
      expect(await shop.read(paidOrder)).toMatchObject({ state: "waiting", paid: 0 });
    });

    test("is paid only once by five equal webhooks", async () => {
      const code = await codeOf(paidOrder);
      await gateway.transferFor(code);
      await untilState(paidOrder, "paid");
      const webhook = await webhookOf(code, "payment.paid");
      const answers = await Promise.all(Array.from({ length: 5 }, () => relay.send(webhook)));
      expect(answers).toEqual([204, 204, 204, 204, 204]);
      expect(await relay.send(webhook)).toBe(204);
      expect(await shop.read(paidOrder)).toMatchObject({
        state: "paid",
        paid: cartTotal,
        payments: 1,
      });
    });

    test("cancels its invoice when cancelled in the shop", async () => {
      const reserved = await shop.countReserved();
      const order = await place();
      const code = await codeOf(order);
      expect(await shop.countReserved()).toBe(reserved + 1);
      await shop.cancel(order);
      await expect.poll(() => statusOf(code), { interval: 100 }).toBe("CANCELLED");
      expect(await shop.countReserved()).toBe(reserved);
    });

    test("keeps a note if it is cancelled after an unreported payment", async () => {
      const order = await place();
      const code = await codeOf(order);
      const { target } = relay;
      relay.target = null;
      await gateway.transferFor(code);
      await webhookOf(code, "payment.paid");
      await shop.cancel(order);
      const notes = async () => (await shop.read(order)).notes;
      const paid = expect.stringContaining("was paid, but this order is cancelled");
      await expect.poll(notes, { interval: 200, message: shop.output() }).toEqual([paid]);
      relay.target = target;
    });

    test("has its invoice withdrawn later if it is cancelled while the gateway is down", async () => {
      forgottenOrder = await place();
      const code = await codeOf(forgottenOrder);
      gateway.stop();
      await shop.cancel(forgottenOrder);
      expect(await shop.read(forgottenOrder)).toMatchObject({ state: "cancelled" });
      gateway.start();
      expect(await statusOf(code)).toBe("PENDING"); // until the shop's check, below
    });

    test("is released when its invoice is cancelled at the gateway", async () => {
      const reserved = await shop.countReserved();
      const order = await place();
      await gateway.tepat.payments.cancel(await codeOf(order));
      await untilState(order, "cancelled");
      expect(await shop.countReserved()).toBe(reserved);
    });

    const refundsOf = async (code: string) =>
      await gateway.tepat.refunds.list({ payment_code: code }).toArray({ limit: 99 });
    /**
     * Waits until the gateway's ledger agrees with the shop's, without the unique amount, which no
     * shop records.
     */
    async function untilBooksAgree(order: Order, rupiah: number, refunds: number): Promise<void> {
      const books = async () => {
        const { refunded, refunds: inShop } = await shop.read(order);
        return { refunded, inShop, atGateway: (await refundsOf(await codeOf(order))).length };
      };
      await expect
        .poll(books, { interval: 200, message: shop.output() })
        .toEqual({ refunded: rupiah, inShop: refunds, atGateway: refunds });
    }
    const tryRefund = async (order: Order, rupiah: number) =>
      await shop.refund(order, rupiah).catch(() => undefined);

    test("is refunded in parts, which the gateway records as owed, and never beyond the amount paid", async () => {
      await shop.refund(paidOrder, 40_000);
      const notes = async () => (await shop.read(paidOrder)).notes;
      const noted = expect.stringContaining("a refund of Rp40.000 is recorded");
      await expect.poll(notes, { interval: 200 }).toContainEqual(noted);
      const code = await codeOf(paidOrder);
      expect(await refundsOf(code)).toMatchObject([{ amount: 40_000, refund_status: "OWED" }]);
      await shop.refund(paidOrder, 10_000);
      await untilBooksAgree(paidOrder, 50_000, 2);
      await tryRefund(paidOrder, 100_001);
      await untilBooksAgree(paidOrder, 50_000, 2);
      gateway.stop();
      await tryRefund(paidOrder, 100_000);
      gateway.start();
      await untilBooksAgree(paidOrder, 50_000, 2);
      await shop.refund(paidOrder, 100_000);
      await untilBooksAgree(paidOrder, cartTotal, 3);
    });

    test("takes over refunds recorded at the gateway, once, also if the shop makes the same", async () => {
      const order = await place();
      const code = await codeOf(order);
      await gateway.transferFor(code);
      await untilState(order, "paid");
      await gateway.refund(code, 30_000);
      await untilBooksAgree(order, 30_000, 1);
      const webhook = await webhookOf(code, "payment.refunded");
      expect(await Promise.all([1, 2, 3].map(() => relay.send(webhook)))).toEqual([204, 204, 204]);
      const { target } = relay;
      relay.target = null;
      await gateway.refund(code, 20_000);
      await shop.refund(order, 20_000);
      await untilBooksAgree(order, 50_000, 2);
      relay.target = target;
      expect(await relay.send(webhook)).toBe(204);
      await untilBooksAgree(order, 50_000, 2);
      // The whole rest, including the unique amount.
      const { payment_total } = await gateway.tepat.payments.get(code);
      await gateway.refund(code, payment_total - 50_000);
      await untilBooksAgree(order, cartTotal, 3);
      expect((await refundsOf(code)).every(({ reference }) => reference !== null)).toBe(true);
    });

    /** Returns the amount and the status of the gateway's refunds of an order. */
    const refundsAtGateway = async (order: Order) =>
      (await refundsOf(await codeOf(order))).map(({ amount, refund_status }) => [
        amount,
        refund_status,
      ]);
    async function placePaid(): Promise<Order & { code: string; payment_total: number }> {
      const order = await place();
      const code = await codeOf(order);
      await gateway.transferFor(code);
      await untilState(order, "paid");
      const { payment_total } = await gateway.tepat.payments.get(code);
      return { ...order, code, payment_total };
    }

    test("keeps the refund of a second transfer out of its books, and owes its own refund beside it", async () => {
      const order = await placePaid();
      await gateway.transferFor(order.code);
      await gateway.refundSecondTransfer(order.code);
      expect((await webhookOf(order.code, "payment.refunded")).status).toBe(204);
      expect(await shop.read(order)).toMatchObject({ refunded: 0, refunds: 0 });
      await shop.refund(order, cartTotal);
      expect(await shop.read(order)).toMatchObject({ refunded: cartTotal, refunds: 1 });
      expect(await refundsAtGateway(order)).toEqual([
        [cartTotal, "OWED"],
        [order.payment_total, "SENT"],
      ]);
    });

    test("takes over two gateway refunds, each once, despite a failure between them", async () => {
      const { target } = relay;
      const order = await placePaid();
      relay.target = null;
      await gateway.refund(order.code, 100_000);
      // More than the rest of the order, because the customer paid the unique amount too.
      await gateway.refund(order.code, 50_001);
      const webhook = await webhookOf(order.code, "payment.refunded");
      const both = () =>
        relay.webhooks.filter(({ code, type }) => code === order.code && type === webhook.type);
      // The second webhook must not reach the shop on its own: it would take the faults.
      await expect.poll(both, { interval: 50 }).toHaveLength(2);
      relay.target = target;
      gateway.refundFaults.push("none", "refused", "refused");
      expect(await relay.send(webhook)).toBeGreaterThanOrEqual(400);
      expect(await shop.read(order)).toMatchObject({ refunded: 100_000, refunds: 1 });
      expect(await relay.send(webhook)).toBe(204);
      expect(await relay.send(webhook)).toBe(204);
      await untilBooksAgree(order, cartTotal, 2);
      const references = (await refundsOf(order.code)).map(({ reference }) => reference);
      expect(references).not.toContain(null);
    });

    test("is refunded once despite lost responses, and again on request", async () => {
      const order = await placePaid();
      gateway.refundFaults.push("lost", "lost");
      await tryRefund(order, 40_000);
      expect(gateway.refundFaults).toEqual([]);
      expect(await shop.read(order)).toMatchObject({ refunded: 0, refunds: 0 });
      await shop.refund(order, 40_000);
      await untilBooksAgree(order, 40_000, 1);
      await shop.refund(order, 40_000);
      await untilBooksAgree(order, 80_000, 2);
      for (const { refund_id } of await refundsOf(order.code)) await gateway.send(refund_id);
      const sent = () => relay.webhooks.filter(({ code }) => code === order.code).slice(1);
      await expect.poll(sent, { interval: 50 }).toHaveLength(2);
      await untilBooksAgree(order, 80_000, 2);
      expect(await refundsAtGateway(order)).toEqual([
        [40_000, "SENT"],
        [40_000, "SENT"],
      ]);
    });

    test("is refunded again after a withdrawal of its refund, despite lost responses", async () => {
      const order = await placePaid();
      gateway.refundFaults.push("lost", "lost");
      await tryRefund(order, 40_000);
      for (const { refund_id } of await refundsOf(order.code)) await gateway.withdraw(refund_id);
      await shop.refund(order, 30_000);
      await untilBooksAgree(order, 30_000, 1);
      expect(await refundsAtGateway(order)).toEqual([[30_000, "OWED"]]);
    });

    test("waits while its webhook is lost", async () => {
      lostOrder = await place();
      const code = await codeOf(lostOrder);
      relay.target = null;
      await gateway.transferFor(code);
      await webhookOf(code, "payment.paid");
      expect(await shop.read(lostOrder)).toMatchObject({ state: "waiting", paid: 0 });
    });

    test("in a copy at another address reads its invoice and never cancels it", async () => {
      const live = await place();
      const code = await codeOf(live);
      await shop.kill();
      await shop.start(environment({ ...dayLong, TEPAT_SHOP_URL: "https://uji.toko.example" }));
      await shop.cancel(live);
      const notes = async () => (await shop.read(live)).notes;
      const why = expect.stringContaining("because a shop at another address");
      await expect.poll(notes, { interval: 200, message: shop.output() }).toEqual([why]);
      expect(await shop.read(live)).toMatchObject({ state: "cancelled" });
      expect(await statusOf(code)).toBe("PENDING");
      const own = await place();
      const ownCode = await codeOf(own);
      await shop.cancel(own);
      await expect.poll(() => statusOf(ownCode), { interval: 200 }).toBe("CANCELLED");
    });

    test("is paid after a kill and restart of the shop, despite a lost webhook", async () => {
      expect(await shop.read(lostOrder)).toMatchObject({ state: "waiting", paid: 0 });
      await shop.kill();
      await shop.start(environment(impatient));
      await untilState(lostOrder, "paid");
      relay.target = shop.url + shop.webhookPath;
      expect(await relay.send(await webhookOf(await codeOf(lostOrder), "payment.paid"))).toBe(204);
      relay.target = null;
      expect(await shop.read(lostOrder)).toMatchObject({ paid: cartTotal, payments: 1 });
      const forgotten = await codeOf(forgottenOrder);
      await expect.poll(() => statusOf(forgotten), { interval: 200 }).toBe("CANCELLED");
    });

    test("keeps one note of a second transfer", async () => {
      await gateway.transferFor(await codeOf(lostOrder));
      const notes = async () => (await shop.read(lostOrder)).notes;
      const second = expect.stringContaining("a second transfer of Rp150.");
      await expect.poll(notes, { interval: 200, message: shop.output() }).toContainEqual(second);
      expect(await notes()).toHaveLength(1);
    });

    test("is released if unpaid, and keeps one note of a transfer that comes too late", async () => {
      const reserved = await shop.countReserved();
      const order = await place();
      const code = await codeOf(order);
      await expect.poll(() => statusOf(code), { interval: 200 }).toBe("EXPIRED");
      await untilState(order, "cancelled");
      expect(await shop.countReserved()).toBe(reserved);
      await gateway.transferFor(code);
      const late = async () =>
        (await shop.read(order)).notes.filter((note) => note.includes("after invoice"));
      await expect.poll(late, { interval: 200, message: shop.output() }).toHaveLength(1);
      await gateway.transferFor(await codeOf(lostOrder)); // another transfer, so that the check has run again
      await expect
        .poll(async () => (await shop.read(lostOrder)).notes, { interval: 200 })
        .toHaveLength(2);
      expect(await late()).toHaveLength(1);
      relay.target = shop.url + shop.webhookPath;
      const followUp = await gateway.payFollowUp(code, relay.url);
      const webhook = await webhookOf(followUp, "payment.paid");
      expect([webhook.status, await relay.send(webhook)]).toEqual([204, 204]);
      const { notes } = await shop.read(order);
      expect(
        notes.filter((note) => note.includes(`invoice ${followUp} records a transfer of Rp150.`)),
      ).toHaveLength(1);
      expect(await shop.read(order)).toMatchObject({ state: "cancelled", paid: 0 });
    });
  });
}
