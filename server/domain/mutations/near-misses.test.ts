import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
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
import type { Device } from "../sources/devices.ts";
import { listLikelyMutations, listNearMisses } from "./near-misses.ts";
import { cancelPayment } from "../payments/payments.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

async function nearMissesOf(
  amount: number,
  options: { sender?: string; package_name?: string } = {},
) {
  const { mutation_id } = await reportTransfer(gateway, device, amount, options);
  return listNearMisses(gateway, { ...shop, mutation_id: mutation_id as string });
}

describe("an unmatched transfer's near misses", () => {
  test("are the payments of its amount, first the one with the sender's name", async () => {
    await pendingPayment(gateway, shop, { customer_name: "Agus" });
    const wanted = await pendingPayment(gateway, shop, { customer_name: "Siti Contoh" });
    await pendingPayment(gateway, shop, { customer_name: "Budi" });
    const nearMisses = await nearMissesOf(150_000, { sender: "SITI CONTOH" });
    expect(nearMisses).toHaveLength(3);
    expect(nearMisses[0]).toMatchObject({
      payment_code: wanted.payment_code,
      payment_total: wanted.payment_total,
      payment_status: "PENDING",
      customer_name: "Siti Contoh",
      second_payment_code: null,
    });
    expect(nearMisses[0]?.score).toBeGreaterThan(nearMisses[1]?.score ?? 100);
  });

  test.each([
    ["rounded down", (total: number) => Math.floor(total / 10_000) * 10_000],
    ["rounded up", (total: number) => Math.ceil(total / 10_000) * 10_000],
    ["with a fee subtracted", (total: number) => total - 2500],
    ["paid twice", (total: number) => total * 2],
    ["with a digit wrong", (total: number) => total + 100_000],
  ])("are found if the total was %s", async (_, slip) => {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
      payment_amount: 123_100,
    });
    const nearMisses = await nearMissesOf(slip(payment_total));
    expect(nearMisses.map((nearMiss) => nearMiss.payment_code)).toEqual([payment_code]);
  });

  test.each([
    ["10 % less", 0.9],
    ["10 % more", 1.1],
  ])("are found if the customer sent %s, without other customers' payments", async (_, share) => {
    await pendingPayment(gateway, shop, { customer_name: "Budi", payment_amount: 123_900 });
    const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
      customer_name: "Siti Rahayu",
      payment_amount: 123_100,
    });
    const amount = Math[share < 1 ? "ceil" : "floor"](payment_total * share);
    const found = await nearMissesOf(amount, { sender: "SITI RAHAYU" });
    expect(found[0]).toMatchObject({ payment_code });
    expect(found.filter(({ customer_name }) => customer_name === "Budi")).toEqual([]);
    expect(
      await nearMissesOf(amount + Math.sign(share - 1) * 3, { sender: "SITI AMINAH" }),
    ).toEqual([]);
  });

  test("are suggested for a part of the customer's name, but never paid by it", async () => {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
      customer_name: "Putri Ayu Ningsih",
    });
    const { mutation_id } = await reportTransfer(gateway, device, payment_total - 492, {
      sender: "PUTRI AYU",
    });
    const name = { merchant_id: shop.merchant_id, mutation_id: mutation_id as string };
    expect(await listNearMisses(gateway, name)).toMatchObject([
      { payment_code, payment_status: "PENDING" },
    ]);
    const [stored] = await database.sql`
      select matched_payment_number, match_reason from mutations where mutation_id = ${mutation_id as string}
    `;
    expect(stored).toEqual({ matched_payment_number: null, match_reason: "no_such_total" });
  });

  test.each([
    ["include", "recently", limits.latePaymentDays - 1],
    ["leave out", "long", limits.latePaymentDays + 1],
  ])("%s an invoice of the sender that has %s expired", async (verb, _, days) => {
    const wanted = await pendingPayment(gateway, shop, { customer_name: "Putri Ayu Ningsih" });
    await pendingPayment(gateway, shop, { customer_name: "Budi" });
    await database.sql`
      update payments
      set payment_status = 'EXPIRED',
        released_at = now() - make_interval(days => ${days}),
        payment_updated_at = now() - make_interval(days => ${days})
      where merchant_id = ${shop.merchant_id}
    `;
    const found = await nearMissesOf(wanted.payment_total - 1450, { sender: "PUTRI AYU" });
    const suggestion = {
      payment_code: wanted.payment_code,
      payment_status: "EXPIRED",
      reasons: expect.arrayContaining([{ code: "invoice_expired", params: {} }]),
    };
    expect(found).toEqual(verb === "include" ? [expect.objectContaining(suggestion)] : []);
  });

  test("are two payments of one customer whose totals add up to it", async () => {
    const customer = { customer_name: "Siti", customer_email: "siti@example.com" };
    const larger = await pendingPayment(gateway, shop, { ...customer, payment_amount: 400_000 });
    const smaller = await pendingPayment(gateway, shop, { ...customer, payment_amount: 70_000 });
    await pendingPayment(gateway, shop, { payment_amount: 60_000 });
    const nearMisses = await nearMissesOf(larger.payment_total + smaller.payment_total);
    expect(nearMisses).toMatchObject([
      { payment_code: larger.payment_code, second_payment_code: smaller.payment_code },
    ]);
  });

  test("are on another account if that has exactly this total", async () => {
    const { account_id } = await addAccount(gateway, shop, { channel: "BRI" });
    const wanted = await pendingPayment(gateway, shop, { account_id });
    for (const package_name of ["com.bca", "id.bmri.livin"]) {
      const nearMisses = await nearMissesOf(wanted.payment_total, { package_name });
      expect(nearMisses.map(({ payment_code }) => payment_code)).toEqual([wanted.payment_code]);
    }
  });

  test("include recently ended payments, marked as such", async () => {
    const cancelled = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
    expect(await nearMissesOf(150_000)).toMatchObject([
      {
        payment_code: cancelled.payment_code,
        payment_status: "CANCELLED",
        reasons: expect.arrayContaining([{ code: "invoice_cancelled", params: {} }]),
      },
    ]);
  });

  test("are never another merchant's, and none for a matched transfer", async () => {
    const payment = await pendingPayment(gateway, shop);
    const otherShop = await shopWithAccount(gateway);
    await pendingPayment(gateway, otherShop);
    const { mutation_id } = await reportTransfer(gateway, device, payment.payment_total);
    const search = { mutation_id: mutation_id as string };
    expect(await listNearMisses(gateway, { ...shop, ...search })).toEqual([]);
    expect(await nearMissesOf(987_654)).toEqual([]);
    for (const stranger of [
      { ...otherShop, ...search },
      { ...shop, mutation_id: randomUUID() },
    ]) {
      await expect(listNearMisses(gateway, stranger)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("are never paid by the list", async () => {
    const payment = await pendingPayment(gateway, shop);
    await nearMissesOf(payment.payment_amount);
    const [row] = await database.sql`
      select payment_status from payments where payment_id = ${payment.payment_id}
    `;
    expect(row).toEqual({ payment_status: "PENDING" });
  });
});

describe("the likely transfers of a payment", () => {
  test("are the unmatched ones that resemble it, most likely first", async () => {
    const payment = await pendingPayment(gateway, shop, { customer_name: "Siti Contoh" });
    const ofSomebody = await reportTransfer(gateway, device, 150_000, { sender: "BUDI" });
    const ofCustomer = await reportTransfer(gateway, device, 150_000, { sender: "SITI CONTOH" });
    await reportTransfer(gateway, device, 99_999);
    const likely = await listLikelyMutations(gateway, { ...shop, ...payment });
    expect(likely.map(({ mutation_id }) => mutation_id)).toEqual([
      ofCustomer.mutation_id,
      ofSomebody.mutation_id,
    ]);
    expect(likely[0]).toMatchObject({
      match_reason: "no_such_total",
      sender_parsed: "SITI CONTOH",
    });
  });

  test("are not displaced by outgoing or repeated reports", async () => {
    const payment = await pendingPayment(gateway, shop, { customer_name: "Siti Contoh" });
    const { mutation_id } = await reportTransfer(gateway, device, 140_000, {
      sender: "SITI CONTOH",
    });
    await database.sql`
      insert into mutations
      select (json_populate_record(mutation, json_build_object(
        'mutation_number', mutation.mutation_number + number, 'mutation_id', gen_random_uuid(),
        'identity', '\\x' || md5(number::text), 'type_parsed', 'DEBIT', 'match_reason', 'debit'
      ))).*
      from mutations mutation, generate_series(1, ${limits.nearMissesLookedAt}) number
      where mutation_id = ${mutation_id}
    `;
    const likely = await listLikelyMutations(gateway, { ...shop, ...payment });
    expect(likely.map((each) => each.mutation_id)).toEqual([mutation_id]);
  });

  test("are empty after a transfer has paid it, and unknown payments are not found", async () => {
    const payment = await pendingPayment(gateway, shop);
    await reportTransfer(gateway, device, payment.payment_total);
    await reportTransfer(gateway, device, 150_000);
    expect(await listLikelyMutations(gateway, { ...shop, ...payment })).toEqual([]);
    const unknown = { ...shop, payment_code: "UNKNOWN" };
    await expect(listLikelyMutations(gateway, unknown)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
