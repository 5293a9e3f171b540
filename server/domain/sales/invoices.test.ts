import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  invoiceOperations,
  type InvoiceStatus,
  type NewInvoice,
} from "../../contract/dashboard/invoices.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
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
import { listAuditEntries } from "../access/audit.ts";
import { changeAccount } from "../accounts/accounts.ts";
import { readPaymentDetail } from "../reconciliation/payment-detail.ts";
import { tieTransfer } from "../mutations/ledgers.ts";
import { searchPayments } from "../payments/payment-search.ts";
import { readPayment } from "../payments/payments.ts";
import { cancelInvoice, createInvoice, readInvoice } from "./invoices.ts";
import { makeSale, settleOnAccount } from "./sales.ts";
import type { SaleContents } from "./sales.sql.ts";

const today = drawnDay("invoices");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today());
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const form = (input: Partial<NewInvoice> = {}): NewInvoice => ({
  form_key: randomUUID(),
  account_id: shop.account_id,
  payment_amount: 150_000,
  items: [],
  customer_name: "Siti",
  deadline_seconds: 3600,
  ...input,
});
const create = (input: Partial<NewInvoice> = {}) =>
  createInvoice(gateway, person.actor, { merchant_id: shop.merchant_id, input: form(input) });
const read = (sale_id: string) => readInvoice(gateway, { merchant_id: shop.merchant_id, sale_id });
const cancel = (sale_id: string) =>
  cancelInvoice(gateway, person.actor, { merchant_id: shop.merchant_id, sale_id });
const list = async (payment_status?: InvoiceStatus) => {
  const options = { merchant_id: shop.merchant_id, payment_status, per_page: 20 };
  return (await searchPayments(gateway, options)).unchosen;
};

/** An invoice whose customer has not chosen how to pay. */
const waiting = (sale: Partial<SaleContents> = {}) =>
  makeSale(gateway, {
    merchant_id: shop.merchant_id,
    source: "invoice",
    form_key: randomUUID(),
    link_id: null,
    payment_amount: 20_000,
    customer_name: "Budi",
    customer_email: null,
    customer_phone: null,
    customer_orders: null,
    note: null,
    deadline_seconds: 3600,
    deadline_at: null,
    made_by: null,
    ...sale,
  });

test("a manual invoice requests the missing amount after a part, and none when cancelled", async () => {
  const { sale_id, payment_code, payment_total } = await create();
  const phone = await approvedDevice(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, phone, 50_000);
  await tieTransfer(gateway, {
    merchant_id: shop.merchant_id,
    mutation_id: mutation_id ?? "",
    payment_code,
    outcome: "part",
    refund: null,
  });
  const missing = { amount: (payment_total ?? 0) - 50_000, is_payable: true };
  const { merchant_id } = shop;
  expect((await readPaymentDetail(gateway, { merchant_id, payment_code })).rest).toEqual(missing);
  await cancel(sale_id);
  expect((await readPaymentDetail(gateway, { merchant_id, payment_code })).rest).toBeNull();
});

test("the list has the invoices without a payment, in every state, and no others", async () => {
  await create();
  const open = await waiting();
  await waiting({ source: "counter" });
  const withdrawn = await waiting();
  await cancel(withdrawn.sale_id);
  const deadline_at = today("10:00", -1).toISOString();
  const late = await waiting({ deadline_seconds: null, deadline_at });
  const ids = async (status?: InvoiceStatus) => (await list(status)).map(({ sale_id }) => sale_id);
  expect(await ids()).toEqual([late.sale_id, withdrawn.sale_id, open.sale_id]);
  expect(await ids("OPEN")).toEqual([open.sale_id]);
  expect(await ids("CANCELLED")).toEqual([withdrawn.sale_id]);
  expect(await ids("EXPIRED")).toEqual([late.sale_id]);
});

test("a payment's detail has the manual invoice behind it, and the QR code until it is paid", async () => {
  const { sale_id, payment_code } = await create({ note: "Ukuran M" });
  const name = { merchant_id: shop.merchant_id, payment_code };
  expect(await readPaymentDetail(gateway, name)).toMatchObject({
    sale: { sale_id, note: "Ukuran M", can_mail: false, mails: [] },
    address_qr: expect.stringContaining("<svg"),
  });
  await cancel(sale_id);
  expect((await readPaymentDetail(gateway, name)).address_qr).toBeNull();
  const other = await pendingPayment(gateway, shop);
  expect(await readPaymentDetail(gateway, { ...shop, ...other })).toMatchObject({
    sale: null,
    address_qr: expect.stringContaining("<svg"),
  });
});

describe("a manual invoice", () => {
  test("has a code, a payment, and an address to send", async () => {
    const made = await create({
      payment_amount: null,
      items: [
        { name: "Kemeja", price: 75_000, quantity: 2 },
        { name: "Kancing", price: 500, quantity: 10 },
      ],
      customer_phone: "081234567890",
      note: "Ukuran M",
    });
    expect(made).toMatchObject({
      payment_code: expect.stringMatching(/^INV-\d{4}-0001$/),
      invoice_status: "PENDING",
      payment_amount: 155_000,
      customer_name: "Siti",
      customer_phone: "081234567890",
      items: [
        { name: "Kemeja", price: 75_000, quantity: 2 },
        { name: "Kancing", price: 500, quantity: 10 },
      ],
      note: "Ukuran M",
      deadline_seconds: 3600,
      address_qr: expect.stringContaining("<svg"),
    });
    const { merchant_id } = shop;
    const payment = await readPayment(gateway, { merchant_id, payment_code: made.payment_code });
    expect(payment).toMatchObject({ payment_amount: 155_000, payment_checkout_url: made.address });
    expect(made.payment_total).toBe(payment.payment_total);
  });

  test("without an account waits for the customer, and its address leads to the choice", async () => {
    const input = form({ account_id: null });
    const made = await create(input);
    expect(await create(input)).toEqual(made);
    expect(made).toMatchObject({
      invoice_status: "OPEN",
      payment_total: null,
      account_id: null,
      address: `https://pay.example/i/${made.sale_id}`,
    });
    expect(await list()).toMatchObject([{ sale_id: made.sale_id }]);
    const { merchant_id } = shop;
    const choice = { account_id: shop.account_id, must_be_watched: false };
    const payment = await settleOnAccount(gateway, {
      merchant_id,
      sale_id: made.sale_id,
      ...choice,
    });
    expect(await read(made.sale_id)).toMatchObject({
      invoice_status: "PENDING",
      address: payment.payment_checkout_url,
    });
  });

  test("is created once by a form sent twice, with one entry in the audit log", async () => {
    const input = form();
    const twice = [input, input].map((one) =>
      createInvoice(gateway, person.actor, { merchant_id: shop.merchant_id, input: one }),
    );
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
    const [sale] =
      await database.sql`select made_by from sales where sale_id = ${one?.sale_id ?? null}`;
    expect(sale).toEqual({ made_by: person.session.person.person_id });
    const { items } = await listAuditEntries(gateway, { ...shop, per_page: 20 });
    expect(items.filter(({ action }) => action === "invoice.created")).toMatchObject([
      { object_id: one?.payment_code },
    ]);
  });

  test("is not created on an account that cannot take it, and leaves nothing", async () => {
    await changeAccount(gateway, shop.account_id, { account_quota: 0 });
    await expect(create()).rejects.toThrow("days of use");
    expect(await list()).toEqual([]);
  });

  test("cannot be read or cancelled by another merchant", async () => {
    const { sale_id } = await create();
    const owner = shop;
    shop = await shopWithAccount(gateway);
    await expect(read(sale_id)).rejects.toThrow("Invoice not found");
    await expect(cancel(sale_id)).rejects.toThrow("Invoice not found");
    await expect(create({ account_id: owner.account_id })).rejects.toThrow("Account not found");
  });

  test("is PAID with its payment", async () => {
    const { sale_id, payment_total } = await create();
    const phone = await approvedDevice(gateway, shop);
    await reportTransfer(gateway, phone, payment_total ?? 0);
    expect(await read(sale_id)).toMatchObject({ invoice_status: "PAID" });
    await expect(cancel(sale_id)).rejects.toMatchObject({ code: "payment_not_cancellable" });
  });

  test("has the fixed deadline of its form, also while its customer has not chosen", async () => {
    const deadline_at = today("17:30", 2).toISOString();
    const fixed = { deadline_seconds: undefined, deadline_at };
    const { payment_code } = await create(fixed);
    const { merchant_id } = shop;
    const { payment } = await readPaymentDetail(gateway, { merchant_id, payment_code });
    expect(payment.payment_expired_at).toBe(deadline_at);
    const open = await create({ ...fixed, account_id: null });
    expect(open).toMatchObject({ invoice_status: "OPEN", deadline_at, deadline_seconds: null });
    gateway.setClock(today("17:30", 2));
    expect(await read(open.sale_id)).toMatchObject({ invoice_status: "EXPIRED" });
  });

  test.each([
    ["four minutes", 4 * 60],
    ["91 days", 91 * 86_400],
  ])("does not take a fixed deadline in %s", async (_, seconds) => {
    const now = gateway.now() ?? new Date();
    const deadline_at = new Date(now.getTime() + seconds * 1000).toISOString();
    await expect(create({ deadline_seconds: undefined, deadline_at })).rejects.toMatchObject({
      errors: { deadline_at: "must be 5 minutes to 90 days from now" },
    });
  });

  test("is EXPIRED at its deadline, before the job runs", async () => {
    const { sale_id } = await create({ deadline_seconds: 300 });
    gateway.setClock(today("10:00", 1));
    expect(await read(sale_id)).toMatchObject({ invoice_status: "EXPIRED" });
    await expect(cancel(sale_id)).rejects.toMatchObject({ code: "payment_not_cancellable" });
  });
});

describe("cancelling an invoice", () => {
  test("with a payment cancels the payment", async () => {
    const { sale_id, payment_code } = await create();
    await cancel(sale_id);
    const { merchant_id } = shop;
    expect(await readPayment(gateway, { merchant_id, payment_code })).toMatchObject({
      payment_status: "CANCELLED",
    });
    expect(await read(sale_id)).toMatchObject({ invoice_status: "CANCELLED" });
    await expect(cancel(sale_id)).rejects.toMatchObject({ code: "payment_not_cancellable" });
  });

  test("before the customer's choice leaves no choice", async () => {
    const { sale_id, merchant_id } = await waiting();
    expect(await read(sale_id)).toMatchObject({ invoice_status: "OPEN", payment_total: null });
    await cancel(sale_id);
    expect(await read(sale_id)).toMatchObject({ invoice_status: "CANCELLED" });
    const choice = { account_id: shop.account_id, must_be_watched: false };
    const settled = settleOnAccount(gateway, { merchant_id, sale_id, ...choice });
    await expect(settled).rejects.toThrow("was cancelled");
    await expect(cancel(sale_id)).rejects.toMatchObject({ code: "payment_not_cancellable" });
  });

  test("during the customer's choice also cancels the payment, if the choice created one", async () => {
    gateway.setClock(null);
    for (let round = 0; round < 10; round += 1) {
      const { sale_id, merchant_id } = await waiting();
      const choice = { account_id: shop.account_id, must_be_watched: false };
      const [cancelled] = await Promise.allSettled([
        cancel(sale_id),
        settleOnAccount(gateway, { merchant_id, sale_id, ...choice }),
      ]);
      expect(cancelled.status).toBe("fulfilled");
      expect(await read(sale_id)).toMatchObject({ invoice_status: "CANCELLED" });
    }
  });
});

test("an invoice with a fixed deadline before the choice is EXPIRED", async () => {
  const { sale_id } = await waiting({
    deadline_seconds: null,
    deadline_at: today("10:00", 1).toISOString(),
  });
  gateway.setClock(today("10:00", 1));
  expect(await read(sale_id)).toMatchObject({ invoice_status: "EXPIRED" });
  await expect(cancel(sale_id)).rejects.toMatchObject({ code: "payment_not_cancellable" });
});

describe("a form gets the problem of each field:", () => {
  const { input } = invoiceOperations.createInvoice;
  const problemsOf = (fields: object) => {
    const valid = { ...form(), ...fields };
    return (input.safeParse(valid).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]);
  };

  test.each([
    [{ payment_amount: null }, "payment_amount", "is required"],
    [
      { items: [{ name: "a", price: 2, quantity: 3 }], payment_amount: 7 },
      "payment_amount",
      "must be left out, or be 6",
    ],
    [{ customer_name: " " }, "customer_name", "must not be empty"],
    [{ customer_name: "a\nb" }, "customer_name", "must not contain control characters"],
    [{ customer_email: "siti" }, "customer_email", "must be an email address"],
    [{ items: [{ name: "", price: 1, quantity: 1 }] }, "items.0.name", "must not be empty"],
  ])("%o", (fields, field, message) => {
    const problems = problemsOf(fields);
    expect(problems.map(([path]) => path)).toContain(field);
    expect(problems.find(([path]) => path === field)?.[1]).toContain(message);
  });

  test("an empty contact or note counts as missing", () => {
    const fields = { customer_email: "", customer_phone: "", note: "" };
    expect(problemsOf(fields)).toEqual([]);
  });
});
