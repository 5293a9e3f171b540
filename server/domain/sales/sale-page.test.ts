import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { connect } from "../../db/client.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  paymentInput,
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
import { changeAccount, listAccounts } from "../accounts/accounts.ts";
import { tieTransfer } from "../mutations/ledgers.ts";
import { matchConfirmedPayment } from "../mutations/matching.ts";
import { listLikelyMutations, listNearMisses } from "../mutations/near-misses.ts";
import { readCheckoutPage } from "../payments/checkout.ts";
import { cancelPayment, createPayments, expirePayments } from "../payments/payments.ts";
import { saleAddress } from "./addresses.ts";
import { FormRefused } from "./link-form.ts";
import { submitLinkForm } from "./link-page.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { chooseForSale, readSalePage } from "./sale-page.ts";
import { makeSale, settleOnAccount } from "./sales.ts";
import { changeChoice, type SaleContents } from "./sales.sql.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phone: Awaited<ReturnType<typeof approvedDevice>>;
let otherProcess: ReturnType<typeof connect>;

const mandiriApp = "id.bmri.livin";

interface PaymentRow {
  payment_code: string;
  account_id: string;
  payment_total: number;
  payment_status: string;
  payment_expired_at: Date;
}

beforeAll(async () => {
  database = await createTestDatabase();
  otherProcess = connect(database.url, { statementMilliseconds });
});
beforeEach(async () => {
  gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  await addAccount(gateway, shop, { channel: "MANDIRI", account_number: "222" });
  phone = await approvedDevice(gateway, shop);
});
afterAll(async () => {
  await otherProcess.end({ timeout: 1 });
  await database.drop();
});

const sale = (contents: Partial<SaleContents> = {}) =>
  makeSale(gateway, {
    merchant_id: shop.merchant_id,
    source: "invoice",
    form_key: randomUUID(),
    link_id: null,
    payment_amount: 40_000,
    customer_name: "Siti",
    customer_email: null,
    customer_phone: null,
    customer_orders: null,
    note: "Jahit kemeja",
    deadline_seconds: 3600,
    deadline_at: null,
    made_by: null,
    ...contents,
  });

const channels = async () =>
  (await listAccounts(gateway, shop.merchant_id)).map(({ channel_id }) => channel_id ?? "");

const paymentsOf = () => database.sql<{ payment_id: string; account_id: string }[]>`
  select payment_id, account_id from payments where merchant_id = ${shop.merchant_id}`;

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    (cause: unknown) => {
      if (cause instanceof PublicRefusal) return cause.kind;
      if (cause instanceof FormRefused) return cause.problems;
      throw cause;
    },
  );

test("a sale's page reserves nothing, and leads to the payment after the choice", async () => {
  const { sale_id, payment_code } = await sale();
  expect(saleAddress(gateway, sale_id)).toBe(`https://pay.example/i/${sale_id}`);
  const page = await readSalePage(gateway, sale_id);
  expect(page).toMatchObject({
    sale: { payment_code, amount: 40_000, note: "Jahit kemeja" },
    choices: [{ channel_name: "BCA" }, { channel_name: "Mandiri" }],
    refusal: null,
  });
  expect(await paymentsOf()).toEqual([]);

  const [, mandiri = ""] = await channels();
  const payment_id = await chooseForSale(gateway, { sale_id, channel_id: mandiri });
  expect(await paymentsOf()).toMatchObject([{ payment_id }]);
  expect(await readSalePage(gateway, sale_id)).toEqual({ payment_id });
});

test("one of a hundred simultaneous choices in two processes wins, and all lead to it", async () => {
  const { sale_id } = await sale();
  const choices = await channels();
  const gateways = [gateway, testGateway(otherProcess)];
  const led = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      chooseForSale(gateways[index % 2] as TestGateway, {
        sale_id,
        channel_id: choices[Math.floor(index / 2) % 2] ?? "",
      }),
    ),
  );
  const payments = await paymentsOf();
  expect(payments).toHaveLength(1);
  expect(new Set(led)).toEqual(new Set([payments[0]?.payment_id]));
});

test("an unknown choice, a cancelled and an expired sale are refused with a text", async () => {
  const { sale_id } = await sale();
  for (const channel_id of ["", randomUUID(), "' or 1=1"])
    expect(await refusalOf(chooseForSale(gateway, { sale_id, channel_id }))).toEqual({
      channel_id: { code: channel_id === "" ? "required" : "not_a_choice" },
    });
  const [bca = ""] = await channels();
  await database.sql`update sales set cancelled_at = now() where sale_id = ${sale_id}`;
  expect(await readSalePage(gateway, sale_id)).toMatchObject({
    refusal: { kind: "sale_cancelled" },
  });
  expect(await refusalOf(chooseForSale(gateway, { sale_id, channel_id: bca }))).toBe(
    "sale_cancelled",
  );

  const over = await sale({ deadline_seconds: null, deadline_at: "2020-01-01T00:00:00Z" });
  expect(await readSalePage(gateway, over.sale_id)).toMatchObject({
    refusal: { kind: "sale_ended" },
  });
  const wanted = { sale_id: over.sale_id, channel_id: bca };
  expect(await refusalOf(chooseForSale(gateway, wanted))).toBe("sale_ended");
  await expect(readSalePage(gateway, randomUUID())).rejects.toMatchObject({ code: "not_found" });
  await expect(readSalePage(gateway, "1")).rejects.toMatchObject({ code: "not_found" });
  expect(await paymentsOf()).toEqual([]);
});

test("the last pieces of a link are sold once, to any number of simultaneous customers", async () => {
  const { slug } = await paymentLink(gateway, shop, { stock: 7, quantity_max: 3 });
  const [channel_id = ""] = await channels();
  const linkLimits = {
    ...gateway.settings.linkLimits,
    unpaidPerClient: 1000,
    unpaidPerLink: 1000,
    totalsPerAmount: 999,
  };
  const gateways = [database.sql, otherProcess].map((sql) => testGateway(sql, { linkLimits }));
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      refusalOf(
        submitLinkForm(gateways[index % 2] as TestGateway, {
          slug,
          form_key: randomUUID(),
          client_address: "192.0.2.1",
          values: { channel_id, quantity: "2" },
        }),
      ),
    ),
  );
  const sold = outcomes.filter((outcome) => outcome === "no refusal");
  expect(sold).toHaveLength(3);
  const [held] = await database.sql<{ pieces: number }[]>`
    select sum(pieces)::integer as pieces from link_sales where merchant_id = ${shop.merchant_id}`;
  expect(held?.pieces).toBe(6);
  const refusals = outcomes.filter((outcome) => outcome !== "no refusal");
  expect(new Set(refusals.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ quantity: { code: "too_many", count: 1 } })]),
  );
});

test("a form sent by a hundred simultaneous clicks creates one payment", async () => {
  const { slug } = await paymentLink(gateway, shop, { stock: 50 });
  const [channel_id = ""] = await channels();
  const form_key = randomUUID();
  const gateways = [gateway, testGateway(otherProcess)];
  const led = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      submitLinkForm(gateways[index % 2] as TestGateway, {
        slug,
        form_key,
        client_address: "192.0.2.1",
        values: { channel_id, name: "Siti" },
      }),
    ),
  );
  expect(new Set(led).size).toBe(1);
  expect(await paymentsOf()).toHaveLength(1);
});

describe("a customer who chooses again", () => {
  const chooseFirst = async (contents: Partial<SaleContents> = {}) => {
    const { sale_id } = await sale(contents);
    const [bca = "", mandiri = ""] = await channels();
    const payment_id = await chooseForSale(gateway, { sale_id, channel_id: bca });
    const before = await paymentOf(payment_id);
    return { sale_id, payment_id, bca, mandiri, before };
  };

  const paymentOf = async (payment_id: string) => {
    const [row] = await database.sql<PaymentRow[]>`
      select payment_code, account_id, payment_total, payment_status, payment_expired_at
      from payments where payment_id = ${payment_id}`;
    if (!row) throw new Error("no payment");
    return row;
  };

  const again = (sale_id: string, channel_id: string) =>
    chooseForSale(gateway, { sale_id, channel_id, again: true });

  async function bookPart(payment_code: string) {
    const { mutation_id } = await reportTransfer(gateway, phone, 10_000);
    const tied = { merchant_id: shop.merchant_id, payment_code, mutation_id: mutation_id ?? "" };
    await tieTransfer(gateway, { ...tied, outcome: "part", refund: null });
  }

  const reasonsOf = () => database.sql`
    select mutation.match_reason, payment.payment_code
    from mutations mutation
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.candidate_payment_number
    where mutation.merchant_id = ${shop.merchant_id}
    order by mutation.mutation_number`;

  test("keeps invoice, code and deadline, and gets the account and a total of the other bank", async () => {
    const { sale_id, payment_id, bca, mandiri, before } = await chooseFirst();
    expect(await readSalePage(gateway, sale_id, { again: true })).toMatchObject({ chosen: bca });
    expect(await readSalePage(gateway, sale_id)).toEqual({ payment_id });
    const page = await readCheckoutPage(gateway, payment_id);
    expect(page.change_path).toBe(`/i/${sale_id}?change=1`);

    expect(await again(sale_id, mandiri)).toBe(payment_id);
    const after = await paymentOf(payment_id);
    expect(after).toMatchObject({
      payment_code: before.payment_code,
      payment_expired_at: before.payment_expired_at,
      payment_status: "PENDING",
    });
    expect(after.account_id).not.toBe(before.account_id);
    expect((await readCheckoutPage(gateway, payment_id)).view).toMatchObject({
      account_number: "222",
      amount_total: after.payment_total,
    });
    await reportTransfer(gateway, phone, after.payment_total, { package_name: mandiriApp });
    expect(await paymentOf(payment_id)).toMatchObject({ payment_status: "PAID" });
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("leaves a total in quarantine: no other invoice gets it while another is free", async () => {
    const { sale_id, mandiri, before } = await chooseFirst();
    await again(sale_id, mandiri);
    const create = (count: number) =>
      createPayments(
        gateway,
        Array.from({ length: count }, () => ({
          merchant_id: shop.merchant_id,
          input: paymentInput(shop, { payment_amount: 40_000 }),
        })),
      );
    const totals = (await create(998)).map((one) => "payment_total" in one && one.payment_total);
    expect(new Set(totals).size).toBe(998);
    expect(totals).not.toContain(before.payment_total);
    expect(await create(1)).toMatchObject([{ payment_total: before.payment_total }]);
  });

  test("and pays the previous total leaves a transfer that names the invoice and is matched manually", async () => {
    const { sale_id, payment_id, mandiri, before } = await chooseFirst();
    await again(sale_id, mandiri);
    const { mutation_id } = await reportTransfer(gateway, phone, before.payment_total);
    const { payment_code } = before;
    expect(await reasonsOf()).toEqual([{ match_reason: "former_choice", payment_code }]);
    expect(await paymentOf(payment_id)).toMatchObject({ payment_status: "PENDING" });
    const reasons = expect.arrayContaining([{ code: "former_total", params: {} }]) as unknown;
    const { merchant_id } = shop;
    const nearMisses = await listNearMisses(gateway, {
      merchant_id,
      mutation_id: mutation_id ?? "",
    });
    expect(nearMisses).toMatchObject([{ payment_code, reasons }]);
    const likely = await listLikelyMutations(gateway, { merchant_id, payment_code });
    expect(likely).toMatchObject([{ mutation_id, reasons }]);
    await matchConfirmedPayment(gateway, {
      merchant_id: shop.merchant_id,
      payment_code,
      mutation_id,
    });
    expect(await paymentOf(payment_id)).toMatchObject({ payment_status: "PAID" });
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("pays nothing with a transfer posted before the change", async () => {
    const start = new Date();
    minutesLater(start, -30);
    const { sale_id, payment_id, mandiri } = await chooseFirst();
    minutesLater(start, 0);
    const posted_at = new Date(start.getTime() - 10 * 60_000);
    await again(sale_id, mandiri);
    const { payment_total, payment_code } = await paymentOf(payment_id);
    await reportTransfer(gateway, phone, payment_total, { package_name: mandiriApp, posted_at });
    expect(await reasonsOf()).toEqual([{ match_reason: "before_invoice", payment_code }]);
    expect(await paymentOf(payment_id)).toMatchObject({ payment_status: "PENDING" });
  });

  const minutesLater = (start: Date, minutes: number) =>
    gateway.setClock(new Date(start.getTime() + minutes * 60_000));

  /** Gives a PENDING payment another total. */
  const setTotal = (payment_id: string, total: number) => database.sql`
    update payments set payment_unique = ${total} - payment_amount, payment_total = ${total}
    where payment_id = ${payment_id}`;

  test("keeps the previous account on its app as long as the previous total rests", async () => {
    const start = new Date();
    const { sale_id, mandiri, before } = await chooseFirst();
    await again(sale_id, mandiri);
    const move = () =>
      changeAccount(gateway, before.account_id, { app_package: "com.bca.mybca.omni.android" });
    minutesLater(start, 24 * 60 - 1);
    await expect(move()).rejects.toThrow("in the last 24 hours");
    minutesLater(start, 24 * 60 + 5);
    expect(await move()).toMatchObject({ app_package: "com.bca.mybca.omni.android" });
  });

  test("leaves a total that names the invoice which had it last", async () => {
    const start = new Date();
    const { merchant_id } = shop;
    const cancelled = async () => {
      const payment = await pendingPayment(gateway, shop, { payment_amount: 40_000 });
      await setTotal(payment.payment_id, total);
      await cancelPayment(gateway, { merchant_id, payment_code: payment.payment_code });
      return payment.payment_code;
    };
    const total = 40_123;
    minutesLater(start, -30 * 60);
    await cancelled();
    minutesLater(start, 0);
    const { sale_id, payment_id, mandiri, before } = await chooseFirst();
    await setTotal(payment_id, total);
    minutesLater(start, 1);
    await again(sale_id, mandiri);
    await reportTransfer(gateway, phone, total);
    minutesLater(start, 26 * 60);
    const last = await cancelled();
    await reportTransfer(gateway, phone, total);
    expect(await reasonsOf()).toEqual([
      { match_reason: "former_choice", payment_code: before.payment_code },
      { match_reason: "late_payment", payment_code: last },
    ]);
  });

  test("and lets the invoice expire leaves no invoice for a transfer posted before the change", async () => {
    const start = new Date();
    minutesLater(start, 0);
    const { sale_id, payment_id, mandiri } = await chooseFirst();
    minutesLater(start, 30);
    await again(sale_id, mandiri);
    minutesLater(start, 65);
    await expirePayments(gateway, 1000);
    const { payment_total, payment_status, payment_code } = await paymentOf(payment_id);
    expect(payment_status).toBe("EXPIRED");
    for (const minutes of [10, 40]) {
      const posted_at = new Date(start.getTime() + minutes * 60_000);
      await reportTransfer(gateway, phone, payment_total, { package_name: mandiriApp, posted_at });
    }
    expect(await reasonsOf()).toEqual([
      { match_reason: "no_such_total", payment_code: null },
      { match_reason: "late_payment", payment_code },
    ]);
  });

  test("uses a day and a time after the first choice, even if the clock is set back", async () => {
    const start = new Date();
    minutesLater(start, 24 * 60);
    const { sale_id, payment_id, mandiri, before } = await chooseFirst();
    minutesLater(start, 0);
    await again(sale_id, mandiri);
    await cancelPayment(gateway, { merchant_id: shop.merchant_id, ...before });
    const [times] = await database.sql`
      select payment.payment_updated_at >= former.released_at as is_later
      from payments payment
      join former_choices former using (merchant_id, payment_number)
      where payment.payment_id = ${payment_id}`;
    expect(times).toEqual({ is_later: true });
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  /** Moves the sale to the other bank, whatever its page has shown before. */
  const moveTo = async (sale_id: string, account_number: string) => {
    const { merchant_id } = shop;
    const accounts = await listAccounts(gateway, merchant_id);
    const account = accounts.find((one) => one.account_number === account_number);
    return changeChoice(gateway.sql, {
      merchant_id,
      sale_id,
      account_id: account?.account_id ?? "",
      seed: 1,
      quotaTimeZone: gateway.settings.quotaTimeZone,
      quarantineHours: gateway.settings.totalQuarantineHours,
      at: null,
    });
  };

  test("needs a phone that listens at that moment", async () => {
    const { sale_id } = await chooseFirst();
    const listen = (offline_since: Date | null) => database.sql`
      update devices set offline_since = ${offline_since}, last_seen_at = now() where merchant_id = ${shop.merchant_id}`;
    await listen(new Date());
    expect(await moveTo(sale_id, "222")).toEqual({ is_moved: false, error: "no_account" });
    await listen(null);
    expect(await moveTo(sale_id, "222")).toEqual({ is_moved: true, error: null });
  });

  test("never gets a total that the invoice had, because open pages compare it", async () => {
    const { sale_id, before } = await chooseFirst();
    await database.sql`
      insert into former_choices (
        merchant_id, payment_number, account_id, pool_id, payment_total, offered_at, released_at
      )
      select merchant_id, total, account_id, pool_id, total, now(), now()
      from accounts, generate_series(40001, 40999) total
      where merchant_id = ${shop.merchant_id}
        and account_number = '222'
        and total <> ${before.payment_total}`;
    expect(await moveTo(sale_id, "222")).toEqual({ is_moved: false, error: "totals_used_up" });
    await database.sql`delete from former_choices where merchant_id = ${shop.merchant_id}`;
    expect(await moveTo(sale_id, "222")).toEqual({ is_moved: true, error: null });
  });

  test("uses a day of the other account", async () => {
    const { sale_id, mandiri } = await chooseFirst();
    const quotas = async () =>
      (await listAccounts(gateway, shop.merchant_id)).map(({ account_quota }) => account_quota);
    const [first = 0, second = 0] = await quotas();
    await again(sale_id, mandiri);
    expect(await quotas()).toEqual([first, second - 1]);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test.each([
    ["money has come", (code: string) => bookPart(code)],
    [
      "the invoice was cancelled",
      (payment_code: string) =>
        cancelPayment(gateway, { merchant_id: shop.merchant_id, payment_code }),
    ],
    ["the deadline has passed", async () => gateway.setClock(new Date(Date.now() + 7_200_000))],
    [
      "the account is closed",
      () => database.sql`update accounts set account_active = false where account_number = '222'`,
    ],
  ])("changes nothing once %s", async (_, happen) => {
    const { sale_id, payment_id, mandiri, before } = await chooseFirst();
    await happen(before.payment_code);
    await again(sale_id, mandiri).catch((cause: unknown) => {
      expect(cause).toBeInstanceOf(FormRefused);
    });
    const { account_id, payment_total } = await paymentOf(payment_id);
    expect({ account_id, payment_total }).toEqual({
      account_id: before.account_id,
      payment_total: before.payment_total,
    });
  });

  test("has five changes, and none where the merchant chose the account", async () => {
    const { sale_id, payment_id, bca, mandiri } = await chooseFirst();
    for (let change = 0; change < limits.choiceChanges; change += 1)
      await again(sale_id, change % 2 === 0 ? mandiri : bca);
    const last = await paymentOf(payment_id);
    await again(sale_id, bca);
    expect(await paymentOf(payment_id)).toEqual(last);
    expect((await readCheckoutPage(gateway, payment_id)).change_path).toBeNull();

    const fixed = await sale();
    const { payment_id: fixed_id } = await settleOnAccount(gateway, {
      merchant_id: shop.merchant_id,
      sale_id: fixed.sale_id,
      account_id: shop.account_id,
      must_be_watched: false,
    });
    await again(fixed.sale_id, mandiri);
    expect(await paymentOf(fixed_id)).toMatchObject({ account_id: shop.account_id });
    expect((await readCheckoutPage(gateway, fixed_id)).change_path).toBeNull();
  });

  test("and the money of the first choice, at once and from two processes, end in one consistent state", async () => {
    const rounds = 40;
    let paid = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { sale_id, payment_id, mandiri, before } = await chooseFirst();
      const other = testGateway(otherProcess);
      const work = [
        () => reportTransfer(other, phone, before.payment_total),
        () => again(sale_id, mandiri),
      ];
      await Promise.all((round % 2 === 0 ? work : work.toReversed()).map((one) => one()));
      const after = await paymentOf(payment_id);
      const isPaid = after.payment_status === "PAID";
      paid += isPaid ? 1 : 0;
      // Either the payment is paid with its earlier total, or it was moved and is still unpaid.
      expect(after.payment_total === before.payment_total).toBe(isPaid);
      expect(after.account_id === before.account_id).toBe(isPaid);
    }
    console.log(`the money came first in ${paid} of ${rounds} rounds`);
    expect(
      (await reasonsOf()).filter((one) => one["match_reason"] === "former_choice"),
    ).toHaveLength(rounds - paid);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("in many tabs at once has one account and one total, beside creates of the same amount", async () => {
    await addAccount(gateway, shop, { channel: "BRI", account_number: "333" });
    const { sale_id, payment_id } = await chooseFirst();
    const choices = await channels();
    const gateways = [gateway, testGateway(otherProcess)];
    await Promise.all([
      ...Array.from({ length: 60 }, (_, index) =>
        chooseForSale(gateways[index % 2] as TestGateway, {
          sale_id,
          channel_id: choices[index % choices.length] ?? "",
          again: true,
        }),
      ),
      ...Array.from({ length: 20 }, () => tryCreate(gateway, shop, { payment_amount: 40_000 })),
    ]);
    const [state] = await database.sql`
      select sale.account_id = payment.account_id as agrees, count(former.*)::integer as moves,
        count(distinct former.released_at)::integer as moments
      from payments payment
      join sales sale using (merchant_id, payment_number)
      join former_choices former using (merchant_id, payment_number)
      where payment.payment_id = ${payment_id}
      group by 1`;
    expect(state?.["agrees"]).toBe(true);
    expect(state?.["moves"]).toBeGreaterThanOrEqual(1);
    expect(state?.["moves"]).toBeLessThanOrEqual(limits.choiceChanges);
    expect(state?.["moments"]).toBe(state?.["moves"]);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });
});
