import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createValidator } from "../../../contract-tests/support/openapi-validator.ts";
import document from "../../../openapi/openapi.json" with { type: "json" };
import { Tepat, unwrapWebhook, type CreatePayment, type Payment } from "../index.ts";
import { fakeTepat } from "./index.ts";

let now = new Date("2026-11-21T03:15:00Z");
const fake = fakeTepat({ now: () => now });
const server = setupServer(...fake.handlers);
const tepat = new Tepat({ ...fake, maxRetries: 0 });
const validator = createValidator("openapi/openapi.json");
const operationsSeen = new Set<string>();

beforeAll(() => {
  server.listen({ onUnhandledFrame: "error" });
  server.events.on("response:mocked", async ({ request, response }) => {
    const { pathname } = new URL(request.url);
    const { status, headers } = response;
    const body: unknown = await response.clone().json();
    answers.push({ method: request.method, path: pathname, status, headers, body });
  });
});
afterAll(() => server.close());

const answers: Parameters<typeof validator.check>[0][] = [];

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
const input = (change: Partial<CreatePayment> = {}): CreatePayment => ({
  account_id: fake.accounts[0]?.account_id as string,
  payment_code: `INV/${(codes += 1)}`,
  payment_amount: 150_000,
  payment_expired_at: "2026-11-21T04:15:00Z",
  customer_name: "Siti Rahayu",
  customer_phone: "0812",
  ...change,
});
const createPending = (change?: Partial<CreatePayment>): Promise<Payment> =>
  tepat.payments.create(input(change));

test("a payment is created, paid by a simulated transfer, and reported by a signed webhook", async () => {
  const created = await createPending({ payment_webhook_url: "https://shop.example/webhook" });
  expect(created.payment_total).toBe(created.payment_amount + created.payment_unique);
  const { mutation, webhook } = await fake.simulateTransfer(created.payment_code);
  expect(mutation).toMatchObject({
    amount_parsed: created.payment_total,
    matched_payment_code: created.payment_code,
  });
  expect(await tepat.payments.get(created.payment_code)).toMatchObject({ payment_status: "PAID" });
  const secret = fake.webhookSecret;
  const event = await unwrapWebhook(webhook.body, webhook.headers, { secret, now });
  expect(event).toMatchObject({ type: "payment.paid", data: { payment_status: "PAID" } });
  expect(webhook.url).toBe("https://shop.example/webhook");
  await expect(fake.simulateTransfer(created.payment_code)).rejects.toThrow(/no PENDING/);
});

test("an unknown transfer is matched by hand, with the code and once", async () => {
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
  expect(await tepat.checkout.get(payment_id)).toMatchObject({ status: "EXPIRED" });
  await expect(tepat.payments.cancel(payment_code)).rejects.toMatchObject({ status: 404 });
});

test("accounts, instructions, lists and checkout are answered", async () => {
  const payment = await createPending({ payment_return_url: "https://shop.example/thanks?a=1" });
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

describe("what is refused", () => {
  test.each([
    ["a customer without e-mail and phone", { customer_phone: null }, "validation_error"],
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
      "a deadline that has passed",
      { payment_expired_at: "2026-11-21T03:15:00Z" },
      "invalid_expired_at",
    ],
    [
      "a deadline without zone",
      { payment_expired_at: "2026-11-21T23:15:00" },
      "invalid_expired_at",
    ],
    ["somebody else's account", { account_id: crypto.randomUUID() }, "account_not_owned"],
  ])("%s", async (_case, change, code) => {
    await expect(tepat.payments.create(input(change))).rejects.toMatchObject({ code });
  });

  test("a used code, with the place of the payment", async () => {
    const { payment_code } = await createPending();
    const again = tepat.payments.create(input({ payment_code }));
    await expect(again).rejects.toMatchObject({ code: "payment_code_conflict" });
  });

  test("a wrong key, with 401 on accounts and 403 elsewhere", async () => {
    const stranger = new Tepat({ ...fake, apiKey: "pgk_wrong" });
    await expect(stranger.accounts.list()).rejects.toMatchObject({ status: 401 });
    await expect(stranger.payments.get("a")).rejects.toMatchObject({ status: 403 });
  });

  test("pages that are no numbers, and more than 100 a page are 100", async () => {
    await expect(tepat.payments.list({ page: 0 })).rejects.toMatchObject({
      code: "validation_error",
    });
    const { pagination } = await tepat.payments.list({ per_page: 1000 });
    expect(pagination.per_page).toBe(100);
  });

  test("an account that is used up, or outside whose bounds the amount is", async () => {
    const [account] = fake.accounts;
    const usedUp = fakeTepat({
      baseUrl: "http://used-up.test",
      accounts: [{ ...(account as (typeof fake.accounts)[number]), account_quota: 0 }],
    });
    server.use(...usedUp.handlers);
    const other = new Tepat(usedUp);
    const payment = input({ payment_expired_at: new Date(Date.now() + 60_000).toISOString() });
    await expect(other.payments.create(payment)).rejects.toMatchObject({ code: "no_active_quota" });
    server.resetHandlers();
  });
});

test("the thousandth payment of one amount finds no unique amount", async () => {
  for (let created = 0; created < 999; created += 1) await createPending({ payment_amount: 7 });
  await expect(createPending({ payment_amount: 7 })).rejects.toMatchObject({
    code: "unique_amount_conflict",
  });
});

test("every operation of the document was answered, as the document says", () => {
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
