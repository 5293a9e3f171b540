import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RefundInput } from "../../contract/dashboard/reconciliation.ts";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { colleague, refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
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
import { enableTotp } from "../access/totp.ts";
import { confirmPerson } from "../access/two-factor.ts";
import type { Device } from "../sources/devices.ts";
import { readOwnMutation } from "./own-mutations.ts";
import { readPaymentDetail } from "./payment-detail.ts";
import {
  decideOwnTransfers,
  listOpenDifferences,
  listTransferCandidates,
  listTransfers,
  noteOwnTransfer,
  refundOwnPayment,
  reopenOwnTransfer,
  separateOwnTransfer,
  setOwnTransferAside,
  settleOwnPayment,
  tieOwnTransfer,
  withdrawOwnRefund,
} from "./reconciliation.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

async function transfer(amount: number, sender = "SITI CONTOH"): Promise<string> {
  const { mutation_id } = await reportTransfer(gateway, device, amount, { sender });
  return mutation_id as string;
}

const refund = (amount: number, changes: Partial<RefundInput> = {}): RefundInput => ({
  amount,
  refunded_at: new Date().toISOString(),
  recipient: "SITI CONTOH, BCA 1234567890",
  reason: "Paid twice",
  form_key: randomUUID(),
  ...changes,
});

const list = async (state: "open" | "closed", cursor?: string, per_page = 20) =>
  listTransfers(gateway, { merchant_id: shop.merchant_id, state, cursor, per_page });
const ids = async (state: "open" | "closed") => (await list(state)).items.map(({ id }) => id);

const tie = async (
  mutation_id: string,
  { payment_code }: Payment,
  outcome: Parameters<typeof tieOwnTransfer>[2]["outcome"],
  input: RefundInput | null = null,
) =>
  tieOwnTransfer(gateway, person.actor, {
    session: await refreshed(gateway, person),
    mutation_id,
    payment_code,
    outcome,
    refund: input,
  });

const setAside = async (mutation_id: string, input: RefundInput | null = null) =>
  setOwnTransferAside(gateway, person.actor, {
    session: await refreshed(gateway, person),
    mutation_id,
    refund: input,
  });

const reopen = async (mutation_id: string) =>
  reopenOwnTransfer(gateway, person.actor, {
    session: await refreshed(gateway, person),
    mutation_id,
  });

const refundOf = async ({ payment_code }: Payment, input: RefundInput) =>
  refundOwnPayment(gateway, person.actor, {
    session: await refreshed(gateway, person),
    payment_code,
    ...input,
  });

async function confirmed(): Promise<void> {
  const { secret } = await enableTotp(gateway, shop.merchant_id);
  await confirmPerson(gateway, person.actor, {
    session: await refreshed(gateway, person),
    code: currentTotpCode(secret),
  });
}

async function paidPayment(): Promise<Payment> {
  const payment = await pendingPayment(gateway, shop);
  await transfer(payment.payment_total);
  return payment;
}

const auditEvents = async () =>
  (await listAuditEntries(gateway, { merchant_id: shop.merchant_id, per_page: 50 })).items;

const ledgerOf = async ({ payment_code }: Payment) =>
  (await readPaymentDetail(gateway, { merchant_id: shop.merchant_id, payment_code })).ledger;

describe("several transfers at once", () => {
  const decide = async (mutation_ids: string[], decision: "not_ours" | "open") =>
    decideOwnTransfers(gateway, person.actor, {
      session: await refreshed(gateway, person),
      mutation_ids,
      decision,
    });

  test("each is decided and undone with its own audit entry, and a refusal stops no other", async () => {
    const [first, second] = [await transfer(42_000), await transfer(43_000)];
    const { mutation_id: matched } = await reportTransfer(
      gateway,
      device,
      (await pendingPayment(gateway, shop)).payment_total,
    );
    const chosen = [first, matched ?? "", randomUUID(), second];
    expect(await decide(chosen, "not_ours")).toEqual([
      { mutation_id: first, refusal: null },
      { mutation_id: matched, refusal: "not_found" },
      { mutation_id: chosen[2], refusal: "not_found" },
      { mutation_id: second, refusal: null },
    ]);
    expect(await ids("closed")).toEqual([second, first]);
    const actions = async () =>
      (await auditEvents()).map(({ action, object_id }) => [action, object_id]);
    expect((await actions()).slice(0, 2)).toEqual([
      ["transfer.set_aside", second],
      ["transfer.set_aside", first],
    ]);

    await setAside(await transfer(44_000), refund(44_000));
    const [refunded = ""] = await ids("closed");
    expect(await decide([second, refunded, first], "open")).toMatchObject([
      { refusal: null },
      { refusal: "conflict" },
      { refusal: null },
    ]);
    expect(await ids("open")).toEqual([second, first]);
    expect((await actions()).slice(0, 2)).toEqual([
      ["transfer.reopened", first],
      ["transfer.reopened", second],
    ]);
  });

  test("the same transfer twice in one request is one decision", async () => {
    const stray = await transfer(42_000);
    expect(await decide([stray, stray], "not_ours")).toMatchObject([
      { refusal: null },
      { refusal: null },
    ]);
    const entries = (await auditEvents()).filter(({ action }) => action === "transfer.set_aside");
    expect(entries).toHaveLength(1);
  });

  test("another merchant's transfers are not found", async () => {
    const stray = await transfer(42_000);
    const stranger = await visitor(gateway, await shopWithAccount(gateway));
    const results = await decideOwnTransfers(gateway, stranger.actor, {
      session: await refreshed(gateway, stranger),
      mutation_ids: [stray],
      decision: "not_ours",
    });
    expect(results).toEqual([{ mutation_id: stray, refusal: "not_found" }]);
    expect(await ids("open")).toEqual([stray]);
  });

  test("a person with two-factor authentication confirms first", async () => {
    const stray = await transfer(42_000);
    await enableTotp(gateway, shop.merchant_id);
    await expect(decide([stray], "not_ours")).rejects.toMatchObject({
      code: "confirmation_required",
    });
    expect(await ids("open")).toEqual([stray]);
  });
});

describe("transfers that need a person", () => {
  test("are open until a person decides, then closed, and matched ones were never open", async () => {
    const payment = await paidPayment();
    const stray = await transfer(42_000);
    const second = await transfer(payment.payment_total);
    expect(await ids("open")).toEqual([second, stray]);
    await setAside(stray);
    await tie(second, payment, "keep");
    expect(await ids("open")).toEqual([]);
    expect((await list("closed")).items).toMatchObject([
      { id: second, decision: "tied", tied_payment_code: payment.payment_code, refund: null },
      { id: stray, decision: "not_ours", tied_payment_code: null },
    ]);
    const alone = (mutation_id: string) =>
      readOwnMutation(gateway, { merchant_id: shop.merchant_id, mutation_id });
    expect(await alone(second)).toMatchObject({
      decision: "tied",
      tied_payment_code: payment.payment_code,
    });
    await reopen(stray);
    expect(await ids("open")).toEqual([stray]);
    expect(await alone(stray)).toMatchObject({ decision: null, tied_payment_code: null });
  });

  test("are booked once: a part of an invoice pays no other one, and is no part of it", async () => {
    const [asked, other] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const part = await transfer(42_000);
    await confirmed();
    await tie(part, asked, "part");
    for (const outcome of ["settle", "part"] as const)
      await expect(tie(part, other, outcome)).rejects.toMatchObject({ code: "not_found" });
    await expect(setAside(part)).rejects.toMatchObject({ code: "not_found" });
    const { ledger } = await readPaymentDetail(gateway, {
      merchant_id: shop.merchant_id,
      payment_code: other.payment_code,
    });
    expect(ledger).toBeNull();
  });

  test("stay marked as part payments if they were booked before the invoice ended", async () => {
    const asked = await pendingPayment(gateway, shop);
    const part = await transfer(42_000);
    await confirmed();
    await tie(part, asked, "part");
    const told = async () =>
      (await list("closed")).items.map(({ id, is_part_payment }) => ({ id, is_part_payment }));
    expect(await told()).toEqual([{ id: part, is_part_payment: true }]);
    const rest = await transfer(100_000);
    await tie(rest, asked, "settle");
    const late = await transfer(9000);
    await tie(late, asked, "keep");
    expect(await told()).toEqual([
      { id: late, is_part_payment: false },
      { id: rest, is_part_payment: false },
      { id: part, is_part_payment: true },
    ]);
  });

  test("are listed in pages, without another merchant's", async () => {
    const newest = [await transfer(1001), await transfer(1002), await transfer(1003)].toReversed();
    const first = await list("open", undefined, 2);
    expect(first.items.map(({ id }) => id)).toEqual(newest.slice(0, 2));
    const second = await list("open", first.next_cursor ?? "", 2);
    expect(second).toMatchObject({ items: [{ id: newest[2] }], next_cursor: null });
    await expect(list("open", "x")).rejects.toMatchObject({ code: "validation_error" });
    shop = await shopWithAccount(gateway);
    expect(await ids("open")).toEqual([]);
  });

  test("have a note and an assigned team member", async () => {
    const stray = await transfer(42_000);
    const finance = await colleague(gateway, shop, "finance");
    const write = (note: string | null, assigned_to: string | null) =>
      noteOwnTransfer(gateway, person.actor, {
        merchant_id: shop.merchant_id,
        mutation_id: stray,
        note,
        assigned_to,
      });
    await write(" Siti calls back ", finance.session.person.person_id);
    expect((await list("open")).items).toMatchObject([
      { note: "Siti calls back", assigned_to: { name: finance.session.person.name } },
    ]);
    await write(" ", null);
    expect((await list("open")).items).toMatchObject([{ note: null, assigned_to: null }]);
    await expect(write("x", randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = await shopWithAccount(gateway);
    const stranger = await colleague(gateway, elsewhere, "finance");
    await expect(write("x", stranger.session.person.person_id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

test("name the likeliest pending invoice near their amount", async () => {
  const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
    customer_name: "Siti Contoh",
  });
  await pendingPayment(gateway, shop, { customer_name: "Budi" });
  const unlike = await transfer(990_001);
  const price = await transfer(150_000);
  const short = await transfer(payment_total - 1_450);
  const guesses = async (state: "open" | "closed") =>
    Object.fromEntries((await list(state)).items.map((row) => [row.id, row.nearest_payment]));
  const nearest = { payment_code, payment_total, received: 0 };
  expect(await guesses("open")).toEqual({ [unlike]: null, [price]: nearest, [short]: nearest });
  await setAside(price);
  expect(await guesses("closed")).toEqual({ [price]: null });
});

test.each([
  ["exactly the rest", 0],
  ["the rest without the unique amount", 1],
])(
  "are compared with the rest of a part-paid invoice, in the list as beside the transfer: %s",
  async (_, left) => {
    const payment = await pendingPayment(gateway, shop, { payment_amount: 150_000 });
    const { payment_code, payment_total, payment_unique } = payment;
    await tie(await transfer(75_000), payment, "part");
    const whole = await transfer(payment_total - 1);
    const rest = await transfer(payment_total - 75_000 - left * payment_unique);
    const { items } = await list("open");
    const nearest = { payment_code, payment_total, received: 75_000 };
    expect(items.map(({ id, nearest_payment }) => [id, nearest_payment])).toEqual([
      [rest, nearest],
      [whole, null],
    ]);
    const candidates = (mutation_id: string) =>
      listTransferCandidates(gateway, { merchant_id: shop.merchant_id, mutation_id });
    expect(await candidates(rest)).toMatchObject([{ payment_code, received: 75_000 }]);
    expect(await candidates(whole)).toEqual([]);
  },
);

test("have candidates with their booked amounts", async () => {
  const payment = await pendingPayment(gateway, shop);
  const candidates = (mutation_id: string) =>
    listTransferCandidates(gateway, { merchant_id: shop.merchant_id, mutation_id });
  const part = await transfer(payment.payment_amount);
  expect(await candidates(part)).toMatchObject([
    {
      payment_code: payment.payment_code,
      received: 0,
      reasons: [
        { code: "unique_amount_left_off", params: { unique_amount: payment.payment_unique } },
        { code: "within_an_hour" },
      ],
    },
  ]);
  await tie(part, payment, "part");
  expect(await candidates(part)).toEqual([]);
  const rest = await transfer(payment.payment_unique);
  expect(await candidates(rest)).toMatchObject([
    {
      payment_code: payment.payment_code,
      received: payment.payment_amount,
      reasons: [
        { code: "rest_of_the_total", params: { received: payment.payment_amount } },
        { code: "within_an_hour" },
      ],
    },
  ]);
});

test("can make the invoice PAID, for a person confirmed with a code", async () => {
  const payment = await pendingPayment(gateway, shop);
  const low = await transfer(payment.payment_amount);
  await expect(tie(low, payment, "settle")).rejects.toMatchObject({ code: "totp_not_enabled" });
  await enableTotp(gateway, shop.merchant_id);
  for (const attempt of [
    () => tie(low, payment, "settle"),
    () => tie(low, payment, "part"),
    () => setAside(low),
    () => reopen(low),
    () => refundOf(payment, refund(1)),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: "confirmation_required" });
  await confirmed();
  await tie(low, payment, "settle");
  expect(await ledgerOf(payment)).toMatchObject({
    owed: payment.payment_total,
    received: payment.payment_amount,
    kept_difference: -payment.payment_unique,
    receipts: [{ mutation_id: low, sender: "SITI CONTOH", is_tied: false }],
  });
  expect(await ids("closed")).toEqual([low]);
});

test("keep waived and refunded amounts separate, and the history has both", async () => {
  const payment = await pendingPayment(gateway, shop);
  const { payment_total: total, payment_code } = payment;
  const history = async () =>
    (await readPaymentDetail(gateway, { merchant_id: shop.merchant_id, payment_code })).timeline
      .filter(({ amount }) => amount !== null)
      .map(({ kind, amount, party }) => [kind, amount, party]);
  await confirmed();
  await tie(await transfer(100_000), payment, "part");
  await tie(await transfer(20_000, "BUDI CONTOH"), payment, "part");
  expect(await ledgerOf(payment)).toMatchObject({ kept_difference: null, waived: 0 });
  expect(await history()).toEqual([
    ["received", 100_000, "SITI CONTOH"],
    ["received", 20_000, "BUDI CONTOH"],
  ]);
  await settleOwnPayment(gateway, person.actor, {
    session: await refreshed(gateway, person),
    payment_code,
  });
  const missing = total - 120_000;
  expect(await ledgerOf(payment)).toMatchObject({ kept_difference: -missing, waived: missing });

  await refundOf(payment, refund(30_000));
  expect(await ledgerOf(payment)).toMatchObject({
    owed: total,
    received: 120_000,
    refunded: 30_000,
    kept_difference: -missing - 30_000,
    waived: missing,
  });
  // A full refund of a second payment does not change the waived amount.
  await tie(await transfer(77_000), payment, "refund", refund(77_000));
  expect(await ledgerOf(payment)).toMatchObject({
    kept_difference: -missing - 30_000,
    waived: missing,
  });
  const { refunds = [] } = (await ledgerOf(payment)) ?? {};
  await withdrawOwnRefund(gateway, person.actor, {
    session: await refreshed(gateway, person),
    refund_id: refunds.find(({ amount }) => amount === 30_000)?.refund_id ?? "",
  });
  const to = "SITI CONTOH, BCA 1234567890";
  expect((await history()).map(String).toSorted()).toEqual(
    [
      ["received", 100_000, "SITI CONTOH"],
      ["waived", missing, null],
      ["received", 77_000, "SITI CONTOH"],
      ["refunded", 77_000, to],
      ["refund_withdrawn", 30_000, to],
    ]
      .map(String)
      .toSorted(),
  );
  // The missing amount arrives later, so nothing is waived.
  await tie(await transfer(missing), payment, "keep");
  expect(await ledgerOf(payment)).toMatchObject({ kept_difference: 0, waived: 0 });
});

describe("parts", () => {
  test("are listed with their invoice until they are accepted", async () => {
    const payment = await pendingPayment(gateway, shop);
    await tie(await transfer(50_000), payment, "part");
    const differences = () => listOpenDifferences(gateway, shop);
    expect(await differences()).toMatchObject([
      { payment_code: payment.payment_code, payment_status: "PENDING", received: 50_000 },
    ]);
    const settle = async () =>
      settleOwnPayment(gateway, person.actor, {
        session: await refreshed(gateway, person),
        payment_code: payment.payment_code,
      });
    await expect(settle()).rejects.toMatchObject({ code: "totp_not_enabled" });
    await confirmed();
    await settle();
    expect(await differences()).toEqual([]);
  });

  test("are shown up to a number", async () => {
    for (let number = 0; number <= limits.openDifferencesShown; number++) {
      const payment = await pendingPayment(gateway, shop, { payment_amount: 90_000 + number });
      await tie(await transfer(1000 + number), payment, "part");
    }
    expect(await listOpenDifferences(gateway, shop)).toHaveLength(limits.openDifferencesShown);
  });
});

describe("a refund", () => {
  test("names the person, and is in the audit log once for a form sent repeatedly", async () => {
    const payment = await paidPayment();
    const input = refund(500);
    await Promise.all([refundOf(payment, input), refundOf(payment, input)]);
    await refundOf(payment, input);
    expect(await ledgerOf(payment)).toMatchObject({
      refunded: 500,
      kept_difference: -500,
      refunds: [
        { amount: 500, made_by: { person_id: person.session.person.person_id }, proved_at: null },
      ],
    });
    expect(
      (await auditEvents()).filter(({ action }) => action === "payment.refunded"),
    ).toMatchObject([{ object_id: payment.payment_code, details: { amount: 500 } }]);
  });

  test("is withdrawn by a confirmed person, and the audit log has its values", async () => {
    const payment = await paidPayment();
    await refundOf(payment, refund(500));
    const [recorded] = (await ledgerOf(payment))?.refunds ?? [];
    const refund_id = recorded?.refund_id ?? "";
    const withdraw = async () =>
      withdrawOwnRefund(gateway, person.actor, {
        session: await refreshed(gateway, person),
        refund_id,
      });
    await enableTotp(gateway, shop.merchant_id);
    await expect(withdraw()).rejects.toMatchObject({ code: "confirmation_required" });
    await confirmed();
    await withdraw();
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 0, kept_difference: 0, refunds: [] });
    await expect(withdraw()).rejects.toMatchObject({ code: "not_found" });
    expect(
      (await auditEvents()).filter(({ action }) => action === "refund.withdrawn"),
    ).toMatchObject([
      {
        object_id: refund_id,
        details: {
          amount: 500,
          recipient: "SITI CONTOH, BCA 1234567890",
          payment_code: payment.payment_code,
        },
      },
    ]);
  });

  test("is refused if too large, and leaves not even a ledger", async () => {
    const payment = await paidPayment();
    await expect(refundOf(payment, refund(payment.payment_total + 1))).rejects.toMatchObject({
      reason: { code: "refund_exceeds_received" },
    });
    expect(await ledgerOf(payment)).toBeNull();
    expect((await auditEvents()).map(({ action }) => action)).not.toContain("payment.refunded");
  });

  test("is refused with a future time", async () => {
    const payment = await paidPayment();
    const ahead = new Date(Date.now() + 2 * limits.refundAheadSeconds * 1000).toISOString();
    await expect(refundOf(payment, refund(1, { refunded_at: ahead }))).rejects.toMatchObject({
      code: "validation_error",
    });
  });

  test("requires its fields for a second transfer", async () => {
    const payment = await paidPayment();
    const second = await transfer(payment.payment_total);
    await expect(tie(second, payment, "refund")).rejects.toMatchObject({
      code: "validation_error",
    });
    await tie(second, payment, "refund", refund(payment.payment_total));
    expect(await ledgerOf(payment)).toMatchObject({ kept_difference: 0 });
  });
});

describe("a decision on an outdated page", () => {
  const stale = { reason: { code: "payment_changed" } };

  test("books nothing if another part has arrived meanwhile", async () => {
    await confirmed();
    const payment = await pendingPayment(gateway, shop);
    const [first, second] = [await transfer(40_000), await transfer(50_000)];
    const seen = { payment_status: "PENDING", received: 0 } as const;
    const decide = async (mutation_id: string, outcome: "part" | "settle") =>
      tieOwnTransfer(gateway, person.actor, {
        session: await refreshed(gateway, person),
        mutation_id,
        payment_code: payment.payment_code,
        outcome,
        refund: null,
        seen,
      });
    await decide(first, "part");
    // Repeats the same decision, as after a lost response.
    await decide(first, "part");
    await expect(decide(second, "settle")).rejects.toMatchObject(stale);
    await expect(decide(second, "part")).rejects.toMatchObject(stale);
    expect(await ids("open")).toEqual([second]);
    const settle = async (received: number) =>
      settleOwnPayment(gateway, person.actor, {
        session: await refreshed(gateway, person),
        payment_code: payment.payment_code,
        seen: { payment_status: "PENDING", received },
      });
    await expect(settle(0)).rejects.toMatchObject(stale);
    await settle(40_000);
  });

  test("records one of two refunds that two tabs record for the same money", async () => {
    const payment = await paidPayment();
    const record = async () =>
      refundOwnPayment(gateway, person.actor, {
        session: await refreshed(gateway, person),
        payment_code: payment.payment_code,
        ...refund(1000),
        seen: { payment_status: "PAID", received: payment.payment_total, refunded: 0 },
      });
    const outcomes = await Promise.allSettled([record(), record()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await ledgerOf(payment)).toMatchObject({ refunded: 1000 });
  });
});

test("about two reports shows the invoice of the first, and is in the audit log", async () => {
  const [paid, other] = [await pendingPayment(gateway, shop), await pendingPayment(gateway, shop)];
  const otherPhone = await approvedDevice(gateway, shop);
  const posted_at = new Date();
  const told = async (phone: Device) =>
    (await reportTransfer(gateway, phone, paid.payment_total, { posted_at })).mutation_id as string;
  const [first, second] = [await told(device), await told(otherPhone)];
  await confirmed();
  await expect(tie(second, other, "settle")).rejects.toMatchObject({ code: "not_found" });
  const { merchant_id } = shop;
  expect(await readOwnMutation(gateway, { merchant_id, mutation_id: second })).toMatchObject({
    other_report: { mutation_id: first, payment_code: paid.payment_code, decision: null },
  });
  expect(await ids("open")).toEqual([]);

  const separate = async () =>
    separateOwnTransfer(gateway, person.actor, {
      session: await refreshed(gateway, person),
      mutation_id: second,
      other_mutation_id: first,
    });
  await separate();
  await separate();
  expect(await readOwnMutation(gateway, { merchant_id, mutation_id: second })).toMatchObject({
    other_report: null,
  });
  expect(await ids("open")).toEqual([second]);
  await tie(second, other, "settle");
  expect(
    (await auditEvents()).filter(({ action }) => action === "transfer.separated"),
  ).toMatchObject([
    {
      object_id: second,
      details: { other_mutation_id: first, payment_code: paid.payment_code },
    },
  ]);
});

test("every decision is in the audit log with the person", async () => {
  const payment = await paidPayment();
  const [stray, second] = [await transfer(42_000), await transfer(payment.payment_total)];
  await setAside(stray, refund(42_000));
  await tie(second, payment, "keep");
  await tie(second, payment, "keep");
  await reopen(second);
  expect(
    (await auditEvents()).filter(({ action }) => action.startsWith("transfer.")).toReversed(),
  ).toMatchObject([
    { action: "transfer.set_aside", object_id: stray, details: { refunded: 42_000 } },
    {
      action: "transfer.tied",
      object_id: second,
      details: { payment_code: payment.payment_code, outcome: "keep" },
    },
    { action: "transfer.reopened", object_id: second },
  ]);
});
