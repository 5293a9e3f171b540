import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import type { Payment } from "../../contract/payments.ts";
import { connect } from "../../db/client.ts";
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
import { currentTotpCode } from "../../testing/totp.ts";
import type { Device } from "../sources/devices.ts";
import { matchPayment, rematchMutations } from "./matching.ts";
import { readMutationTotals } from "./mutation-search.ts";
import { readReport, recordReports, reportNotifications } from "./mutations.ts";
import { cancelPayment, expirePayments } from "../payments/payments.ts";
import { enableTotp } from "../access/totp.ts";

/** Tests the stored reason why a mutation paid a payment or did not. The deciding statement writes the reason. */

const today = drawnDay("reasons of matches");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;
/** The unique amount that a payment gets if it is free. */
let firstChoice: number;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = Object.assign(testGateway(database.sql), { random: () => 0.5 });
  const { payment_unique } = await pendingPayment(gateway, await shopWithAccount(gateway));
  firstChoice = payment_unique;
});
beforeEach(async () => {
  gateway.setClock(today("08:00"));
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const clock = () => gateway.now() as Date;
const later = (days: number) => gateway.setClock(new Date(clock().getTime() + days * 86_400_000));

const report = (amount: number, options: { package_name?: string; posted_at?: Date } = {}) =>
  reportTransfer(gateway, device, amount, { posted_at: clock(), ...options });

async function reasonOf({ mutation_id }: { mutation_id: string | null }) {
  const [row] = await database.sql<{ match_reason: string; candidate: string | null }[]>`
    select match_reason, payment_code as candidate
    from mutations mutation
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.candidate_payment_number
    where mutation_id = ${mutation_id}
  `;
  return row;
}

const because = (match_reason: string, candidate?: Payment) => ({
  match_reason,
  candidate: candidate?.payment_code ?? null,
});

const expiringPayment = () =>
  pendingPayment(gateway, shop, {
    payment_expired_at: new Date(clock().getTime() + 3_600_000).toISOString(),
  });

describe("a transfer", () => {
  test("with a paid invoice has the reason matched", async () => {
    const payment = await pendingPayment(gateway, shop);
    expect(await reasonOf(await report(payment.payment_total))).toEqual(because("matched"));
  });

  test("of an unknown total has the reason no_such_total", async () => {
    expect(await reasonOf(await report(12_345))).toEqual(because("no_such_total"));
  });

  test("in an app without an account has the reason no_account", async () => {
    const outcome = await report(12_345, { package_name: "id.co.bri.brimo" });
    expect(await reasonOf(outcome)).toEqual(because("no_account"));
  });

  test("of an overdue invoice's total, swept or not, is a late payment", async () => {
    const payment = await expiringPayment();
    later(1 / 24);
    const unswept = await report(payment.payment_total);
    await expirePayments(gateway, 10);
    later(limits.latePaymentDays - 0.01);
    const swept = await report(payment.payment_total);
    expect(await reasonOf(unswept)).toEqual(because("late_payment", payment));
    expect(await reasonOf(swept)).toEqual(because("late_payment", payment));
  });

  test("of a cancelled invoice's total is a late payment", async () => {
    const payment = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    const outcome = await report(payment.payment_total);
    expect(await reasonOf(outcome)).toEqual(because("late_payment", payment));
  });

  test("is not a late payment after the window, or for a later invoice", async () => {
    const payment = await expiringPayment();
    later(1 / 24);
    const early = await report(payment.payment_total, {
      posted_at: new Date(clock().getTime() - 2 * 3_600_000),
    });
    await expirePayments(gateway, 10);
    later(limits.latePaymentDays);
    const afterWindow = await report(payment.payment_total);
    expect(await reasonOf(early)).toEqual(because("before_invoice", payment));
    expect(await reasonOf(afterWindow)).toEqual(because("no_such_total"));
  });

  test("of a paid invoice's total is a second payment", async () => {
    const payment = await pendingPayment(gateway, shop);
    await report(payment.payment_total);
    later(1 / 24);
    const second = await report(payment.payment_total);
    expect(await reasonOf(second)).toEqual(because("second_payment", payment));
  });

  test("of the total of an invoice confirmed without a transfer might be that transfer", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const payment = await pendingPayment(gateway, shop);
    await match(payment, null, secret);
    const outcome = await report(payment.payment_total);
    expect(await reasonOf(outcome)).toEqual(because("paid_by_hand", payment));
  });

  test("from before its invoice has the reason before_invoice, until the next match pays", async () => {
    const payment = await pendingPayment(gateway, shop);
    const tooEarly = await report(payment.payment_total, {
      posted_at: new Date(clock().getTime() - 121_000),
    });
    expect(await reasonOf(tooEarly)).toEqual(because("before_invoice", payment));

    const early = await report(90_500);
    const wanted = await exactTotal(90_500);
    expect(await rematchMutations(gateway)).toBe(1);
    expect(await reasonOf(early)).toEqual(because("matched"));
    const second = await report(wanted.payment_total, {
      posted_at: new Date(clock().getTime() + 1000),
    });
    expect(await reasonOf(second)).toEqual(because("second_payment", wanted));
  });

  test("linked manually has the reason matched_by_hand", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const unmatched = await report(4321);
    await match(await pendingPayment(gateway, shop), unmatched.mutation_id, secret);
    expect(await reasonOf(unmatched)).toEqual(because("matched_by_hand"));
  });

  test("of another currency has the reason foreign_currency, even if an invoice has its amount", async () => {
    const wanted = await pendingPayment(gateway, shop);
    const [[recorded] = []] = await recordReports(gateway, [
      {
        merchant_id: shop.merchant_id,
        device_id: device.device_id,
        mutations: [
          {
            mutation_id: randomUUID(),
            identity: "c3".repeat(32),
            package_name: "com.bca",
            app_name: null,
            app_version: null,
            title: null,
            body: "USD",
            posted_at: clock().toISOString(),
            amount_parsed: wanted.payment_total,
            sender_parsed: null,
            type_parsed: "CREDIT",
            currency_parsed: "USD",
            rule: "bca",
            wording: null,
          },
        ],
      },
    ]);
    expect(await reasonOf(recorded as { mutation_id: string })).toEqual(
      because("foreign_currency"),
    );
  });

  test("of outgoing money has the reason debit", async () => {
    const [outcome] = await reportNotifications(gateway, device, [
      {
        key: "",
        package_name: "com.bca",
        title: "Financial Diary",
        body: "You spent IDR 5,000.00 at Account Transfer.",
        posted_at: clock().toISOString(),
      },
    ]);
    expect(await reasonOf(outcome as { mutation_id: string })).toEqual(because("debit"));
  });
});

function match(payment: Payment, mutation_id: string | null, secret: string) {
  const { payment_code } = payment;
  const totp_code = currentTotpCode(secret, clock().getTime());
  return matchPayment(gateway, { ...shop, payment_code, mutation_id, totp_code });
}

/** Creates a payment of exactly this total. */
const exactTotal = (total: number, account_id = shop.account_id): Promise<Payment> =>
  pendingPayment(gateway, shop, { payment_amount: total - firstChoice, account_id });

describe("a payment reported by two apps of one phone", () => {
  const announcement = (
    package_name: string,
    total: number,
    options: { seconds?: number; payer?: string } = {},
  ) => ({
    key: "-1",
    package_name,
    title: "GoPay",
    body: `Rp${total.toLocaleString("id-ID")} dari ${options.payer ?? "Siti & Budi"} udah masuk ke GoPay kamu.`,
    posted_at: new Date(clock().getTime() + (options.seconds ?? 0) * 1000).toISOString(),
  });
  const superApp = "com.gojek.app";
  const walletApp = "com.gojek.gopay";
  let superAccount: string;
  let walletAccount: string;

  beforeEach(async () => {
    const account = { channel: "GOPAY", account_number: "0812" };
    walletAccount = (await addAccount(gateway, shop, account)).account_id;
    superAccount = (await addAccount(gateway, shop, { ...account, app_package: superApp }))
      .account_id;
  });

  const announce = async (...notifications: ReturnType<typeof announcement>[]) =>
    (await reportNotifications(gateway, device, notifications)).map((outcome) => ({
      mutation_id: outcome.mutation_id,
      paid: outcome.matched_payment_code,
    }));

  const reasons = async () =>
    (
      await database.sql<{ match_reason: string }[]>`
        select match_reason from mutations where merchant_id = ${shop.merchant_id} order by mutation_number
      `
    ).map((row) => row.match_reason);

  test("pays once, even if the other app's account waits for the same total", async () => {
    const first = await exactTotal(50_123, superAccount);
    await exactTotal(50_123, walletAccount);
    const twin = announcement(walletApp, 50_123, { seconds: 3 });
    const outcomes = [
      ...(await announce(announcement(superApp, 50_123))),
      ...(await announce({ ...twin, body: twin.body.replace("&", "&amp;") })),
    ];
    expect(outcomes.map(({ paid }) => paid)).toEqual([first.payment_code, null]);
    expect(await reasons()).toEqual(["matched", "announced_twice"]);
    const { merchant_id } = shop;
    for (const filter of [{}, { match_reason: "announced_twice" as const }]) {
      const { credit_sum } = await readMutationTotals(gateway, { merchant_id, ...filter });
      expect(credit_sum).toBe(50_123);
    }
    expect(await rematchMutations(gateway)).toBe(0);
  });

  test.each([
    ["in one report", true],
    ["one after the other", false],
  ])("pays by the second report if the first app has no invoice, %s", async (_, together) => {
    const payment = await exactTotal(50_123, superAccount);
    const both = [announcement(walletApp, 50_123), announcement(superApp, 50_123)] as const;
    const outcomes = together
      ? await announce(...both)
      : [...(await announce(both[0])), ...(await announce(both[1]))];
    expect(outcomes.map(({ paid }) => paid)).toEqual([null, payment.payment_code]);
    expect(await reasons()).toEqual(["announced_twice", "matched"]);
  });

  test("pays once, in any order of the two in one report", async () => {
    await exactTotal(50_123, superAccount);
    const wanted = await exactTotal(50_123, walletAccount);
    const outcomes = await announce(
      announcement(superApp, 50_123, { seconds: 2 }),
      announcement(walletApp, 50_123),
    );
    expect(outcomes.map(({ paid }) => paid)).toEqual([null, wanted.payment_code]);
    expect(await reasons()).toEqual(["announced_twice", "matched"]);
  });

  test("is unmatched once if neither app has an invoice, and the next rematch pays one later invoice only", async () => {
    await announce(announcement(superApp, 50_123), announcement(walletApp, 50_123));
    expect((await reasons()).toSorted()).toEqual(["announced_twice", "no_such_total"]);
    await exactTotal(50_123, walletAccount);
    await exactTotal(50_123, superAccount);
    expect(await rematchMutations(gateway)).toBe(1);
    expect((await reasons()).toSorted()).toEqual(["announced_twice", "matched"]);
  });

  test("counts as reported by the app with an account", async () => {
    const otherShop = await shopWithAccount(gateway, { channel: "GOPAY", account_number: "0813" });
    const otherDevice = await approvedDevice(gateway, otherShop);
    shop = otherShop;
    device = otherDevice;
    await announce(announcement(superApp, 50_123), announcement(walletApp, 50_123));
    expect(await reasons()).toEqual(["announced_twice", "no_such_total"]);
  });

  test("leaves the other report announced_twice after a manual link", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    const [, second] = await announce(
      announcement(superApp, 50_123),
      announcement(walletApp, 50_123),
    );
    await match(await pendingPayment(gateway, shop), second?.mutation_id ?? null, secret);
    expect(await reasons()).toEqual(["announced_twice", "matched_by_hand"]);
  });

  test("leaves two payments of one total by different payers both paid", async () => {
    await exactTotal(50_123, superAccount);
    await exactTotal(50_123, walletAccount);
    const outcomes = await announce(
      announcement(superApp, 50_123, { payer: "Siti" }),
      announcement(walletApp, 50_123, { payer: "Budi" }),
    );
    expect(outcomes.every(({ paid }) => paid !== null)).toBe(true);
  });

  test.each([
    ["longer apart", { seconds: limits.announcementSeconds + 1 }, walletApp],
    ["of one app", { seconds: 2 }, superApp],
  ])("is not assumed for two equal texts %s", async (_, options, package_name) => {
    await exactTotal(50_123, superAccount);
    await exactTotal(50_123, walletAccount);
    await announce(announcement(superApp, 50_123), announcement(package_name, 50_123, options));
    expect(await reasons()).not.toContain("announced_twice");
  });

  test("is separate from a second one with the same words seconds later", async () => {
    await announce(
      announcement(superApp, 50_123),
      announcement(superApp, 50_123, { seconds: 4 }),
      announcement(walletApp, 50_123, { seconds: 1 }),
      announcement(walletApp, 50_123, { seconds: 5 }),
    );
    expect((await reasons()).filter((reason) => reason === "announced_twice")).toHaveLength(2);
    await announce(announcement(walletApp, 50_123, { seconds: 6 }));
    expect((await reasons()).at(-1)).toBe("no_such_total");
  });

  /** Stores copies of the shop's only report, because individual reports would take the database half a minute. */
  const repeatStored = (count: number) => database.sql`
    with repeated as (
      insert into mutations
      select (jsonb_populate_record(mutation, jsonb_build_object(
        'mutation_number', 1 + n,
        'mutation_id', gen_random_uuid(),
        'identity', sha256(n::text::bytea)
      ))).*
      from mutations mutation
      cross join generate_series(1, ${count}::integer) n
      where merchant_id = ${shop.merchant_id}
      returning merchant_id
    )
    update mutation_counters set mutation_count = 1 + ${count}::integer
    where merchant_id = (select merchant_id from repeated limit 1)`;

  test("is looked for in few pages, though a hundred equal texts came in one report to an empty database", async () => {
    const equal = Array.from({ length: limits.notificationsPerReport }, (_, index) =>
      announcement(superApp, 50_123, { seconds: index / 1000 }),
    );
    await announce(...equal);
    const [row] = await database.sql<
      { "QUERY PLAN": { Plan: { "Shared Hit Blocks": number } }[] }[]
    >`
      explain (analyze, buffers, format json)
      select find_announcement(mutation)
      from mutations mutation
      where merchant_id = ${shop.merchant_id}
        and mutation_number = ${equal.length}`;
    const pages = row?.["QUERY PLAN"][0]?.Plan["Shared Hit Blocks"];
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(100 * equal.length);
  });

  test("is found among the reports of its text up to the limit", async () => {
    await announce(announcement(superApp, 50_123));
    await repeatStored(limits.announcementsMax - 1);
    await announce(announcement(walletApp, 50_123, { seconds: 1 }));
    expect((await reasons()).at(-1)).toBe("announced_twice");
    await announce(announcement(superApp, 50_123, { seconds: 2 }));
    await announce(announcement(walletApp, 50_123, { seconds: 3 }));
    expect((await reasons()).at(-1)).toBe("no_such_total");
  });

  test("is recorded in a flood of one text, and others' payments are paid beside it", async () => {
    const other = await shopWithAccount(gateway);
    const phone = await approvedDevice(gateway, other);
    const { payment_code, payment_total } = await pendingPayment(gateway, other);
    await announce(announcement(superApp, 50_123));
    await repeatStored(5000);
    const flood = Array.from({ length: limits.notificationsPerReport }, (_, index) =>
      announcement(superApp, 50_123, { seconds: 1 + index / 1000 }),
    );
    // Connected like the server: a statement that takes too long is cancelled for all requests that share it.
    const sql = connect(database.url, { connections: 1 });
    const [, beside] = await recordReports(Object.assign(testGateway(sql), { now: clock }), [
      (await readReport(gateway, device, flood)).transfers,
      (
        await readReport(gateway, phone, [
          transferNotification(payment_total, { posted_at: clock() }),
        ])
      ).transfers,
    ]);
    await sql.end();
    expect(beside?.[0]?.matched_payment_code).toBe(payment_code);
    expect(await reasons()).toHaveLength(5001 + flood.length);
  });

  test("is not assumed across two phones with separate accounts", async () => {
    await exactTotal(50_123, superAccount);
    await exactTotal(50_123, walletAccount);
    await announce(announcement(superApp, 50_123));
    device = await approvedDevice(gateway, shop);
    await announce(announcement(walletApp, 50_123));
    expect(await reasons()).toEqual(["matched", "matched"]);
  });
});

describe("a transfer reported by two phones of one account", () => {
  let otherPhone: Device;

  beforeEach(async () => {
    otherPhone = await approvedDevice(gateway, shop);
  });

  const push = (total: number, seconds = 0) =>
    transferNotification(total, { posted_at: new Date(clock().getTime() + seconds * 1000) });

  const reported = async (phone: Device, ...notifications: ReturnType<typeof push>[]) =>
    (await reportNotifications(gateway, phone, notifications)).map(
      (outcome) => outcome.matched_payment_code,
    );

  const reasons = async () =>
    (
      await database.sql<{ match_reason: string }[]>`
        select match_reason from mutations where merchant_id = ${shop.merchant_id} order by mutation_number
      `
    ).map((row) => row.match_reason);

  test("pays once, and ten of them leave nothing to refund", async () => {
    const payments: Payment[] = [];
    for (let index = 0; index < 10; index++) payments.push(await pendingPayment(gateway, shop));
    const codes = payments.map(({ payment_code }) => payment_code);
    const pushes = payments.map(({ payment_total }) => push(payment_total));
    expect(await reported(device, ...pushes)).toEqual(codes);
    expect(await reported(otherPhone, ...pushes)).toEqual(codes.map(() => null));
    expect(await reasons()).toEqual([
      ...codes.map(() => "matched"),
      ...codes.map(() => "announced_twice"),
    ]);
  });

  test("pays once in one batch of both reports", async () => {
    const { payment_total } = await pendingPayment(gateway, shop);
    const reports = await Promise.all([
      readReport(gateway, device, [push(payment_total)]),
      readReport(gateway, otherPhone, [push(payment_total, 1)]),
    ]);
    await recordReports(
      gateway,
      reports.map(({ transfers }) => transfers),
    );
    expect(await reasons()).toEqual(["matched", "announced_twice"]);
  });

  const apart = limits.announcementSeconds;
  test.each([
    ["the same second", 0, "announced_twice"],
    ["by clocks as far apart as may be", apart, "announced_twice"],
    ["by clocks as far apart, the other way", -apart, "announced_twice"],
    ["a second later than that", apart + 1, "second_payment"],
    ["a minute later", 60, "second_payment"],
    ["half an hour later", 1800, "second_payment"],
  ])("at %s is the same transfer, or otherwise a second payment", async (_, seconds, reason) => {
    const { payment_total } = await pendingPayment(gateway, shop);
    await reported(device, push(payment_total));
    await reported(otherPhone, push(payment_total, seconds));
    expect(await reasons()).toEqual(["matched", reason]);
  });

  test("pays nothing more hours later, when the other phone is online again", async () => {
    const { payment_total } = await pendingPayment(gateway, shop);
    const notification = push(payment_total);
    await reported(device, notification);
    gateway.setClock(new Date(clock().getTime() + 6 * 3_600_000));
    await reported(otherPhone, { ...notification });
    expect(await reasons()).toEqual(["matched", "announced_twice"]);
  });

  test.each([60, 4])("is separate from a second one %i seconds later", async (seconds) => {
    const { payment_total } = await pendingPayment(gateway, shop);
    await reported(device, push(payment_total), push(payment_total, seconds));
    await reported(otherPhone, push(payment_total, 1), push(payment_total, seconds + 1));
    expect((await reasons()).toSorted()).toEqual([
      "announced_twice",
      "announced_twice",
      "matched",
      "second_payment",
    ]);
  });

  test("is unmatched once without an invoice, and the next match pays one invoice once", async () => {
    await reported(device, push(50_123));
    await reported(otherPhone, push(50_123, 2));
    expect(await reasons()).toEqual(["no_such_total", "announced_twice"]);
    await exactTotal(50_123);
    expect(await rematchMutations(gateway)).toBe(1);
    expect((await reasons()).toSorted()).toEqual(["announced_twice", "matched"]);
    expect(await rematchMutations(gateway)).toBe(0);
  });

  test("pays each of two invoices if each phone has its own account", async () => {
    const own = async (phone: Device) =>
      addAccount(gateway, shop, { device_id: phone.device_id, account_number: phone.device_id });
    const [one, other] = [await own(device), await own(otherPhone)];
    const first = await exactTotal(50_123, one.account_id);
    const second = await exactTotal(50_123, other.account_id);
    expect(await reported(device, push(50_123))).toEqual([first.payment_code]);
    expect(await reported(otherPhone, push(50_123))).toEqual([second.payment_code]);
  });

  test("reported by two apps each counts once, in any order of the reports", async () => {
    const account = { channel: "GOPAY", account_number: "0812" };
    const apps = ["com.gojek.gopay", "com.gojek.app"] as const;
    const accounts: string[] = [];
    for (const app_package of apps) {
      accounts.push((await addAccount(gateway, shop, { ...account, app_package })).account_id);
    }
    for (const [index, order] of (
      [
        [device, otherPhone],
        [otherPhone, device],
      ] as const
    ).entries()) {
      const total = 60_123 + index * 1000;
      for (const account_id of accounts) await exactTotal(total, account_id);
      for (const phone of order) {
        for (const [seconds, package_name] of apps.entries()) {
          await reported(phone, {
            ...push(total, seconds),
            package_name,
            title: "GoPay",
            body: `Rp${total.toLocaleString("id-ID")} dari SITI udah masuk ke GoPay kamu.`,
          });
        }
      }
    }
    expect((await reasons()).toSorted()).toEqual([
      ...Array<string>(6).fill("announced_twice"),
      "matched",
      "matched",
    ]);
  });

  test("of another merchant has no effect", async () => {
    const otherShop = await shopWithAccount(gateway);
    const theirs = await approvedDevice(gateway, otherShop);
    const { payment_total, payment_code } = await pendingPayment(gateway, shop);
    await reported(theirs, push(payment_total));
    expect(await reported(device, push(payment_total))).toEqual([payment_code]);
  });

  test("counts once despite different words", async () => {
    const { payment_total } = await pendingPayment(gateway, shop);
    await reported(device, push(payment_total));
    const other = transferNotification(payment_total, { posted_at: clock(), sender: "ANI" });
    await reported(otherPhone, other);
    expect(await reasons()).toEqual(["matched", "second_payment"]);
  });

  test("leaves the other phone's report announced_twice after a manual link", async () => {
    const { secret } = await enableTotp(gateway, shop.merchant_id);
    await reported(device, push(50_123));
    const [second] = await reportNotifications(gateway, otherPhone, [push(50_123, 1)]);
    await match(await pendingPayment(gateway, shop), second?.mutation_id ?? null, secret);
    expect(await reasons()).toEqual(["announced_twice", "matched_by_hand"]);
  });
});

test("a transfer with a repeated sender's text is two mutations with a reason each", async () => {
  const payment = await pendingPayment(gateway, shop);
  const notification = transferNotification(payment.payment_total, { posted_at: clock() });
  const outcomes = await reportNotifications(gateway, device, [notification, notification]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["recorded", "duplicate"]);
  expect(await reasonOf(outcomes[0] as { mutation_id: string })).toEqual(because("matched"));
});
