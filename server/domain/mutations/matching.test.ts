import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "../../contract/payments.ts";
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
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeAccount } from "../accounts/accounts.ts";
import type { Device } from "../sources/devices.ts";
import { matchPayment, rematchMutations } from "./matching.ts";
import { listMutations, reportNotifications } from "./mutations.ts";
import { cancelPayment, readPayment } from "../payments/payments.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { enableTotp } from "../access/totp.ts";

const today = drawnDay("matching");

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
afterAll(() => database.drop());

const statusOf = async ({ payment_code }: Payment) =>
  (await readPayment(gateway, { merchant_id: shop.merchant_id, payment_code })).payment_status;

const mutations = async (only_unmatched = false) =>
  (
    await listMutations(gateway, {
      merchant_id: shop.merchant_id,
      page: 1,
      per_page: 100,
      only_unmatched,
    })
  ).items;

describe("a reported transfer", () => {
  test("pays the payment of exactly its amount, and both name each other", async () => {
    const payment = await pendingPayment(gateway, shop);
    const report = await reportTransfer(gateway, device, payment.payment_total);
    expect(report).toMatchObject({
      outcome: "recorded",
      matched_payment_code: payment.payment_code,
    });
    expect(await statusOf(payment)).toBe("PAID");
    expect(await mutations()).toMatchObject([
      {
        id: report.mutation_id,
        is_matched: true,
        matched_payment_id: payment.payment_id,
        matched_payment_code: payment.payment_code,
        amount_parsed: payment.payment_total,
        type_parsed: "CREDIT",
        account_number: "1234567890",
        bank_name: "BCA",
        device_name: "Phone beside the till",
      },
    ]);
  });

  test("is one mutation despite repeated reports", async () => {
    const payment = await pendingPayment(gateway, shop);
    const notification = transferNotification(payment.payment_total);
    const first = await reportNotifications(gateway, device, [notification, notification]);
    const again = await reportNotifications(gateway, device, [
      { ...notification, key: "another key" },
    ]);
    expect(first.map(({ outcome }) => outcome)).toEqual(["recorded", "duplicate"]);
    expect(again).toMatchObject([
      {
        outcome: "duplicate",
        mutation_id: first[0]?.mutation_id,
        matched_payment_code: payment.payment_code,
      },
    ]);
    expect(await mutations()).toHaveLength(1);
  });

  test("pays once if a caller reports two notifications as separate transfers", async () => {
    const payment = await pendingPayment(gateway, shop);
    const { merchant_id, device_id } = device;
    const announcement = (package_name: string, byte: string) => ({
      merchant_id,
      device_id,
      mutation_id: randomUUID(),
      identity: `\\x${byte.repeat(32)}`,
      package_name,
      body: `Rp ${payment.payment_total}`,
      posted_at: new Date().toISOString(),
      amount_parsed: payment.payment_total,
      type_parsed: "CREDIT",
      rule: "bca",
      wording: `\\x${"cd".repeat(8)}`,
      // Callers of version 0.1.0 stated this about their lists, and the function trusted them.
      is_alone: true,
      is_repeat: false,
    });
    const transfers = [announcement("com.bca", "a1"), announcement("com.bca.msb", "b2")].map(
      (transfer, index) => ({ ...transfer, transfer_position: index + 1 }),
    );
    const rows = await gateway.sql`
      select transfer_position, matched_payment_code
      from record_transfers(${JSON.stringify(transfers)}::text::json, null)
      order by 1`;
    expect(rows).toEqual([
      { transfer_position: 1, matched_payment_code: payment.payment_code },
      { transfer_position: 2, matched_payment_code: null },
    ]);
  });

  test("leaves a second transfer of the same total unmatched and listed", async () => {
    const payment = await pendingPayment(gateway, shop);
    const now = Date.now();
    const [first, second] = await reportNotifications(gateway, device, [
      transferNotification(payment.payment_total, { posted_at: new Date(now) }),
      transferNotification(payment.payment_total, { posted_at: new Date(now + 1000) }),
    ]);
    expect(first?.matched_payment_code).toBe(payment.payment_code);
    expect(second).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect((await mutations(true)).map(({ id }) => id)).toEqual([second?.mutation_id]);
  });

  test("pays by posting time, even if the report lists a later transfer first", async () => {
    const payment = await pendingPayment(gateway, shop);
    const now = Date.now();
    const outcomes = await reportNotifications(gateway, device, [
      transferNotification(payment.payment_total, {
        posted_at: new Date(now + 1000),
        sender: "BUDI",
      }),
      transferNotification(payment.payment_total, { posted_at: new Date(now), sender: "SITI" }),
    ]);
    expect(outcomes.map(({ matched_payment_code }) => matched_payment_code)).toEqual([
      null,
      payment.payment_code,
    ]);
  });

  test("pays no sooner than the payment's creation, even after the clock was set back", async () => {
    const payment = await pendingPayment(gateway, shop);
    const [made] = await database.sql<{ created_at: Date }[]>`
      select created_at from payments where payment_id = ${payment.payment_id}
    `;
    gateway.setClock(new Date((made?.created_at.getTime() ?? NaN) - 60_000));
    const outcome = await reportTransfer(gateway, device, payment.payment_total);
    expect(outcome.matched_payment_code).toBe(payment.payment_code);
    const { payment_updated_at } = await readPayment(gateway, {
      ...shop,
      payment_code: payment.payment_code,
    });
    expect(payment_updated_at).toBe(made?.created_at.toISOString());
  });

  test("does not pay a payment that is cancelled while it waits for the row", async () => {
    const payment = await pendingPayment(gateway, shop);
    let reported: Promise<{ matched_payment_code: string | null }> | undefined;
    await database.sql.begin(async (tx) => {
      await cancelPayment(
        { ...gateway, sql: asSql(tx) },
        { ...shop, payment_code: payment.payment_code },
      );
      reported = reportTransfer(gateway, device, payment.payment_total);
      const waiting = () => database.sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
      `;
      await expect.poll(async () => (await waiting()).count).toBeGreaterThan(0);
    });
    expect(await reported).toMatchObject({ outcome: "recorded", matched_payment_code: null });
    expect(await mutations(true)).toHaveLength(1);
  });

  test("pays nothing if posted more than two minutes before the payment's creation", async () => {
    const payment = await pendingPayment(gateway, shop);
    const early = new Date(Date.now() - 125_000);
    await reportTransfer(gateway, device, payment.payment_total, { posted_at: early });
    expect(await statusOf(payment)).toBe("PENDING");
    const justBefore = new Date(Date.now() - 100_000);
    await reportTransfer(gateway, device, payment.payment_total, { posted_at: justBefore });
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("pays an invoice created within two minutes of an early report, on the next match", async () => {
    gateway.setClock(today());
    await reportTransfer(gateway, device, 75_001, { posted_at: today() });
    gateway.setClock(today("00:01:59"));
    const payment = await exactTotal(75_001);
    expect(await rematchMutations(gateway)).toBe(1);
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("is matched again after an early report, despite hundreds of early ones of another merchant", async () => {
    gateway.setClock(today("08:00"));
    const other = await shopWithAccount(gateway);
    const phone = await approvedDevice(gateway, other);
    const { payment_total } = await pendingPayment(gateway, other);
    for (let round = 0; round < 6; round++) {
      const early = Array.from({ length: 100 }, (_, index) =>
        transferNotification(payment_total, {
          posted_at: new Date(today("07:00").getTime() - 60_000 * (round * 100 + index)),
        }),
      );
      await reportNotifications(gateway, phone, early);
    }
    await reportTransfer(gateway, device, 75_001);
    gateway.setClock(today("08:01:59"));
    const payment = await exactTotal(75_001);
    expect(await rematchMutations(gateway)).toBe(1);
    expect(await statusOf(payment)).toBe("PAID");
  });

  test("does not pay future invoices if the phone's clock runs ahead", async () => {
    gateway.setClock(today());
    await reportTransfer(gateway, device, 75_001, { posted_at: today("00:00", 365) });
    gateway.setClock(today("00:05"));
    const payment = await exactTotal(75_001);
    await rematchMutations(gateway);
    expect(await statusOf(payment)).toBe("PENDING");
  });

  test("pays only within its pool: another app, another merchant and outgoing money do not count", async () => {
    const payment = await pendingPayment(gateway, shop);
    const otherShop = await shopWithAccount(gateway);
    const otherDevice = await approvedDevice(gateway, otherShop);
    await reportTransfer(gateway, otherDevice, payment.payment_total);
    await reportTransfer(gateway, device, payment.payment_total, {
      package_name: "id.co.bri.brimo",
    });
    await reportNotifications(gateway, device, [
      {
        key: "",
        package_name: "com.bca",
        title: "Catatan Finansial",
        body: `Pengeluaran sebesar IDR ${payment.payment_total.toLocaleString("en")}.00 di kategori Transfer Rekening.`,
        posted_at: new Date().toISOString(),
      },
    ]);
    expect(await statusOf(payment)).toBe("PENDING");
    expect((await mutations()).map(({ type_parsed }) => type_parsed)).toContain("DEBIT");
  });

  test("on a device pays the account bound to it, and not the merchant's other accounts", async () => {
    const boundAccount = await addAccount(gateway, shop, { account_number: "999" });
    await changeAccount(gateway, boundAccount.account_id, { device_id: device.device_id });
    const otherDevice = await approvedDevice(gateway, shop);
    const bound = await pendingPayment(gateway, shop, { account_id: boundAccount.account_id });
    const unbound = await pendingPayment(gateway, shop, { payment_amount: 90_000 });
    await reportTransfer(gateway, otherDevice, bound.payment_total);
    await reportTransfer(gateway, device, unbound.payment_total);
    expect([await statusOf(bound), await statusOf(unbound)]).toEqual(["PENDING", "PENDING"]);
    await reportTransfer(gateway, device, bound.payment_total);
    await reportTransfer(gateway, otherDevice, unbound.payment_total);
    expect([await statusOf(bound), await statusOf(unbound)]).toEqual(["PAID", "PAID"]);
  });

  test("reports of packages with different letter case are the same app", async () => {
    const payment = await pendingPayment(gateway, shop);
    const notification = transferNotification(payment.payment_total);
    await reportNotifications(gateway, device, [{ ...notification, package_name: "com.BCA" }]);
    expect(await statusOf(payment)).toBe("PAID");
  });
});

/** Creates payments until one has exactly this total, by chance or because all other totals are taken. */
async function exactTotal(total: number): Promise<Payment> {
  for (let unique = 1; unique <= 999; unique++) {
    const payment = await pendingPayment(gateway, shop, { payment_amount: total - 1 });
    if (payment.payment_total === total) return payment;
  }
  throw new Error("999 creates did not give every unique amount");
}

describe("texts that are not transfers", () => {
  const text = (body: string, package_name = "com.bca") => ({
    key: "k",
    package_name,
    title: "BCA mobile",
    body,
    posted_at: new Date().toISOString(),
  });
  const kept = async () =>
    (
      await database.sql<{ body: string }[]>`
        select notification ->> 'body' as body
        from unread_notifications where merchant_id = ${shop.merchant_id}
      `
    ).map(({ body }) => body);

  test("a one-time code is ignored and never stored", async () => {
    const outcomes = await reportNotifications(gateway, device, [
      text("Kode OTP Anda 123456. Jangan berikan kepada siapa pun."),
    ]);
    expect(outcomes).toEqual([
      { key: "k", outcome: "ignored", mutation_id: null, matched_payment_code: null },
    ]);
    expect(await kept()).toEqual([]);
  });

  test("an unreadable text is stored for a later reading, from watched apps only", async () => {
    await reportNotifications(gateway, device, [
      text("Sesuatu yang baru sebesar Rp12.345 entah apa"),
      text("bayar 200.000 ke rekening bri aku sekarang", "com.whatsapp"),
    ]);
    expect(await kept()).toEqual(["Sesuatu yang baru sebesar Rp12.345 entah apa"]);
  });
});

describe("a manual match", () => {
  const match = (payment: Payment, totp_code: string, mutation_id: string | null = null) =>
    matchPayment(gateway, {
      merchant_id: shop.merchant_id,
      payment_code: payment.payment_code,
      mutation_id,
      totp_code,
    });

  test("pays with a correct code and links the mutation", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const payment = await pendingPayment(gateway, shop);
    const { mutation_id } = await reportTransfer(gateway, device, 4321);
    await match(payment, currentTotpCode(secret), mutation_id);
    const paid = await readPayment(gateway, { ...shop, payment_code: payment.payment_code });
    expect(paid).toMatchObject({
      payment_status: "PAID",
      is_manual_match: true,
      manual_matched_mutation_id: mutation_id,
    });
    expect(await mutations(true)).toEqual([]);
  });

  test("needs two-factor authentication", async () => {
    const payment = await pendingPayment(gateway, shop);
    await expect(match(payment, "123456")).rejects.toMatchObject({ code: "totp_not_enabled" });
  });

  test("accepts a code for one payment only", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const [first, second] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    const code = currentTotpCode(secret);
    await match(first, code);
    await expect(match(second, code)).rejects.toMatchObject({ code: "invalid totp code" });
    expect(await statusOf(second)).toBe("PENDING");
  });

  test("does not use up a code without a PENDING payment or a usable mutation", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const cancelled = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
    const code = currentTotpCode(secret);
    await expect(match(cancelled, code)).rejects.toMatchObject({ code: "not_found" });
    const payment = await pendingPayment(gateway, shop);
    const unknown = "018f0000-0000-7000-8000-000000000000";
    await expect(match(payment, code, unknown)).rejects.toMatchObject({ code: "not_found" });
    await match(payment, code);
  });

  test("links no DEBIT, no matched mutation and no mutation of another merchant", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const otherShop = await shopWithAccount(gateway);
    const otherDevice = await approvedDevice(gateway, otherShop);
    const foreign = await reportTransfer(gateway, otherDevice, 1111);
    const paid = await pendingPayment(gateway, shop);
    const used = await reportTransfer(gateway, device, paid.payment_total);
    const [debit] = await reportNotifications(gateway, device, [
      {
        key: "",
        package_name: "com.bca",
        title: "Financial Diary",
        body: "You spent IDR 5,000.00 at Account Transfer.",
        posted_at: new Date().toISOString(),
      },
    ]);
    const payment = await pendingPayment(gateway, shop);
    for (const mutation of [foreign, used, debit]) {
      expect(mutation?.mutation_id).toBeTruthy();
      await expect(
        match(payment, currentTotpCode(secret), mutation?.mutation_id ?? null),
      ).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await statusOf(payment)).toBe("PENDING");
  });

  test("and an automatic match never pay two payments with one mutation", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const { mutation_id } = await reportTransfer(gateway, device, 75_001);
    const rematched = await exactTotal(75_001);
    const chosen = await pendingPayment(gateway, shop, { payment_amount: 20_000 });
    await Promise.all([
      rematchMutations(gateway),
      match(chosen, currentTotpCode(secret), mutation_id).catch(() => {}),
      rematchMutations(gateway),
    ]);
    const statuses = [await statusOf(rematched), await statusOf(chosen)];
    expect(statuses.filter((status) => status === "PAID")).toHaveLength(1);
  });

  test("counts only wrong codes, and checks five of them in any 15 minutes", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const start = Date.now();
    const guessAt = async (seconds: number, isRight = false) => {
      const time = start + seconds * 1000;
      gateway.setClock(new Date(time));
      const right = currentTotpCode(secret, time);
      const wrong = right === "000000" ? "000001" : "000000";
      return match({ payment_code: "ANY" } as Payment, isRight ? right : wrong).catch(
        (cause: { code: string }) => cause.code,
      );
    };
    expect(await guessAt(0, true)).toBe("not_found");
    for (const seconds of [890, 891, 892, 893, 894]) {
      expect(await guessAt(seconds)).toBe("invalid totp code");
    }
    for (const seconds of [895, 901, 1789]) expect(await guessAt(seconds)).toBe("rate_limited");
    expect(await guessAt(1790)).toBe("invalid totp code");
    expect(await guessAt(1790.5)).toBe("rate_limited");
  });

  test("is throttled from the sixth wrong code in 15 minutes on, and allowed again afterwards", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const payment = await pendingPayment(gateway, shop);
    const start = Date.now();
    gateway.setClock(new Date(start));
    const wrong = currentTotpCode(secret, start) === "000000" ? "000001" : "000000";
    for (let guess = 1; guess <= 5; guess++) {
      await expect(match(payment, wrong)).rejects.toMatchObject({ code: "invalid totp code" });
    }
    const refusal = match(payment, currentTotpCode(secret, start));
    await expect(refusal).rejects.toMatchObject({
      code: "rate_limited",
      headers: { "x-ratelimit-reset": "900", "retry-after": "900" },
    });
    const later = start + 15 * 60_000;
    gateway.setClock(new Date(later));
    await match(payment, currentTotpCode(secret, later));
  });
});
