import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { transfer } from "../support/device.ts";
import type { Answer } from "../support/exchange.ts";
import { dataOf, expectRefusal } from "../support/http.ts";
import type {
  Mutation,
  Notification,
  Payment,
  Refund,
  ReportOutcome,
} from "../support/resources.ts";
import { Authenticator } from "../support/totp.ts";
import {
  ask,
  deployment,
  ended,
  inSeconds,
  merchant,
  newCode,
  paymentInput,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./gateway.ts";

/**
 * Tests that need more than a key. Without the additional settings, each test is skipped with a
 * reason.
 */

const { other_api_key, totp_secret, device_token, receiver_url, webhook_secret } = deployment.more;
const stepMilliseconds = 30_000;
const asOther = { "x-api-key": other_api_key ?? "" };

test("an invoice is matched manually", async ({ skip }) => {
  if (totp_secret === undefined) return skip("needs TEPAT_TOTP_SECRET");
  const { payment_code } = await pendingPayment();
  const authenticator = new Authenticator(totp_secret);
  const match = () =>
    merchant.post(
      `${paymentPath(payment_code)}/match`,
      {},
      { "x-totp-code": authenticator.code() },
    );
  let answer = await match();
  if (answer.body.code === "invalid totp code") {
    // A one-time code works only once, and another run might have used this one.
    await wait(stepMilliseconds - (Date.now() % stepMilliseconds) + 500);
    answer = await match();
  }
  expect(dataOf(answer)).toBeNull();
  ended(payment_code);
  expect(await readPayment(payment_code)).toMatchObject({
    payment_status: "PAID",
    is_manual_match: true,
    manual_matched_mutation_id: null,
  });
  expectRefusal(await merchant.delete(paymentPath(payment_code)), 404, "payment_not_cancellable");
});

describe("for another merchant", () => {
  test("accounts and invoices count as unknown", async ({ skip }) => {
    if (other_api_key === undefined) skip("needs TEPAT_OTHER_API_KEY");
    const { payment_code } = await pendingPayment();
    const path = paymentPath(payment_code);
    expectRefusal(await ask({ method: "GET", path, headers: asOther }), 404, "not_found");
    const cancelled = await ask({ method: "DELETE", path, headers: asOther });
    expectRefusal(cancelled, 404, "payment_not_cancellable");
    const json = paymentInput();
    const create = { method: "POST", path: "/gateway/payments", headers: asOther, json };
    expectRefusal(await ask(create), 403, "account_not_owned");
    for (const list of ["payments", "accounts"]) {
      const listed = await ask({ method: "GET", path: `/gateway/${list}`, headers: asOther });
      expect(listed.text).not.toContain(deployment.account.account_id);
    }
    expect(await readPayment(payment_code)).toMatchObject({ payment_status: "PENDING" });
  });

  test("the limit of writes applies, and states the time to wait", async ({ skip }) => {
    if (other_api_key === undefined) skip("needs TEPAT_OTHER_API_KEY");
    const request = { method: "DELETE", path: paymentPath(newCode()), headers: asOther };
    const first = await ask(request);
    const limit = Number(first.headers.get("x-ratelimit-limit"));
    if (!(limit <= 1_000)) skip(`this gateway allows ${limit} writes a minute`);
    const answers: Answer[] = [];
    while (answers.length <= limit && answers.at(-1)?.status !== 429) {
      const some = Array.from({ length: 20 }, () => askOnce(request));
      answers.push(...(await Promise.all(some)).toSorted((a, b) => a.status - b.status));
    }
    const refused = answers.at(-1) as Answer;
    expectRefusal(refused, 429, "rate_limited");
    const seconds = Number(refused.headers.get("x-ratelimit-reset"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get("retry-after")).toBe(String(seconds));
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
  });
});

interface Delivery {
  delivery_id: string;
  attempt_count: number;
  attempts: { is_manual: boolean; started_at: string }[];
}

/** Resends an event, and reads its deliveries afterwards. An attempt in progress is a conflict. */
async function sendAgain(path: string): Promise<[resent: Delivery, listed: Delivery[]]> {
  let answer = await merchant.post(`${path}/resend`, {});
  for (let tries = 1; answer.status === 409 && tries < 20; tries += 1) {
    await wait(50 * tries);
    answer = await merchant.post(`${path}/resend`, {});
  }
  return [dataOf(answer), dataOf(await merchant.get(`${path}/deliveries`))];
}

const askOnce = (request: Parameters<typeof ask>[0]) => ask(request, { waits: false });

/** Makes the device report a transfer of exactly the invoice's total, in BCA's words. */
async function payByReport(
  { payment_total, payment_code }: Payment,
  notification: Notification = transfer(payment_total, { posted_at: inSeconds(0) }),
): Promise<string> {
  const answer = await ask({
    method: "POST",
    path: "/worker/mutations",
    headers: { "x-device-token": device_token ?? "" },
    json: { notifications: [notification] },
  });
  const [outcome] = dataOf<ReportOutcome[]>(answer);
  expect(outcome).toMatchObject({ outcome: "recorded", matched_payment_code: payment_code });
  ended(payment_code);
  return String(outcome?.mutation_id);
}

const whyNoReport = (): string | undefined => {
  if (device_token === undefined) return "needs TEPAT_DEVICE_TOKEN, of an approved device";
  const { app_package } = deployment.account;
  return app_package === "com.bca" ? undefined : "needs an account at BCA: --account";
};

test("a transfer that a device reports pays its invoice", async ({ skip }) => {
  const reason = whyNoReport();
  if (reason !== undefined) skip(reason);
  const payment = await pendingPayment();
  const fields = { posted_at: inSeconds(-1), app_version: "1.2.3" };
  const { key: _, ...notification } = transfer(payment.payment_total, fields);
  const mutation_id = await payByReport(payment, { key: "1", ...notification });
  const paid = await readPayment(payment.payment_code);
  expect(paid).toEqual({
    ...payment,
    payment_status: "PAID",
    payment_updated_at: paid.payment_updated_at,
  });
  const mutations = dataOf<Mutation[]>(await merchant.get("/gateway/mutations?per_page=5"));
  const mutation = mutations.find(({ id }) => id === mutation_id);
  const { account_number, account_name, channel_name, channel_type, app_name } = deployment.account;
  const asDevice = { "x-device-token": device_token ?? "" };
  const own = await ask({ method: "GET", path: "/worker/device", headers: asDevice });
  const { device_id, device_name } = dataOf<Record<string, unknown>>(own);
  expect(mutation).toMatchObject({
    device_id,
    device_name,
    ...notification,
    amount_parsed: payment.payment_total,
    sender_parsed: "SITI RAHAYU",
    type_parsed: "CREDIT",
    currency_parsed: "IDR",
    is_matched: true,
    matched_payment_id: payment.payment_id,
    matched_payment_code: payment.payment_code,
    app_name,
    account_number,
    account_name,
    bank_name: channel_name,
    bank_type: channel_type,
  });
  const age = Date.parse(mutation?.created_at ?? "") - Date.parse(mutation?.posted_at ?? "");
  expect(Math.abs(age)).toBeLessThan(5 * 60_000);
  const view = await ask({ method: "GET", path: `/checkout/${payment.payment_id}` });
  expect(view.body.data).toMatchObject({ status: "PAID" });
});

test("a refund is recorded once per reference, up to the amount received", async ({ skip }) => {
  const reason = whyNoReport();
  if (reason !== undefined) skip(reason);
  const payment = await pendingPayment();
  await payByReport(payment);
  const path = `${paymentPath(payment.payment_code)}/refunds`;
  const json = { reference: newCode(), amount: 1, reason: "Uji kontrak" };
  const refund = dataOf<Refund>(await merchant.post(path, json));
  expect(refund).toEqual({
    ...json,
    refund_id: refund.refund_id,
    payment_code: payment.payment_code,
    surplus_amount: 0,
    refund_status: "OWED",
    sent_at: null,
    sent_to: null,
    created_at: refund.created_at,
  });
  const age = Date.parse(inSeconds(0)) - Date.parse(refund.created_at);
  expect(Math.abs(age)).toBeLessThan(10 * 60_000);
  expect(dataOf(await merchant.post(path, json))).toEqual(refund);
  expect(dataOf(await merchant.post(path, { ...json, reason: "Lain" }))).toEqual(refund);
  const another = await merchant.post(path, { ...json, amount: 2 });
  expectRefusal(another, 409, "refund_reference_conflict");
  const other = await pendingPayment();
  await payByReport(other);
  const ofOther = await merchant.post(`${paymentPath(other.payment_code)}/refunds`, json);
  expectRefusal(ofOther, 409, "refund_reference_conflict");
  const nobodys = { ...json, reference: newCode(), recorded_refund_id: randomUUID() };
  expectRefusal(await merchant.post(path, nobodys), 409, "refund_reference_conflict");
  const tooMuch = { ...json, reference: newCode(), amount: payment.payment_total };
  expectRefusal(await merchant.post(path, tooMuch), 409, "refund_exceeds_received");
  const rest = dataOf<Refund>(
    await merchant.post(path, { ...tooMuch, amount: payment.payment_total - 1 }),
  );
  expect(rest.amount).toBe(payment.payment_total - 1);
  expect(await readPayment(payment.payment_code)).toMatchObject({ payment_status: "PAID" });

  const { body } = await merchant.get(path);
  expect(body).toMatchObject({
    data: [rest, refund],
    pagination: { total: 2, count: 2, per_page: 20, current_page: 1, total_pages: 1 },
  });
  expect(dataOf(await merchant.get(`${path}?per_page=1&page=2`))).toEqual([refund]);
  const large = (await merchant.get(`${path}?per_page=101`)).body;
  expect(large.pagination).toMatchObject({ per_page: 100 });
  const all = (await merchant.get("/gateway/refunds?per_page=100")).body;
  const refunds = all.data as Refund[];
  expect(refunds.slice(0, 2)).toEqual([rest, refund]);
});

test("a webhook announces a paid invoice", async ({ skip }) => {
  if (receiver_url === undefined)
    return skip("needs TEPAT_RECEIVER_URL, where the gateway reaches this machine");
  const reason = whyNoReport();
  if (reason !== undefined) skip(reason);
  const code = newCode();
  const url = new URL(`${receiver_url.replace(/\/$/, "")}/${code}`);
  const { promise: heard, resolve } = Promise.withResolvers<{ headers: object; body: string }>();
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    response.end();
    if (request.url?.endsWith(code)) resolve({ headers: request.headers, body });
  }).listen(Number(url.port || 80));
  onTestFinished(() => void receiver.close());
  await once(receiver, "listening");
  const payment = await pendingPayment({ payment_code: code, payment_webhook_url: url.href });
  await payByReport(payment);
  const { headers, body } = await heard;
  const event = JSON.parse(body) as { type: string; data: Payment };
  expect(event).toMatchObject({ type: "payment.paid", data: await readPayment(code) });
  expect(headers).toHaveProperty("webhook-id");
  if (webhook_secret !== undefined) {
    expect(new Webhook(webhook_secret).verify(body, { ...headers })).toEqual(event);
  }
});

test("the event of a paid invoice is listed with its webhook's body and its delivery", async ({
  skip,
}) => {
  if (device_token === undefined) skip("needs TEPAT_DEVICE_TOKEN");
  const since = inSeconds(-1);
  const made = await pendingPayment({ payment_webhook_url: "https://shop.example/contract-test" });
  await payByReport(made);
  const payment = await readPayment(made.payment_code);
  const query = `since=${since}&event_type=payment.paid&per_page=100`;
  const { body } = await merchant.get(`/gateway/events?${query}`);
  const events = body.data as { event_id: string; payment_code: string }[];
  const event = events.find(({ payment_code }) => payment_code === payment.payment_code);
  expect(event).toMatchObject({
    event_type: "payment.paid",
    created_at: payment.payment_updated_at,
    body: { type: "payment.paid", timestamp: payment.payment_updated_at, data: payment },
  });
  const path = `/gateway/events/${event?.event_id}`;
  const delivery = {
    delivery_id: event?.event_id,
    event_type: "payment.paid",
    payment_code: payment.payment_code,
    device_name: null,
    url: "https://shop.example/contract-test",
    created_at: payment.payment_updated_at,
  };
  expect(dataOf(await merchant.get(`${path}/deliveries`))).toMatchObject([delivery]);
  // The receiver's host name does not exist, so every attempt fails. A scheduled attempt can happen in
  // between.
  let [resent, listedAgain] = await sendAgain(path);
  for (let tries = 1; !isDeepStrictEqual([resent], listedAgain) && tries < 3; tries += 1) {
    [resent, listedAgain] = await sendAgain(path);
  }
  expect(listedAgain).toEqual([resent]);
  expect(resent).toMatchObject({ ...delivery, attempt_count: resent.attempts.length });
  const last = resent.attempts.find(({ is_manual }) => is_manual);
  expect(last).toMatchObject({ http_status: null, error_code: expect.any(String) });
  const age = Date.parse(inSeconds(0)) - Date.parse(last?.started_at ?? "");
  expect(Math.abs(age)).toBeLessThan(10 * 60_000);
  const until = await merchant.get(`/gateway/events?since=${since}&until=${since}`);
  expect(dataOf(until)).toEqual([]);
});
