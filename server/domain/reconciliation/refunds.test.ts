import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../contract/payments.ts";
import { connect, type Sql } from "../../db/client.ts";
import { refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import type { Device } from "../sources/devices.ts";
import { readOverview } from "../overview/overview.ts";
import {
  readPaymentTotals,
  searchPayments,
  type PaymentSearch,
} from "../payments/payment-search.ts";
import { readPaymentDetail } from "./payment-detail.ts";
import {
  refundOwnPayment,
  reopenOwnTransfer,
  sendOwnRefund,
  tieOwnTransfer,
  withdrawOwnRefund,
} from "./reconciliation.ts";
import { createRefund, listOwedRefunds, listPaymentRefunds, listRefunds } from "./refunds.ts";

let database: TestDatabase;
let otherSql: Sql;
let gateway: TestGateway;
let otherGateway: TestGateway;
let shop: Shop;
let device: Device;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  otherSql = connect(database.url, { statementMilliseconds });
  gateway = testGateway(database.sql);
  otherGateway = testGateway(otherSql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  person = await visitor(gateway, shop);
});
afterAll(async () => {
  await otherSql.end();
  await database.drop();
});

async function paidPayment(): Promise<Payment> {
  const payment = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, device, payment.payment_total);
  return payment;
}

const owe = (
  { payment_code }: Pick<Payment, "payment_code">,
  reference: string,
  amount: number,
  by = gateway,
) =>
  createRefund(by, {
    merchant_id: shop.merchant_id,
    payment_code,
    reference,
    amount,
    reason: "One of three was returned",
  });

const sending = () => ({
  refunded_at: new Date().toISOString(),
  recipient: "SITI CONTOH, BCA 1234567890",
});

const send = async (refund_id: string, how = sending()) =>
  sendOwnRefund(gateway, person.actor, {
    session: await refreshed(gateway, person),
    refund_id,
    ...how,
  });

const refundByHand = async ({ payment_code }: Payment, amount: number) =>
  refundOwnPayment(gateway, person.actor, {
    session: await refreshed(gateway, person),
    payment_code,
    amount,
    ...sending(),
    reason: "Paid twice",
    form_key: randomUUID(),
  });

/** Reports a second transfer, about which a person decides. null: the merchant keeps the money. */
async function payAgain(payment: Payment, refunded: number | null): Promise<string> {
  const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total);
  await tieOwnTransfer(gateway, person.actor, {
    session: await refreshed(gateway, person),
    mutation_id: mutation_id ?? "",
    payment_code: payment.payment_code,
    outcome: refunded === null ? "keep" : "refund",
    refund:
      refunded === null
        ? null
        : { amount: refunded, ...sending(), reason: "Paid twice", form_key: randomUUID() },
  });
  return mutation_id ?? "";
}

const ledgerOf = async ({ payment_code }: Payment) =>
  (await readPaymentDetail(gateway, { merchant_id: shop.merchant_id, payment_code })).ledger;

const refundsOf = async ({ payment_code }: Payment) =>
  (
    await listPaymentRefunds(gateway, {
      merchant_id: shop.merchant_id,
      payment_code,
      page: 1,
      per_page: 20,
    })
  ).items;

const events = () => database.sql<{ event_type: string; body: string }[]>`
  select event_type, body from webhook_deliveries
  where merchant_id = ${shop.merchant_id} and event_type = 'payment.refunded'`;

/** The state as the list of invoices and the invoice's own page show it. */
async function refundStateOf({ payment_code }: Payment) {
  const { merchant_id } = shop;
  const { items } = await searchPayments(gateway, {
    merchant_id,
    search: payment_code,
    per_page: 1,
  });
  const { refund_state } = await readPaymentDetail(gateway, { merchant_id, payment_code });
  expect(items).toMatchObject([{ payment_code, refund_state }]);
  return refund_state;
}

const today = () => ({ merchant_id: shop.merchant_id, days: 1 });

describe("how much of an invoice was refunded", () => {
  test("follows the refunds that were sent, and not those that are owed or withdrawn", async () => {
    const payment = await paidPayment();
    expect(await refundStateOf(payment)).toBeNull();
    const { refund_id } = await owe(payment, "RF-PART", 40_000);
    expect(await refundStateOf(payment)).toBeNull();
    await send(refund_id);
    expect(await refundStateOf(payment)).toBe("PART");
    expect((await readOverview(gateway, today())).refunded_today).toBe(40_000);
    await refundByHand(payment, payment.payment_total - 40_000);
    expect(await refundStateOf(payment)).toBe("FULL");
    expect((await readOverview(gateway, today())).refunded_today).toBe(payment.payment_total);
    await withdrawOwnRefund(gateway, person.actor, {
      session: await refreshed(gateway, person),
      refund_id,
    });
    expect(await refundStateOf(payment)).toBe("PART");
  });

  test("does not count the refund of a second transfer", async () => {
    const payment = await paidPayment();
    await payAgain(payment, payment.payment_total);
    expect(await refundStateOf(payment)).toBeNull();
    await refundByHand(payment, 1);
    expect(await refundStateOf(payment)).toBe("PART");
  });
});

test("the list of invoices with a refund has those sent and those owed, whatever the other filters are", async () => {
  const [none, owed, sent] = [await paidPayment(), await paidPayment(), await paidPayment()];
  await owe(owed, "RF-LISTED", 40_000);
  await refundByHand(sent, 1);
  const { merchant_id } = shop;
  const codesOf = async (filter: Partial<PaymentSearch> = {}) => {
    const found = { merchant_id, is_refunded: true, ...filter };
    const { items } = await searchPayments(gateway, { ...found, per_page: 100 });
    const { payment_count } = await readPaymentTotals(gateway, found);
    expect(payment_count).toBe(items.length);
    return items.map(({ payment_code }) => payment_code);
  };
  const all = await codesOf();
  expect(all.slice(0, 2)).toEqual([sent.payment_code, owed.payment_code]);
  expect(all).not.toContain(none.payment_code);
  expect(await codesOf({ oldest_first: true })).toEqual(all.toReversed());
  expect(await codesOf({ search: owed.payment_code })).toEqual([owed.payment_code]);
  expect(await codesOf({ search: none.payment_code })).toEqual([]);
  expect(await codesOf({ payment_status: "PENDING" })).toEqual([]);
  expect(await codesOf({ is_manual: true })).toEqual([]);
});

describe("a refund recorded by the merchant's server", () => {
  test("is owed, keeps the invoice PAID, and is sent once a person records the sending", async () => {
    const payment = await paidPayment();
    await database.sql`
      update merchants set webhook_url = 'https://shop.example/webhook', sends_difference_events = true
      where merchant_id = ${shop.merchant_id}`;
    const refund = await owe(payment, "RF-1", 40_000);
    expect(refund).toMatchObject({
      payment_code: payment.payment_code,
      reference: "RF-1",
      amount: 40_000,
      refund_status: "OWED",
      sent_at: null,
      sent_to: null,
    });
    expect(await ledgerOf(payment)).toMatchObject({
      received: payment.payment_total,
      refunded: 0,
      refunds_owed: 40_000,
      kept_difference: 0,
    });
    expect(await events()).toEqual([]);
    expect(await listOwedRefunds(gateway, shop)).toMatchObject([
      { refund_id: refund.refund_id, payment_code: payment.payment_code, amount: 40_000 },
    ]);

    const how = sending();
    await send(refund.refund_id, how);
    await send(refund.refund_id, how);
    expect(await refundsOf(payment)).toMatchObject([
      {
        reference: "RF-1",
        refund_status: "SENT",
        sent_at: how.refunded_at,
        sent_to: how.recipient,
      },
    ]);
    expect(await ledgerOf(payment)).toMatchObject({
      refunded: 40_000,
      refunds_owed: 0,
      kept_difference: -40_000,
    });
    expect(await listOwedRefunds(gateway, shop)).toEqual([]);
    const [event, ...others] = await events();
    expect(others).toEqual([]);
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      data: { refunded_total: 40_000, refunded_amount: 40_000, payment_status: "PAID" },
    });
  });

  test("is the same refund for a repeated reference, and refuses another amount or invoice", async () => {
    const payment = await paidPayment();
    const other = await paidPayment();
    const refund = await owe(payment, "RF-2", 1000);
    expect(await owe(payment, "RF-2", 1000)).toEqual(refund);
    await expect(owe(payment, "RF-2", 1001)).rejects.toMatchObject({
      code: "refund_reference_conflict",
      status: 409,
    });
    await expect(owe(other, "RF-2", 1000)).rejects.toMatchObject({
      code: "refund_reference_conflict",
    });
    await expect(owe({ payment_code: "unknown" }, "RF-2", 1000)).rejects.toMatchObject({
      code: "not_found",
    });
    await send(refund.refund_id);
    expect(await owe(payment, "RF-2", 1000)).toMatchObject({
      refund_id: refund.refund_id,
      refund_status: "SENT",
    });
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 1000, refunds_owed: 0 });
  });

  test("takes over a refund recorded by a person, for one reference only", async () => {
    const payment = await paidPayment();
    await refundByHand(payment, 5000);
    const [{ refund_id: recorded_refund_id } = { refund_id: "" }] = await refundsOf(payment);
    const take = (reference: string, amount = 5000, by = gateway) =>
      createRefund(by, {
        merchant_id: shop.merchant_id,
        payment_code: payment.payment_code,
        reference,
        amount,
        reason: "Taken from the dashboard",
        recorded_refund_id,
      });
    const conflict = { code: "refund_reference_conflict" };
    await expect(take("SHOP-0", 4999)).rejects.toMatchObject(conflict);
    const takers = await Promise.allSettled([
      take("SHOP-1"),
      take("SHOP-2", 5000, otherGateway),
      take("SHOP-1", 5000, otherGateway),
    ]);
    const taken = takers.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(new Set(taken.map(({ reference }) => reference)).size).toBe(1);
    expect(taken[0]).toMatchObject({ refund_id: recorded_refund_id, refund_status: "SENT" });
    expect(await refundsOf(payment)).toEqual([taken[0]]);
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 5000, refunds_owed: 0 });
    await expect(take("SHOP-3")).rejects.toMatchObject(conflict);
  });

  test("is refused for an invoice that is PENDING, has no money, or is another merchant's", async () => {
    const pending = await pendingPayment(gateway, shop);
    await expect(owe(pending, "RF-3", 1)).rejects.toMatchObject({ code: "conflict" });
    const expired = await pendingPayment(gateway, shop);
    await database.sql`
      update payments set payment_expired_at = now() - interval '1 minute', created_at = now() - interval '1 hour'
      where payment_id = ${expired.payment_id}`;
    await expect(owe(expired, "RF-3", 1)).rejects.toMatchObject({
      code: "refund_exceeds_received",
      status: 409,
    });
    const payment = await paidPayment();
    const stranger = await shopWithAccount(gateway);
    await expect(
      createRefund(gateway, {
        merchant_id: stranger.merchant_id,
        payment_code: payment.payment_code,
        reference: "RF-3",
        amount: 1,
        reason: "Theft",
      }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(
      listPaymentRefunds(gateway, {
        merchant_id: stranger.merchant_id,
        payment_code: payment.payment_code,
        page: 1,
        per_page: 20,
      }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("counts together with refunds recorded by people, up to the amount received", async () => {
    const payment = await paidPayment();
    await owe(payment, "RF-4", payment.payment_total - 1000);
    await expect(refundByHand(payment, 1001)).rejects.toMatchObject({
      reason: { code: "refund_exceeds_received" },
    });
    await refundByHand(payment, 600);
    await expect(owe(payment, "RF-5", 401)).rejects.toMatchObject({
      code: "refund_exceeds_received",
    });
    await owe(payment, "RF-5", 400);
    expect(await ledgerOf(payment)).toMatchObject({
      refunded: 600,
      refunds_owed: payment.payment_total - 600,
    });
  });

  test("is withdrawn like any other, and its money can be refunded again", async () => {
    const payment = await paidPayment();
    const { refund_id } = await owe(payment, "RF-6", payment.payment_total);
    await withdrawOwnRefund(gateway, person.actor, {
      session: await refreshed(gateway, person),
      refund_id,
    });
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 0, refunds_owed: 0 });
    expect(await refundsOf(payment)).toEqual([]);
    await expect(send(refund_id)).rejects.toMatchObject({ code: "not_found" });
    await owe(payment, "RF-7", payment.payment_total);
  });

  const withdraw = async (refund_id: string, by = gateway) =>
    withdrawOwnRefund(by, person.actor, { session: await refreshed(gateway, person), refund_id });

  test("stays withdrawn despite a repeated reference", async () => {
    const payment = await paidPayment();
    const other = await paidPayment();
    const withdrawn = {
      code: "conflict",
      status: 409,
      message:
        "The refund was withdrawn in the dashboard. To refund the money, create another refund with a new reference.",
    };
    const owed = await owe(payment, "RF-10", 1000);
    const sent = await owe(payment, "RF-11", 2000);
    await send(sent.refund_id);
    for (const { refund_id } of [owed, sent]) await withdraw(refund_id);
    for (const reference of ["RF-10", "RF-11"]) {
      await expect(owe(payment, reference, 1000)).rejects.toMatchObject(withdrawn);
      await expect(owe(payment, reference, payment.payment_total + 1)).rejects.toMatchObject(
        withdrawn,
      );
    }
    expect(await refundsOf(payment)).toEqual([]);
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 0, refunds_owed: 0 });
    // The reference is free for another invoice, and this invoice can use other references.
    await owe(other, "RF-10", 1000);
    await owe(payment, "RF-12", payment.payment_total);
  });

  test("passes its withdrawn reference to a refund recorded by a person, which owes nothing", async () => {
    const payment = await paidPayment();
    const { refund_id } = await owe(payment, "RF-13", 5000);
    await withdraw(refund_id);
    await refundByHand(payment, 5000);
    const [{ refund_id: recorded_refund_id } = { refund_id: "" }] = await refundsOf(payment);
    const take = () =>
      createRefund(gateway, {
        merchant_id: shop.merchant_id,
        payment_code: payment.payment_code,
        reference: "RF-13",
        amount: 5000,
        reason: "Taken from the dashboard",
        recorded_refund_id,
      });
    const taken = { refund_id: recorded_refund_id, reference: "RF-13", refund_status: "SENT" };
    expect(await take()).toMatchObject(taken);
    expect(await owe(payment, "RF-13", 5000)).toMatchObject(taken);
    await withdraw(recorded_refund_id);
    await expect(take()).rejects.toMatchObject({ code: "conflict" });
    await expect(owe(payment, "RF-13", 5000)).rejects.toMatchObject({ code: "conflict" });
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 0, refunds_owed: 0 });
  });

  test("is withdrawn for good while its request is repeated from two processes", async () => {
    const payment = await paidPayment();
    const { refund_id } = await owe(payment, "RF-14", 1000);
    const over = new AbortController();
    const repeat = async (by: TestGateway) => {
      let isLast = false;
      while (!isLast) {
        isLast = over.signal.aborted;
        await Promise.allSettled([owe(payment, "RF-14", 1000, by), owe(payment, "RF-14", 1000)]);
      }
    };
    const repeated = Promise.all([repeat(gateway), repeat(otherGateway)]);
    await withdraw(refund_id, otherGateway);
    over.abort();
    await repeated;
    expect(await refundsOf(payment)).toEqual([]);
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 0, refunds_owed: 0 });
  });

  test("makes a person's earlier view of the invoice outdated", async () => {
    const payment = await paidPayment();
    await owe(payment, "RF-8", 1000);
    const refund = async (refunded: number) =>
      refundOwnPayment(gateway, person.actor, {
        session: await refreshed(gateway, person),
        payment_code: payment.payment_code,
        amount: 1000,
        ...sending(),
        reason: "One of three was returned",
        form_key: randomUUID(),
        seen: { refunded },
      });
    await expect(refund(0)).rejects.toMatchObject({ reason: { code: "payment_changed" } });
    await refund(1000);
  });

  test("cannot be sent twice to different people, or in the future", async () => {
    const payment = await paidPayment();
    const { refund_id } = await owe(payment, "RF-9", 1000);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await expect(send(refund_id, { ...sending(), refunded_at: tomorrow })).rejects.toMatchObject({
      code: "validation_error",
    });
    await send(refund_id);
    await expect(send(refund_id, { ...sending(), recipient: "BUDI CONTOH" })).rejects.toMatchObject(
      { reason: { code: "refund_sent" } },
    );
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 1000, refunds_owed: 0 });
  });

  test("is accepted up to the amount received among 40 simultaneous ones from two processes", async () => {
    const payment = await paidPayment();
    const tenth = Math.floor(payment.payment_total / 10);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        owe(payment, `RACE-${index % 20}`, tenth, index % 2 ? gateway : otherGateway).then(
          ({ reference }) => reference as string,
          (cause: { code: string }) => cause.code,
        ),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome === "refund_exceeds_received");
    // Each reference came twice, and both requests got the same response.
    expect(new Set(outcomes).size).toBe(11);
    expect(refused).toHaveLength(20);
    const refunds = await refundsOf(payment);
    expect(refunds).toHaveLength(10);
    await Promise.all([...refunds, ...refunds].map(({ refund_id }) => send(refund_id)));
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 10 * tenth, refunds_owed: 0 });
  });
});

describe("the money of a refund", () => {
  /** Returns the refunds' amounts, oldest first. */
  const shares = async (payment: Payment) =>
    (await refundsOf(payment))
      .map(({ amount, surplus_amount }) => [amount, surplus_amount])
      .toReversed();

  test("is the second transfer if a person refunds it, and the order if the shop or a person does", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await refundByHand(payment, 1000);
    await payAgain(payment, total);
    await owe(payment, "OF-ORDER", 2000);
    await refundByHand(payment, 3000);
    expect(await shares(payment)).toEqual([
      [1000, 0],
      [total, total],
      [2000, 0],
      [3000, 0],
    ]);
  });

  test("is first the kept surplus, once, and stays the same when more arrives", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await owe(payment, "OF-ORDER", 2000);
    await payAgain(payment, null);
    await refundByHand(payment, total - 10);
    await refundByHand(payment, 100);
    await refundByHand(payment, 200);
    const before = [
      [2000, 0],
      [total - 10, total - 10],
      [100, 10],
      [200, 0],
    ];
    expect(await shares(payment)).toEqual(before);
    await payAgain(payment, null);
    expect(await shares(payment)).toEqual(before);
  });

  test("is surplus again after a withdrawal of its refund", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await payAgain(payment, total);
    const [{ refund_id } = { refund_id: "" }] = await refundsOf(payment);
    await withdrawOwnRefund(gateway, person.actor, {
      session: await refreshed(gateway, person),
      refund_id,
    });
    await refundByHand(payment, total + 1);
    expect(await shares(payment)).toEqual([[total + 1, total]]);
  });

  test("blocks another decision about its transfer, until the refund is withdrawn", async () => {
    const payment = await paidPayment();
    const mutation_id = await payAgain(payment, null);
    await refundByHand(payment, 4000);
    const reopen = async () =>
      reopenOwnTransfer(gateway, person.actor, {
        session: await refreshed(gateway, person),
        mutation_id,
      });
    await expect(reopen()).rejects.toMatchObject({ reason: { code: "refund_exceeds_received" } });
    const [{ refund_id } = { refund_id: "" }] = await refundsOf(payment);
    await withdrawOwnRefund(gateway, person.actor, {
      session: await refreshed(gateway, person),
      refund_id,
    });
    await reopen();
    await refundByHand(payment, 4000);
    expect(await shares(payment)).toEqual([[4000, 0]]);
  });

  test("is all surplus if the invoice ended unpaid", async () => {
    const payment = await pendingPayment(gateway, shop);
    await database.sql`
      update payments set payment_expired_at = now() - interval '1 minute', created_at = now() - interval '1 hour'
      where payment_id = ${payment.payment_id}`;
    await payAgain(payment, 5000);
    expect(await shares(payment)).toEqual([[5000, 5000]]);
  });

  test("is the surplus first for refunds from before migration 0018, except for a shop's own refunds", async () => {
    const payment = await paidPayment();
    const total = payment.payment_total;
    await owe(payment, "OF-ORDER", 2000);
    await payAgain(payment, total - 10);
    await refundByHand(payment, 100);
    const other = await paidPayment();
    await refundByHand(other, 100);
    const before = await shares(payment);
    const migration = readFileSync(
      new URL("../../db/migrations/0018_tell_surplus_refunds.sql", import.meta.url),
      "utf8",
    );
    await database.sql`update refunds set surplus_amount = 0 where merchant_id = ${shop.merchant_id}`;
    await database.sql.unsafe(migration.slice(migration.indexOf("with recorded")));
    expect(await shares(payment)).toEqual(before);
    expect(before).toEqual([
      [2000, 0],
      [total - 10, total - 10],
      [100, 10],
    ]);
    expect(await shares(other)).toEqual([[100, 0]]);
  });
});

describe("the list of refunds", () => {
  test("has pages, newest first, by time and status, without other merchants' refunds", async () => {
    const payment = await paidPayment();
    const first = await owe(payment, "A", 100);
    const second = await owe(payment, "B", 200);
    await refundByHand(payment, 300);
    const stranger = await shopWithAccount(gateway);
    const list = (options: Partial<Parameters<typeof listRefunds>[1]> = {}) =>
      listRefunds(gateway, { merchant_id: shop.merchant_id, page: 1, per_page: 20, ...options });
    const references = async (options: Parameters<typeof list>[0]) =>
      (await list(options)).items.map(({ reference }) => reference);

    expect(await references({})).toEqual([null, "B", "A"]);
    expect(await list({ page: 2, per_page: 2 })).toMatchObject({
      items: [{ reference: "A" }],
      pagination: { total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 },
    });
    expect(await references({ refund_status: "OWED" })).toEqual(["B", "A"]);
    expect(await references({ refund_status: "SENT" })).toEqual([null]);
    expect(await references({ since: second.created_at, refund_status: "OWED" })).toEqual(
      second.created_at === first.created_at ? ["B", "A"] : ["B"],
    );
    expect(await references({ until: first.created_at })).toEqual([]);
    expect(await references({ merchant_id: stranger.merchant_id })).toEqual([]);
  });
});
