import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  pendingPayment,
  type Shop,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { createForger } from "../../testing/forged-mails.ts";
import { randomFrom } from "../../testing/random.ts";
import {
  createNearMisses,
  rupiahOf,
  seabankAccount,
  seabankSender,
  seabankSubject,
  seabankText,
} from "../../testing/seabank-mails.ts";
import {
  rsaKey,
  type SigningKey,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { listAuditEntries, operatorCli } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { codesOfReadableEmails } from "../banks/index.ts";
import {
  exportReadingRules,
  listReadingRules,
  removeReadingRule,
  renewMailRules,
  switchOffRefusedRules,
  switchReadingRule,
} from "../mutations/reading-rules.ts";
import { readPayment } from "../payments/payments.ts";
import { readAccountSources } from "../sources/account-sources.ts";
import { createMailReception } from "./forwarded-mail.ts";
import { saveOwnMailRule, tryMailRule } from "./mail-rules.ts";
import { createForwardingAddress, listOwnMailboxes } from "./own-mailboxes.ts";

/** A bank's emails that no release can read, in the gateway's database, signed with the test's own keys. */

const key = rsaKey("seabank.co.id", "mail2026");
const dns = new TestDns([key]);
const address = "kasir@toko.example";
let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let session: Session;
let device_id: string;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  gateway.setClock(null);
});
afterAll(() => database?.drop());
beforeEach(async () => {
  shop = await shopWithAccount(gateway, { channel: "SEABANK", account_number: seabankAccount });
  session = { merchant_id: shop.merchant_id, is_confirmed: true } as unknown as Session;
  ({ device_id, name } = await forwarded());
});

async function forwarded() {
  const { problem, mailbox } = await createForwardingAddress(gateway, operatorCli, {
    session,
    address,
    account_ids: [shop.account_id],
  });
  expect(problem).toBeNull();
  return {
    device_id: mailbox?.device_id as string,
    name: mailbox?.forwarding?.address.split("@")[0] as string,
  };
}

interface Written {
  text: string;
  subject?: string;
  sender?: string;
  to?: string;
  signedBy?: SigningKey | null;
}

let number = 0;

async function receive({
  text,
  subject = seabankSubject,
  sender = seabankSender,
  to = address,
  signedBy = key,
}: Written): Promise<void> {
  const mail = writeMail(
    [
      ["From", `SeaBank <${sender}>`],
      ["To", to],
      ["Subject", subject],
      ["Date", new Date().toUTCString()],
      ["Message-ID", `<${(number += 1)}@seabank.co.id>`],
      ["Content-Type", "text/plain; charset=utf-8"],
    ],
    text.replaceAll("\n", "\r\n"),
  );
  await receiveRaw(signedBy ? await signMail(mail, signedBy) : mail);
}

const receiveRaw = async (mail: string, reception = createMailReception(gateway, dns.lookUpKey)) =>
  expect(await reception.receive(name, Buffer.from(mail))).toBe("done");

const newestMail = async () => {
  const [mailbox] = await listOwnMailboxes(gateway, shop.merchant_id);
  const [mail] = mailbox?.mails ?? [];
  if (!mail) throw new Error("no email came");
  return mail;
};

async function teach(amount = 200_123): Promise<{ rule_id: string; mail_id: string }> {
  await receive({ text: seabankText({ amount }) });
  const { mail_id } = await newestMail();
  const { merchant_id } = shop;
  const { marks, faults } = await tryMailRule(gateway, { merchant_id, mail_id });
  expect(faults).toEqual([]);
  return {
    mail_id,
    ...(await saveOwnMailRule(gateway, operatorCli, { session, mail_id, marks })),
  };
}

const statusOf = async (payment_code: string) =>
  (await readPayment(gateway, { merchant_id: shop.merchant_id, payment_code })).payment_status;

const transfers = async () => {
  const rows = await database.sql<{ amount: number }[]>`
    select amount_parsed::float8 as amount from mutations
    where merchant_id = ${shop.merchant_id}
    order by amount_parsed
  `;
  return rows.map(({ amount }) => amount);
};

const isWatched = async () => (await readAccountSources(gateway, shop)).is_watched;

test("a person says that an unread email was a transfer, and the next one pays automatically", async () => {
  const paid = await pendingPayment(gateway, shop);
  await receive({ text: seabankText({ amount: paid.payment_total }) });
  const { mail_id, outcome, reason } = await newestMail();
  expect([outcome, reason]).toEqual(["unread", "no_format"]);
  expect(await isWatched()).toBe(false);
  const { merchant_id } = shop;
  const trial = await tryMailRule(gateway, { merchant_id, mail_id });
  expect(trial).toMatchObject({
    app_name: "SeaBank",
    title: seabankSubject,
    faults: [],
    reads: [],
  });
  const save = { session, mail_id, marks: trial.marks };
  const unconfirmed = { ...session, is_two_factor_enabled: true, is_confirmed: false } as Session;
  await expect(
    saveOwnMailRule(gateway, operatorCli, { ...save, session: unconfirmed }),
  ).rejects.toMatchObject({ code: "confirmation_required" });
  expect(await statusOf(paid.payment_code)).toBe("PENDING");
  const { rule_id } = await saveOwnMailRule(gateway, operatorCli, save);
  expect(await statusOf(paid.payment_code)).toBe("PAID");
  expect(await newestMail()).toMatchObject({ outcome: "recorded", amount: paid.payment_total });
  expect(await isWatched()).toBe(true);

  const next = await pendingPayment(gateway, shop);
  await receive({ text: seabankText({ amount: next.payment_total, payer: "ANI CONTOH" }) });
  expect(
    await readPayment(gateway, { merchant_id, payment_code: next.payment_code }),
  ).toMatchObject({
    payment_status: "PAID",
    is_manual_match: false,
  });
  expect(await listReadingRules(gateway, { merchant_id })).toMatchObject([
    { rule_id, app_name: "SeaBank", sender: seabankSender, is_on: true, hits: 2 },
  ]);
  // The rule keeps only the wording.
  const [kept] = await database.sql<{ row: string }[]>`
    select to_json(reading_rules)::text as row from reading_rules where rule_id = ${rule_id}
  `;
  for (const said of ["BUDI", "SITI", "kopi", seabankAccount, rupiahOf(paid.payment_total)]) {
    expect(kept?.row).not.toContain(said);
  }
  const { items } = await listAuditEntries(gateway, { merchant_id, per_page: 20 });
  expect(items.find(({ action }) => action === "reading_rule.saved")).toMatchObject({
    object_id: rule_id,
    details: { recorded_texts: 1 },
  });
  // A restart judges only the rules for notifications, and the export contains only those.
  expect(await switchOffRefusedRules(gateway)).toBe(0);
  expect((await exportReadingRules(gateway, { merchant_id })).format_files).toEqual([]);
  await expect(tryMailRule(gateway, { merchant_id, mail_id })).rejects.toThrow("Email not found");
});

test("a rule that is switched off or removed reads nothing, and its mailbox watches nothing", async () => {
  const { rule_id } = await teach();
  const { merchant_id } = shop;
  await switchReadingRule(gateway, { merchant_id, rule_id, is_on: false });
  expect(await isWatched()).toBe(false);
  await receive({ text: seabankText({ amount: 300_111 }) });
  expect((await newestMail()).outcome).toBe("unread");
  await switchReadingRule(gateway, { merchant_id, rule_id, is_on: true });
  expect(await isWatched()).toBe(true);
  await receive({ text: seabankText({ amount: 300_112 }) });
  expect((await newestMail()).outcome).toBe("recorded");
  await removeReadingRule(gateway, { merchant_id, rule_id });
  expect(await isWatched()).toBe(false);
  await receive({ text: seabankText({ amount: 300_113 }) });
  expect((await newestMail()).outcome).toBe("unread");
  expect(await transfers()).toEqual([200_123, 300_112]);
});

test("a start updates the rules that another release judged", async () => {
  const { rule_id } = await teach();
  // The previous release judged this rule as one for notifications.
  await database.sql`
    update reading_rules
    set is_on = false, fault = '{"code":"second_amount","text":"2 miliar"}'
    where rule_id = ${rule_id}
  `;
  await receive({ text: seabankText({ amount: 300_111 }) });
  expect((await newestMail()).outcome).toBe("unread");
  await renewMailRules(gateway);
  expect(await listReadingRules(gateway, shop)).toMatchObject([{ is_on: true, fault: null }]);
  await receive({ text: seabankText({ amount: 300_112 }) });
  expect((await newestMail()).outcome).toBe("recorded");

  // The previous release had no wording of this bank.
  const [channel = ""] = codesOfReadableEmails;
  const other = await shopWithAccount(gateway, { channel, account_number: "1234567890" });
  await createForwardingAddress(gateway, operatorCli, {
    session: { ...session, merchant_id: other.merchant_id },
    address,
    account_ids: [other.account_id],
  });
  await database.sql`
    update source_accounts set is_read = false where merchant_id = ${other.merchant_id}
  `;
  const isRead = async () =>
    database.sql`select is_read from source_accounts where merchant_id = ${other.merchant_id}`;
  await renewMailRules(gateway);
  expect(await isRead()).toEqual([{ is_read: true }]);
  expect(await isWatched()).toBe(true);

  // A rule that the merchant switched off stays off, and no row is written again.
  await switchReadingRule(gateway, { merchant_id: shop.merchant_id, rule_id, is_on: false });
  const rows = () =>
    database.sql`select xmin::text from source_accounts order by merchant_id, account_id`;
  const before = await rows();
  await renewMailRules(gateway);
  expect(await rows()).toEqual(before);
  expect(await listReadingRules(gateway, shop)).toMatchObject([{ is_on: false }]);
});

test("other unread emails of the wording are recorded only if a person chooses them", async () => {
  const { merchant_id } = shop;
  await receive({ text: seabankText({ amount: 300_111 }) });
  const chosen = await newestMail();
  await receive({ text: seabankText({ amount: 300_112 }) });
  await receive({ text: seabankText({ amount: 300_113 }) });
  const { mail_id } = await newestMail();
  const { marks, reads } = await tryMailRule(gateway, { merchant_id, mail_id });
  expect(reads.map(({ amount }) => amount)).toEqual([300_112, 300_111]);
  const mail_ids = [chosen.mail_id];
  await saveOwnMailRule(gateway, operatorCli, { session, mail_id, marks, mail_ids });
  expect(await transfers()).toEqual([300_111, 300_113]);
  await expect(
    saveOwnMailRule(gateway, operatorCli, { session, mail_id, marks, mail_ids }),
  ).rejects.toThrow("Email not found");
  expect(await transfers()).toHaveLength(2);
});

test("another merchant's email and rules are unknown", async () => {
  const { rule_id } = await teach();
  await receive({ text: seabankText({ amount: 5001 }).replace("Halo", "Hai") });
  const { mail_id, outcome } = await newestMail();
  expect(outcome).toBe("unread");
  const other = await shopWithAccount(gateway, {
    channel: "SEABANK",
    account_number: "901111111111",
  });
  await expect(tryMailRule(gateway, { merchant_id: other.merchant_id, mail_id })).rejects.toThrow(
    "Email not found",
  );
  await expect(
    removeReadingRule(gateway, { merchant_id: other.merchant_id, rule_id }),
  ).rejects.toThrow("Rule not found");
});

test("an email about one of two accounts pays that account's invoices", async () => {
  const second = await addAccount(gateway, shop, {
    channel: "SEABANK",
    account_number: "909999999999",
  });
  await database.sql`
    insert into source_accounts (merchant_id, device_id, account_id)
    values (${shop.merchant_id}, ${device_id}, ${second.account_id})
  `;
  await teach();
  const invoice = await pendingPayment(gateway, { ...shop, account_id: second.account_id });
  const text = seabankText({ amount: invoice.payment_total, account: "909999999999" });
  await receive({ text });
  expect(await statusOf(invoice.payment_code)).toBe("PAID");
});

test("no near miss and no forgery of a taught email pays, in more than 300 draws", async () => {
  await teach();
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  const before = await transfers();
  const random = randomFrom("forgeries of a taught email");
  const near = createNearMisses(random, () => payment_total);
  let count = 0;
  for (const family of Object.keys(near.families)) {
    for (let turn = 0; turn < 12; turn += 1) {
      await receive(near.of(family));
      count += 1;
    }
  }
  expect(await statusOf(payment_code)).toBe("PENDING");
  const { families, dns: forgersDns } = createForger({
    random,
    domain: "seabank.co.id",
    sender: seabankSender,
    to: address,
    subject: seabankSubject,
    text: (amount) =>
      seabankText()
        .replace(/Jumlah : .*/u, `Jumlah : ${amount}`)
        .replaceAll("\n", "\r\n"),
    rupiah: () => rupiahOf(payment_total),
  });
  for (const forge of Object.values(families)) {
    for (let turn = 0; turn < 4; turn += 1) {
      const reception = createMailReception(gateway, forgersDns.lookUpKey);
      await reception.receive(name, Buffer.from(await forge()));
      count += 1;
    }
  }
  expect(await statusOf(payment_code)).toBe("PENDING");
  expect(await transfers()).not.toContain(payment_total);
  expect(before).toHaveLength(1);
  expect(count).toBeGreaterThan(300);
  // The genuine email finally pays.
  await receive({ text: seabankText({ amount: payment_total }) });
  expect(await statusOf(payment_code)).toBe("PAID");
}, 120_000);
