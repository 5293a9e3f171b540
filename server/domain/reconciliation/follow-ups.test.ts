import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import type { CreatePaymentInput, Payment } from "../../contract/payments.ts";
import { colleague, refreshed, visitor, type Visitor } from "../../testing/dashboard.ts";
import { bankFormats, sourceOf } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { dateOf, drawnDay } from "../../testing/drawn-day.ts";
import {
  approvedDevice,
  paymentLink,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  tryCreate,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { brokenInvariants } from "../../testing/invariants.ts";
import { currentTotpCode } from "../../testing/totp.ts";
import { listAuditEntries, operatorCli } from "../access/audit.ts";
import { enableTotp } from "../access/totp.ts";
import { confirmPerson } from "../access/two-factor.ts";
import type { Device } from "../sources/devices.ts";
import { listAccounts } from "../accounts/accounts.ts";
import { submitLinkForm } from "../sales/link-page.ts";
import { selectHeld } from "../sales/links.sql.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { takeTurns } from "../upkeep/archive-batches.sql.ts";
import { cancelPayment, expirePayments, readPayment } from "../payments/payments.ts";
import { importStatement } from "../statements/statement-import.ts";
import { recordMissedRow } from "../statements/statement-rows.ts";
import { readPaymentDetail } from "./payment-detail.ts";
import { followUpOwnPayment } from "./follow-ups.ts";
import { listTransfers, reopenOwnTransfer, setOwnTransferAside } from "./reconciliation.ts";

const today = drawnDay("a transfer that came in time");

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;
let person: Visitor;
let secret: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock(today("10:00"));
  shop = await shopWithAccount(gateway);
  device = await approvedDevice(gateway, shop);
  person = await visitor(gateway, shop);
  ({ secret } = await enableTotp(gateway, shop.merchant_id));
});
afterAll(() => database.drop());

async function confirm(whom: Visitor = person): Promise<void> {
  const at = gateway.now() as Date;
  await confirmPerson(gateway, whom.actor, {
    session: await refreshed(gateway, whom),
    code: currentTotpCode(secret, at.getTime()),
  });
}

/** An invoice that ended at 10:30, and the transfer of 10:20 that the phone reports at 11:00. */
async function lateReport(input: Partial<CreatePaymentInput> = {}) {
  gateway.setClock(today("10:00"));
  const payment = await pendingPayment(gateway, shop, {
    payment_expired_at: today("10:30").toISOString(),
    ...input,
  });
  gateway.setClock(today("11:00"));
  await expirePayments(gateway, 100);
  return { payment, mutation_id: await reported(payment.payment_total, "10:20") };
}

async function reported(amount: number, posted: string): Promise<string> {
  const { mutation_id } = await reportTransfer(gateway, device, amount, {
    posted_at: today(posted),
  });
  return mutation_id as string;
}

const followUp = async (mutation_id: string, payment_code: string, by: Visitor = person) =>
  (
    await followUpOwnPayment(gateway, by.actor, {
      session: await refreshed(gateway, by),
      mutation_id,
      payment_code,
    })
  ).payment_code;

const read = (payment_code: string): Promise<Payment> =>
  readPayment(gateway, { merchant_id: shop.merchant_id, payment_code });

const entries = async () => {
  const { items } = await listAuditEntries(gateway, { ...shop, per_page: 50 });
  return items.filter(({ action }) => action === "payment.followed_up");
};

const bank = bankFormats[0] as (typeof bankFormats)[number];

/**
 * Imports a statement with only one row, an incoming amount of this day without a time, and records that row as a
 * transfer.
 */
async function recordedRow(day: string, amount: number) {
  const row = { day, time: "10:00:00", description: "TRSF E-BANKING CR", sen: amount * 100 };
  const { account_number } = bank;
  const file = bank.write({ account_number, rows: [row], first_day: day, last_day: day });
  const { merchant_id, account_id } = shop;
  await importStatement(gateway, operatorCli, {
    merchant_id,
    account_id,
    source: sourceOf(file),
    mapping: null,
  });
  const [{ row_id } = { row_id: "" }] = await database.sql<{ row_id: string }[]>`
    select row_id from statement_rows where merchant_id = ${merchant_id} and booked_at is null`;
  const session = await refreshed(gateway, person);
  return (await recordMissedRow(gateway, person.actor, { session, row_id })).mutation_id;
}

const paidCodes = async () => {
  const rows = await database.sql<{ payment_code: string }[]>`
    select payment_code from payments where merchant_id = ${shop.merchant_id} and payment_status = 'PAID'`;
  return rows.map(({ payment_code }) => payment_code);
};

const followUpCodes = async (payment_code: string): Promise<string[]> => {
  const [row] = await database.sql<{ codes: string[] }[]>`
    select follow_up_codes(${payment_code}) as codes`;
  return row?.codes ?? [];
};

const openIds = async (cursor?: string, per_page = 20) => {
  const page = await listTransfers(gateway, {
    merchant_id: shop.merchant_id,
    state: "open",
    cursor,
    per_page,
  });
  return { ids: page.items.map(({ id }) => id), next: page.next_cursor };
};

test("the follow-up invoice repeats the expired one, is paid by the transfer, and notifies the shop", async () => {
  const orders = [{ sku: "A-1", name: "Kopi", price: 75_000, quantity: 2, subtotal: 150_000 }];
  const { payment, mutation_id } = await lateReport({
    payment_code: "ORDER-1",
    customer_phone: "0812",
    customer_orders: orders,
    metadata: { order: "77" },
    payment_webhook_url: "https://shop.example/hook",
    payment_return_url: "https://shop.example/thanks",
  });
  await confirm();
  expect(await followUp(mutation_id, "ORDER-1")).toBe("ORDER-1-2");

  const paid = await read("ORDER-1-2");
  const ended = await read("ORDER-1");
  expect(ended).toEqual({
    ...payment,
    payment_status: "EXPIRED",
    payment_updated_at: payment.payment_expired_at,
  });
  expect(paid).toEqual({
    ...payment,
    payment_id: paid.payment_id,
    payment_code: "ORDER-1-2",
    payment_checkout_url: `https://pay.example/pay/${paid.payment_id}`,
    payment_status: "PAID",
    payment_expired_at: new Date(
      today("11:00").getTime() + limits.followUpSeconds * 1000,
    ).toISOString(),
    payment_updated_at: today("11:00").toISOString(),
    is_manual_match: true,
    manual_matched_mutation_id: mutation_id,
  });
  const deliveries = await database.sql`
    select event_type, url, payment.payment_code
    from webhook_deliveries
    join payments payment using (merchant_id, payment_number)
    where merchant_id = ${shop.merchant_id}`;
  expect([...deliveries]).toEqual([
    {
      event_type: "payment.paid",
      url: "https://shop.example/hook",
      payment_code: "ORDER-1-2",
    },
  ]);
  expect(await entries()).toMatchObject([
    { object_id: "ORDER-1", details: { follow_up: "ORDER-1-2", mutation_id } },
  ]);
  const { timeline } = await readPaymentDetail(gateway, { ...shop, payment_code: "ORDER-1" });
  expect(timeline.map(({ kind, party }) => [kind, party])).toEqual([
    ["created", null],
    ["expired", null],
    ["followed_up", "ORDER-1-2"],
  ]);
  const followed = await readPaymentDetail(gateway, { ...shop, payment_code: "ORDER-1-2" });
  expect(followed.timeline.map(({ kind }) => kind)).toEqual(["created", "transfer", "paid"]);
  // The whole total came, so there is no difference to book.
  expect(
    await database.sql`select from payment_ledgers where merchant_id = ${shop.merchant_id}`,
  ).toHaveLength(0);
  expect((await openIds()).ids).toEqual([]);
  expect(await brokenInvariants(database.sql)).toEqual([]);
});

test("an expiry without a job's record yet does not prevent a follow-up", async () => {
  gateway.setClock(today("10:00"));
  const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
    payment_expired_at: today("10:30").toISOString(),
  });
  gateway.setClock(today("11:00"));
  const mutation_id = await reported(payment_total, "10:20");
  await confirm();
  await followUp(mutation_id, payment_code);
  expect((await read(payment_code)).payment_status).toBe("EXPIRED");
  expect((await read(`${payment_code}-2`)).payment_total).toBe(payment_total);
  expect(await brokenInvariants(database.sql)).toEqual([]);
});

describe("a follow-up is unique:", () => {
  test("a repeated request, by any person, gets the same code and writes nothing", async () => {
    const { payment, mutation_id } = await lateReport();
    await confirm();
    const code = await followUp(mutation_id, payment.payment_code);
    const other = await colleague(gateway, shop, "finance");
    const [{ email } = { email: "" }] = await database.sql<{ email: string }[]>`
      select email from people where person_id = ${other.session.person.person_id}`;
    ({ secret } = await enableTotp(gateway, shop.merchant_id, email));
    await confirm(other);
    expect(await followUp(mutation_id, payment.payment_code)).toBe(code);
    expect(await followUp(mutation_id, payment.payment_code, other)).toBe(code);
    expect(await entries()).toHaveLength(1);
  });

  test("one of many simultaneous requests creates an invoice, and all get its code", async () => {
    const { payment, mutation_id } = await lateReport();
    await confirm();
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => followUp(mutation_id, payment.payment_code)),
    );
    expect(new Set(codes)).toEqual(new Set([`${payment.payment_code}-2`]));
    const rows = await database.sql`
      select payment_status from payments where merchant_id = ${shop.merchant_id} order by payment_number`;
    expect(rows.map(({ payment_status }) => payment_status)).toEqual(["EXPIRED", "PAID"]);
    expect(await entries()).toHaveLength(1);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("one of a follow-up and a simultaneous other decision stands", async () => {
    const { payment, mutation_id } = await lateReport();
    await confirm();
    const session = await refreshed(gateway, person);
    const results = await Promise.allSettled([
      followUp(mutation_id, payment.payment_code),
      setOwnTransferAside(gateway, person.actor, { session, mutation_id, refund: null }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("one of two transfers of an expired invoice pays, because the other might be its second report", async () => {
    const { payment, mutation_id } = await lateReport();
    const second = await reported(payment.payment_total, "10:25");
    await confirm();
    const code = `${payment.payment_code}-2`;
    const results = await Promise.allSettled(
      [mutation_id, second].map((id) => followUp(id, payment.payment_code)),
    );
    expect(results.toSorted((one, other) => (one.status < other.status ? -1 : 1))).toMatchObject([
      { status: "fulfilled", value: code },
      {
        status: "rejected",
        reason: { reason: { code: "followed_up_already", params: { payment_code: code } } },
      },
    ]);
    expect(await paidCodes()).toEqual([code]);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test.each(["before", "after"])(
    "a second report, received %s the follow-up, is a second payment and offers no other follow-up",
    async (order) => {
      const { payment, mutation_id } = await lateReport();
      const code = `${payment.payment_code}-2`;
      gateway.setClock(today("11:05"));
      await confirm();
      if (order === "after") await followUp(mutation_id, payment.payment_code);
      const second = await reported(payment.payment_total, "10:25");
      await reported(50_000, "11:00");
      if (order === "before") await followUp(mutation_id, payment.payment_code);

      const { items } = await listTransfers(gateway, { ...shop, state: "open", per_page: 20 });
      expect(items.at(-1)).toMatchObject({
        id: second,
        match_reason: "second_payment",
        candidate_payment_code: code,
        came_in_time: false,
      });
      expect(items).toHaveLength(2);
      for (const asked of [payment.payment_code, code]) {
        await expect(followUp(second, asked)).rejects.toMatchObject({
          reason: {
            code: asked === code ? "transfer_not_in_time" : "followed_up_already",
          },
        });
      }
      expect(await paidCodes()).toEqual([code]);
      expect(await entries()).toHaveLength(1);
      expect(await brokenInvariants(database.sql)).toEqual([]);
    },
  );
});

test("a follow-up needs no phone, even if the shop requires one, unlike other creates", async () => {
  const { payment, mutation_id } = await lateReport();
  await changeMerchant(gateway, shop.merchant_id, { refuse_offline_accounts: true });
  await database.sql`
    update devices set last_seen_at = ${today("10:30")}, offline_since = ${today("10:59")} where merchant_id = ${shop.merchant_id}`;
  await confirm();
  const code = await followUp(mutation_id, payment.payment_code);
  expect((await read(code)).payment_status).toBe("PAID");
  for (let each = 0; each < 5; each += 1) {
    expect(await tryCreate(gateway, shop)).toBe("no_active_quota");
  }
});

test("an archive locks in the same order, so neither waits for the other for ever", async () => {
  const { merchant_id } = shop;
  await database.sql
    .begin(async (followingUp) => {
      await followingUp`select from mutation_counters where merchant_id = ${merchant_id} for update`;
      const archiving = database.sql.begin(async (tx) => {
        await tx`
        create temporary table queued_mutations on commit drop as
        select ${merchant_id}::uuid as merchant_id, 1::bigint as place`;
        await takeTurns(tx, "mutations", { after: 0, until: 1 });
      });
      await vi.waitFor(async () => {
        const waiting = await database.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        expect(waiting).toHaveLength(1);
      }, 60_000);
      await followingUp`
      select from payment_counters where merchant_id = ${merchant_id} for update nowait`;
      return { archiving };
    })
    .then(({ archiving }) => archiving);
});

describe("a follow-up of a payment link's sale", () => {
  async function lateSale(stock: number) {
    gateway.setClock(today("10:00"));
    const link = await paymentLink(gateway, shop, { stock, deadline_seconds: 1800 });
    const payment_id = await buy(link.slug);
    gateway.setClock(today("11:00"));
    await expirePayments(gateway, 100);
    const [payment = { payment_code: "", payment_total: 0 }] = await database.sql<
      { payment_code: string; payment_total: number }[]
    >`select payment_code, payment_total from payments where payment_id = ${payment_id}`;
    return { ...payment, link, mutation_id: await reported(payment.payment_total, "10:20") };
  }

  async function buy(slug: string): Promise<string> {
    const [account] = await listAccounts(gateway, shop.merchant_id);
    return submitLinkForm(gateway, {
      slug,
      form_key: randomUUID(),
      client_address: "192.0.2.1",
      values: { channel_id: account?.channel_id ?? "" },
    });
  }

  test("takes the stock, and the sale's customer gets the receipt", async () => {
    const { payment_code, link, mutation_id } = await lateSale(1);
    await database.sql`
      update merchants set sends_receipts = true where merchant_id = ${shop.merchant_id}`;
    await database.sql`
      update sales set customer_email = 'siti@example.com' where merchant_id = ${shop.merchant_id}`;
    await confirm();
    const code = await followUp(mutation_id, payment_code);
    expect(await selectHeld(database.sql, link)).toEqual({ pieces: 1, payments: 1 });
    const sold = await database.sql`
      select sale.payment_code, payment.payment_status, mail.kind
      from sales sale
      join payments payment using (merchant_id, payment_number)
      left join customer_mails mail using (merchant_id, sale_number)
      where merchant_id = ${shop.merchant_id}`;
    expect([...sold]).toEqual([{ payment_code: code, payment_status: "PAID", kind: "receipt" }]);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("is refused while others hold the stock", async () => {
    const { payment_code, link, mutation_id } = await lateSale(1);
    await buy(link.slug);
    await confirm();
    await expect(followUp(mutation_id, payment_code)).rejects.toMatchObject({
      reason: { code: "link_sold_out" },
    });
    expect(await paidCodes()).toEqual([]);
    await database.sql`update payment_links set stock = 2 where link_id = ${link.link_id}`;
    await followUp(mutation_id, payment_code);
    expect(await selectHeld(database.sql, link)).toEqual({ pieces: 2, payments: 2 });
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });
});

test("a follow-up of an expired order for days of quota pays the order", async () => {
  const { payment, mutation_id } = await lateReport();
  const buyer = await shopWithAccount(gateway);
  await database.sql`
    insert into quota_orders (merchant_id, order_id, account_id, days, seller_id, payment_code, ordered_at)
    values (
      ${buyer.merchant_id}, gen_random_uuid(), ${buyer.account_id}, 30, ${shop.merchant_id}, ${payment.payment_code},
      ${today("10:00")}
    )`;
  await confirm();
  const code = await followUp(mutation_id, payment.payment_code);
  const [order] = await database.sql`
    select payment_code, credited_at, account_quota
    from quota_orders join accounts using (merchant_id, account_id)
    where merchant_id = ${buyer.merchant_id}`;
  expect(order).toEqual({
    payment_code: code,
    credited_at: today("11:00"),
    account_quota: 60,
  });
  expect(await brokenInvariants(database.sql)).toEqual([]);
});

test("simultaneous creates keep their own totals", async () => {
  const { payment, mutation_id } = await lateReport();
  await confirm();
  const [code, ...others] = await Promise.all([
    followUp(mutation_id, payment.payment_code),
    ...Array.from({ length: 20 }, () => tryCreate(gateway, shop)),
  ]);
  expect((await read(code)).payment_total).toBe(payment.payment_total);
  expect(others.every((other) => typeof other !== "string")).toBe(true);
  expect(await brokenInvariants(database.sql)).toEqual([]);
});

describe("a follow-up's code", () => {
  // No archive has removed these payments, and the invariants would notice the count.
  const forgetRemoved = () =>
    database.sql`delete from removed_payments where merchant_id = ${shop.merchant_id}`;

  test("is the next one without an invoice or an archived one", async () => {
    const { mutation_id } = await lateReport({ payment_code: "ORDER-9" });
    await pendingPayment(gateway, shop, { payment_code: "ORDER-9-2" });
    await database.sql`
      insert into removed_payments (merchant_id, payment_code, payment_number, account_id, created_at)
      values (${shop.merchant_id}, 'ORDER-9-3', 0, ${shop.account_id}, now())`;
    await confirm();
    expect(await followUp(mutation_id, "ORDER-9")).toBe("ORDER-9-4");
    // ORDER-9-2 is another invoice.
    const { timeline } = await readPaymentDetail(gateway, { ...shop, payment_code: "ORDER-9" });
    expect(timeline.at(-1)).toMatchObject({ kind: "followed_up", party: "ORDER-9-4" });
    expect(timeline).toHaveLength(3);
    await forgetRemoved();
  });

  test("stays within the maximum length, also with characters of two units", async () => {
    for (const letter of ["x", "😀"]) {
      const longest = letter.repeat(limits.paymentCodeCharacters);
      for (const code of await followUpCodes(longest)) {
        expect(Array.from(code)).toHaveLength(limits.paymentCodeCharacters);
        expect(code.isWellFormed()).toBe(true);
      }
    }
    const codes = await followUpCodes("ORDER-1");
    expect(codes).toHaveLength(limits.followUpCodesTried);
    expect(codes.slice(0, 2)).toEqual(["ORDER-1-2", "ORDER-1-3"]);
  });

  test("is reported if none is free, and nothing is written", async () => {
    const { payment, mutation_id } = await lateReport();
    for (const code of await followUpCodes(payment.payment_code)) {
      await database.sql`
        insert into removed_payments (merchant_id, payment_code, payment_number, account_id, created_at)
        values (${shop.merchant_id}, ${code}, 0, ${shop.account_id}, now())`;
    }
    await confirm();
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      reason: { code: "follow_up_codes_used_up" },
    });
    await forgetRemoved();
  });
});

describe("a follow-up is refused", () => {
  const expectNothing = async () => {
    expect(await entries()).toEqual([]);
    const rows = await database.sql`
      select from payments where merchant_id = ${shop.merchant_id} and payment_status = 'PAID'`;
    expect(rows).toHaveLength(0);
  };

  test("for a transfer after the deadline, of a cancelled invoice, or of another one", async () => {
    const { payment } = await lateReport();
    const late = await reported(payment.payment_total, "10:31");
    gateway.setClock(today("10:00"));
    const cancelled = await pendingPayment(gateway, shop);
    await cancelPayment(gateway, { ...shop, payment_code: cancelled.payment_code });
    gateway.setClock(today("11:01"));
    const ofCancelled = await reported(cancelled.payment_total, "10:20");
    const unknown = await reported(42_000, "10:20");
    await confirm();
    for (const [id, code] of [
      [late, payment.payment_code],
      [ofCancelled, cancelled.payment_code],
      [unknown, payment.payment_code],
      [late, "NO-SUCH-CODE"],
    ] as const) {
      await expect(followUp(id, code)).rejects.toMatchObject({
        reason: { code: "transfer_not_in_time" },
      });
    }
    await expectNothing();
  });

  test.each([
    ["the middle of that day", "02:00", false],
    ["a moment before its end", "16:59", false],
    ["its end", "17:00", true],
  ])(
    "for a statement's row without a time, unless the invoice ended after that day: deadline %s",
    async (_, time, isInTime) => {
      const { account_number } = bank;
      await database.sql`
        update accounts set account_number = ${account_number} where account_id = ${shop.account_id}`;
      gateway.setClock(today("13:00", -1));
      const { payment_code, payment_total } = await pendingPayment(gateway, shop, {
        payment_expired_at: today(time).toISOString(),
      });
      gateway.setClock(today("05:00", 2));
      await expirePayments(gateway, 100);
      person = await visitor(gateway, shop);
      await confirm();
      const mutation_id = await recordedRow(dateOf(today()), payment_total);
      const { items } = await listTransfers(gateway, { ...shop, state: "open", per_page: 20 });
      expect(items).toMatchObject([
        {
          id: mutation_id,
          match_reason: "late_payment",
          came_in_time: isInTime,
          late_because: isInTime ? "statement" : null,
        },
      ]);
      if (isInTime) {
        expect(await followUp(mutation_id, payment_code)).toBe(`${payment_code}-2`);
      } else {
        await expect(followUp(mutation_id, payment_code)).rejects.toMatchObject({
          reason: { code: "transfer_not_in_time" },
        });
        await expectNothing();
      }
    },
  );

  test("for another merchant's transfer, and for a decided one until the decision is undone", async () => {
    const { payment, mutation_id } = await lateReport();
    await confirm();
    const mine = { shop, person, secret };
    shop = await shopWithAccount(gateway);
    person = await visitor(gateway, shop);
    ({ secret } = await enableTotp(gateway, shop.merchant_id));
    await confirm();
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      code: "not_found",
    });
    ({ shop, person, secret } = mine);
    const session = await refreshed(gateway, person);
    await setOwnTransferAside(gateway, person.actor, { session, mutation_id, refund: null });
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      code: "not_found",
    });
    await expectNothing();
    await reopenOwnTransfer(gateway, person.actor, { session, mutation_id });
    await followUp(mutation_id, payment.payment_code);
    // As after every manual match, a paid invoice stays paid.
    await expect(
      reopenOwnTransfer(gateway, person.actor, { session, mutation_id }),
    ).rejects.toMatchObject({ reason: { code: "transfer_not_decided" } });
  });

  test("without a person's code, and without two-factor authentication", async () => {
    const { payment, mutation_id } = await lateReport();
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      code: "confirmation_required",
    });
    await database.sql`delete from authenticators where merchant_id = ${shop.merchant_id}`;
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      code: "totp_not_enabled",
    });
    await expectNothing();
  });

  test("while an open invoice has the total, and succeeds after that one ends", async () => {
    const { payment, mutation_id } = await lateReport();
    // The quarantine keeps creates from this total. An operator can switch the quarantine off.
    const other = await pendingPayment(gateway, shop);
    await database.sql`
      update payments set payment_total = ${payment.payment_total}, payment_unique = ${payment.payment_unique}
      where merchant_id = ${shop.merchant_id} and payment_code = ${other.payment_code}`;
    await confirm();
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      reason: { code: "total_in_use", params: { payment_code: other.payment_code } },
    });
    await expectNothing();
    await cancelPayment(gateway, { ...shop, payment_code: other.payment_code });
    await followUp(mutation_id, payment.payment_code);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("on an account that takes no invoice, by the same rule of quota", async () => {
    const { payment, mutation_id } = await lateReport();
    // On the next day, for which no day of use is taken.
    gateway.setClock(new Date(today("11:00").getTime() + 24 * 60 * 60 * 1000));
    person = await visitor(gateway, shop);
    await confirm();
    const setAccount = (quota: number, isActive: boolean) => database.sql`
      update accounts set account_quota = ${quota}, account_active = ${isActive}
      where account_id = ${shop.account_id}`;
    await setAccount(0, true);
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      reason: { code: "account_without_quota" },
    });
    await setAccount(1, false);
    await expect(followUp(mutation_id, payment.payment_code)).rejects.toMatchObject({
      reason: { code: "account_inactive" },
    });
    await expectNothing();
    await setAccount(1, true);
    await followUp(mutation_id, payment.payment_code);
    const [account] = await database.sql`
      select account_quota from accounts where account_id = ${shop.account_id}`;
    expect(account?.account_quota).toBe(0);
  });
});

test("a transfer in time comes before newer transfers, on the first page only, once", async () => {
  const { mutation_id } = await lateReport();
  const others: string[] = [];
  for (let each = 0; each < 5; each += 1) others.unshift(await reported(50_000 + each, "10:59"));
  const first = await openIds(undefined, 3);
  expect(first.ids).toEqual([mutation_id, ...others.slice(0, 2)]);
  const second = await openIds(first.next ?? "", 3);
  expect(second.ids).toEqual(others.slice(2));
  const third = await openIds(second.next ?? "", 3);
  expect(third).toEqual({ ids: [], next: null });
  // A page of one transfer has no place for another besides the one that marks the next page's beginning.
  expect((await openIds(undefined, 1)).ids).toEqual(others.slice(0, 1));
});
