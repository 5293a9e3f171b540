import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { webhookEvent } from "../../contract/webhook-event.ts";
import { asSql } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { enableTotp } from "../access/totp.ts";
import type { Device } from "../sources/devices.ts";
import vectors from "../../testing/data/qris.json" with { type: "json" };
import { dynamicQris } from "../accounts/qris.ts";
import { drawQrCode } from "../base/qr-code.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { readCheckout, readCheckoutPage, readRest } from "../payments/checkout.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import {
  refundPayment,
  reopenTransfer,
  setTransferAside,
  settlePayment,
  tieTransfer,
  withdrawRefund,
} from "./ledgers.ts";
import type { RefundRequest, TieOutcome } from "./ledgers.sql.ts";
import { matchPayment, rematchMutations } from "./matching.ts";
import { reportNotifications } from "./mutations.ts";

const today = drawnDay("ledgers");
const staticCode = (vectors.vectors[0] as { static: string }).static;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterEach(async () => {
  const broken = await brokenInvariants(database.sql);
  if (broken.length > 0) throw new Error(broken.join("; "));
});
afterAll(() => database.drop());

/** Each decision is its own transaction, as in every caller. */
const decided = <Result>(decide: (inside: Gateway) => Promise<Result>): Promise<Result> =>
  database.sql.begin((tx) => decide({ ...gateway, sql: asSql(tx) })) as Promise<Result>;

const nameOf = ({ payment_code }: Payment) => ({ merchant_id: shop.merchant_id, payment_code });

async function transfer(amount: number): Promise<string> {
  const { mutation_id } = await reportTransfer(gateway, device, amount);
  return mutation_id as string;
}

const refundOf = (amount: number, changes: Partial<RefundRequest> = {}): RefundRequest => ({
  refund_id: randomUUID(),
  amount,
  refunded_at: new Date(),
  recipient: "SITI CONTOH, BCA 1234567890",
  reason: "Paid twice",
  made_by: null,
  form_key: randomUUID(),
  ...changes,
});

const tie = (
  payment: Payment,
  mutation_id: string,
  outcome: TieOutcome,
  refund: RefundRequest | null = null,
) => decided((inside) => tieTransfer(inside, { ...nameOf(payment), mutation_id, outcome, refund }));

const notOurs = (mutation_id: string, refund: RefundRequest | null = null) =>
  decided((inside) =>
    setTransferAside(inside, { merchant_id: shop.merchant_id, mutation_id, refund }),
  );

const reopen = (mutation_id: string) =>
  decided((inside) => reopenTransfer(inside, { merchant_id: shop.merchant_id, mutation_id }));

const refund = (payment: Payment, request: RefundRequest) =>
  decided((inside) => refundPayment(inside, { ...nameOf(payment), refund: request }));

const withdraw = (refund_id: string) =>
  decided((inside) => withdrawRefund(inside, { merchant_id: shop.merchant_id, refund_id }));

const settle = (payment: Payment) => decided((inside) => settlePayment(inside, nameOf(payment)));

async function ledgerOf(payment: Payment) {
  const [ledger] = await database.sql`
    select owed, received, refunded, kept
    from payment_ledgers
    join payments using (merchant_id, payment_number)
    where merchant_id = ${shop.merchant_id} and payment_code = ${payment.payment_code}`;
  return ledger;
}

const statusOf = async (payment: Payment) =>
  (await readPayment(gateway, nameOf(payment))).payment_status;

async function matchByHand(payment: Payment, mutation_id: string | null): Promise<void> {
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await matchPayment(gateway, {
    ...nameOf(payment),
    mutation_id,
    totp_code: currentTotpCode(secret, gateway.now()?.getTime()),
  });
}

async function paidPayment(): Promise<Payment> {
  const payment = await pendingPayment(gateway, shop);
  await transfer(payment.payment_total);
  return payment;
}

const refusedAs = (code: string) => ({ reason: { code } });

describe("a payment by one transfer of its total", () => {
  test("has no ledger, so the common case writes none", async () => {
    expect(await ledgerOf(await paidPayment())).toBeUndefined();
  });

  test("is refunded in two steps, up to the amount received", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await refund(payment, refundOf(total - 1));
    expect(await ledgerOf(payment)).toEqual({
      owed: total,
      received: total,
      refunded: total - 1,
      kept: 1 - total,
    });
    await expect(refund(payment, refundOf(2))).rejects.toMatchObject(
      refusedAs("refund_exceeds_received"),
    );
    await refund(payment, refundOf(1));
    expect(await ledgerOf(payment)).toMatchObject({ refunded: total, kept: -total });
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("gets one refund from a form sent twice, and no second one with the same key", async () => {
    const payment = await paidPayment();
    const request = refundOf(1000);
    expect(await refund(payment, request)).toBe(true);
    const again = { ...request, refund_id: randomUUID() };
    expect(await refund(payment, again)).toBe(false);
    await expect(refund(payment, { ...again, amount: 999 })).rejects.toMatchObject(
      refusedAs("form_used"),
    );
    await expect(refund(await paidPayment(), again)).rejects.toMatchObject(refusedAs("form_used"));
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 1000 });
  });

  test("keeps a second transfer", async () => {
    const payment = await paidPayment();
    const second = await transfer(payment.payment_total);
    expect(await tie(payment, second, "keep")).toBe(true);
    expect(await ledgerOf(payment)).toEqual({
      owed: payment.payment_total,
      received: 2 * payment.payment_total,
      refunded: 0,
      kept: payment.payment_total,
    });
    expect(await tie(payment, second, "keep")).toBe(false);
  });

  test("refunds a second transfer, fully or partly", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await tie(payment, await transfer(total), "refund", refundOf(total));
    expect(await ledgerOf(payment)).toMatchObject({
      received: 2 * total,
      refunded: total,
      kept: 0,
    });
    await tie(payment, await transfer(total), "refund", refundOf(total - 6500));
    expect(await ledgerOf(payment)).toMatchObject({ received: 3 * total, kept: 6500 });
    const fourth = await transfer(total);
    await expect(tie(payment, fourth, "refund", refundOf(3 * total))).rejects.toMatchObject(
      refusedAs("refund_exceeds_received"),
    );
    await expect(tie(payment, fourth, "part")).rejects.toMatchObject(
      refusedAs("payment_has_ended"),
    );
    await expect(tie(payment, fourth, "proof")).rejects.toMatchObject(
      refusedAs("nothing_to_prove"),
    );
    expect(await tie(payment, fourth, "keep")).toBe(true);
  });
});

describe("a manually confirmed payment", () => {
  test("with too little or too much keeps the difference", async () => {
    for (const difference of [-347, 1, 5000]) {
      const payment = await pendingPayment(gateway, shop);
      await matchByHand(payment, await transfer(payment.payment_total + difference));
      expect(await ledgerOf(payment)).toEqual({
        owed: payment.payment_total,
        received: payment.payment_total + difference,
        refunded: 0,
        kept: difference,
      });
    }
  });

  test("without a transfer can be refunded, and its transfer is booked on arrival", async () => {
    const payment = await pendingPayment(gateway, shop);
    await matchByHand(payment, null);
    await refund(payment, refundOf(500));
    expect(await ledgerOf(payment)).toMatchObject({ received: payment.payment_total, kept: -500 });
    const seen = await transfer(payment.payment_total - 8);
    await tie(payment, seen, "proof");
    expect(await ledgerOf(payment)).toMatchObject({
      received: payment.payment_total - 8,
      kept: -508,
    });
    await reopen(seen);
    expect(await ledgerOf(payment)).toMatchObject({ received: payment.payment_total, kept: -500 });
  });
});

describe("a partly paid payment", () => {
  test("stays PENDING until its merchant accepts the amount received", async () => {
    const payment = await pendingPayment(gateway, shop);
    const part = await transfer(50_000);
    await tie(payment, part, "part");
    expect(await ledgerOf(payment)).toEqual({
      owed: null,
      received: 50_000,
      refunded: 0,
      kept: null,
    });
    expect(await statusOf(payment)).toBe("PENDING");
    await settle(payment);
    expect(await statusOf(payment)).toBe("PAID");
    expect(await readPayment(gateway, nameOf(payment))).toMatchObject({
      is_manual_match: true,
      manual_matched_mutation_id: part,
    });
    expect(await ledgerOf(payment)).toMatchObject({ kept: 50_000 - payment.payment_total });
    await expect(settle(payment)).rejects.toMatchObject(refusedAs("nothing_to_settle"));
  });

  test("is confirmed with its last part, and the parts add up to the total", async () => {
    const payment = await pendingPayment(gateway, shop);
    await tie(payment, await transfer(50_000), "part");
    await tie(payment, await transfer(60_000), "part");
    await matchByHand(payment, await transfer(payment.payment_total - 110_000));
    expect(await ledgerOf(payment)).toMatchObject({ received: payment.payment_total, kept: 0 });
  });

  test("is confirmed by the merchant if no phone saw the rest", async () => {
    const payment = await pendingPayment(gateway, shop);
    await tie(payment, await transfer(50_000), "part");
    await matchByHand(payment, null);
    expect(await ledgerOf(payment)).toMatchObject({ received: payment.payment_total, kept: 0 });
  });

  test("that is then fully paid waits for a decision about the part", async () => {
    const payment = await pendingPayment(gateway, shop);
    await tie(payment, await transfer(50_000), "part");
    await transfer(payment.payment_total);
    expect(await statusOf(payment)).toBe("PAID");
    expect(await ledgerOf(payment)).toMatchObject({ owed: null, received: 50_000 });
    await settle(payment);
    expect(await ledgerOf(payment)).toMatchObject({
      received: payment.payment_total + 50_000,
      kept: 50_000,
    });
  });

  test("owes nothing after it expires, and its part is kept or refunded", async () => {
    gateway.setClock(today("10:00"));
    const payment = await pendingPayment(gateway, shop, {
      payment_expired_at: today("10:05").toISOString(),
    });
    await tie(payment, await transfer(50_000), "part");
    await expect(refund(payment, refundOf(50_000))).rejects.toMatchObject(
      refusedAs("payment_is_pending"),
    );
    gateway.setClock(today("10:06"));
    await refund(payment, refundOf(50_000));
    expect(await ledgerOf(payment)).toEqual({
      owed: 0,
      received: 50_000,
      refunded: 50_000,
      kept: 0,
    });
    expect(await statusOf(payment)).toBe("EXPIRED");
  });

  test("accepts a limited number of parts", async () => {
    const payment = await pendingPayment(gateway, shop);
    for (let part = 0; part < limits.paymentParts; part++)
      await tie(payment, await transfer(1000 + part), "part");
    await expect(tie(payment, await transfer(999), "part")).rejects.toMatchObject(
      refusedAs("payment_parts_limit"),
    );
  });
});

test("money of a payment past its deadline can be kept before a job ends the payment", async () => {
  gateway.setClock(today("10:00"));
  const payment = await pendingPayment(gateway, shop, {
    payment_expired_at: today("10:05").toISOString(),
  });
  gateway.setClock(today("10:06"));
  const late = await transfer(payment.payment_total);
  await expect(tie(payment, late, "part")).rejects.toMatchObject(refusedAs("payment_has_ended"));
  await tie(payment, late, "keep");
  expect(await ledgerOf(payment)).toMatchObject({ owed: 0, kept: payment.payment_total });
  expect(await statusOf(payment)).toBe("EXPIRED");
});

test("a late transfer of a cancelled payment is kept or refunded, and the payment stays CANCELLED", async () => {
  const payment = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, nameOf(payment));
  await tie(payment, await transfer(payment.payment_total), "keep");
  expect(await ledgerOf(payment)).toMatchObject({ owed: 0, kept: payment.payment_total });
  expect(await statusOf(payment)).toBe("CANCELLED");
});

describe("a transfer set aside as not ours", () => {
  test("pays no later invoice of its total, not even manually, until it is reopened", async () => {
    gateway.setClock(today("10:00"));
    // For each price, the first free unique amount is taken, which is the same.
    const drawing = Object.assign(Object.create(gateway) as TestGateway, { random: () => 0.5 });
    const { payment_unique } = await pendingPayment(drawing, shop);
    const early = await transfer(200_000 + payment_unique);
    expect(await notOurs(early)).toBe(true);
    expect(await notOurs(early)).toBe(false);
    gateway.setClock(today("10:01"));
    const payment = await pendingPayment(drawing, shop, { payment_amount: 200_000 });
    expect(payment.payment_unique).toBe(payment_unique);
    expect(await rematchMutations(gateway)).toBe(0);
    await expect(matchByHand(payment, early)).rejects.toMatchObject({ code: "not_found" });
    expect(await statusOf(payment)).toBe("PENDING");
    await reopen(early);
    expect(await rematchMutations(gateway)).toBe(1);
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("cannot be booked, and a matched one cannot be set aside", async () => {
    const payment = await paidPayment();
    const other = await transfer(42_000);
    await notOurs(other);
    await expect(tie(payment, other, "keep")).rejects.toMatchObject({ code: "not_found" });
    expect(await statusOf(payment)).toBe("PAID");
    const [paying] = await database.sql<{ mutation_id: string }[]>`
      select mutation_id from mutations
      where merchant_id = ${shop.merchant_id} and matched_payment_number is not null`;
    await expect(notOurs(paying?.mutation_id ?? "")).rejects.toMatchObject({ code: "not_found" });
  });

  test("can be refunded up to the amount received", async () => {
    const stray = await transfer(42_000);
    await expect(notOurs(stray, refundOf(42_001))).rejects.toMatchObject(
      refusedAs("refund_exceeds_received"),
    );
    const request = refundOf(42_000);
    expect(await notOurs(stray, request)).toBe(true);
    expect(await notOurs(stray, request)).toBe(false);
    await expect(reopen(stray)).rejects.toMatchObject(refusedAs("transfer_not_decided"));
  });
});

test("a decision about two reports of one transfer applies to both", async () => {
  const wallet = await shopWithAccount(gateway, {
    channel: "GOPAY",
    app_package: "com.gojek.gopay",
  });
  shop = wallet;
  const phone = await approvedDevice(gateway, wallet);
  const announce = async (package_name: string, amount: number) => {
    const [outcome] = await reportNotifications(gateway, phone, [
      {
        key: package_name,
        package_name,
        title: "Transfer masuk",
        body: `Rp${amount.toLocaleString("id-ID")} dari SITI udah masuk ke GoPay kamu.`,
        posted_at: new Date().toISOString(),
      },
    ]);
    return outcome?.mutation_id ?? "";
  };
  const reasonOf = async (mutation_id: string) => {
    const [row] = await database.sql`
      select match_reason, decision from mutations where mutation_id = ${mutation_id}`;
    return row;
  };
  const first = await announce("com.gojek.gopay", 42_000);
  const second = await announce("com.gojek.app", 42_000);
  expect(await reasonOf(second)).toMatchObject({ match_reason: "announced_twice" });
  await expect(notOurs(second)).rejects.toMatchObject({ code: "not_found" });
  await notOurs(first);

  const drawing = Object.assign(Object.create(gateway) as TestGateway, { random: () => 0.5 });
  const { payment_unique } = await pendingPayment(drawing, shop);
  const stray = await announce("com.gojek.gopay", 200_000 + payment_unique);
  await notOurs(stray);
  const payment = await pendingPayment(drawing, shop, { payment_amount: 200_000 });
  expect(payment.payment_unique).toBe(payment_unique);
  const late = await announce("com.gojek.app", payment.payment_total);
  expect(await reasonOf(late)).toEqual({ match_reason: "announced_twice", decision: null });
  expect(await statusOf(payment)).toBe("PENDING");
});

test("only one of many simultaneous decisions about a transfer takes effect", async () => {
  const payments = [await paidPayment(), await paidPayment(), await paidPayment()];
  for (let round = 0; round < 10; round++) {
    const contested = await transfer(70_000 + round);
    const answers = await Promise.allSettled(
      payments.flatMap((payment) => [tie(payment, contested, "keep"), notOurs(contested)]),
    );
    const tied = answers.filter(
      (answer, index) => index % 2 === 0 && answer.status === "fulfilled",
    );
    const declared = answers.filter(
      (answer, index) => index % 2 === 1 && answer.status === "fulfilled" && answer.value,
    );
    expect(tied.length + declared.length).toBe(1);
  }
});

test("partly refunded money cannot be unbooked", async () => {
  const payment = await paidPayment();
  const second = await transfer(payment.payment_total);
  await tie(payment, second, "keep");
  await refund(payment, refundOf(payment.payment_total + 1));
  await expect(reopen(second)).rejects.toMatchObject(refusedAs("refund_exceeds_received"));
  const third = await transfer(9000);
  await tie(payment, third, "keep");
  await reopen(third);
  expect(await tie(payment, third, "keep")).toBe(true);
});

test("another merchant's transfers and payments are unknown", async () => {
  const stranger = await shopWithAccount(gateway);
  const theirs = await pendingPayment(gateway, stranger);
  const mine = await transfer(42_000);
  await expect(tie(theirs, mine, "part")).rejects.toMatchObject({ code: "not_found" });
  const theirDevice = await approvedDevice(gateway, stranger);
  const { mutation_id } = await reportTransfer(gateway, theirDevice, 43_000);
  await expect(tie(await paidPayment(), mutation_id as string, "keep")).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(notOurs(mutation_id as string)).rejects.toMatchObject({ code: "not_found" });
  await expect(reopen(mutation_id as string)).rejects.toMatchObject({ code: "not_found" });
});

test("the customer's page shows a booked amount, and the public response does not", async () => {
  const payment = await pendingPayment(gateway, shop);
  const part = await transfer(50_000);
  const money = async () => (await readCheckoutPage(gateway, payment.payment_id)).money;
  expect(await money()).toBeNull();
  await tie(payment, part, "part");
  expect(await money()).toEqual({ received: 50_000, refunded: 0, kept: null, refunds_owed: 0 });
  expect(await readCheckout(gateway, payment.payment_id)).not.toHaveProperty("money");
  await settle(payment);
  expect(await money()).toEqual({
    received: 50_000,
    refunded: 0,
    kept: 50_000 - payment.payment_total,
    refunds_owed: 0,
  });
});

describe("after a part the customer's page", () => {
  const pageOf = ({ payment_id }: Payment) => readCheckoutPage(gateway, payment_id);

  async function partlyPaid(): Promise<Payment> {
    const payment = await pendingPayment(gateway, shop);
    await tie(payment, await transfer(50_000), "part");
    return payment;
  }

  test("requests the missing amount, and the public response is unchanged", async () => {
    const payment = await partlyPaid();
    const rest = { amount: payment.payment_total - 50_000, is_payable: true };
    expect(await pageOf(payment)).toMatchObject({ rest });
    const view = await readCheckout(gateway, payment.payment_id);
    expect(view).toMatchObject({ status: "PENDING", amount_total: payment.payment_total });
    expect(view).not.toHaveProperty("rest");
    expect(view.instructions).toContain("Masukkan total persis");
    const page = await pageOf(payment);
    const sum = `${formatRupiah(rest.amount)}, `;
    expect(page.view.instructions).toContain(`Masukkan ${sum}`);
    expect(JSON.stringify(page.english_steps)).toContain(`Enter ${sum}`);
    // A transfer of the missing sum waits for the merchant, as the page says.
    const last = await transfer(rest.amount);
    expect(await statusOf(payment)).toBe("PENDING");
    await matchByHand(payment, last);
    expect(await statusOf(payment)).toBe("PAID");
    expect((await pageOf(payment)).rest).toBeNull();
  });

  test("requests nothing if the parts reach the total", async () => {
    const payment = await partlyPaid();
    await tie(payment, await transfer(payment.payment_total - 50_000), "part");
    expect(await pageOf(payment)).toMatchObject({ rest: { amount: 0, is_payable: false } });
    await tie(payment, await transfer(1000), "part");
    expect(await pageOf(payment)).toMatchObject({ rest: { amount: -1000, is_payable: false } });
  });

  test("refers to the seller if a transfer of the missing amount would pay another invoice", async () => {
    const other = await pendingPayment(gateway, shop, { payment_amount: 20_000 });
    const payment = await pendingPayment(gateway, shop);
    const part = await transfer(payment.payment_total - other.payment_total);
    await tie(payment, part, "part");
    const rest = { amount: other.payment_total, is_payable: false };
    expect(await pageOf(payment)).toMatchObject({ rest });
    await cancelPayment(gateway, nameOf(other));
    expect(await pageOf(payment)).toMatchObject({ rest: { ...rest, is_payable: true } });
  });

  test("refers to the seller if the merchant does not ask for missing amounts", async () => {
    const payment = await partlyPaid();
    const rest = { amount: payment.payment_total - 50_000, is_payable: true };
    await changeMerchant(gateway, shop.merchant_id, { asks_for_rest: false });
    expect(await pageOf(payment)).toMatchObject({ rest: { ...rest, is_payable: false } });
    expect(await readRest(gateway, payment.payment_id)).toEqual(rest);
  });

  test("has a QR code of the missing amount or none, never of the total", async () => {
    const { account_id } = await addAccount(gateway, shop, {
      channel: "QRIS",
      account_number: undefined,
      account_name: undefined,
      qris: staticCode,
    });
    const payment = await pendingPayment(gateway, { ...shop, account_id });
    const total = dynamicQris(staticCode, payment.payment_total);
    expect((await pageOf(payment)).view.qris_payload).toBe(total);
    await tie(payment, await transfer(50_000), "part");
    const page = await pageOf(payment);
    const rest = dynamicQris(staticCode, payment.payment_total - 50_000);
    expect(page.view.qris_payload).toBe(rest);
    expect(page.qr).toEqual(drawQrCode(rest));
    // The public response is the specification's.
    expect(await readCheckout(gateway, payment.payment_id)).toMatchObject({ qris_payload: total });
    await tie(payment, await transfer(payment.payment_total), "part");
    expect(await pageOf(payment)).toMatchObject({ qr: null, view: { qris_payload: null } });
  });

  test("of an expired payment requests nothing", async () => {
    gateway.setClock(today());
    const payment = await partlyPaid();
    gateway.setClock(new Date(Date.parse(payment.payment_expired_at) + 1));
    expect(await pageOf(payment)).toMatchObject({ rest: null, view: { status: "EXPIRED" } });
  });
});

test("events about differences go only to merchants who switched them on", async () => {
  const events = () =>
    database.sql<{ event_type: string; body: string }[]>`
      select event_type, body from webhook_deliveries
      where merchant_id = ${shop.merchant_id} and ledger_payment_number is not null
      order by created_at, ctid`;
  await changeMerchant(gateway, shop.merchant_id, { webhook_url: "https://shop.example/hook" });
  await refund(await paidPayment(), refundOf(1));
  expect(await events()).toEqual([]);
  await changeMerchant(gateway, shop.merchant_id, { sends_difference_events: true });
  const payment = await pendingPayment(gateway, shop);
  await tie(payment, await transfer(50_000), "part");
  await settle(payment);
  await refund(payment, refundOf(20_000));
  await tie(payment, await transfer(payment.payment_total), "keep");
  const told = await events();
  expect(told.map(({ event_type }) => event_type)).toEqual([
    "payment.part_received",
    "payment.underpaid",
    "payment.refunded",
    "payment.overpaid",
  ]);
  for (const { body } of told) webhookEvent.parse(JSON.parse(body));
  expect(JSON.parse(told[2]?.body ?? "").data).toEqual({
    payment_id: payment.payment_id,
    payment_code: payment.payment_code,
    payment_status: "PAID",
    payment_total: payment.payment_total,
    received_total: 50_000,
    refunded_total: 20_000,
    kept_difference: 30_000 - payment.payment_total,
    received_amount: 0,
    refunded_amount: 20_000,
  });
});

test("the first difference of an exactly paid payment causes one event, and is not a part", async () => {
  await changeMerchant(gateway, shop.merchant_id, {
    webhook_url: "https://shop.example/hook",
    sends_difference_events: true,
  });
  await refund(await paidPayment(), refundOf(1));
  const payment = await pendingPayment(gateway, shop);
  await matchByHand(payment, await transfer(payment.payment_total + 500));
  const told = await database.sql`
    select event_type from webhook_deliveries
    where merchant_id = ${shop.merchant_id} and ledger_payment_number is not null
    order by created_at, ctid
  `;
  expect(told.map(({ event_type }) => event_type)).toEqual([
    "payment.refunded",
    "payment.overpaid",
  ]);
});

describe("a mistaken refund", () => {
  test("is withdrawn, which restores the ledger, and the money can be refunded again", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    const [mistake, right] = [refundOf(total - 1), refundOf(1)];
    await refund(payment, mistake);
    await refund(payment, right);
    expect(await withdraw(mistake.refund_id)).toMatchObject({
      amount: total - 1,
      payment_code: payment.payment_code,
    });
    expect(await ledgerOf(payment)).toEqual({
      owed: total,
      received: total,
      refunded: 1,
      kept: -1,
    });
    await refund(payment, refundOf(total - 1));
    expect(await ledgerOf(payment)).toMatchObject({ refunded: total, kept: -total });
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("of a transfer without an invoice returns the transfer for a decision", async () => {
    const stray = await transfer(42_000);
    const mistake = refundOf(42_000);
    await notOurs(stray, mistake);
    expect(await withdraw(mistake.refund_id)).toMatchObject({ mutation_id: stray });
    await notOurs(stray);
    await expect(withdraw(mistake.refund_id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is withdrawn once by two people, beside another refund", async () => {
    const payment = await paidPayment();
    const mistake = refundOf(500);
    await refund(payment, mistake);
    const [one, other] = await Promise.allSettled([
      withdraw(mistake.refund_id),
      withdraw(mistake.refund_id),
      refund(payment, refundOf(70)),
    ]);
    expect(new Set([one?.status, other?.status])).toEqual(new Set(["fulfilled", "rejected"]));
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 70, kept: -70 });
  });

  test("is invisible to other merchants", async () => {
    const payment = await paidPayment();
    const mistake = refundOf(500);
    await refund(payment, mistake);
    const stranger = await shopWithAccount(gateway);
    const attempt = decided((inside) =>
      withdrawRefund(inside, { merchant_id: stranger.merchant_id, refund_id: mistake.refund_id }),
    );
    await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 500 });
  });

  test("causes an event on withdrawal for merchants with the refund's event", async () => {
    await changeMerchant(gateway, shop.merchant_id, {
      webhook_url: "https://shop.example/hook",
      sends_difference_events: true,
    });
    const payment = await paidPayment();
    const mistake = refundOf(500);
    await refund(payment, mistake);
    await withdraw(mistake.refund_id);
    const told = await database.sql<{ body: string }[]>`
      select body from webhook_deliveries
      where merchant_id = ${shop.merchant_id} and ledger_payment_number is not null
      order by created_at, ctid
    `;
    const events = told.map(({ body }) => webhookEvent.parse(JSON.parse(body)));
    expect(events).toMatchObject([
      { type: "payment.refunded", data: { refunded_total: 500, refunded_amount: 500 } },
      { type: "payment.refunded", data: { refunded_total: 0, refunded_amount: -500 } },
    ]);
  });
});
