import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSchemaValidator } from "../../../contract-tests/support/closed-schemas.ts";
import { createValidator } from "../../../contract-tests/support/openapi-validator.ts";
import document from "../../../openapi/openapi.json" with { type: "json" };
import {
  Tepat,
  unwrapWebhook,
  type Account,
  type CreatePayment,
  type ListPaymentsQuery,
  type Payment,
} from "../index.ts";
import { fakeTepat, type FakeTepatOptions } from "./index.ts";

let now = new Date("2026-11-21T03:15:00Z");
const fake = fakeTepat({ now: () => now });
const validator = createValidator("openapi/openapi.json");
const operationsSeen = new Set<string>();
const answers: Parameters<typeof validator.check>[0][] = [];

/** After each test, every response is compared with the API document. */
async function fetch(...call: Parameters<typeof fake.fetch>): Promise<Response> {
  const request = new Request(...call);
  const answer = await fake.fetch(request);
  const { status, headers } = answer;
  const body: unknown = await answer.clone().json();
  answers.push({
    method: request.method,
    path: new URL(request.url).pathname,
    status,
    headers,
    body,
  });
  return answer;
}
const tepat = new Tepat({ ...fake, fetch, maxRetries: 0, random: () => 0 });

beforeEach(() => {
  now = new Date("2026-11-21T03:15:00Z");
});
afterEach(() => {
  for (const answer of answers.splice(0)) {
    validator.check(answer);
    operationsSeen.add(`${answer.method} ${answer.path}`);
  }
});

let codes = 0;
const input = (change: object = {}): CreatePayment => ({
  account_id: fake.accounts[0]?.account_id as string,
  payment_code: `INV/${(codes += 1)}`,
  payment_amount: 150_000,
  payment_expired_at: "2026-11-21T04:15:00Z",
  customer_name: "Siti Rahayu",
  customer_phone: "0812",
  ...change,
});
const createPending = (change?: object): Promise<Payment> => tepat.payments.create(input(change));

test("a payment is created, paid by a simulated transfer, and reported by a signed webhook", async () => {
  const created = await createPending({ payment_webhook_url: "https://shop.example/webhook" });
  expect(created.payment_total).toBe(created.payment_amount + created.payment_unique);
  const { mutation, webhook } = await fake.simulateTransfer(created.payment_code);
  expect(mutation).toMatchObject({
    amount_parsed: created.payment_total,
    matched_payment_code: created.payment_code,
  });
  expect(await tepat.payments.get(created.payment_code)).toMatchObject({ payment_status: "PAID" });
  const paid = await tepat.payments.list({ status: "PAID" });
  expect(paid.data.map(({ payment_code }) => payment_code)).toEqual([created.payment_code]);
  expect(paid.pagination.total).toBe(1);
  const secret = fake.webhookSecret;
  const event = await unwrapWebhook(webhook.body, webhook.headers, { secret, now });
  expect(event).toMatchObject({ type: "payment.paid", data: { payment_status: "PAID" } });
  expect(webhook.url).toBe("https://shop.example/webhook");
  await expect(fake.simulateTransfer(created.payment_code)).rejects.toThrow(/no PENDING/);
});

test("lists by time continue at their cursors, and the list of changes follows their order", async () => {
  const codes: string[] = [];
  const begun = now;
  const minutes = (count: number) => new Date(begun.getTime() + count * 60_000);
  for (let count = 1; count <= 5; count += 1) {
    now = minutes(count);
    codes.push((await createPending({ payment_expired_at: "2099-01-01T00:00:00Z" })).payment_code);
  }
  const [first, second, third, fourth, fifth] = codes;
  const listed = async (query: ListPaymentsQuery): Promise<string[]> => {
    const found: string[] = [];
    for await (const { payment_code } of tepat.payments.list({ ...query, per_page: 2 }))
      found.push(payment_code);
    return found;
  };
  const since = minutes(1).toISOString();
  expect(await listed({ since })).toEqual(codes.toReversed());
  expect(await listed({ since, until: minutes(3).toISOString() })).toEqual([second, first]);
  now = minutes(9);
  await tepat.payments.cancel(second as string);
  expect(await listed({ updated_since: since })).toEqual([first, third, fourth, fifth, second]);
  const page = await tepat.payments.list({ since, per_page: 2 });
  expect((await page.getNextPage()).data.map(({ payment_code }) => payment_code)).toEqual([
    third,
    second,
  ]);
  const refused = tepat.payments.list({ since, page: 2 });
  await expect(refused).rejects.toMatchObject({ errors: { page: expect.any(String) } });
});

test("events are listed in order with their webhooks' bodies, and resent", async () => {
  const since = now.toISOString();
  const [paid, cancelled] = [await createPending(), await createPending()];
  await createPending();
  await fake.simulateTransfer(paid.payment_code);
  now = new Date(now.getTime() + 60_000);
  await tepat.payments.cancel(cancelled.payment_code);
  const told = [];
  for await (const event of tepat.events.list({ since, per_page: 1 })) told.push(event);
  const codes = new Set<unknown>([paid.payment_code, cancelled.payment_code]);
  const ofThese = told.filter(({ payment_code }) => codes.has(payment_code));
  expect(ofThese.map(({ event_type, payment_code }) => [event_type, payment_code])).toEqual([
    ["payment.paid", paid.payment_code],
    ["payment.cancelled", cancelled.payment_code],
  ]);
  const event = ofThese[0];
  const { headers, body } = await fake.webhookOf(paid.payment_code);
  expect(event).toMatchObject({ event_id: headers["webhook-id"], body: JSON.parse(body) });
  const event_id = event?.event_id as string;
  expect(await tepat.events.resend(event_id)).toMatchObject({ delivery_status: "SUCCESS" });
  expect(await tepat.events.deliveries(event_id)).toMatchObject([{ attempt_count: 1, body }]);
  const only = await tepat.events.list({ event_type: "payment.cancelled" });
  expect(only.data.every(({ event_type }) => event_type === "payment.cancelled")).toBe(true);
  await expect(tepat.events.resend(`msg_${"0".repeat(32)}`)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("metadata is returned on request and in the webhook, and is absent without a value", async () => {
  const metadata = { order_id: "A-17" };
  const { payment_code } = await createPending({ metadata });
  expect(await tepat.payments.get(payment_code)).toMatchObject({ metadata });
  expect((await tepat.payments.list()).data[0]).toMatchObject({ metadata });
  for (const path of [
    `/gateway/payments/${encodeURIComponent(payment_code)}`,
    "/gateway/payments",
  ]) {
    const answer = await tepat.rawRequest("GET", path);
    expect(JSON.stringify(answer.data)).not.toContain("A-17");
  }
  const { webhook } = await fake.simulateTransfer(payment_code);
  expect(JSON.parse(webhook.body)).toMatchObject({ data: { metadata } });
  expect(await createPending({ metadata: {} })).not.toHaveProperty("metadata");
  const bad = [
    { " a": "" },
    { a: 1 },
    Object.fromEntries(Array.from({ length: 21 }, (_, key) => [key, ""])),
  ];
  for (const refused of bad)
    await expect(createPending({ metadata: refused })).rejects.toMatchObject({
      errors: { metadata: expect.any(String) },
    });
});

describe("refunds", () => {
  const returned = { reason: "One of three was returned" };

  test("are owed up to the amount received, and sent by a person with a signed webhook", async () => {
    const { payment_code, payment_total } = await createPending();
    const refund = { ...returned, reference: `RF/${payment_code}`, amount: 40_000 };
    await expect(tepat.refunds.create(payment_code, refund)).rejects.toMatchObject({
      code: "conflict",
    });
    await fake.simulateTransfer(payment_code);
    const owed = await tepat.refunds.create(payment_code, refund);
    expect(owed).toMatchObject({ refund_status: "OWED", sent_at: null, amount: 40_000 });
    expect(await tepat.refunds.create(payment_code, refund)).toEqual(owed);
    const more = { ...refund, amount: 40_001 };
    await expect(tepat.refunds.create(payment_code, more)).rejects.toMatchObject({
      name: "ConflictError",
      code: "refund_reference_conflict",
    });
    const tooMuch = { ...more, reference: "RF-2", amount: payment_total - 39_999 };
    await expect(tepat.refunds.create(payment_code, tooMuch)).rejects.toMatchObject({
      code: "refund_exceeds_received",
    });
    const { webhook } = await fake.simulateRefundSent(refund.reference);
    const secret = fake.webhookSecret;
    expect(await unwrapWebhook(webhook.body, webhook.headers, { secret, now })).toMatchObject({
      type: "payment.refunded",
      data: { refunded_total: 40_000, refunded_amount: 40_000 },
    });
    await fake.simulateRefund(payment_code, 1000);
    const all = await tepat.refunds.list({ payment_code }).toArray({ limit: 9 });
    expect(all.map(({ reference, refund_status }) => [reference, refund_status])).toEqual([
      [null, "SENT"],
      [refund.reference, "SENT"],
    ]);
    await expect(fake.simulateRefundSent(refund.reference)).rejects.toThrow(/no refund/);
  });

  test("stay withdrawn when a withdrawn reference is repeated", async () => {
    const { payment_code, payment_total } = await createPending();
    await fake.simulateTransfer(payment_code);
    const owed = { ...returned, reference: `OWED/${payment_code}`, amount: 40_000 };
    const sent = { ...owed, reference: `SENT/${payment_code}` };
    for (const refund of [owed, sent]) await tepat.refunds.create(payment_code, refund);
    await fake.simulateRefundSent(sent.reference);
    expect(await fake.simulateRefundWithdrawn(owed.reference)).toBeNull();
    expect(await fake.simulateRefundWithdrawn(sent.reference)).toMatchObject({
      difference: { refunded_total: 0, refunded_amount: -40_000 },
    });
    await expect(fake.simulateRefundWithdrawn(sent.reference)).rejects.toThrow(/no refund/);
    for (const refund of [owed, sent]) {
      await expect(tepat.refunds.create(payment_code, refund)).rejects.toMatchObject({
        code: "conflict",
        message:
          "The refund was withdrawn in the dashboard. To refund the money, create another refund with a new reference.",
      });
    }
    expect((await tepat.refunds.list({ payment_code })).data).toEqual([]);
    // A refund that a person recorded can later receive the reference.
    await fake.simulateRefund(payment_code, 40_000);
    const [{ refund_id: recorded_refund_id } = { refund_id: "" }] = (await tepat.refunds.list())
      .data;
    const taken = { ...owed, recorded_refund_id };
    expect(await tepat.refunds.create(payment_code, taken)).toMatchObject({
      reference: owed.reference,
      refund_status: "SENT",
    });
    await fake.simulateRefundWithdrawn(owed.reference);
    await expect(tepat.refunds.create(payment_code, taken)).rejects.toMatchObject({
      code: "conflict",
    });
    const whole = { ...owed, reference: `WHOLE/${payment_code}`, amount: payment_total };
    await tepat.refunds.create(payment_code, whole);
  });

  test("recorded by a person return a surplus first; refunds recorded by a server do not", async () => {
    const { payment_code, payment_total } = await createPending();
    await fake.simulateTransfer(payment_code);
    await fake.simulateRefund(payment_code, 1000);
    await fake.simulateOverpayment(payment_code, payment_total);
    const refund = { ...returned, reference: `ORDER/${payment_code}`, amount: 2000 };
    await tepat.refunds.create(payment_code, refund);
    await fake.simulateRefund(payment_code, payment_total - 1000);
    await fake.simulateRefund(payment_code, 100);
    const all = await tepat.refunds.list({ payment_code }).toArray({ limit: 9 });
    expect(all.map(({ amount, surplus_amount }) => [amount, surplus_amount])).toEqual([
      [100, 100],
      [payment_total - 1000, payment_total - 1000],
      [2000, 0],
      [1000, 0],
    ]);
  });

  test("are listed by time and status, and refused with wrong fields", async () => {
    const { payment_code } = await createPending();
    await fake.simulateTransfer(payment_code);
    const reference = `LIST/${payment_code}`;
    await tepat.refunds.create(payment_code, { ...returned, reference, amount: 1 });
    const since = now.toISOString();
    const owed = await tepat.refunds.list({ since, refund_status: "OWED" }).toArray({ limit: 99 });
    expect(owed.map((refund) => refund.reference)).toContain(reference);
    expect((await tepat.refunds.list({ until: since })).data).toEqual([]);
    await expect(
      tepat.refunds.create(payment_code, { reference: " ", amount: 0, reason: "" }),
    ).rejects.toMatchObject({
      errors: {
        reference: expect.any(String),
        amount: expect.any(String),
        reason: expect.any(String),
      },
    });
    await expect(tepat.refunds.list({ payment_code: "unknown" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("with a lost response are one refund", async () => {
    const shop = fakeTepat({ now: () => now });
    const patient = new Tepat({ ...shop, maxRetries: 3, random: () => 0 });
    await patient.payments.create(input({ payment_code: "LOST-REFUND" }));
    await shop.simulateTransfer("LOST-REFUND");
    shop.failNext("lost_answer", "bad_gateway");
    const refund = { ...returned, reference: "RF-LOST", amount: 500 };
    expect(await patient.refunds.create("LOST-REFUND", refund)).toMatchObject({ amount: 500 });
    expect((await patient.refunds.list()).pagination.total).toBe(1);
  });
});

test("an expired and a cancelled payment are reported by signed webhooks, after any kind of end", async () => {
  const secret = fake.webhookSecret;
  const heard = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    unwrapWebhook(body, headers, { secret, now });
  const [expiring, withdrawn, cancelled, overdue] = await Promise.all(
    [1, 2, 3, 4].map(() => createPending()),
  );
  const expiry = await fake.simulateExpiry(expiring?.payment_code ?? "");
  expect(await heard(expiry.webhook)).toMatchObject({
    type: "payment.expired",
    data: { payment_code: expiring?.payment_code, payment_status: "EXPIRED" },
  });
  const { webhook } = await fake.simulateCancellation(withdrawn?.payment_code ?? "");
  expect(await heard(webhook)).toMatchObject({
    type: "payment.cancelled",
    data: { payment_code: withdrawn?.payment_code, payment_status: "CANCELLED" },
  });
  await tepat.payments.cancel(cancelled?.payment_code ?? "");
  const first = await heard(await fake.webhookOf(cancelled?.payment_code ?? ""));
  const second = await heard(await fake.webhookOf(cancelled?.payment_code ?? ""));
  expect(second).toEqual(first);
  expect(first).toMatchObject({ type: "payment.cancelled" });
  await expect(fake.webhookOf(overdue?.payment_code ?? "")).rejects.toThrow(/no ended payment/);
  now = new Date("2026-11-21T04:15:00Z");
  expect(await heard(await fake.webhookOf(overdue?.payment_code ?? ""))).toMatchObject({
    type: "payment.expired",
  });
  for (const { payment_code } of [expiring, withdrawn, cancelled, overdue].flatMap(
    (one) => one ?? [],
  )) {
    await expect(fake.simulateExpiry(payment_code)).rejects.toThrow(/no PENDING/);
    await expect(fake.simulateCancellation(payment_code)).rejects.toThrow(/no PENDING/);
    await expect(fake.simulateTransfer(payment_code)).rejects.toThrow(/no PENDING/);
  }
});

test.each(["device.offline", "device.online"] as const)("%s is a signed webhook", async (type) => {
  const { device, webhook } = await fake.simulateDevice(type);
  const secret = fake.webhookSecret;
  const event = await unwrapWebhook(webhook.body, webhook.headers, { secret, now });
  expect(event).toMatchObject({ type, data: device });
});

test("each event of the contract is created in the documented shape", async () => {
  const heard = async (webhook: { body: string; headers: Record<string, string> }) =>
    unwrapWebhook(webhook.body, webhook.headers, { secret: fake.webhookSecret, now });
  const code = async () => (await createPending()).payment_code;
  const paid = await code();
  const underpaid = await code();
  const part = await fake.simulatePart(underpaid, 50_000);
  const made = [
    (await fake.simulateTransfer(paid)).webhook,
    (await fake.simulateExpiry(await code())).webhook,
    (await fake.simulateCancellation(await code())).webhook,
    part.webhook,
    (await fake.simulateUnderpayment(underpaid, 1000)).webhook,
    (await fake.simulateOverpayment(paid, 2000)).webhook,
    (await fake.simulateRefund(paid, 500)).webhook,
    (await fake.simulateDevice("device.offline")).webhook,
    (await fake.simulateDevice("device.online")).webhook,
  ];
  const events = await Promise.all(made.map(heard));
  expect(events.map(({ type }) => type).toSorted()).toEqual(
    Object.keys(document.webhooks).toSorted(),
  );
  const problemsOf = createSchemaValidator(document.components.schemas);
  for (const { body } of made) {
    const event = JSON.parse(body) as { type: keyof typeof document.webhooks };
    const { schema } = document.webhooks[event.type].post.requestBody.content["application/json"];
    expect(problemsOf(schema, event, event.type)).toEqual([]);
  }
  const { payment_total } = await tepat.payments.get(paid);
  expect(events.slice(3, 7).map(({ data }) => data)).toMatchObject([
    {
      payment_status: "PENDING",
      received_total: 50_000,
      received_amount: 50_000,
      kept_difference: null,
    },
    { payment_status: "PAID", received_total: 51_000, received_amount: 1000 },
    { received_total: payment_total + 2000, refunded_total: 0, kept_difference: 2000 },
    { received_amount: 0, refunded_total: 500, refunded_amount: 500, kept_difference: 1500 },
  ]);
  expect((await tepat.payments.get(underpaid)).payment_status).toBe("PAID");
});

test("an amount that cannot be a part, too little, too much or a refund changes nothing", async () => {
  const pending = await createPending();
  const { payment_code, payment_total } = pending;
  for (const amount of [0, -1, 0.5, Number.NaN, payment_total]) {
    await expect(fake.simulatePart(payment_code, amount)).rejects.toThrow(/is not possible/);
    await expect(fake.simulateUnderpayment(payment_code, amount)).rejects.toThrow(
      /is not possible/,
    );
  }
  await expect(fake.simulateRefund(payment_code, 1)).rejects.toThrow(/no ended payment/);
  expect((await tepat.payments.get(payment_code)).payment_status).toBe("PENDING");
  await fake.simulateTransfer(payment_code);
  await expect(fake.simulatePart(payment_code, 1)).rejects.toThrow(/no PENDING/);
  await expect(fake.simulateRefund(payment_code, payment_total + 1)).rejects.toThrow(
    /is not possible/,
  );
  await fake.simulateRefund(payment_code, payment_total);
  await expect(fake.simulateRefund(payment_code, 1)).rejects.toThrow(/is not possible/);
  await expect(fake.simulateOverpayment(payment_code, 1)).rejects.toThrow(/is not possible/);
});

describe("faults", () => {
  const shop = fakeTepat({ now: () => now });
  const patient = new Tepat({ ...shop, maxRetries: 3, random: () => 0 });

  test("of the gateway and the network are overcome by a client that retries", async () => {
    shop.failNext("rate_limited", "internal_error", "lost_request");
    expect(await patient.accounts.list()).toHaveLength(1);
    shop.failNext("bad_gateway");
    expect(await patient.accounts.list()).toHaveLength(1);
  });

  test("a lost response leaves the payment, which is found", async () => {
    shop.failNext("lost_answer");
    const payment = await patient.payments.create(input({ payment_code: "LOST" }));
    expect(payment).toMatchObject({ recovered: true, payment_code: "LOST" });
    expect((await patient.payments.list()).pagination.total).toBe(1);
  });

  test.each([
    ["rate_limited", { name: "RateLimitError", status: 429 }],
    ["internal_error", { name: "ServerError", status: 500 }],
    ["bad_gateway", { name: "ServerError", status: 502 }],
    ["lost_request", { name: "ConnectionError", status: undefined }],
    ["lost_answer", { name: "ConnectionError", status: undefined }],
  ] as const)("%s reaches a client without retries", async (fault, error) => {
    shop.failNext(fault);
    const call = patient.accounts.list({ maxRetries: 0 });
    await expect(call).rejects.toMatchObject(error);
    expect(await patient.accounts.list({ maxRetries: 0 })).toHaveLength(1);
  });
});

test("msw passes it the requests of code with its own client", async () => {
  const shop = fakeTepat();
  const server = setupServer(
    http.all(`${shop.baseUrl}/*`, ({ request }) =>
      shop.fetch(request).catch(() => HttpResponse.error()),
    ),
  );
  server.listen({ onUnhandledFrame: "error" });
  try {
    const { apiKey, baseUrl } = shop;
    const client = new Tepat({ apiKey, baseUrl, maxRetries: 0 });
    expect(await client.accounts.list()).toEqual(shop.accounts);
    shop.failNext("lost_request");
    await expect(client.accounts.list()).rejects.toMatchObject({ code: "connection_failed" });
  } finally {
    server.close();
  }
});

test("an unknown path is not found, and an aborted request gets no response", async () => {
  const answer = await fake.fetch(`${fake.baseUrl}/nothing`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
  const aborted = fake.fetch(`${fake.baseUrl}/gateway/accounts`, { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow(/abort/);
});

test("an unknown transfer is matched manually, with the code and once", async () => {
  const { payment_code } = await createPending();
  const { id } = fake.simulateUnknownTransfer(99);
  const unmatched = await tepat.mutations.list({ only_unmatched: true }).toArray({ limit: 9 });
  expect(unmatched).toEqual([expect.objectContaining({ id, is_matched: false })]);
  const wrong = tepat.payments.match(payment_code, { totpCode: "000000", mutation_id: id });
  await expect(wrong).rejects.toMatchObject({ code: "invalid totp code" });
  await tepat.payments.match(payment_code, { totpCode: fake.totpCode, mutation_id: id });
  const payment = await tepat.payments.get(payment_code);
  expect(payment).toMatchObject({ is_manual_match: true, manual_matched_mutation_id: id });
  const again = tepat.payments.match(payment_code, { totpCode: fake.totpCode });
  await expect(again).rejects.toMatchObject({ code: "not_found" });
});

test("ids can be in capitals", async () => {
  const { account_id } = input();
  const { payment_id } = await createPending({ account_id: account_id.toUpperCase() });
  expect(await tepat.checkout.get(payment_id.toUpperCase())).toMatchObject({ status: "PENDING" });
  const channel_id = fake.accounts[0]?.channel_id ?? "";
  const { channel_id: answered } = await tepat.channels.instructions(channel_id.toUpperCase());
  expect(answered).toBe(channel_id);
});

test("a payment is cancelled once", async () => {
  const { payment_code } = await createPending();
  await tepat.payments.cancel(payment_code);
  expect(await tepat.payments.get(payment_code)).toMatchObject({ payment_status: "CANCELLED" });
  const again = tepat.payments.cancel(payment_code);
  await expect(again).rejects.toMatchObject({ code: "payment_not_cancellable" });
});

test("a payment expires when its deadline passes, for every reader", async () => {
  const { payment_code, payment_id } = await createPending();
  now = new Date("2026-11-21T04:15:00Z");
  expect(await tepat.payments.get(payment_code)).toMatchObject({ payment_status: "EXPIRED" });
  expect(await tepat.checkout.get(payment_id)).toMatchObject({
    status: "EXPIRED",
    account_number: "",
    account_name: "",
    instructions: "[]",
  });
  await expect(tepat.payments.cancel(payment_code)).rejects.toMatchObject({ status: 404 });
});

test("accounts, instructions, lists and checkout data are returned", async () => {
  const payment = await createPending({
    payment_return_url: "https://shop.example/thanks?payment%5Fcode=x&a=1",
  });
  const [account] = await tepat.accounts.list();
  expect(await tepat.channels.instructions(account?.channel_id ?? "")).toMatchObject({
    channel_id: account?.channel_id,
  });
  expect((await tepat.payments.list({ per_page: 1 })).data).toEqual([
    expect.objectContaining({ payment_code: payment.payment_code }),
  ]);
  expect(await tepat.checkout.get(payment.payment_id)).toMatchObject({
    amount_total: payment.payment_total,
    redirect_url: `https://shop.example/thanks?a=1&payment_code=${encodeURIComponent(payment.payment_code)}`,
  });
});

describe("refusals", () => {
  test.each([
    ["a customer without email and phone", { customer_phone: null }, "validation_error"],
    ["an amount of zero", { payment_amount: 0 }, "validation_error"],
    [
      "a return address that is not https",
      { payment_return_url: "http://a.b" },
      "validation_error",
    ],
    [
      "an order that sums to something else",
      { customer_orders: [{ name: "Kopi", price: 2, quantity: 2, subtotal: 150_000 }] },
      "validation_error",
    ],
    [
      "an amount whose total would not be exact",
      { payment_amount: 2 ** 53 - 500 },
      "validation_error",
    ],
    ["a code with a space at its end", { payment_code: "INV " }, "validation_error"],
    ["a code of 129 characters", { payment_code: "🧾".repeat(129) }, "invalid_argument"],
    ["an account_id that is none", { account_id: "BCA" }, "validation_error"],
    [
      "a deadline that has passed",
      { payment_expired_at: "2026-11-21T03:15:00Z" },
      "invalid_expired_at",
    ],
    [
      "a deadline without zone",
      { payment_expired_at: "2026-11-21T23:15:00" },
      "invalid_expired_at",
    ],
    [
      "a deadline on a day that there is not",
      { payment_expired_at: "2027-02-29T00:00:00Z" },
      "invalid_expired_at",
    ],
    [
      "an hour after midnight",
      { payment_expired_at: "2027-02-28T24:00:00Z" },
      "invalid_expired_at",
    ],
    ["somebody else's account", { account_id: crypto.randomUUID() }, "account_not_owned"],
  ])("%s", async (_case, change, code) => {
    await expect(tepat.payments.create(input(change))).rejects.toMatchObject({ code });
  });

  test.each([
    ["2026-11-22T10:15+0700", "2026-11-22T03:15:00.000Z"],
    ["2026-11-22T10:15:30.5-0330", "2026-11-22T13:45:30.500Z"],
    ["2026-11-22t10:15z", "2026-11-22T10:15:00.000Z"],
  ])("but not a deadline written %s", async (payment_expired_at, kept) => {
    const payment = await tepat.payments.create(input({ payment_expired_at }));
    expect(payment.payment_expired_at).toBe(kept);
  });

  test("but not empty texts, which count as missing", async () => {
    const item = { name: "Kopi", price: 150_000, quantity: 1, subtotal: 0, sku: "", image_url: "" };
    const empty = { payment_webhook_url: "", payment_return_url: "", customer_email: "" };
    const payment = await tepat.payments.create(
      input({ ...empty, customer_phone: "08", payment_amount: 150_000, customer_orders: [item] }),
    );
    expect(payment).toMatchObject({
      payment_webhook_url: null,
      payment_return_url: null,
      customer_email: null,
      customer_orders: [{ image_url: null }],
    });
    expect(payment.customer_orders?.[0]).not.toHaveProperty("sku");
  });

  test("a used code, with the payment's location", async () => {
    const { payment_code } = await createPending();
    const again = tepat.payments.create(input({ payment_code }));
    await expect(again).rejects.toMatchObject({ code: "payment_code_conflict" });
  });

  test("a wrong key, with 401 on accounts and 403 elsewhere", async () => {
    const stranger = new Tepat({ ...fake, apiKey: "pgk_wrong" });
    await expect(stranger.accounts.list()).rejects.toMatchObject({ status: 401 });
    await expect(stranger.payments.get("a")).rejects.toMatchObject({ status: 403 });
  });

  test("pages that are not numbers, while more than 100 per page counts as 100", async () => {
    await expect(tepat.payments.list({ page: 0 })).rejects.toMatchObject({
      code: "validation_error",
    });
    const { pagination } = await tepat.payments.list({ per_page: 1000 });
    expect(pagination.per_page).toBe(100);
  });

  test("malformed ids and codes", async () => {
    type Init = RequestInit & { type?: string };
    const read = async (path: string, { type = "application/json", ...init }: Init = {}) => {
      const headers = {
        "x-api-key": fake.apiKey,
        "x-totp-code": fake.totpCode,
        "content-type": type,
      };
      const answer = await fetch(fake.baseUrl + path, { ...init, headers });
      return ((await answer.json()) as { code: string }).code;
    };
    expect(await read("/gateway/channels/BCA/instructions")).toBe("bad_request");
    expect(await read(`/gateway/channels/${crypto.randomUUID()}/instructions`)).toBe("not_found");
    expect(await read("/gateway/channels//instructions")).toBe("channel_id is required");
    expect(await read("/gateway/mutations?only_unmatched=yes")).toBe("validation_error");
    expect(await read("/gateway/mutations?only_unmatched=True")).toBeUndefined();
    expect(await read("/gateway/payments?status=paid")).toBe("validation_error");
    expect(await read("/gateway/payments/%00")).toBe("not_found");
    expect(await read(`/gateway/payments/${"x".repeat(129)}`)).toBe("not_found");
    const cancelled = await read("/gateway/payments/%00", { method: "DELETE" });
    expect(cancelled).toBe("payment_not_cancellable");
    const unsigned = await fetch(`${fake.baseUrl}/gateway/payments/A/match`, {
      method: "POST",
      headers: { "x-api-key": fake.apiKey, "content-type": "application/json" },
      body: "{",
    });
    expect(await unsigned.json()).toMatchObject({ code: "X-Totp-Code header is required" });
    const match = (body: string) => read("/gateway/payments/A/match", { method: "POST", body });
    expect(await match("{")).toBe("bad_request");
    expect(await match("[]")).toBe("bad_request");
    expect(await match('{"mutation_id":"1"}')).toBe("validation_error");
    expect(await match('{"mutation_id":null}')).toBe("not_found");
    expect(await match('{"mutation_id":""}')).toBe("not_found");
    const post = (body: string) => read("/gateway/payments", { method: "POST", body });
    expect(await post("{")).toBe("invalid request body");
    expect(await post("[]")).toBe("invalid request body");
    const text = { method: "POST", body: "{}", type: "text/plain" };
    expect(await read("/gateway/payments", text)).toBe("invalid request body");
    expect(await read("/gateway/payments/A/match", text)).toBe("bad_request");
  });

  test("every invalid field, by the contract", async () => {
    const item = { name: "Kopi", price: 1, quantity: 1, subtotal: 1 };
    const wrong: Record<string, readonly unknown[]> = {
      account_id: [undefined, null, 7, "BCA"],
      payment_code: [undefined, "", ".", "..", 7, " INV", "a\nb", "\ud800", "x".repeat(129)],
      payment_amount: [undefined, null, "1000", 0, -1, 1.5, 2 ** 53 - 999],
      payment_expired_at: [undefined, null],
      customer_name: [undefined, null, "", "x".repeat(256), "a\0b"],
      customer_email: ["a:b@c", "siti", "a b@c", 7, `${"x".repeat(254)}@a`],
      customer_phone: ["0".repeat(51), "08\n12", 7],
      payment_webhook_url: ["shop", "ftp://shop.example", "https://a:b@shop.example", 7],
      payment_return_url: ["http://shop.example", "https://shop example", "https://", 7],
      customer_orders: ["Kopi", {}, [null], [[]], Array.from({ length: 501 }, () => item)].concat(
        [{ name: "" }, { price: -1 }, { quantity: 0 }, { subtotal: null }, { sku: 7 }].map(
          (change) => [{ ...item, ...change }],
        ),
      ),
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const body = JSON.stringify({ ...input(), customer_email: "a@b", [field]: value });
        const answer = await fetch(`${fake.baseUrl}/gateway/payments`, {
          method: "POST",
          headers: { "x-api-key": fake.apiKey, "content-type": "application/json" },
          body,
        });
        const { errors } = (await answer.json()) as { errors?: object };
        expect(Object.keys(errors ?? {}), body.slice(0, 400)).toEqual([field]);
      }
    }
  });

  test("all invalid query parameters", async () => {
    const query = { page: 0, per_page: 1.5, only_unmatched: "yes" as unknown as boolean };
    await expect(tepat.mutations.list(query)).rejects.toMatchObject({
      errors: {
        page: "must be a whole number from 1",
        per_page: "must be a whole number from 1",
        only_unmatched: "must be true or false",
      },
    });
  });

  test("in the gateway's order: bounds, deadline, account, quota, code", async () => {
    const other = otherShop({ account_quota: 0, account_max_amount: 1000 });
    const wrong = { payment_expired_at: "2020-01-01T00:00:00Z", account_id: crypto.randomUUID() };
    const codeOf = (change: object) => refusalOf(other, change);
    const { account_id } = input();
    expect(await codeOf({ ...wrong, account_id })).toBe("validation_error");
    expect(await codeOf(wrong)).toBe("invalid_expired_at");
    expect(await codeOf({ account_id: wrong.account_id })).toBe("account_not_owned");
    expect(await codeOf({ payment_amount: 1000 })).toBe("no_active_quota");
  });

  test("a create on an inactive account", async () => {
    const other = otherShop({ account_active: false });
    expect(await refusalOf(other, {})).toBe("no_active_quota");
  });

  test("a match without two-factor authentication", async () => {
    const other = otherShop({}, { isTotpEnabled: false });
    const { payment_code } = await other.payments.create(input());
    const match = other.payments.match(payment_code, { totpCode: fake.totpCode });
    await expect(match).rejects.toMatchObject({ code: "totp_not_enabled" });
  });
});

/** Creates a merchant whose only account differs in these fields. */
function otherShop(change: Partial<Account>, options: FakeTepatOptions = {}): Tepat {
  const accounts = [{ ...(fake.accounts[0] as Account), account_quota: 30, ...change }];
  const other = fakeTepat({ baseUrl: "http://other.test", now: () => now, accounts, ...options });
  return new Tepat({ ...other, maxRetries: 0 });
}

const refusalOf = (shop: Tepat, change: object): Promise<unknown> =>
  shop.payments.create(input(change)).then(
    () => "created",
    (error: { code: string }) => error.code,
  );

test("a day costs one unit of quota and then stays paid to its end", async () => {
  const shop = otherShop({ account_quota: 1 });
  const quota = async () => (await shop.accounts.list())[0]?.account_quota;
  await shop.payments.create(input());
  expect(await quota()).toBe(0);
  await shop.payments.create(input());
  expect(await quota()).toBe(0);
  now = new Date("2026-11-22T03:15:00Z");
  const tomorrow = { payment_expired_at: "2026-11-22T04:15:00Z" };
  expect(await refusalOf(shop, tomorrow)).toBe("no_active_quota");
});

test("a QRIS payment is shown with a code of its total, until it is final", async () => {
  const account = { channel_type: "QRIS" as const, app_id: null, app_name: null };
  const shop = otherShop(account);
  const payment = await shop.payments.create(input());
  const { qris_payload } = await shop.checkout.get(payment.payment_id);
  expect(qris_payload).toContain(`5406${payment.payment_total}`);
  await shop.payments.cancel(payment.payment_code);
  expect((await shop.checkout.get(payment.payment_id)).qris_payload).toBeNull();
});

test("an order is returned with its subtotals, and a missing order as null", async () => {
  const item = { name: "Kopi", price: 75_000, quantity: 2, subtotal: 1 };
  const ordered = await createPending({ customer_orders: [item] });
  expect(ordered.customer_orders).toMatchObject([{ subtotal: 150_000 }]);
  const { customer_orders } = await createPending({ customer_orders: [] });
  expect(customer_orders).toBeNull();
});

test("every operation of the document gets a documented response", () => {
  const missing = Object.entries(document.paths).flatMap(([path, operations]) => {
    const pattern = path.replaceAll(/\{\w+\}/g, "[^/]+");
    return Object.keys(operations).filter((method) => {
      const call = new RegExp(`^${method} ${pattern}$`, "i");
      return ![...operationsSeen].some((seen) => call.test(seen));
    });
  });
  expect(missing).toEqual([]);
  expect(operationsSeen.size).toBeGreaterThan(0);
});
