import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { unnamedCustomer } from "../../../web-shared/src/unnamed-customer.ts";
import { attentionKinds, type AttentionKind } from "../../contract/dashboard/overview.ts";
import { limits } from "../../contract/limits.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { colleague, ownersKeys } from "../../testing/dashboard.ts";
import {
  addAccount,
  approvedDevice,
  connectedMailbox,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  transferNotification,
  waitingMail,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nameOf } from "../access/sessions.ts";
import { enableTotp } from "../access/totp.ts";
import { changeAccount } from "../accounts/accounts.ts";
import { registerDevice, revokeDevice, type Device } from "../sources/devices.ts";
import { noteReport } from "../sources/devices.sql.ts";
import { listLikelyTexts } from "../mutations/likely-texts.ts";
import { settlePayment, tieTransfer } from "../mutations/ledgers.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { listOwnMailboxes } from "../mail/own-mailboxes.ts";
import { simulatedPhone } from "../mutations/simulated-transfers.ts";
import {
  deleteTarget,
  markTargetBroken,
  upsertEmailTarget,
  upsertPersonSettings,
} from "../notices/notices.sql.ts";
import { orderedId } from "../base/ordered-id.ts";
import { readAttention } from "./attention.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let phone: Device;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
/** A shop without problems. */
beforeEach(async () => {
  gateway.setClock(null);
  shop = await shopWithAccount(gateway);
  phone = await approvedDevice(gateway, shop);
  await heard(phone);
  const { payment_total } = await pendingPayment(gateway, shop);
  await reportTransfer(gateway, phone, payment_total);
  await enableTotp(gateway, shop.merchant_id);
});
afterAll(() => database.drop());

const heard = (device: Device) =>
  noteReport(database.sql, device, { sequences: [], readable_at: null }, null);

const attention = () => readAttention(gateway, { ...ownersKeys(shop), ownsServer: false });
const kinds = async () => (await attention()).items.map(({ kind }) => kind);
const item = async (kind: AttentionKind) =>
  (await attention()).items.find((each) => each.kind === kind);

const setPhone = (
  columns: Record<string, unknown>,
  device: { device_id: string } = phone,
) => database.sql`
  update devices
  set ${database.sql(columns)}
  where device_id = ${device.device_id}
`;

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test("without open tasks the list is empty and states the time of the check", async () => {
  const { items, looked_at, phones, last_heard_at } = await attention();
  expect(items).toEqual([]);
  expect(phones).toEqual({ well: 1, simulated: 0 });
  expect(Math.abs(Date.parse(looked_at) - Date.now())).toBeLessThan(3_600_000);
  expect(last_heard_at).not.toBeNull();
});

test("a shop whose only account is an example is told that it has none", async () => {
  await database.sql`update accounts set is_example = true where merchant_id = ${shop.merchant_id}`;
  expect(await kinds()).toEqual(["no_account"]);
});

test("a silent phone is named with its last report's time", async () => {
  const since = minutesAgo(5);
  await setPhone({ last_seen_at: since, offline_since: minutesAgo(3) });
  expect(await item("phone_silent")).toEqual({
    kind: "phone_silent",
    count: 1,
    total: null,
    is_more: false,
    name: "Phone beside the till",
    since: since.toISOString(),
    days_left: null,
  });
  expect((await attention()).phones.well).toBe(0);
});

test("several silent phones are counted, with the earliest time", async () => {
  const second = await approvedDevice(gateway, shop);
  const since = minutesAgo(90);
  await setPhone({ last_seen_at: minutesAgo(5), offline_since: minutesAgo(3) });
  await setPhone({ last_seen_at: since, offline_since: minutesAgo(80) }, second);
  expect(await item("phone_silent")).toMatchObject({
    count: 2,
    name: null,
    since: since.toISOString(),
  });
});

test.each<[AttentionKind, Record<string, unknown>]>([
  ["phone_unreadable", { listener_error: "no permission", listener_error_since: minutesAgo(9) }],
  ["phone_hides_texts", { hidden_text_at: minutesAgo(9) }],
  [
    "phone_refused",
    {
      refused_count: 12,
      refused_since: minutesAgo(90),
      refused_at: minutesAgo(9),
      refused_because: "unreadable",
    },
  ],
  ["phone_warning", { battery: 9, battery_low_since: minutesAgo(9) }],
  ["phone_unheard", { last_seen_at: null }],
])("%s", async (kind, columns) => {
  await setPhone(columns);
  expect(await kinds()).toEqual([kind]);
  await setPhone({ device_status: "REVOKED" });
  expect(await kinds()).not.toContain(kind);
});

test("a mailbox that is not read, was never used, or lacks a key is listed until it is paused", async () => {
  const connect = (columns: Record<string, unknown>) =>
    connectedMailbox(gateway, shop, [shop], columns);
  const refused = await connect({ problem: "login_refused", problem_since: minutesAgo(6) });
  expect(await kinds()).toEqual([]);
  await setPhone({ offline_since: minutesAgo(3) }, refused);
  expect(await item("mailbox_unwell")).toMatchObject({ count: 1, name: "kasir@toko.example" });

  const neverHeard = (minutes: number) => ({
    isForwarded: true,
    connected_at: minutesAgo(minutes),
    read_at: minutesAgo(minutes),
  });
  const old = await connect(neverHeard(limits.mailboxUnheardHours * 60 + 1));
  const fresh = await connect(neverHeard(limits.mailboxUnheardHours * 60 - 1));
  for (const each of [old, fresh]) await setPhone({ offline_since: minutesAgo(1) }, each);
  expect(await item("mailbox_unwell")).toMatchObject({ count: 2, name: null });

  const keyless = await connect({ isForwarded: true });
  await waitingMail(gateway, keyless, minutesAgo(limits.mailKeyLateMinutes - 5));
  expect(await item("mailbox_unwell")).toMatchObject({ count: 2 });
  const late = minutesAgo(limits.mailKeyLateMinutes + 5);
  // Anyone can send such an email.
  await waitingMail(gateway, keyless, late, "no_key");
  expect(await item("mailbox_unwell")).toMatchObject({ count: 2 });
  await waitingMail(gateway, keyless, late);
  expect(await item("mailbox_unwell")).toMatchObject({ count: 3 });
  await database.sql`update mailboxes set paused_at = now() where merchant_id = ${shop.merchant_id}`;
  expect(await kinds()).toEqual([]);
});

test("a mailbox that worked is listed if phones report transfers and emails no longer come", async () => {
  const mailbox = await connectedMailbox(gateway, shop, [shop], { isForwarded: true });
  const hours = (count: number) => minutesAgo(count * 60);
  await database.sql`
    insert into bank_mails (
      merchant_id, mail_id, device_id, mail_hash, outcome, mutation_id, arrived_at, created_at
    )
    values (
      ${shop.merchant_id}, gen_random_uuid(), ${mailbox.device_id}, ${randomBytes(32)}, 'recorded', gen_random_uuid(),
      ${hours(limits.mailboxMissedHours + 9)}, now()
    )
  `;
  const report = (number: number, posted_at: Date) =>
    reportNotifications(gateway, phone, [transferNotification(20_000 + number, { posted_at })]);
  for (let number = 1; number < limits.mailboxMissedTransfers; number += 1) {
    await report(number, hours(limits.mailboxMissedHours + 3));
  }
  // One report is earlier than the newest email, and one is too recent.
  await report(101, hours(limits.mailboxMissedHours + 12));
  await report(102, hours(limits.mailboxMissedHours - 1));
  expect(await kinds()).not.toContain("mailbox_unwell");
  await report(103, hours(limits.mailboxMissedHours + 2));
  expect(await item("mailbox_unwell")).toMatchObject({ count: 1, name: "kasir@toko.example" });
  const [listed] = await listOwnMailboxes(gateway, shop.merchant_id);
  expect(listed?.has_stopped).toBe(true);
  await database.sql`update source_accounts set is_read = false where device_id = ${mailbox.device_id}`;
  expect(await kinds()).not.toContain("mailbox_unwell");
});

test("a phone with several problems is listed once, with the worst", async () => {
  await setPhone({
    last_seen_at: minutesAgo(5),
    offline_since: minutesAgo(3),
    hidden_text_at: minutesAgo(9),
    battery: 9,
    battery_low_since: minutesAgo(9),
  });
  expect(await kinds()).toEqual(["phone_silent"]);
});

test("waiting phones and approved phones that registered again are listed", async () => {
  const again = {
    merchant_id: shop.merchant_id,
    device_name: "Spare",
    model: null,
    app_version: null,
  };
  await registerDevice(database.sql, { ...again, installation_id: randomUUID() });
  expect(await item("phone_unpaired")).toMatchObject({ count: 1, name: "Spare" });
  const [row] = await database.sql<{ installation_id: string }[]>`
    select installation_id from devices where device_id = ${phone.device_id}
  `;
  await registerDevice(database.sql, { ...again, ...(row as { installation_id: string }) });
  expect(await item("phone_unpaired")).toMatchObject({ count: 2 });
});

test("a simulated phone and its transfers are marked and count nowhere", async () => {
  const { device } = await simulatedPhone(gateway, shop.merchant_id);
  await reportTransfer(gateway, device, 777_123);
  await setPhone({ last_seen_at: minutesAgo(90), offline_since: minutesAgo(80) }, device);
  expect(await attention()).toMatchObject({ items: [], phones: { well: 1, simulated: 1 } });
  await revokeDevice(database.sql, phone.device_id);
  expect(await kinds()).toContain("account_without_phone");
});

test("an account in use without a phone is listed, unless another phone watches it", async () => {
  const second = await approvedDevice(gateway, shop);
  await heard(second);
  const { account_id } = await addAccount(gateway, shop, {
    account_number: "9876543210",
    device_id: phone.device_id,
  });
  expect(await kinds()).toEqual([]);
  await revokeDevice(database.sql, phone.device_id);
  expect(await item("account_without_phone")).toMatchObject({ count: 1, name: "BCA 9876543210" });
  await changeAccount(gateway, account_id, { account_active: false });
  expect(await kinds()).toEqual([]);
});

test("accounts with few or no days of quota are listed", async () => {
  await changeAccount(gateway, shop.account_id, { account_quota: limits.quotaLowDays + 1 });
  expect(await kinds()).toEqual([]);
  await changeAccount(gateway, shop.account_id, { account_quota: limits.quotaLowDays });
  expect(await item("account_days_low")).toMatchObject({
    count: 1,
    name: "BCA 1234567890",
    days_left: limits.quotaLowDays,
  });
  // The last day of use was taken today, so today is still paid for.
  await database.sql`update accounts set account_quota = 0 where account_id = ${shop.account_id}`;
  expect(await kinds()).toEqual(["account_days_low"]);
  expect(await item("account_days_low")).toMatchObject({ days_left: 0 });
  await database.sql`update accounts set quota_day = quota_day - 1 where account_id = ${shop.account_id}`;
  expect(await kinds()).toEqual(["account_without_days"]);
});

test("transfers that wait for a decision are counted, with the earliest time", async () => {
  for (const amount of [777_001, 777_002, 777_003]) await reportTransfer(gateway, phone, amount);
  const waiting = await item("transfer_waiting");
  expect(waiting).toMatchObject({ count: 3, is_more: false, name: null, total: 2_331_006 });
  expect(waiting?.since).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  await database.sql`
    update mutations
    set decision = 'not_ours', decided_at = now()
    where merchant_id = ${shop.merchant_id}
      and amount_parsed <> 777_003
      and matched_payment_number is null
  `;
  expect(await item("transfer_waiting")).toMatchObject({ count: 1, total: 777_003 });
});

test("part-paid invoices are counted with the missing amount, and one with its customer or code", async () => {
  const payPart = async (amount: number, customer_name = unnamedCustomer) => {
    const payment = await pendingPayment(gateway, shop, { customer_name });
    const { mutation_id } = await reportTransfer(gateway, phone, amount);
    await tieTransfer(gateway, {
      merchant_id: shop.merchant_id,
      mutation_id: mutation_id ?? "",
      payment_code: payment.payment_code,
      outcome: "part",
      refund: null,
    });
    return payment;
  };
  const first = await payPart(1_111, "Siti Rahayu");
  const missing = first.payment_total - 1_111;
  expect(await item("invoice_part_paid")).toMatchObject({
    count: 1,
    name: "Siti Rahayu",
    total: missing,
  });
  const second = await payPart(2_222);
  expect(await item("invoice_part_paid")).toMatchObject({
    count: 2,
    name: null,
    total: missing + second.payment_total - 2_222,
  });
  await settlePayment(gateway, { ...shop, ...first });
  expect(await item("invoice_part_paid")).toMatchObject({ name: second.payment_code });
});

test("a count above the limit states that there are more", async () => {
  await database.sql`
    insert into webhook_deliveries (merchant_id, delivery_id, event_type, url, device_id, delivery_status, created_at)
    select ${shop.merchant_id}, 'msg_' || gen_random_uuid(), 'device.offline', 'https://shop.example/', ${phone.device_id}, 'FAILED', now()
    from generate_series(1, ${limits.attentionCounted})
  `;
  expect(await item("webhook_failed")).toMatchObject({
    count: limits.attentionCounted,
    is_more: false,
  });
  await delivery("FAILED");
  expect(await item("webhook_failed")).toMatchObject({
    count: limits.attentionCounted,
    is_more: true,
  });
});

async function delivery(status: string, created_at = new Date(), event_type = "device.offline") {
  const isTest = event_type === "webhook.test";
  await database.sql`
    insert into webhook_deliveries (
      merchant_id, delivery_id, event_type, url, device_id, body, delivery_status, created_at, next_attempt_at
    )
    values (
      ${shop.merchant_id}, ${`msg_${randomUUID()}`}, ${event_type}, 'https://shop.example/',
      ${isTest ? null : phone.device_id}, ${isTest ? "{}" : null}, ${status}, ${created_at},
      ${status === "RETRYING" ? created_at : null}
    )
  `;
}

test("a failed webhook is listed for a week, and a retried one until its end", async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  await delivery("FAILED", days(limits.attentionWebhookDays + 1));
  await delivery("FAILED", new Date(), "webhook.test");
  expect(await kinds()).toEqual([]);
  await delivery("FAILED", days(limits.attentionWebhookDays - 1));
  await delivery("RETRYING", days(limits.attentionWebhookDays + 1));
  expect(await kinds()).toEqual(["webhook_failed", "webhook_retrying"]);
});

describe("a person's notice target", () => {
  const target_id = randomUUID();
  const target = () => ({ ...ownersKeys(shop), target_id });
  const told = async (status: "SUCCESS" | "FAILED" | "PENDING") => {
    await database.sql`
      insert into notice_messages (
        merchant_id, message_id, target_id, event, notice_count, title, body, page_path, message_status, created_at,
        next_attempt_at
      )
      values (
        ${shop.merchant_id}, ${orderedId()}, ${target_id}, 'paid', 1, 'Paid', 'Rp150.123', '/', ${status},
        clock_timestamp(), ${status === "PENDING" ? new Date() : null}
      )
    `;
  };
  beforeEach(async () => {
    await upsertPersonSettings(database.sql, ownersKeys(shop), {});
    await upsertEmailTarget(database.sql, ownersKeys(shop), { target_id, at: null });
  });

  test("with failed notices is listed until one arrives", async () => {
    await told("PENDING");
    expect(await kinds()).toEqual([]);
    await told("FAILED");
    await told("PENDING");
    expect(await item("notice_target_failing")).toMatchObject({ count: 1, name: null });
    await told("SUCCESS");
    expect(await kinds()).toEqual([]);
  });

  test("if broken is listed with the time, until it works again", async () => {
    const at = minutesAgo(9);
    await markTargetBroken(database.sql, { ...target(), reason: "address_refused", at });
    expect(await item("notice_target_failing")).toMatchObject({ since: at.toISOString() });
    await upsertEmailTarget(database.sql, ownersKeys(shop), { target_id, at: null });
    expect(await kinds()).toEqual([]);
  });

  test("if broken is listed until its removal, and only for its person", async () => {
    await markTargetBroken(database.sql, { ...target(), reason: "bot_blocked", at: null });
    const { session } = await colleague(gateway, shop, "finance");
    expect((await readAttention(gateway, { ...nameOf(session), ownsServer: false })).items).toEqual(
      [],
    );
    expect(await kinds()).toEqual(["notice_target_failing"]);
    await deleteTarget(database.sql, target());
    expect(await kinds()).toEqual([]);
  });
});

test("a local address is shown to the server's owner once an account has a source", async () => {
  const seen = async (publicUrl: string, ownsServer: boolean) => {
    const local = { ...gateway, settings: { ...gateway.settings, publicUrl } };
    const { items } = await readAttention(local, { ...ownersKeys(shop), ownsServer });
    return items.map(({ kind, name }) => (kind === "address_local" ? `${kind} ${name}` : kind));
  };
  expect(await seen("http://localhost:8080", true)).toEqual([
    "address_local http://localhost:8080",
  ]);
  expect(await seen("http://192.168.1.5:8080", true)).toEqual(["address_local null"]);
  expect(await seen("http://localhost:8080", false)).toEqual([]);
  expect(await seen("https://pay.example", true)).toEqual([]);
  await setPhone({ device_status: "REVOKED" });
  expect(await seen("http://localhost:8080", true)).not.toContain(
    "address_local http://localhost:8080",
  );
});

test("notifications that might pay are counted without chats", async () => {
  const { payment_total } = await pendingPayment(gateway, shop);
  const text = {
    ...transferNotification(1),
    title: "BCA mobile",
    body: `Notifikasi saldo mobile: ada kenaikan Rp${payment_total.toLocaleString("id-ID")}`,
  };
  const chat = { ...text, body: `${text.body} ya`, is_conversation: true };
  await reportNotifications(gateway, phone, [text, chat]);
  const listed = await listLikelyTexts(gateway, shop);
  expect(listed.map(({ body }) => body)).toEqual([text.body]);
  expect(await item("text_may_pay")).toMatchObject({ count: 1 });
});

test("a transfer without support in the bank statement is listed until a person closes it", async () => {
  const { mutation_id } = await reportTransfer(gateway, phone, 555_123);
  await database.sql`
    insert into statement_accounts ${database.sql({
      merchant_id: shop.merchant_id,
      account_id: shop.account_id,
    })}
    on conflict do nothing
  `;
  await database.sql`
    insert into unsupported_mutations (merchant_id, mutation_number, account_id, day, is_one_of_several, found_at)
    select merchant_id, mutation_number, ${shop.account_id}, created_at::date, false, now()
    from mutations
    where mutation_id = ${mutation_id}
  `;
  expect(await kinds()).toEqual(["transfer_unsupported", "transfer_waiting"]);
  await database.sql`
    update unsupported_mutations
    set closed_at = now(), verdict = 'genuine', note = 'seen'
    where merchant_id = ${shop.merchant_id}
  `;
  expect(await kinds()).toEqual(["transfer_waiting"]);
});

test("unsupported transfers are listed with the earliest time, at any number", async () => {
  const { mutation_id } = await reportTransfer(gateway, phone, 555_123);
  const { merchant_id, account_id } = shop;
  await database.sql`insert into statement_accounts ${database.sql({ merchant_id, account_id })}`;
  const count = limits.attentionCounted + 20;
  await database.sql`
    insert into mutations
    select (json_populate_record(mutation, json_build_object(
      'mutation_number', mutation.mutation_number + number, 'mutation_id', gen_random_uuid(),
      'identity', '\\x' || md5(number::text)
    ))).*
    from mutations mutation, generate_series(1, ${count}) number
    where mutation_id = ${mutation_id}
  `;
  // The first one found is the last in the order of days and of numbers.
  await database.sql`
    insert into unsupported_mutations (merchant_id, mutation_number, account_id, day, is_one_of_several, found_at)
    select merchant_id, mutation_number, ${account_id}, '2020-01-01'::date + mutation_number::integer, false,
      '2020-09-01T00:00:00Z'::timestamptz - make_interval(mins => mutation_number::integer)
    from mutations
    where merchant_id = ${merchant_id}
  `;
  const [first] = await database.sql<{ found_at: Date }[]>`
    select min(found_at) as found_at from unsupported_mutations where merchant_id = ${merchant_id}
  `;
  expect(await item("transfer_unsupported")).toMatchObject({
    count: limits.attentionCounted,
    is_more: true,
    since: first?.found_at.toISOString(),
  });
});

test("the most urgent task, one that stops money, is first", async () => {
  await changeAccount(gateway, shop.account_id, { account_quota: 1 });
  await reportTransfer(gateway, phone, 777_001);
  await delivery("FAILED");
  await setPhone({ last_seen_at: minutesAgo(5), offline_since: minutesAgo(3) });
  expect(await kinds()).toEqual([
    "phone_silent",
    "transfer_waiting",
    "webhook_failed",
    "account_days_low",
  ]);
  expect(attentionKinds.at(-1)).toBe("account_days_low");
});

test("another merchant's problems are not listed", async () => {
  const stranger = await shopWithAccount(gateway);
  const theirs = await approvedDevice(gateway, stranger);
  await reportTransfer(gateway, theirs, 777_001);
  expect(await kinds()).toEqual([]);
});
