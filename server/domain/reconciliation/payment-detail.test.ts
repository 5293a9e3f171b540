import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import { answeredWith } from "../../testing/attempt-result.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listAuditEntries } from "../access/audit.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { cancelOwnPayment, cancelOwnPayments, matchOwnPayment } from "../mutations/own-payments.ts";
import { readPaymentDetail } from "./payment-detail.ts";
import { readPayment } from "../payments/payments.ts";
import { enableTotp } from "../access/totp.ts";
import { confirmPerson, disableTwoFactor } from "../access/two-factor.ts";
import { sendDeliveryAgain } from "../webhooks/webhook-log.ts";

const today = drawnDay("a payment in detail");

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
});
afterAll(() => database.drop());

const detail = (payment_code: string) =>
  readPaymentDetail(gateway, { merchant_id: shop.merchant_id, payment_code });
const kinds = async (payment_code: string) =>
  (await detail(payment_code)).timeline.map(({ kind }) => kind);

test("a payment's history has its events in order", async () => {
  await changeMerchant(gateway, shop.merchant_id, { webhook_url: "https://shop.example/hook" });
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  expect(await kinds(payment_code)).toEqual(["created"]);
  await reportTransfer(gateway, await approvedDevice(gateway, shop), payment_total);
  const [delivery] = await database.sql<{ delivery_id: string }[]>`
    select delivery_id from webhook_deliveries where merchant_id = ${shop.merchant_id}`;
  const failing = { post: async () => answeredWith(503, 12) };
  await sendDeliveryAgain(gateway, failing, person.actor, {
    merchant_id: shop.merchant_id,
    delivery_id: delivery?.delivery_id ?? "",
  });
  const paid = await detail(payment_code);
  expect(paid.mutation).toMatchObject({ match_reason: "matched", amount_parsed: payment_total });
  expect(paid.payment).toMatchObject({ payment_status: "PAID", payment_code });
  expect(paid.timeline).toMatchObject([
    { kind: "created" },
    { kind: "transfer" },
    { kind: "paid", is_manual: false },
    { kind: "webhook_attempt", event_type: "payment.paid", http_status: 503, is_manual: true },
  ]);
});

test("a payment's history has the account and the total before each change of its customer", async () => {
  gateway.setClock(today("10:00"));
  const { payment_code, payment_id } = await pendingPayment(gateway, shop);
  await database.sql`
    insert into former_choices (
      merchant_id, payment_number, account_id, pool_id, payment_total, offered_at, released_at
    )
    select merchant_id, payment_number, account_id, pool_id, 40000 + minutes, created_at,
      created_at + make_interval(mins => minutes)
    from payments cross join generate_series(1, 2) minutes
    where payment_id = ${payment_id}`;
  const change = { kind: "choice_changed", party: "BCA 1234567890" };
  expect((await detail(payment_code)).timeline).toMatchObject([
    { kind: "created" },
    { ...change, at: today("10:01").toISOString(), amount: 40_001 },
    { ...change, at: today("10:02").toISOString(), amount: 40_002 },
  ]);
});

test("an overdue payment is shown as expired at its deadline", async () => {
  gateway.setClock(today("10:00"));
  const { payment_code } = await pendingPayment(gateway, shop, {
    payment_expired_at: today("10:05").toISOString(),
  });
  gateway.setClock(today("10:06"));
  expect((await detail(payment_code)).timeline).toMatchObject([
    { kind: "created" },
    { kind: "expired", at: today("10:05").toISOString() },
  ]);
});

test("another merchant's payment has no history here", async () => {
  const { payment_code } = await pendingPayment(gateway, await shopWithAccount(gateway));
  await expect(detail(payment_code)).rejects.toThrow("payment not found");
});

test("a successful cancellation is in the audit log, and no other", async () => {
  const { payment_code } = await pendingPayment(gateway, shop);
  const cancel = () =>
    cancelOwnPayment(gateway, person.actor, { merchant_id: shop.merchant_id, payment_code });
  await cancel();
  await expect(cancel()).rejects.toMatchObject({ code: "payment_not_cancellable" });
  expect(await kinds(payment_code)).toEqual(["created", "cancelled"]);
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 20 });
  const cancels = items.filter(({ action }) => action === "payment.cancelled");
  expect(cancels).toMatchObject([{ object_id: payment_code }]);
});

test("several payments are cancelled one by one, each with its result and its audit entry", async () => {
  const { merchant_id } = shop;
  const [first, second] = [
    await pendingPayment(gateway, shop),
    await pendingPayment(gateway, shop),
  ];
  const foreign = await pendingPayment(gateway, await shopWithAccount(gateway));
  await cancelOwnPayment(gateway, person.actor, { merchant_id, ...second });
  const third = await pendingPayment(gateway, shop);
  const payment_codes = [first, second, foreign, third].map(({ payment_code }) => payment_code);
  const results = await cancelOwnPayments(gateway, person.actor, {
    merchant_id,
    payment_codes,
    is_test: false,
  });
  const refusal = "payment_not_cancellable";
  expect(results).toEqual([
    { payment_code: first.payment_code, refusal: null },
    { payment_code: second.payment_code, refusal },
    { payment_code: foreign.payment_code, refusal },
    { payment_code: third.payment_code, refusal: null },
  ]);
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 20 });
  const cancelled = items.filter(({ action }) => action === "payment.cancelled");
  expect(cancelled.map(({ object_id }) => object_id)).toEqual(
    [third, first, second].map(({ payment_code }) => payment_code),
  );
});

const match = async (payment_code: string, mutation_id: string | null = null) =>
  matchOwnPayment(gateway, person.actor, {
    session: await refreshed(gateway, person),
    payment_code,
    mutation_id,
  });

async function confirm(secret: string, time: Date): Promise<void> {
  gateway.setClock(time);
  await confirmPerson(gateway, person.actor, {
    session: await refreshed(gateway, person),
    code: currentTotpCode(secret, time.getTime()),
  });
}

test("one code allows a person to match for five minutes, with each match separate", async () => {
  gateway.setClock(today("10:00"));
  person = await visitor(gateway, shop);
  const first = await pendingPayment(gateway, shop);
  const second = await pendingPayment(gateway, shop);
  const third = await pendingPayment(gateway, shop);
  await expect(match(first.payment_code)).rejects.toMatchObject({ code: "totp_not_enabled" });
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await expect(match(first.payment_code)).rejects.toMatchObject({ code: "confirmation_required" });

  await confirm(secret, today("10:01"));
  await match(first.payment_code);
  await expect(match(first.payment_code)).rejects.toMatchObject({ code: "not_found" });
  gateway.setClock(today("10:05:59"));
  const phone = await approvedDevice(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, phone, 77_777);
  await match(second.payment_code, mutation_id);
  await expect(match(third.payment_code, mutation_id)).rejects.toMatchObject({ code: "not_found" });
  expect(await detail(second.payment_code)).toMatchObject({
    payment: { is_manual_match: true, manual_matched_mutation_id: mutation_id },
    mutation: { match_reason: "matched_by_hand" },
  });
  gateway.setClock(today("10:06"));
  await expect(match(third.payment_code)).rejects.toMatchObject({ code: "confirmation_required" });
  const { payment_status } = await readPayment(gateway, {
    merchant_id: shop.merchant_id,
    payment_code: third.payment_code,
  });
  expect(payment_status).toBe("PENDING");
});

test("a confirmed person cannot match once two-factor authentication is off", async () => {
  gateway.setClock(today("10:00"));
  person = await visitor(gateway, shop);
  const { payment_code } = await pendingPayment(gateway, shop);
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await confirm(secret, today("10:01"));
  gateway.setClock(today("10:02"));
  await disableTwoFactor(gateway, person.actor, {
    session: person.session,
    totp_code: currentTotpCode(secret, today("10:02").getTime()),
    recovery_code: null,
  });
  await expect(match(payment_code)).rejects.toMatchObject({ code: "totp_not_enabled" });
});

test("one of many simultaneous matches of a payment succeeds", async () => {
  gateway.setClock(today("10:00"));
  person = await visitor(gateway, shop);
  const { payment_code } = await pendingPayment(gateway, shop);
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await confirm(secret, today("10:01"));
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => match(payment_code)));
  expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 20 });
  expect(items.filter(({ action }) => action === "payment.matched")).toHaveLength(1);
});
