import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type Gateway } from "../../tests/gateway.ts";
import { startRelay, type Relay, type Webhook } from "../../tests/relay.ts";
import { startWordPress, whatIsMissing, type WordPress } from "./wordpress.ts";

/**
 * Tests the plugin in a real WordPress with a real gateway. WooCommerce is replaced by the stand-in
 * beside this file.
 */

const missing = whatIsMissing();
if (missing !== null) console.log(`The plugin was not tried in WordPress, ${missing}.`);

const total = 150_000;

interface Placed {
  result: string;
  order_id: number;
  redirect?: string;
  notices: { message: string; type: string }[];
  cart_empty: boolean;
}

interface Order {
  status: string;
  transaction_id: string;
  notes: string[];
  codes: string[];
  can_be_paid: boolean;
  post_meta: unknown;
  refunded: number[];
}

describe.skipIf(missing !== null)("a WooCommerce order", () => {
  let shop: WordPress;
  let gateway: Gateway;
  let relay: Relay;
  const started: { end(): Promise<void> }[] = [];

  beforeAll(async () => {
    started.push((relay = await startRelay()));
    started.push((gateway = await startGateway()));
    started.push((shop = await startWordPress()));
    await shop.start();
    relay.target = `${shop.url}/?rest_route=/tepat/v1/webhook`;
    await set({
      woocommerce_tepat_settings: {
        enabled: "yes",
        url: `${gateway.url}/`,
        api_key: gateway.api_key,
        webhook_secret: gateway.webhook_secret,
      },
      stand_in_invoice_fields: { payment_webhook_url: relay.url },
    });
  }, 600_000);
  afterAll(async () => {
    await Promise.allSettled(started.map((each) => each.end()));
  });

  const route = (name: string) => `${shop.url}/?rest_route=/stand-in/v1/${name}`;
  async function call<Answer>(name: string, body?: object): Promise<Answer> {
    const json = { "content-type": "application/json" };
    const response = await fetch(
      route(name),
      body && { method: "POST", headers: json, body: JSON.stringify(body) },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${name}: ${text}\n${shop.output()}`);
    return JSON.parse(text) as Answer;
  }
  const set = (options: object) => call("settings", options);
  const read = ({ order_id }: Placed) => call<Order>(`orders/${order_id}`);
  const shopCounts = () => call<{ count: number; stock: number }>("orders");
  const checkOut = (price = total) => call<Placed>("checkout", { total: price });
  const invoices = async () => (await gateway.tepat.payments.list()).data;
  async function place(price = total): Promise<Placed & { code: string }> {
    const placed = await checkOut(price);
    expect(placed).toMatchObject({ result: "success", notices: [], cart_empty: true });
    return { ...placed, code: (await read(placed)).codes.at(-1) ?? "" };
  }
  const untilStatus = async (placed: Placed, status: string): Promise<void> => {
    const current = async () => (await read(placed)).status;
    await expect.poll(current, { interval: 200, message: shop.output() }).toBe(status);
  };
  async function webhookOf(code: string, type: string): Promise<Webhook> {
    const found = () => relay.webhooks.find((each) => each.code === code && each.type === type);
    await expect.poll(found, { interval: 50 }).toBeDefined();
    return found() as Webhook;
  }
  const statusOf = async (code: string) => (await gateway.tepat.payments.get(code)).payment_status;
  const runCheck = async (): Promise<string[]> => {
    const due = await call<string[]>("cron-is-due", {});
    await shop.runCron();
    return due;
  };
  const notesWith = async (placed: Placed, words: string) =>
    (await read(placed)).notes.filter((note) => note.includes(words));

  let first: Placed & { code: string };

  test("is refused with a sentence while the gateway is down, and leaves nothing half done", async () => {
    gateway.stop();
    const { stock } = await shopCounts();
    const refused = await checkOut();
    expect(refused).toMatchObject({
      result: "failure",
      cart_empty: false,
      notices: [{ type: "error", message: expect.stringContaining("Nothing was charged") }],
    });
    expect(await read(refused)).toMatchObject({ status: "pending", notes: [] });
    const inBlocks = await call<Placed & { message: string }>("blocks/checkout", { total });
    expect(inBlocks.message).toContain("Nothing was charged");
    expect(await read(inBlocks)).toMatchObject({ status: "pending", notes: [] });
    expect((await shopCounts()).stock).toBe(stock);
    gateway.start();
    expect(await invoices()).toEqual([]);
    const again = await call<Placed>(`orders/${refused.order_id}/pay`, {});
    expect(again.result).toBe("success");
    expect(await invoices()).toHaveLength(1);
    first = { ...again, code: (await read(again)).codes[0] ?? "" };
  });

  test("waits, and redirects the customer to the gateway's checkout page", async () => {
    const payment = await gateway.tepat.payments.get(first.code);
    expect(payment).toMatchObject({
      payment_status: "PENDING",
      payment_amount: total,
      customer_name: "Siti Rahayu",
      customer_email: "siti@example.com",
    });
    expect(first.redirect).toBe(payment.payment_checkout_url);
    const order = await read(first);
    expect(order).toMatchObject({ status: "on-hold", can_be_paid: true, post_meta: [] });
    expect(order.notes.join()).toContain(rupiah(payment.payment_total));
  });

  test("keeps its one invoice despite repeated attempts to pay", async () => {
    const again = await call<Placed>(`orders/${first.order_id}/pay`, {});
    expect(again.redirect).toBe(first.redirect);
    expect(await invoices()).toHaveLength(1);
  });

  test("shows total and account on the thank-you page and in the email, if the shop wants that", async () => {
    await set({ woocommerce_tepat_settings: { after_order: "thank_you" } });
    const again = await call<Placed>(`orders/${first.order_id}/pay`, {});
    expect(again.redirect).toContain(`/orders/${first.order_id}/thank-you`);
    const payment = await gateway.tepat.payments.get(first.code);
    for (const page of ["thank-you", "email"]) {
      const text = await call<string>(`orders/${first.order_id}/${page}`);
      for (const shown of [
        rupiah(payment.payment_total),
        payment.account_number ?? "",
        payment.payment_checkout_url,
      ]) {
        expect(text).toContain(shown);
      }
    }
    await set({ woocommerce_tepat_settings: { after_order: "checkout_page" } });
  });

  test("refuses a forged webhook, and checks a genuine one with the gateway", async () => {
    const payment = await gateway.tepat.payments.get(first.code);
    const payload = {
      type: "payment.paid",
      timestamp: new Date().toISOString(),
      data: { ...payment, payment_status: "PAID" },
    };
    const body = JSON.stringify(payload);
    const now = Math.floor(Date.now() / 1000);
    const signed = (secret: string, timestamp: number) => ({
      "webhook-id": "msg_1",
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature(secret, `msg_1.${timestamp}.${body}`),
    });
    const post = async (headers: Record<string, string>, sent = body) =>
      (
        await fetch(relay.target ?? "", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: sent,
        })
      ).status;
    const genuine = signed(gateway.webhook_secret, now);
    const forged: Record<string, number> = {
      "without headers": await post({}),
      "another secret": await post(signed(`whsec_${Buffer.alloc(32).toString("base64")}`, now)),
      "ten minutes old": await post(signed(gateway.webhook_secret, now - 600)),
      "another body": await post(genuine, body.replace("Siti", "Budi")),
      "no signature": await post({ ...genuine, "webhook-signature": "" }),
    };
    expect(Object.values(forged)).toEqual([401, 401, 401, 401, 401]);
    expect(await post(genuine)).toBe(204);
    expect(await read(first)).toMatchObject({ status: "on-hold", transaction_id: "" });
    gateway.stop();
    expect(await post(genuine)).toBe(503);
    gateway.start();
  });

  test("is paid after a kill and restart of PHP, and only once by five equal webhooks", async () => {
    relay.target = null;
    await shop.kill();
    await gateway.transferFor(first.code);
    const webhook = await webhookOf(first.code, "payment.paid");
    await shop.start();
    relay.target = `${shop.url}/?rest_route=/tepat/v1/webhook`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => relay.send(webhook)));
    expect(answers).toEqual([204, 204, 204, 204, 204]);
    expect(await relay.send(webhook)).toBe(204);
    const { payment_id } = await gateway.tepat.payments.get(first.code);
    expect(await read(first)).toMatchObject({ status: "processing", transaction_id: payment_id });
    expect(await notesWith(first, "was paid")).toHaveLength(1);
    expect(await notesWith(first, "to processing")).toHaveLength(1);
    expect(await call<string>(`orders/${first.order_id}/thank-you`)).toBe("");
  });

  test("is paid by the gateway's own webhook", async () => {
    const placed = await place();
    await gateway.transferFor(placed.code);
    await untilStatus(placed, "processing");
  });

  const refundsOf = ({ code }: { code: string }) =>
    gateway.tepat.refunds.list({ payment_code: code }).toArray({ limit: 99 });
  const refund = (placed: Placed, amount: number) =>
    call(`orders/${placed.order_id}/refund`, { amount });
  const untilBooksAgree = async (
    placed: Placed & { code: string },
    amounts: number[],
  ): Promise<void> => {
    const books = async () => ({
      inShop: (await read(placed)).refunded,
      atGateway: (await refundsOf(placed)).length,
    });
    await expect
      .poll(books, { interval: 200, message: shop.output() })
      .toEqual({ inShop: amounts, atGateway: amounts.length });
  };

  test("is refunded in parts, which the gateway records as owed, also after an outage", async () => {
    await refund(first, 40_000);
    expect(await notesWith(first, "a refund of Rp40.000 is recorded")).toHaveLength(1);
    expect(await refundsOf(first)).toMatchObject([{ amount: 40_000, refund_status: "OWED" }]);
    gateway.stop();
    await refund(first, 10_000);
    gateway.start();
    expect(await refundsOf(first)).toHaveLength(1);
    expect(await runCheck()).toContain("tepat_refund");
    await untilBooksAgree(first, [40_000, 10_000]);
    await refund(first, 100_000);
    await untilBooksAgree(first, [40_000, 10_000, 100_000]);
  });

  test("is refunded beyond the amount paid in the shop's books only, with a note", async () => {
    const placed = await place();
    await gateway.transferFor(placed.code);
    await untilStatus(placed, "processing");
    await call(`orders/${placed.order_id}/total`, { total: total + 1000 });
    await refund(placed, total + 1000);
    expect(await notesWith(placed, "is not recorded at the gateway")).toHaveLength(1);
    expect(await refundsOf(placed)).toEqual([]);
  });

  test("takes over refunds recorded at the gateway, once, also if the shop makes the same", async () => {
    const placed = await place();
    await gateway.transferFor(placed.code);
    await untilStatus(placed, "processing");
    await gateway.refund(placed.code, 30_000);
    await untilBooksAgree(placed, [30_000]);
    const webhook = await webhookOf(placed.code, "payment.refunded");
    await Promise.all([1, 2, 3].map(() => relay.send(webhook)));
    await untilBooksAgree(placed, [30_000]);
    const { target } = relay;
    relay.target = null;
    await gateway.refund(placed.code, 20_000);
    await refund(placed, 20_000);
    await untilBooksAgree(placed, [30_000, 20_000]);
    relay.target = target;
    await relay.send(webhook);
    await untilBooksAgree(placed, [30_000, 20_000]);
    const { payment_total } = await gateway.tepat.payments.get(placed.code);
    await gateway.refund(placed.code, payment_total - 50_000);
    await untilBooksAgree(placed, [30_000, 20_000, 100_000]);
  });

  async function placePaid(price = total): Promise<Placed & { code: string }> {
    const placed = await place(price);
    await gateway.transferFor(placed.code);
    await untilStatus(placed, "processing");
    return placed;
  }

  test("keeps the refund of a second transfer out of its books, and owes its own refund beside it", async () => {
    const placed = await placePaid();
    await gateway.transferFor(placed.code);
    await gateway.refundSecondTransfer(placed.code);
    expect((await webhookOf(placed.code, "payment.refunded")).status).toBe(204);
    expect((await read(placed)).refunded).toEqual([]);
    await refund(placed, total);
    expect((await read(placed)).refunded).toEqual([total]);
    const { payment_total } = await gateway.tepat.payments.get(placed.code);
    expect(await refundsOf(placed)).toMatchObject([
      { amount: total, refund_status: "OWED" },
      { amount: payment_total, refund_status: "SENT", reference: null },
    ]);
  });

  test("takes over a gateway refund once, despite a failure before it is linked", async () => {
    const placed = await placePaid();
    gateway.refundFaults.push("refused", "refused", "refused");
    await gateway.refund(placed.code, 40_000);
    const webhook = await webhookOf(placed.code, "payment.refunded");
    expect(await relay.send(webhook)).toBe(204);
    expect(await runCheck()).toContain("tepat_refund");
    expect(gateway.refundFaults).toEqual([]);
    expect(await refundsOf(placed)).toMatchObject([{ reference: null }]);
    expect(await relay.send(webhook)).toBe(204);
    expect(await runCheck()).toContain("tepat_refund");
    await untilBooksAgree(placed, [40_000]);
    expect(await refundsOf(placed)).toMatchObject([{ reference: expect.any(String) }]);
  });

  test("is refunded once if a person records a refund that the shop failed to record", async () => {
    const placed = await placePaid();
    const { payment_total } = await gateway.tepat.payments.get(placed.code);
    // The largest amount first, because refunds within the same second have no order in the shop.
    const states = async () =>
      (await refundsOf(placed))
        .map(({ amount, refund_status, reference }) => [amount, refund_status, reference !== null])
        .toSorted(([one], [other]) => Number(other) - Number(one));
    const isOnce = [[40_000, "SENT", true]];
    gateway.refundFaults.push("refused");
    await refund(placed, 40_000);
    expect(await refundsOf(placed)).toEqual([]);
    await gateway.refund(placed.code, 40_000);
    await expect.poll(states, { interval: 100 }).toEqual(isOnce);
    expect(await runCheck()).toContain("tepat_refund");
    expect(await states()).toEqual(isOnce);
    expect((await read(placed)).refunded).toEqual([40_000]);
    // Two refunds of the same amount, and the rest, which the team member sends with the unique
    // amount.
    const { target } = relay;
    relay.target = null;
    gateway.refundFaults.push("refused", "refused", "refused");
    const rest = payment_total - 80_000;
    for (const amount of [20_000, 20_000, 70_000]) await refund(placed, amount);
    for (const amount of [20_000, 20_000, rest]) await gateway.refund(placed.code, amount);
    relay.target = target;
    expect(await relay.send(await webhookOf(placed.code, "payment.refunded"))).toBe(204);
    const areOnce = [
      [rest, "SENT", true],
      ...isOnce,
      [20_000, "SENT", true],
      [20_000, "SENT", true],
    ];
    expect(await states()).toEqual(areOnce);
    expect(await runCheck()).toContain("tepat_refund");
    expect(await states()).toEqual(areOnce);
    const { refunded } = await read(placed);
    expect(refunded.toSorted((one, other) => one - other)).toEqual([
      20_000, 20_000, 40_000, 70_000,
    ]);
  });

  test("does not owe a withdrawn refund again, and notes this once", async () => {
    const placed = await placePaid();
    gateway.refundFaults.push("lost");
    await refund(placed, 40_000);
    for (const { refund_id } of await refundsOf(placed)) await gateway.withdraw(refund_id);
    expect(await runCheck()).toContain("tepat_refund");
    expect(await refundsOf(placed)).toEqual([]);
    const why = "at the gateway: The refund was withdrawn in the dashboard.";
    expect(await notesWith(placed, why)).toHaveLength(1);
    expect(await runCheck()).not.toContain("tepat_refund");
    // The team member who recorded the same amount has sent it, so it is that refund of the order.
    await gateway.refund(placed.code, 40_000);
    await untilBooksAgree(placed, [40_000]);
    await expect
      .poll(() => refundsOf(placed), { interval: 100 })
      .toMatchObject([{ refund_status: "SENT", reference: expect.any(String) }]);
    expect(await notesWith(placed, why)).toHaveLength(1);
  });

  test("takes over two refunds, although the second exceeds the rest by the unique amount", async () => {
    const placed = await placePaid();
    await gateway.refund(placed.code, 100_000);
    await gateway.refund(placed.code, 50_001);
    await untilBooksAgree(placed, [100_000, 50_000]);
  });

  test("with a fraction in its total is refunded in full at the gateway", async () => {
    const placed = await placePaid(166_498.89);
    const { payment_total } = await gateway.tepat.payments.get(placed.code);
    await gateway.refund(placed.code, payment_total);
    await untilBooksAgree(placed, [166_498.89]);
  });

  test("cancels its invoice and frees its goods when cancelled in the shop", async () => {
    const { stock } = await shopCounts();
    const placed = await place();
    expect((await shopCounts()).stock).toBe(stock - 1);
    await call(`orders/${placed.order_id}/status`, { status: "cancelled" });
    expect(await statusOf(placed.code)).toBe("CANCELLED");
    expect((await shopCounts()).stock).toBe(stock);
  });

  test("cancels its invoice later if it is cancelled while the gateway is down", async () => {
    const placed = await place();
    gateway.stop();
    await call(`orders/${placed.order_id}/status`, { status: "cancelled" });
    gateway.start();
    expect(await statusOf(placed.code)).toBe("PENDING");
    expect(await runCheck()).toContain("tepat_withdraw");
    expect(await statusOf(placed.code)).toBe("CANCELLED");
  });

  test("cancels its invoice when paid in another way", async () => {
    const placed = await place();
    await call(`orders/${placed.order_id}/status`, { status: "processing", method: "cod" });
    expect(await statusOf(placed.code)).toBe("CANCELLED");
  });

  test("is released when its invoice is cancelled at the gateway", async () => {
    const { stock } = await shopCounts();
    const placed = await place();
    await gateway.tepat.payments.cancel(placed.code);
    await untilStatus(placed, "cancelled");
    expect((await shopCounts()).stock).toBe(stock);
    expect(await notesWith(placed, "was cancelled, so the order")).toHaveLength(1);
  });

  test("gets a new invoice after its total changes, and the previous one can no longer be paid", async () => {
    const placed = await place();
    await call(`orders/${placed.order_id}/total`, { total: total + 25_000 });
    expect(await call<string>(`orders/${placed.order_id}/thank-you`)).toBe("");
    await call(`orders/${placed.order_id}/pay`, {});
    const [former = "", present = ""] = (await read(placed)).codes;
    expect([await statusOf(former), await statusOf(present)]).toEqual(["CANCELLED", "PENDING"]);
    await webhookOf(former, "payment.cancelled");
    await gateway.transferFor(present);
    await untilStatus(placed, "processing");
  });

  test("waits for a person if its total exceeds the amount paid", async () => {
    const placed = await place();
    await call(`orders/${placed.order_id}/total`, { total: total + 25_000 });
    await gateway.transferFor(placed.code);
    const found = () => notesWith(placed, "total has become larger");
    await expect.poll(found, { interval: 200 }).toHaveLength(1);
    expect((await read(placed)).status).toBe("on-hold");
    await call(`orders/${placed.order_id}/status`, { status: "processing" });
  });

  let lost: Placed & { code: string };

  test("is paid despite a lost webhook, by the shop's own check", async () => {
    lost = await place();
    relay.target = null;
    await gateway.transferFor(lost.code);
    await webhookOf(lost.code, "payment.paid");
    expect((await read(lost)).status).toBe("on-hold");
    expect(await runCheck()).toContain("tepat_check");
    expect((await read(lost)).status).toBe("processing");
  });

  test("gets one note of a second transfer", async () => {
    await gateway.transferFor(lost.code);
    await runCheck();
    await runCheck();
    expect(await notesWith(lost, "a second transfer of Rp150.")).toHaveLength(1);
  });

  test("is released if it is not paid in time, and gets one note about a transfer that comes too late", async () => {
    const { stock } = await shopCounts();
    const soon = new Date(Date.now() + 4000).toISOString();
    await set({ stand_in_invoice_fields: { payment_expired_at: soon } });
    const placed = await place();
    await set({ stand_in_invoice_fields: { payment_expired_at: "" } });
    await expect.poll(() => statusOf(placed.code), { interval: 200 }).toBe("EXPIRED");
    await runCheck();
    expect((await read(placed)).status).toBe("cancelled");
    expect((await shopCounts()).stock).toBe(stock);
    await gateway.transferFor(placed.code);
    await runCheck();
    await runCheck();
    expect(await notesWith(placed, "arrived after invoice")).toHaveLength(1);
    const followUp = await gateway.payFollowUp(placed.code, relay.url);
    const webhook = await webhookOf(followUp, "payment.paid");
    relay.target = `${shop.url}/?rest_route=/tepat/v1/webhook`;
    expect([await relay.send(webhook), await relay.send(webhook)]).toEqual([204, 204]);
    relay.target = null;
    expect(
      await notesWith(placed, `invoice ${followUp} records a transfer of Rp150.`),
    ).toHaveLength(1);
    await gateway.transferFor(followUp);
    await runCheck();
    expect(await notesWith(placed, `arrived for invoice ${followUp}`)).toHaveLength(1);
    expect((await read(placed)).status).toBe("cancelled");
  });

  test("gets one note and stays cancelled if it is cancelled at the moment of its payment", async () => {
    const placed = await place();
    await gateway.transferFor(placed.code);
    await call(`orders/${placed.order_id}/status`, { status: "cancelled" });
    const webhook = await webhookOf(placed.code, "payment.paid");
    relay.target = `${shop.url}/?rest_route=/tepat/v1/webhook`;
    await Promise.all(Array.from({ length: 3 }, () => relay.send(webhook)));
    expect(await notesWith(placed, "no longer expects the payment")).toHaveLength(1);
    expect((await read(placed)).status).toBe("cancelled");
  });

  test("has Tepat in the block checkout too, and only in rupiah", async () => {
    const blocks = () =>
      call<{
        methods: { name: string; is_active: boolean; data: object; scripts: string[] }[];
        declared: object;
      }>("blocks");
    const { methods, declared } = await blocks();
    expect(declared).toEqual({ custom_order_tables: true, cart_checkout_blocks: true });
    expect(methods).toMatchObject([
      { name: "tepat", is_active: true, data: { title: "Bank transfer or QRIS" } },
    ]);
    const script = await (await fetch(methods[0]?.scripts[0] ?? "")).text();
    expect(registeredBy(script, methods[0]?.data ?? {})).toMatchObject({
      name: "tepat",
      label: "Bank transfer or QRIS",
      supports: { features: ["products"] },
    });
    await set({ woocommerce_currency: "USD" });
    expect((await blocks()).methods).toMatchObject([{ is_active: false }]);
    expect(await checkOut()).toEqual({ result: "not offered" });
    await set({ woocommerce_currency: "IDR" });
  });

  test("follows the settings, which only the shop's admin can change and test", async () => {
    const admin = await signIn(shop, "admin");
    const customer = await signIn(shop, "pembeli");
    const settingsPage = "/wp-admin/admin.php?page=wc-settings&tab=checkout&section=tepat";
    const page = await admin(settingsPage);
    expect(page.text).not.toContain("<script>alert");
    const testLink = attribute(page.text, /href="([^"]*tepat_test_connection[^"]*)"/);
    expect((await admin(testLink)).text).toContain("The gateway responds. Accounts: BCA");
    expect((await admin(testLink.replace(/_wpnonce=\w+/, "_wpnonce=0"))).status).toBe(403);
    expect((await customer(testLink)).status).toBe(403);
    expect((await customer(settingsPage)).status).toBe(403);

    const nonce = attribute(page.text, /name="_wpnonce" value="(\w+)"/);
    const save = (changes: Record<string, string>) =>
      admin(settingsPage, {
        save: "1",
        _wpnonce: nonce,
        woocommerce_tepat_enabled: "1",
        woocommerce_tepat_title: "Transfer <b>bank</b>",
        woocommerce_tepat_url: gateway.url,
        woocommerce_tepat_api_key: gateway.api_key,
        woocommerce_tepat_webhook_secret: gateway.webhook_secret,
        woocommerce_tepat_hours_to_pay: "24",
        ...changes,
      });
    expect((await save({})).text).toContain('"updated">The gateway responds.');
    expect((await save({ woocommerce_tepat_api_key: "pgk_live_wrong" })).text).toContain(
      "The gateway does not know the API key.",
    );
    expect((await save({ woocommerce_tepat_webhook_secret: "secret" })).text).toContain(
      "The webhook secret is incomplete",
    );
    expect((await save({ woocommerce_tepat_url: "javascript:alert(1)" })).text).toContain(
      "must begin with https://",
    );
    expect((await save({ woocommerce_tepat_url: shop.url })).text).toContain(
      "did not come from a Tepat gateway",
    );
    expect((await save({ woocommerce_tepat_url: "http://127.0.0.1:1" })).text).toContain(
      "The gateway could not be reached",
    );
    expect((await save({})).text).toContain('"updated">The gateway responds.');
  });

  test("speaks Indonesian in an Indonesian shop", async () => {
    await set({ WPLANG: "id_ID" });
    const placed = await place();
    expect(await notesWith(placed, "menunggu pembayaran tepat sebesar Rp150.")).toHaveLength(1);
    await set({ woocommerce_tepat_settings: { url: "http://127.0.0.1:1" } });
    expect((await checkOut()).notices).toMatchObject([
      { message: expect.stringContaining("Transfer bank belum bisa dimulai") },
    ]);
    await set({ woocommerce_tepat_settings: { url: gateway.url } });
    await set({ WPLANG: "" });
  });

  test("in a copy at another address reads its invoice and never cancels it", async () => {
    const live = await Promise.all([place(), place(), place()]);
    const [trashed, cancelled, paidByHand] = live;
    const withdrawLater = await place();
    gateway.stop();
    await call(`orders/${withdrawLater.order_id}/status`, { status: "cancelled" });
    gateway.start();

    await set({ stand_in_home: "https://uji.toko.example" });
    await call(`orders/${trashed.order_id}/trash`, {});
    await call(`orders/${cancelled.order_id}/status`, { status: "cancelled" });
    await call(`orders/${paidByHand.order_id}/status`, { status: "processing" });
    await runCheck();
    for (const order of [...live, withdrawLater]) {
      expect(await statusOf(order.code)).toBe("PENDING");
      expect(await notesWith(order, "because a shop at another address created it")).toHaveLength(
        1,
      );
    }
    const again = await place();
    await call(`orders/${again.order_id}/status`, { status: "cancelled" });
    expect(await statusOf(again.code)).toBe("CANCELLED");

    // Back at its own address, the shop works as before.
    await set({ stand_in_home: "" });
    const read = await place();
    await gateway.transferFor(read.code);
    await untilStatus(read, "processing");
    // The shop that created the invoices can still cancel them.
    for (const order of live) {
      await call(`orders/${order.order_id}/status`, { status: "on-hold" });
      await call(`orders/${order.order_id}/status`, { status: "cancelled" });
      expect(await statusOf(order.code)).toBe("CANCELLED");
    }
  });

  test("causes no PHP warning", () => {
    expect(shop.output()).not.toMatch(/PHP (Warning|Notice|Deprecated|Fatal error).*tepat-for/);
  });

  test("keeps its history when the plugin is uninstalled, without other leftovers", async () => {
    const program = `$_SERVER["HTTP_HOST"] = "127.0.0.1"; require "wp-load.php"; require ABSPATH . "wp-admin/includes/plugin.php"; deactivate_plugins("tepat-for-woocommerce/tepat-for-woocommerce.php"); uninstall_plugin("tepat-for-woocommerce/tepat-for-woocommerce.php"); echo json_encode([$wpdb->get_col("select option_name from {$wpdb->options} where option_name like '%tepat%'"), wp_next_scheduled("tepat_check"), (int) $wpdb->get_var("select count(*) from {$wpdb->prefix}wc_orders_meta where meta_key = '_tepat_codes'") > 0]);`;
    expect(JSON.parse(await shop.php("-r", program))).toEqual([[], false, true]);
  });
});

const rupiah = (amount: number): string => `Rp${amount.toLocaleString("id-ID")}`;

const signature = (secret: string, text: string): string => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
};

const attribute = (html: string, pattern: RegExp): string =>
  (pattern.exec(html)?.[1] ?? "").replaceAll("&#038;", "&").replaceAll("&amp;", "&");

/** Returns the script's registration with WooCommerce's blocks in a browser. */
function registeredBy(script: string, data: object): object {
  let registered = {};
  const window = {
    wc: {
      wcBlocksRegistry: { registerPaymentMethod: (method: object) => (registered = method) },
      wcSettings: { getSetting: (name: string) => (name === "tepat_data" ? data : {}) },
    },
    wp: {
      element: { createElement: (...parts: unknown[]) => parts },
      htmlEntities: { decodeEntities: (text: string) => text },
    },
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is the file that the shop serves
  new Function("window", script)(window);
  return registered;
}

type Browser = (
  address: string,
  form?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

async function signIn({ url, password }: WordPress, name: string): Promise<Browser> {
  const answer = await fetch(`${url}/wp-login.php`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: "wordpress_test_cookie=WP%20Cookie%20check" },
    body: new URLSearchParams({ log: name, pwd: password, testcookie: "1" }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  return async (address, form) => {
    const response = await fetch(new URL(address, url), {
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    return { status: response.status, text: await response.text() };
  };
}
