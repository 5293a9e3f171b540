import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
import { at } from "../../testing/bank-month.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { visitor } from "../../testing/dashboard.ts";
import {
  approvedDevice,
  mailReport,
  pendingPayment,
  shopWithAccount,
  testGateway,
  transferNotification,
  watchingMailbox,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import type { Device } from "../sources/devices.ts";
import { operatorCli } from "../access/audit.ts";
import { setTransferAside } from "../mutations/ledgers.ts";
import { separateTransfer } from "../mutations/ledgers.ts";
import { matchConfirmedPayment, rematchMutations } from "../mutations/matching.ts";
import { recordReports, reportNotifications } from "../mutations/mutations.ts";
import { changeNotices } from "../notices/notices.ts";
import { writeMessage } from "../notices/notice-texts.ts";
import { checkStatement, importStatement } from "./statement-import.ts";
import { closeUnsupportedMutation, listUnsupportedMutations } from "./statement-months.ts";
import { recordMissedRow } from "./statement-rows.ts";
import { withdrawStatement } from "./statement-withdrawal.ts";

/** Tests the time after an import: late reports, later files, and the withdrawal of an import. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device: Device;

const bca = bankFormats[0] as (typeof bankFormats)[number];
const { account_number } = bca;
const importedAt = "2020-10-03T05:00:00Z";

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock("2020-09-01T01:00:00Z");
  shop = await shopWithAccount(gateway, { account_number });
  device = await approvedDevice(gateway, shop);
  gateway.setClock(importedAt);
});
afterAll(() => database.drop());

const row = (day: string, amount: number, description = "TRSF E-BANKING CR"): BankRow => ({
  day,
  time: "10:00:00",
  description,
  sen: amount * 100,
});

const read = (rows: BankRow[], first_day = "2020-09-01", last_day = "2020-09-30") =>
  importStatement(gateway, operatorCli, {
    merchant_id: shop.merchant_id,
    account_id: shop.account_id,
    source: sourceOf(bca.write({ account_number, rows, first_day, last_day })),
    mapping: null,
  });

/** Reports a transfer now, whatever its own time is. */
async function tell(day: string, second: number, amount: number, given = {}): Promise<string> {
  const [outcome] = await reportNotifications(gateway, device, [
    transferNotification(amount, { posted_at: at(day, second), ...given }),
  ]);
  return outcome?.mutation_id ?? "";
}

const rowsNow = () => database.sql<
  { row_id: string; meaning: string; mutation_id: string | null }[]
>`
  select booked.row_id, booked.meaning, mutation.mutation_id
  from statement_rows booked
  left join statement_ties tie using (merchant_id, row_id)
  left join mutations mutation using (merchant_id, mutation_number)
  where booked.merchant_id = ${shop.merchant_id}
  order by booked.day, booked.file_row
`;
const meanings = async () => (await rowsNow()).map(({ meaning }) => meaning);

const session = () =>
  ({
    merchant_id: shop.merchant_id,
    is_two_factor_enabled: true,
    confirmed_until: new Date("2099-01-01T00:00:00Z"),
  }) as unknown as Parameters<typeof recordMissedRow>[2]["session"];

/** Records the missed row of this place as a mutation. */
async function record(place = 0): Promise<string> {
  const { row_id } = (await rowsNow())[place] as { row_id: string };
  return (await recordMissedRow(gateway, operatorCli, { session: session(), row_id })).mutation_id;
}

async function mutationNow(mutation_id: string) {
  const [found] = await database.sql`
    select mutation.match_reason, payment.payment_code, announcement.mutation_id as announced_by, mutation.decision
    from mutations mutation
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    left join mutations announcement
      on announcement.merchant_id = mutation.merchant_id
      and announcement.mutation_number = mutation.announced_by_number
    where mutation.mutation_id = ${mutation_id}
  `;
  return found;
}

const list = async (state: "open" | "closed") =>
  (
    await listUnsupportedMutations(gateway, {
      merchant_id: shop.merchant_id,
      page: 1,
      per_page: 100,
      state,
    })
  ).items;

/** Counts waiting and matched money, in which each transfer must appear once. */
async function countedMoney(): Promise<number> {
  const [counted] = await database.sql<{ count: number }[]>`
    select count(*) as count from mutations
    where merchant_id = ${shop.merchant_id}
      and type_parsed = 'CREDIT'
      and match_reason <> 'announced_twice'
  `;
  return counted?.count ?? 0;
}

const close = (mutation_id: string, verdict: "forged" | "genuine") =>
  closeUnsupportedMutation(gateway, operatorCli, {
    merchant_id: shop.merchant_id,
    mutation_id,
    verdict,
    note: "Nobody paid.",
  });

const audit = (action: string) => database.sql`
  select object_id, details from audit_entries
  where merchant_id = ${shop.merchant_id} and action = ${action}
  order by entry_id
`;

describe("a report after its money was recorded from the statement", () => {
  test("counts once with the recorded money, and raises no alarm at the next import", async () => {
    const rows = [row("2020-09-10", 50_123)];
    await read(rows);
    const recorded = await record();
    const late = await tell("2020-09-10", 36_000, 50_123);
    expect(await mutationNow(late)).toMatchObject({
      match_reason: "announced_twice",
      announced_by: recorded,
    });
    expect(await read(rows)).toMatchObject({ unsupported_count: 0, tied_count: 0 });
    expect(await countedMoney()).toBe(1);
    expect(await meanings()).toEqual(["recorded"]);
  });

  test("does not count as a second payment of the invoice paid by the recorded money", async () => {
    gateway.setClock("2020-09-09T05:00:00Z");
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    gateway.setClock(importedAt);
    const rows = [row("2020-09-10", payment_total)];
    await read(rows);
    const recorded = await record();
    expect(await mutationNow(recorded)).toMatchObject({ payment_code });
    const late = await tell("2020-09-10", 36_000, payment_total);
    expect(await mutationNow(late)).toMatchObject({ announced_by: recorded });
    // A repeated match changes nothing.
    await rematchMutations(gateway);
    expect(await read(rows)).toMatchObject({ unsupported_count: 0 });
    expect(await mutationNow(late)).toMatchObject({ announced_by: recorded });
    expect(await countedMoney()).toBe(1);
  });

  test("stands for both if it paid an invoice and the recorded money paid none", async () => {
    gateway.setClock("2020-09-10T02:00:00Z");
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    gateway.setClock(importedAt);
    const rows = [row("2020-09-10", payment_total)];
    await read(rows);
    const recorded = await record();
    expect(await mutationNow(recorded)).toMatchObject({ payment_code: null });
    const late = await tell("2020-09-10", 36_000, payment_total);
    expect(await mutationNow(late)).toMatchObject({ match_reason: "matched", payment_code });
    expect(await read(rows)).toMatchObject({ unsupported_count: 0 });
    expect(await mutationNow(recorded)).toMatchObject({
      match_reason: "announced_twice",
      announced_by: late,
    });
    expect(await rowsNow()).toMatchObject([{ meaning: "mutation", mutation_id: late }]);
    expect(await countedMoney()).toBe(1);
    expect(await read(rows)).toMatchObject({ unsupported_count: 0, tied_count: 0 });
  });

  test("lacks a row if both were used, which raises an alarm", async () => {
    gateway.setClock("2020-09-10T02:00:00Z");
    const [first, second] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    gateway.setClock(importedAt);
    const rows = [row("2020-09-10", second.payment_total)];
    await read(rows);
    const mutation_id = await record();
    const { merchant_id } = shop;
    await matchConfirmedPayment(gateway, {
      merchant_id,
      payment_code: first.payment_code,
      mutation_id,
    });
    const late = await tell("2020-09-10", 36_000, second.payment_total);
    expect(await mutationNow(late)).toMatchObject({ payment_code: second.payment_code });
    expect(await read(rows)).toMatchObject({ unsupported_count: 1 });
    expect(await list("open")).toMatchObject([{ mutation_id: late }]);
  });

  test("can be matched manually instead of the recorded money, which then pays nothing and keeps its row", async () => {
    gateway.setClock("2020-09-10T02:00:00Z");
    const [first, second] = [
      await pendingPayment(gateway, shop),
      await pendingPayment(gateway, shop),
    ];
    gateway.setClock(importedAt);
    const rows = [row("2020-09-10", 77_000)];
    await read(rows);
    const recorded = await record();
    const late = await tell("2020-09-10", 36_000, 77_000);
    expect(await mutationNow(late)).toMatchObject({ announced_by: recorded });
    const { merchant_id } = shop;
    await matchConfirmedPayment(gateway, {
      merchant_id,
      payment_code: first.payment_code,
      mutation_id: late,
    });
    expect(await mutationNow(recorded)).toMatchObject({ announced_by: late });
    await expect(
      matchConfirmedPayment(gateway, {
        merchant_id,
        payment_code: second.payment_code,
        mutation_id: recorded,
      }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(await rowsNow()).toMatchObject([{ meaning: "mutation", mutation_id: late }]);
    expect(await read(rows)).toMatchObject({ unsupported_count: 0 });
    expect(await countedMoney()).toBe(1);
  });

  test("stays a separate transfer at the next import, after a person separates it", async () => {
    const rows = [row("2020-09-10", 77_000)];
    await read(rows);
    const recorded = await record();
    const late = await tell("2020-09-10", 36_000, 77_000);
    await separateTransfer(gateway, {
      merchant_id: shop.merchant_id,
      mutation_id: late,
      other_mutation_id: recorded,
    });
    // The bank has one row, so one of the two transfers is an alarm.
    expect(await read(rows)).toMatchObject({ unsupported_count: 1 });
    expect(await mutationNow(late)).toMatchObject({
      match_reason: "no_such_total",
      announced_by: null,
    });
    expect(await countedMoney()).toBe(2);
  });

  test("counts once for each of two rows, and a third report raises an alarm", async () => {
    const rows = [row("2020-09-10", 50_123), row("2020-09-11", 50_123)];
    await read(rows);
    const recorded = [await record(0), await record(1)];
    const late = [
      await tell("2020-09-10", 36_000, 50_123),
      await tell("2020-09-11", 36_000, 50_123),
    ];
    expect(await read(rows)).toMatchObject({ unsupported_count: 0 });
    const standing = await Promise.all(late.map(mutationNow));
    expect(new Set(standing.map((each) => each?.["announced_by"]))).toEqual(new Set(recorded));
    expect(await countedMoney()).toBe(2);
    const third = await tell("2020-09-11", 40_000, 50_123);
    expect(await read(rows)).toMatchObject({ unsupported_count: 1 });
    expect(await list("open")).toMatchObject([{ mutation_id: third }]);
  });

  test("proves the missed row of its time, not the recorded one of a day before", async () => {
    await read([row("2020-09-10", 50_123)]);
    await record();
    const rows = [row("2020-09-10", 50_123), row("2020-09-11", 50_123, "CR SITI AMINAH")];
    await read(rows);
    await tell("2020-09-11", 36_000, 50_123, { sender: "SITI AMINAH" });
    await read(rows);
    expect(await meanings()).toEqual(["recorded", "mutation"]);
    expect(await countedMoney()).toBe(2);
  });

  test("is a separate transfer on a day without a statement", async () => {
    await read([row("2020-09-30", 50_123)]);
    await record();
    gateway.setClock("2020-10-03T06:00:00Z");
    const other = await tell("2020-10-01", 36_000, 50_123);
    const late = await tell("2020-09-30", 79_200, 50_123);
    for (const each of [other, late]) {
      expect(await mutationNow(each)).toMatchObject({ match_reason: "no_such_total" });
    }
  });
});

describe("a transfer reported by a statement, a phone and an email", () => {
  let mailbox: Awaited<ReturnType<typeof watchingMailbox>>;
  beforeEach(async () => {
    mailbox = await watchingMailbox(gateway, shop, [shop]);
  });

  const phone = (day: string, second: number, amount: number, given = {}) =>
    tell(day, second, amount, given);
  const email = async (day: string, second: number, amount: number) => {
    const mail = mailReport(mailbox, { amount, posted_at: at(day, second) });
    const [rows] = await recordReports(gateway, [mail]);
    return rows?.[0]?.mutation_id ?? "";
  };

  test.each([
    ["the phone's report and then the email", [phone, email]],
    ["the email and then the phone's report", [email, phone]],
  ] as const)("is one if the statement comes first, before %s", async (_, [second, third]) => {
    gateway.setClock("2020-09-09T05:00:00Z");
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    gateway.setClock(importedAt);
    const rows = [row("2020-09-10", payment_total)];
    await read(rows);
    const recorded = await record();
    expect(await mutationNow(recorded)).toMatchObject({ payment_code });
    const later = [
      await second("2020-09-10", 36_010, payment_total),
      await third("2020-09-10", 36_040, payment_total),
    ];
    for (const each of later) {
      expect(await mutationNow(each)).toMatchObject({
        match_reason: "announced_twice",
        announced_by: recorded,
      });
    }
    expect(await read(rows)).toMatchObject({ unsupported_count: 0, tied_count: 0 });
    expect(await countedMoney()).toBe(1);
    expect(await rowsNow()).toMatchObject([{ meaning: "recorded", mutation_id: recorded }]);
  });

  test("is on the bank's day if the phone's report came first and after midnight", async () => {
    gateway.setClock("2020-09-09T16:00:00Z");
    const { payment_total } = await pendingPayment(gateway, shop, {
      payment_expired_at: "2020-09-11T00:00:00Z",
    });
    gateway.setClock(at("2020-09-10", 3600).toISOString());
    const late = await phone("2020-09-10", 3600, payment_total);
    const mailed = await email("2020-09-09", 23.5 * 3600, payment_total);
    expect(await mutationNow(mailed)).toMatchObject({ announced_by: late });
    gateway.setClock(importedAt);
    await read([row("2020-09-09", payment_total)]);
    expect(await rowsNow()).toMatchObject([{ meaning: "mutation", mutation_id: late }]);
    expect(await list("open")).toEqual([]);
  });

  test("is two if the statement has two rows and the others reported one", async () => {
    // A row without a time counts from the first moment of its day.
    await phone("2020-09-10", 60, 50_123);
    await email("2020-09-10", 65, 50_123);
    await read([row("2020-09-10", 50_123)]);
    await read([row("2020-09-10", 50_123), row("2020-09-10", 50_123)]);
    expect(await meanings()).toEqual(["mutation", "missed"]);
    const recorded = await record(1);
    expect(await mutationNow(recorded)).toMatchObject({
      match_reason: "no_such_total",
      announced_by: null,
    });
    expect(await countedMoney()).toBe(2);
  });

  test("is two if an email reported the first, and only the statement the next day's", async () => {
    gateway.setClock("2020-09-09T05:00:00Z");
    const { payment_total } = await pendingPayment(gateway, shop);
    gateway.setClock(importedAt);
    await email("2020-09-10", 85_800, payment_total);
    await read([row("2020-09-10", payment_total)]);
    await read([row("2020-09-10", payment_total), row("2020-09-11", payment_total)]);
    expect(await meanings()).toEqual(["mutation", "missed"]);
    expect(await mutationNow(await record(1))).toMatchObject({
      match_reason: "second_payment",
      announced_by: null,
    });
    expect(await countedMoney()).toBe(2);
  });
});

describe("people with notices of unsupported transfers", () => {
  const notices = () => database.sql`
    select subject, facts from notices
    where merchant_id = ${shop.merchant_id} and event = 'unsupported'
    order by created_at, subject
  `;

  beforeEach(async () => {
    const person = await visitor(gateway, shop);
    await changeNotices(gateway, { available: new Set(["email"]) } as never, person.actor, {
      session: person.session,
      change: { wishes: [{ event: "unsupported", channel: "email" }] },
    });
  });

  test("get one notice per import and account, with the number and the sum", async () => {
    await tell("2020-09-10", 36_000, 50_123);
    await tell("2020-09-12", 36_000, 60_123);
    const rows = [row("2020-09-11", 7000)];
    const { import_id } = await read(rows);
    expect(await notices()).toEqual([
      {
        subject: import_id,
        facts: {
          account_id: shop.account_id,
          channel_name: "BCA",
          account_number_end: account_number.slice(-4),
          transfer_count: 2,
          amount: 110_246,
        },
      },
    ]);
    await read(rows);
    expect(await notices()).toHaveLength(1);
    await tell("2020-09-13", 36_000, 70_123);
    await read(rows);
    expect(await notices()).toMatchObject([{}, { facts: { transfer_count: 1, amount: 70_123 } }]);
  });

  test("get no notice about a trial, an import that is rolled back, or one without findings", async () => {
    const rows = [row("2020-09-11", 7000)];
    await read(rows);
    await tell("2020-09-10", 36_000, 50_123);
    const account = { merchant_id: shop.merchant_id, account_id: shop.account_id };
    const source = sourceOf(
      bca.write({ account_number, rows, first_day: "2020-09-01", last_day: "2020-09-30" }),
    );
    const tried = await checkStatement(gateway, operatorCli, { ...account, source, mapping: null });
    expect(tried).toMatchObject({ unsupported_count: 1 });
    expect(await notices()).toEqual([]);
  });

  test.each([
    ["id", "Tidak ada di rekening koran: Rp110.246", "2 transfer ke BCA ··1234"],
    ["en", "Not in the bank statement: Rp110.246", "2 transfers to BCA ··1234"],
  ] as const)("get the notice in their language (%s)", (language, title, words) => {
    const facts = {
      account_id: shop.account_id,
      channel_name: "BCA",
      account_number_end: "1234",
      transfer_count: 2,
      amount: 110_246,
    };
    const notice = { subject: "1", facts, created_at: new Date(importedAt) };
    const told = { language, time_zone: "Asia/Jakarta" };
    const one = writeMessage("unsupported", [notice], told);
    expect(one).toMatchObject({ title, page_path: "/statements" });
    expect(one.body).toContain(words);
    const two = writeMessage("unsupported", [notice, notice], told);
    expect(two.title).toContain("4 transfer");
    expect(two.title).toContain("Rp220.492");
  });
});

describe("a verdict", () => {
  const rows = [row("2020-09-10", 50_123), row("2020-09-11", 1000)];

  async function closedAlarm(verdict: "forged" | "genuine"): Promise<string> {
    const mutation_id = await tell("2020-09-10", 36_000, 50_123);
    await read([row("2020-09-11", 1000)]);
    await close(mutation_id, verdict);
    return mutation_id;
  }

  test("survives a later row for the transfer, and the contradiction is reported once", async () => {
    const mutation_id = await closedAlarm("forged");
    await read(rows);
    await read(rows);
    expect(await list("closed")).toMatchObject([
      {
        mutation_id,
        verdict: "forged",
        note: "Nobody paid.",
        closed_at: gateway.now()?.toISOString(),
        supported_at: gateway.now()?.toISOString(),
      },
    ]);
    expect(await audit("unsupported_transfer.closed")).toHaveLength(1);
    expect(await audit("transfer.supported")).toMatchObject([
      { object_id: mutation_id, details: { verdict: "forged", amount_parsed: 50_123 } },
    ]);
  });

  test("is no longer contradicted after the row's import is withdrawn", async () => {
    const mutation_id = await closedAlarm("forged");
    const { import_id } = await read(rows);
    await withdrawStatement(gateway, operatorCli, { merchant_id: shop.merchant_id, import_id });
    expect(await list("closed")).toMatchObject([{ mutation_id, supported_at: null }]);
    expect(await list("open")).toEqual([]);
  });
});

describe("withdrawing an import", () => {
  const withdraw = (import_id: string) =>
    withdrawStatement(gateway, operatorCli, { merchant_id: shop.merchant_id, import_id });
  const stored = () => database.sql`
    select 'row' as what from statement_rows where merchant_id = ${shop.merchant_id}
    union all
    select 'import' from statement_imports where merchant_id = ${shop.merchant_id}
    union all
    select 'tie' from statement_ties where merchant_id = ${shop.merchant_id}
    union all
    select 'alarm' from unsupported_mutations where merchant_id = ${shop.merchant_id}
  `;

  test("removes its rows, ties and alarms, and the same file can be imported again", async () => {
    await tell("2020-09-10", 36_000, 50_123);
    await tell("2020-09-12", 36_000, 60_123);
    const rows = [row("2020-09-10", 50_123), row("2020-09-11", 7000)];
    const { import_id, imported_at: _, ...found } = await read(rows);
    expect(found).toMatchObject({ tied_count: 1, missed_count: 1, unsupported_count: 1 });
    expect(await withdraw(import_id)).toEqual({ row_count: 2, unsupported_count: 0 });
    expect(await stored()).toEqual([]);
    await expect(withdraw(import_id)).rejects.toMatchObject({ code: "not_found" });
    expect(await audit("statement.withdrawn")).toMatchObject([
      { object_id: import_id, details: { file_name: "statement", row_count: 2 } },
    ]);
    expect(await read(rows)).toMatchObject(found);
  });

  test("of another merchant finds no import", async () => {
    const { import_id } = await read([row("2020-09-10", 50_123)]);
    const other = await shopWithAccount(gateway);
    await expect(
      withdrawStatement(gateway, operatorCli, { merchant_id: other.merchant_id, import_id }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused while a later import has some of its days", async () => {
    const first = await read([row("2020-09-10", 50_123)]);
    const second = await read([row("2020-09-10", 50_123), row("2020-09-12", 7000)]);
    await expect(withdraw(first.import_id)).rejects.toMatchObject({
      reason: {
        code: "statement_overlapped",
        params: { file: "statement", first_day: "2020-09-01", last_day: "2020-09-30" },
      },
    });
    await withdraw(second.import_id);
    expect(await meanings()).toEqual(["missed"]);
    await withdraw(first.import_id);
    expect(await stored()).toEqual([]);
  });

  test("raises the alarm for transfers that only this import proved, on days of another import", async () => {
    const mutation_id = await tell("2020-09-10", 36_000, 50_123);
    await read([row("2020-09-11", 1000)]);
    const { import_id } = await read([row("2020-09-10", 50_123), row("2020-09-11", 1000)]);
    expect(await list("open")).toEqual([]);
    expect(await withdraw(import_id)).toEqual({ row_count: 1, unsupported_count: 1 });
    expect(await list("open")).toMatchObject([{ mutation_id }]);
  });

  test("is refused if its money paid an invoice, and names the rows", async () => {
    gateway.setClock("2020-09-02T05:00:00Z");
    const count = limits.statementRowsNamed + 2;
    const payments = [];
    for (let index = 0; index < count; index++) payments.push(await pendingPayment(gateway, shop));
    gateway.setClock(importedAt);
    const { import_id } = await read(
      payments.map(({ payment_total }) => row("2020-09-10", payment_total)),
    );
    for (let index = 0; index < count; index++) await record(index);
    const before = await stored();
    const refused = await withdraw(import_id).catch((cause: unknown) => cause);
    expect(refused).toMatchObject({ reason: { code: "statement_recorded", params: { count } } });
    const { rows } = (refused as { reason: { params: { rows: string } } }).reason.params;
    expect(rows.match(/\(2020-09-10\)/gu)).toHaveLength(limits.statementRowsNamed);
    expect(rows).toMatch(/…$/u);
    expect(await stored()).toEqual(before);
  });

  test("is refused if it proved a refund, and names the row", async () => {
    const mutation_id = await tell("2020-09-10", 3600, 50_123);
    await setTransferAside(gateway, {
      merchant_id: shop.merchant_id,
      mutation_id,
      refund: {
        refund_id: randomUUID(),
        amount: 50_123,
        refunded_at: new Date("2020-09-10T05:00:00Z"),
        recipient: "SITI AMINAH",
        reason: "Paid twice",
        made_by: null,
        form_key: randomUUID(),
      },
    });
    const { import_id } = await read([row("2020-09-11", -50_123, "TRSF E-BANKING DB SITI")]);
    expect(await meanings()).toEqual(["refund"]);
    await expect(withdraw(import_id)).rejects.toMatchObject({
      reason: {
        code: "statement_proves_refunds",
        params: { count: 1, rows: expect.stringContaining("(2020-09-11)") },
      },
    });
  });

  test("sets unused recorded money aside", async () => {
    const { import_id } = await read([row("2020-09-10", 50_123)]);
    const recorded = await record();
    await withdraw(import_id);
    expect(await mutationNow(recorded)).toMatchObject({ decision: "not_ours" });
    expect(await stored()).toEqual([]);
  });

  test("makes a late report of recorded money separate again", async () => {
    const { import_id } = await read([row("2020-09-10", 50_123)]);
    const recorded = await record();
    const late = await tell("2020-09-10", 36_000, 50_123);
    await withdraw(import_id);
    expect(await mutationNow(late)).toMatchObject({
      match_reason: "no_such_total",
      announced_by: null,
    });
    expect(await mutationNow(recorded)).toMatchObject({ announced_by: late, decision: null });
    expect(await countedMoney()).toBe(1);
  });

  test("succeeds once if two run at the same time", async () => {
    const { import_id } = await read([row("2020-09-10", 50_123)]);
    const results = await Promise.allSettled([withdraw(import_id), withdraw(import_id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });
});
