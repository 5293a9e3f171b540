import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { drawnDay } from "../../testing/drawn-day.ts";
import {
  addAccount,
  approvedDevice,
  paymentLink,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeAccount, listAccounts } from "../accounts/accounts.ts";
import { revokeDevice, type Device } from "../sources/devices.ts";
import { readCheckoutPage } from "../payments/checkout.ts";
import { cancelPayment, expirePayments, readPayment } from "../payments/payments.ts";
import { forgetOldRows } from "../upkeep/retention.ts";
import { FormRefused, rupiahIn, type FormValues } from "./link-form.ts";
import { readLinkPage, submitLinkForm, type LinkPage } from "./link-page.ts";
import { holdLink, selectLinks, switchLink, updateLink, type LinkContents } from "./links.sql.ts";
import { PublicRefusal } from "./public-refusal.ts";

const today = drawnDay("links");
const hour = (text: string) => today(text);

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phone: Device;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql);
  gateway.setClock(hour("10:00"));
  shop = await shopWithAccount(gateway);
  phone = await approvedDevice(gateway, shop);
});
afterAll(() => database.drop());

const link = (contents: Partial<LinkContents> = {}) => paymentLink(gateway, shop, contents);

const bca = async () => {
  const [account] = await listAccounts(gateway, shop.merchant_id);
  return account?.channel_id ?? "";
};

interface Sent extends FormValues {
  form_key?: string;
  client_address?: string;
}

async function send(slug: string, sent: Sent = {}): Promise<string> {
  const { form_key = randomUUID(), client_address = "192.0.2.1", ...values } = sent;
  return submitLinkForm(gateway, {
    slug,
    form_key,
    client_address,
    values: { channel_id: await bca(), ...values },
  });
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    (cause: unknown) => {
      if (cause instanceof PublicRefusal) return cause.kind;
      if (cause instanceof FormRefused) return cause.problems;
      if (cause instanceof GatewayError) return cause.code;
      throw cause;
    },
  );

const pageRefusal = ({ refusal }: LinkPage) => refusal?.kind ?? null;

const paymentsOf = () => database.sql<{ payment_id: string; payment_code: string }[]>`
  select payment_id, payment_code from payments where merchant_id = ${shop.merchant_id} order by payment_number`;
const salesOf = () => database.sql`select from sales where merchant_id = ${shop.merchant_id}`;
const codeOf = async (payment_id: string) =>
  (await paymentsOf()).find((payment) => payment.payment_id === payment_id)?.payment_code ?? "";
const read = async (payment_id: string) =>
  readPayment(gateway, { merchant_id: shop.merchant_id, payment_code: await codeOf(payment_id) });
const figures = async (link_id: string) => {
  const { merchant_id } = shop;
  const at = gateway.now();
  const [row] = await selectLinks(database.sql, { merchant_id, link_id, at, limit: 1, offset: 0 });
  return row;
};

describe("opening a link", () => {
  test("shows the product and creates nothing", async () => {
    const { slug } = await link({ amounts: [10_000, 20_000], description: "Dua ukuran" });
    const page = await readLinkPage(gateway, slug);
    expect(page.link).toMatchObject({ amounts: [10_000, 20_000], description: "Dua ukuran" });
    expect(page.merchant.name).toBe("Toko Contoh");
    expect(page.choices).toMatchObject([{ channel_name: "BCA", channel_type: "TRANSFER" }]);
    expect(pageRefusal(page)).toBeNull();
    expect(await salesOf()).toHaveLength(0);
  });

  test.each(["tidak-ada", "../etc", "%00", "KOPI", ""])("%j is unknown", async (slug) => {
    expect(await refusalOf(readLinkPage(gateway, slug))).toBe("not_found");
    expect(await refusalOf(send(slug))).toBe("not_found");
  });

  test("shows the reason if the link is off, over or unpayable", async () => {
    const off = await link();
    await switchLink(gateway.sql, { ...off, is_open: false });
    expect(pageRefusal(await readLinkPage(gateway, off.slug))).toBe("link_closed");
    expect(await refusalOf(send(off.slug))).toBe("link_closed");

    const over = await link({ open_until: hour("10:00") });
    expect(pageRefusal(await readLinkPage(gateway, over.slug))).toBe("link_ended");
    expect(await refusalOf(send(over.slug))).toBe("link_ended");
    const later = await link({ open_until: hour("10:01") });
    expect(pageRefusal(await readLinkPage(gateway, later.slug))).toBeNull();

    const small = await link({ amounts: [5] });
    await changeAccount(gateway, shop.account_id, { account_min_amount: 10 });
    expect(pageRefusal(await readLinkPage(gateway, small.slug))).toBe("no_account");
    expect(await refusalOf(send(small.slug))).toBe("no_account");
    expect(await salesOf()).toHaveLength(0);
  });

  test.each<[string, (shop: Shop) => Promise<unknown>]>([
    ["inactive", ({ account_id }) => changeAccount(gateway, account_id, { account_active: false })],
    ["without quota", ({ account_id }) => changeAccount(gateway, account_id, { account_quota: 0 })],
    ["not watched", () => revokeDevice(database.sql, phone.device_id)],
  ])("shows no account that is %s", async (_why, change) => {
    const { slug } = await link();
    await change(shop);
    expect(pageRefusal(await readLinkPage(gateway, slug))).toBe("no_account");
    expect(await refusalOf(send(slug))).toBe("no_account");
    expect(await salesOf()).toHaveLength(0);
  });
});

describe("a form", () => {
  test("creates one payment with all entered values", async () => {
    const { slug, link_id } = await link({
      amounts: [],
      amount_min: 1_000,
      quantity_max: 5,
      asks_name: "required",
      asks_phone: "optional",
      asks_note: "optional",
    });
    const note = "Tanpa gula\n<script>alert(1)</script>";
    const payment_id = await send(slug, {
      amount: "Rp 12.500",
      quantity: "3",
      name: " Siti ",
      phone: "+62 812-3456-7890",
      note: note.replace("\n", "\r\n"),
    });
    expect(await read(payment_id)).toMatchObject({
      payment_amount: 37_500,
      customer_name: "Siti",
      customer_phone: "+62 812-3456-7890",
      customer_orders: [{ name: "Kopi susu", price: 12_500, quantity: 3, subtotal: 37_500 }],
      payment_expired_at: hour("11:00").toISOString(),
      account_id: shop.account_id,
    });
    const [sale] = await database.sql`
      select note, source, link_id from sales where merchant_id = ${shop.merchant_id}`;
    expect(sale).toEqual({ note, source: "link", link_id });
  });

  test("creates one payment if sent twice, and a second one if changed", async () => {
    const { slug } = await link({ stock: 2, asks_name: "optional" });
    const form_key = randomUUID();
    const first = await send(slug, { form_key, name: "Siti" });
    expect(await send(slug, { form_key: form_key.toUpperCase(), name: "Siti " })).toBe(first);
    expect(await paymentsOf()).toHaveLength(1);
    const second = await send(slug, { form_key, name: "Budi" });
    expect(second).not.toBe(first);
    // Both pieces are now taken, and a repeated form is still redirected to its payment.
    expect(await refusalOf(send(slug))).toBe("sold_out");
    expect(await send(slug, { form_key, name: "Siti" })).toBe(first);
  });

  test("without its own key is too old", async () => {
    const { slug } = await link();
    expect(await refusalOf(send(slug, { form_key: "" }))).toBe("stale_form");
    expect(await refusalOf(send(slug, { form_key: "1" }))).toBe("stale_form");
    expect(await salesOf()).toHaveLength(0);
  });

  test("names every invalid field", async () => {
    const { slug } = await link({
      amounts: [],
      amount_min: 1_000,
      amount_max: 9_000,
      quantity_max: 5,
      asks_name: "required",
      asks_phone: "required",
      asks_note: "required",
    });
    expect(await refusalOf(send(slug, { channel_id: "" }))).toEqual({
      amount: { code: "required" },
      quantity: { code: "required" },
      name: { code: "required" },
      phone: { code: "required" },
      note: { code: "required" },
      channel_id: { code: "required" },
    });
    const wrong = {
      amount: "999",
      quantity: "6",
      name: "a".repeat(limits.textCharacters + 1),
      phone: "call me",
      note: "n".repeat(limits.linkNoteCharacters + 1),
      channel_id: randomUUID(),
    };
    expect(await refusalOf(send(slug, wrong))).toEqual({
      amount: { code: "too_small", amount: 1_000 },
      quantity: { code: "too_many", count: 5 },
      name: { code: "too_long", count: limits.textCharacters },
      phone: { code: "not_a_phone" },
      note: { code: "too_long", count: limits.linkNoteCharacters },
      channel_id: { code: "not_a_choice" },
    });
    expect(
      await refusalOf(
        send(slug, { amount: "9001", quantity: "0", name: "\0", phone: "0812345", note: "\u0007" }),
      ),
    ).toEqual({
      amount: { code: "too_large", amount: 9_000 },
      quantity: { code: "not_a_number" },
      name: { code: "broken" },
      phone: { code: "not_a_phone" },
      note: { code: "broken" },
    });
    expect(await salesOf()).toHaveLength(0);
  });

  test("of a choice accepts only the amounts of the link", async () => {
    const { slug } = await link({ amounts: [10_000, 20_000] });
    for (const amount of ["15000", "-10000", "1e4", "10000.5", "20000; drop", "٢٠٠٠٠"])
      expect(await refusalOf(send(slug, { amount }))).toEqual({ amount: { code: "not_a_choice" } });
    expect((await read(await send(slug, { amount: "20000" }))).payment_amount).toBe(20_000);
  });

  test.each<[string, Partial<LinkContents>]>([
    ["price", { amounts: [30_000] }],
    ["number of pieces", { quantity_max: 1 }],
  ])("is refused if the merchant changes the %s meanwhile", async (_what, change) => {
    const contents = { amounts: [25_000], quantity_max: 5 };
    const { slug, link_id } = await link(contents);
    const { merchant_id } = shop;
    const isWaiting = async () => {
      const [row] = await database.sql`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `;
      return row?.count;
    };
    let sent: Promise<unknown> | undefined;
    await database.sql.begin(async (tx) => {
      await holdLink(asSql(tx), { merchant_id, link_id, at: null });
      sent = refusalOf(send(slug, { quantity: "5" }));
      await expect.poll(isWaiting).toBe(1);
      const row = await figures(link_id);
      if (!row) throw new Error("the link is gone");
      await updateLink(asSql(tx), { ...row, ...change });
    });
    expect(await sent).toBe("stale_form");
    expect(await salesOf()).toHaveLength(0);
  });

  test("of a fixed amount accepts no other one", async () => {
    const { slug } = await link({ amounts: [25_000] });
    const payment_id = await send(slug, { amount: "1", quantity: "9" });
    const payment = await read(payment_id);
    expect(payment.payment_amount).toBe(25_000);
    // Lists name the customer by a stand-in, which the customer's own page leaves out.
    expect(payment.customer_name).toBe("Pelanggan");
    const { view } = await readCheckoutPage(gateway, payment_id);
    expect(view.customer_name).toBe("");
  });

  test.each([
    ["50000", 50_000],
    [" Rp 50.000 ", 50_000],
    ["rp.1,250,000", 1_250_000],
    ["50.00", Number.NaN],
    ["50,5", Number.NaN],
    ["1e5", Number.NaN],
    ["-5", Number.NaN],
    ["0x10", Number.NaN],
    ["", Number.NaN],
  ])("reads %j as %d rupiah", (text, amount) => {
    expect(rupiahIn(text)).toBe(amount);
  });
});

test.each(["a\nb", "a\tb", "a\r\nb", "a\rb"])(
  "refuses %j because a name is one line",
  async (name) => {
    const { slug } = await link({ asks_name: "required", asks_note: "required" });
    expect(await refusalOf(send(slug, { name, note: "a\nb" }))).toEqual({
      name: { code: "broken" },
    });
    expect(await salesOf()).toHaveLength(0);
  },
);

describe("the choice of a bank", () => {
  test("applies the accounts' bounds to the amount", async () => {
    await changeAccount(gateway, shop.account_id, {
      account_min_amount: 20_000,
      account_max_amount: 60_000,
    });
    const { slug } = await link({ amounts: [15_000], quantity_max: 5 });
    const channel_id = await bca();
    expect((await readLinkPage(gateway, slug)).choices).toMatchObject([
      { channel_id, amount_min: 20_000, amount_max: 60_000 },
    ]);
    expect(await refusalOf(send(slug, { quantity: "1" }))).toEqual({
      channel_id: { code: "too_small", amount: 20_000 },
    });
    expect(await refusalOf(send(slug, { quantity: "5" }))).toEqual({
      channel_id: { code: "too_large", amount: 60_000 },
    });
    expect((await read(await send(slug, { quantity: "4" }))).payment_amount).toBe(60_000);
  });

  test("is never another merchant's account", async () => {
    const other = await shopWithAccount(gateway, { channel: "MANDIRI" });
    await approvedDevice(gateway, other);
    const [foreign] = await listAccounts(gateway, other.merchant_id);
    const { slug } = await link();
    expect(await refusalOf(send(slug, { channel_id: foreign?.channel_id ?? "" }))).toEqual({
      channel_id: { code: "not_a_choice" },
    });
  });

  test("takes the next account of the bank when the first is full", async () => {
    const { account_id } = await addAccount(gateway, shop, {
      account_number: "222",
      account_min_amount: 1,
      app_package: "com.example.other",
    });
    gateway = testGateway(database.sql, {
      linkLimits: { ...gateway.settings.linkLimits, totalsPerAmount: 1 },
    });
    gateway.setClock(hour("10:00"));
    const { slug } = await link();
    expect((await read(await send(slug))).account_id).toBe(shop.account_id);
    expect((await read(await send(slug))).account_id).toBe(account_id);
    expect(await refusalOf(send(slug))).toBe("totals_used_up");
  });
});

describe("the stock of a link", () => {
  test("becomes free when a payment ends unpaid, and is used when it is paid", async () => {
    const { slug, link_id } = await link({ stock: 3, quantity_max: 3 });
    const first = await send(slug, { quantity: "2" });
    expect(await refusalOf(send(slug, { quantity: "2" }))).toEqual({
      quantity: { code: "too_many", count: 1 },
    });
    const { merchant_id } = shop;
    await cancelPayment(gateway, { merchant_id, payment_code: await codeOf(first) });
    expect((await readLinkPage(gateway, slug)).pieces_left).toBe(3);

    const second = await send(slug, { quantity: "3" });
    expect(pageRefusal(await readLinkPage(gateway, slug))).toBe("sold_out");
    gateway.setClock(hour("11:01"));
    await expirePayments(gateway, 100);
    expect((await read(second)).payment_status).toBe("EXPIRED");
    expect((await readLinkPage(gateway, slug)).pieces_left).toBe(3);

    const third = await read(await send(slug, { quantity: "3" }));
    await reportTransfer(gateway, phone, third.payment_total);
    expect((await read(third.payment_id)).payment_status).toBe("PAID");
    expect(pageRefusal(await readLinkPage(gateway, slug))).toBe("sold_out");
    expect(await figures(link_id)).toMatchObject({
      made_count: 3,
      paid_count: 1,
      pending_count: 0,
      paid_amount: third.payment_total,
      pieces_held: 3,
    });
  });

  test("can be limited by payments instead of pieces", async () => {
    const { slug } = await link({ payments_max: 1, quantity_max: 9 });
    await send(slug, { quantity: "9" });
    expect(await refusalOf(send(slug, { quantity: "1" }))).toBe("sold_out");
  });

  test("is not reduced by a refused submission", async () => {
    const { slug } = await link({ stock: 1 });
    const totals = gateway.settings.linkLimits;
    gateway = testGateway(database.sql, { linkLimits: { ...totals, totalsPerAmount: 0 } });
    gateway.setClock(hour("10:00"));
    expect(await refusalOf(send(slug))).toBe("totals_used_up");
    expect(await salesOf()).toHaveLength(0);
    expect((await readLinkPage(gateway, slug)).pieces_left).toBe(1);
  });
});

describe("limits on strangers", () => {
  const bounded = (wanted: Partial<TestGateway["settings"]["linkLimits"]>) => {
    const linkLimits = { ...gateway.settings.linkLimits, ...wanted };
    gateway = testGateway(database.sql, { linkLimits });
    gateway.setClock(hour("10:00"));
  };
  const whenOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (cause: PublicRefusal) => [cause.kind, cause.at],
    );

  test("one client's unpaid payments in a day are limited", async () => {
    bounded({ unpaidPerClient: 2 });
    const { slug } = await link();
    const paid = await read(await send(slug));
    await reportTransfer(gateway, phone, paid.payment_total);
    await send(slug);
    const other = await link();
    await send(other.slug);
    const tomorrow = new Date(
      hour("10:00").getTime() + limits.linkUnpaidWindowSeconds * 1000,
    ).toISOString();
    expect(await whenOf(send(slug))).toEqual(["too_many_unpaid", tomorrow]);
    // The addresses of one IPv6 network are one client. Another network is another client.
    await send(slug, { client_address: "2001:db8::1" });
    await send(slug, { client_address: "2001:db8::2" });
    expect(await refusalOf(send(slug, { client_address: "2001:db8::3" }))).toBe("too_many_unpaid");
    gateway.setClock(new Date(Date.parse(tomorrow) + 1000));
    await send(slug);
  });

  test("one client can reserve a share of the stock without paying, and never all of it", async () => {
    bounded({ stockPercentPerClient: 25 });
    const { slug } = await link({ stock: 100, quantity_max: 100 });
    const tooMany = (count: number) => ({ quantity: { code: "too_many", count } });
    expect(await refusalOf(send(slug, { quantity: "100" }))).toEqual(tooMany(25));
    expect(await refusalOf(send(slug, { quantity: "26" }))).toEqual(tooMany(25));
    expect((await readLinkPage(gateway, slug)).pieces_left).toBe(100);
    await send(slug, { quantity: "20" });
    expect(await refusalOf(send(slug, { quantity: "6" }))).toEqual(tooMany(5));
    const form_key = randomUUID();
    const last = await send(slug, { quantity: "5", form_key });
    const ends = hour("11:00").toISOString();
    expect(await whenOf(send(slug, { quantity: "1" }))).toEqual(["too_much_held", ends]);
    // The same form is redirected to its payment.
    expect(await send(slug, { quantity: "5", form_key })).toBe(last);
    // Others can buy, and this client can buy again after it has paid.
    await send(slug, { quantity: "25", client_address: "198.51.100.7" });
    await reportTransfer(gateway, phone, (await read(last)).payment_total);
    await send(slug, { quantity: "5" });
    expect(await refusalOf(send(slug, { quantity: "1" }))).toBe("too_much_held");
    // A payment that has ended without money holds nothing.
    gateway.setClock(hour("11:01"));
    await expirePayments(gateway, 100);
    await send(slug, { quantity: "25" });
  });

  test("one piece of a small stock can be bought by any client", async () => {
    bounded({ stockPercentPerClient: 25 });
    for (const stock of [1, 2, 4]) {
      const { slug } = await link({ stock, quantity_max: 4 });
      await send(slug, { quantity: "1" });
      expect(await refusalOf(send(slug, { quantity: "1" }))).toBe(
        stock === 1 ? "sold_out" : "too_much_held",
      );
    }
  });

  test("one client can reserve a share of the payments of a link", async () => {
    bounded({ stockPercentPerClient: 25 });
    const { slug } = await link({ payments_max: 8, quantity_max: 9 });
    await send(slug, { quantity: "9" });
    await send(slug, { quantity: "9" });
    expect(await refusalOf(send(slug, { quantity: "1" }))).toBe("too_much_held");
    await send(slug, { quantity: "1", client_address: "198.51.100.7" });
  });

  test("one client's unpaid pieces in a day are limited", async () => {
    bounded({ unpaidPiecesPerClient: 10 });
    const { slug } = await link({ stock: 100, quantity_max: 20 });
    const other = await link({ stock: 100, quantity_max: 20 });
    const endless = await link({ quantity_max: 20 });
    await send(slug, { quantity: "6" });
    gateway.setClock(hour("11:01"));
    await expirePayments(gateway, 100);
    expect(await refusalOf(send(other.slug, { quantity: "5" }))).toEqual({
      quantity: { code: "too_many", count: 4 },
    });
    await send(other.slug, { quantity: "4" });
    const tomorrow = new Date(hour("10:00").getTime() + limits.linkUnpaidWindowSeconds * 1000);
    const refused = ["too_much_held", tomorrow.toISOString()];
    expect(await whenOf(send(slug, { quantity: "1" }))).toEqual(refused);
    // A link without a stock has no share to bound.
    await send(endless.slug, { quantity: "20" });
    gateway.setClock(new Date(tomorrow.getTime() + 1000));
    await send(slug, { quantity: "6" });
  });

  test("the waiting payments of one link are limited", async () => {
    bounded({ unpaidPerLink: 1 });
    const { slug } = await link();
    const first = await send(slug);
    expect(await whenOf(send(slug))).toEqual(["link_busy", hour("11:00").toISOString()]);
    await cancelPayment(gateway, {
      merchant_id: shop.merchant_id,
      payment_code: await codeOf(first),
    });
    await send(slug);
  });

  test("the last totals of an amount are reserved for the merchant", async () => {
    bounded({ totalsPerAmount: 2 });
    const { slug } = await link();
    await pendingPayment(gateway, shop, { payment_amount: 25_000 });
    const second = await send(slug);
    expect((await whenOf(send(slug)))?.[0]).toBe("totals_used_up");
    // A cancelled payment's total is in quarantine, and a stranger must not be able to use up these totals.
    await cancelPayment(gateway, {
      merchant_id: shop.merchant_id,
      payment_code: await codeOf(second),
    });
    const next = new Date(hour("10:00").getTime() + 24 * 3600 * 1000).toISOString();
    expect(await whenOf(send(slug))).toEqual(["totals_used_up", next]);
    await pendingPayment(gateway, shop, { payment_amount: 25_000 });
    gateway.setClock(new Date(Date.parse(next) + 1000));
  });

  test("the client of a submission is deleted after two days", async () => {
    const { slug } = await link();
    await send(slug);
    const clients = () => database.sql`
      select from link_sales where merchant_id = ${shop.merchant_id} and client_hash is not null`;
    await forgetOldRows(gateway);
    expect(await clients()).toHaveLength(1);
    gateway.setClock(
      new Date(hour("10:00").getTime() + limits.linkClientsKeptSeconds * 1000 + 1000),
    );
    await forgetOldRows(gateway);
    expect(await clients()).toHaveLength(0);
  });
});
