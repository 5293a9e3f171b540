import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import postgres from "postgres";
import { types } from "../../db/types.ts";
import { limits } from "../../contract/limits.ts";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { operatorCli } from "../access/audit.ts";
import { csvOf } from "../base/csv.ts";
import type { Table } from "../base/table.ts";
import { importStatement } from "./statement-import.ts";
import {
  exportStatementJournal,
  exportStatementRows,
  listStatementMonths,
  listStatementRows,
  listUnsupportedMutations,
  closeUnsupportedMutation,
  readStatementMonth,
} from "./statement-months.ts";
import { readOwnMutation, searchOwnMutations } from "../reconciliation/own-mutations.ts";
import { ownersKeys, visitor } from "../../testing/dashboard.ts";
import { readAttention } from "../overview/attention.ts";
import { forgetOldRows } from "../upkeep/retention.ts";
import { explainStatementRow, recordMissedRow } from "./statement-rows.ts";
import {
  beginUpload,
  checkUpload,
  importUpload,
  keepPart,
  previewUpload,
} from "./statement-uploads.ts";

/** Tests a month as a person sees it, the decisions about its rows, and its files. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;

const bca = bankFormats[0] as (typeof bankFormats)[number];
const { account_number } = bca;
const rows: BankRow[] = [
  { day: "2020-09-02", time: "08:00:00", description: "TRSF =CMD()|'x' SITI", sen: 150_347_00 },
  {
    day: "2020-09-03",
    time: "08:00:00",
    description: "KR OTOMATIS MID : 1 QR : 100000.00 DDR : 700.00",
    sen: 99_300_00,
  },
  { day: "2020-09-04", time: "08:00:00", description: "BIAYA ADM", sen: -15_000_00 },
  { day: "2020-09-05", time: "08:00:00", description: "TARIKAN TUNAI", sen: -50_000_00 },
];
const file = (given = rows, last_day = "2020-09-30") =>
  bca.write({ account_number, rows: given, first_day: "2020-09-01", last_day }) as string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  gateway.setClock("2020-10-03T05:00:00Z");
  shop = await shopWithAccount(gateway, { account_number });
});
afterAll(() => database.drop());

const account = () => ({ merchant_id: shop.merchant_id, account_id: shop.account_id });
const month = () => ({ ...account(), month: "2020-09" });
const read = (content = file()) =>
  importStatement(gateway, operatorCli, { ...account(), source: sourceOf(content), mapping: null });
const session = (confirmed: boolean) =>
  ({
    merchant_id: shop.merchant_id,
    is_two_factor_enabled: true,
    confirmed_until: confirmed ? new Date("2099-01-01T00:00:00Z") : null,
  }) as unknown as Parameters<typeof recordMissedRow>[2]["session"];
const list = async () =>
  (await listStatementRows(gateway, { ...month(), page: 1, per_page: 100 })).items;
async function wholeOf(table: Table): Promise<string> {
  let whole = "";
  for await (const chunk of csvOf(table)) whole += chunk;
  return whole;
}

test("the unexplained rows of a month can be listed alone", async () => {
  await read();
  const unexplained = async () => {
    const page = { ...month(), page: 1, per_page: 100, is_unexplained: true };
    const { items, pagination } = await listStatementRows(gateway, page);
    const { unexplained_count } = await readStatementMonth(gateway, month());
    expect(items).toHaveLength(unexplained_count);
    expect(pagination.total).toBe(unexplained_count);
    return items.map(({ meaning }) => meaning);
  };
  expect(await unexplained()).toEqual(["missed", "ambiguous", "outgoing"]);
  const out = (await list()).find(({ meaning }) => meaning === "outgoing");
  const row_id = out?.row_id ?? "";
  const { merchant_id } = shop;
  await explainStatementRow(gateway, operatorCli, { merchant_id, row_id, meaning: "outgoing" });
  expect(await unexplained()).toEqual(["missed", "ambiguous"]);
});

test("an invented month with sums beyond a number's range can be read", async () => {
  const sen = 900_000_000_000_000;
  const made = Array.from({ length: 22 }, (_, index): BankRow => {
    const description = `ROW ${index}`;
    return { day: "2020-09-02", time: "08:00:00", description, sen: index % 2 === 0 ? sen : -sen };
  });
  await read(file(made));
  const most = limits.paymentTotalMax;
  expect(await readStatementMonth(gateway, month())).toMatchObject({
    credit_sen: most,
    debit_sen: most,
    meanings: [
      { meaning: "missed", amount_sen: most },
      { meaning: "outgoing", amount_sen: most },
    ],
  });
});

test("a month adds up, and shows its open rows", async () => {
  const device = await approvedDevice(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, device, 77_123, {
    posted_at: new Date("2020-09-10T05:00:00Z"),
  });
  await read();
  const detail = await readStatementMonth(gateway, month());
  expect(detail).toMatchObject({
    opening_sen: 1_000_000_00,
    credit_sen: 249_647_00,
    debit_sen: 65_000_00,
    fee_sen: 15_000_00,
    closing_sen: 1_184_647_00,
    is_complete: true,
    row_count: 4,
    missed_count: 1,
    ambiguous_count: 1,
    unsupported_count: 1,
    unsupported: [{ mutation_id, amount_parsed: 77_123, is_one_of_several: false }],
    imports: [{ file_name: "statement", row_count: 4 }],
  });
  const { items } = await listStatementMonths(gateway, {
    merchant_id: shop.merchant_id,
    page: 1,
    per_page: 20,
  });
  expect(items).toMatchObject([{ month: "2020-09", missed_count: 1 }]);
  const other = await shopWithAccount(gateway);
  await expect(
    readStatementMonth(gateway, { ...month(), merchant_id: other.merchant_id }),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(readStatementMonth(gateway, { ...month(), month: "2020-08" })).rejects.toMatchObject(
    { code: "not_found" },
  );
});

test("a page of months takes two statements, for any number of months", async () => {
  for (let month = 1; month <= 8; month += 1) {
    const day = `2020-0${month}-02`;
    const given = { account_number, rows: [{ ...(rows[0] as BankRow), day }] };
    await read(bca.write({ ...given, first_day: day, last_day: day }) as string);
  }
  const statements: string[] = [];
  const sql = postgres(database.url, {
    types,
    fetch_types: false,
    max: 1,
    debug: (_connection, query) => void statements.push(query),
  });
  const page = (number: number) =>
    listStatementMonths(testGateway(sql), {
      merchant_id: shop.merchant_id,
      page: number,
      per_page: 5,
    });
  await sql`select 1`;
  statements.length = 0;
  const first = await page(1);
  expect(first.items.map(({ month }) => month)).toEqual(
    [8, 7, 6, 5, 4].map((month) => `2020-0${month}`),
  );
  expect(first.pagination).toMatchObject({ total: 8, total_pages: 2 });
  const asked = statements.filter((query) => query.includes("statement_imports"));
  expect(asked).toHaveLength(2);
  expect(await page(2)).toMatchObject({ items: [{}, {}, {}] });
  expect(await page(9)).toMatchObject({ items: [], pagination: { total: 8 } });
  await sql.end();
});

test("a month with a gap between two files is not complete", async () => {
  await read(file(rows.slice(0, 1), "2020-09-02"));
  const later = bca.write({
    account_number,
    rows: rows.slice(2),
    first_day: "2020-09-04",
    last_day: "2020-09-30",
    opening_sen: 1_249_647_00,
  });
  await read(later as string);
  expect(await readStatementMonth(gateway, month())).toMatchObject({ is_complete: false });
});

test("reviewing an unsupported transfer ends its alarm, with a note", async () => {
  const device = await approvedDevice(gateway, shop);
  const { mutation_id } = await reportTransfer(gateway, device, 77_123, {
    posted_at: new Date("2020-09-10T05:00:00Z"),
  });
  await read();
  const open = () =>
    listUnsupportedMutations(gateway, {
      merchant_id: shop.merchant_id,
      state: "open",
      page: 1,
      per_page: 20,
    });
  expect((await open()).items).toMatchObject([
    { mutation_id, verdict: null, note: null, closed_at: null },
  ]);
  const alarms = async () => {
    const { items } = await readAttention(gateway, {
      ...ownersKeys(shop),
      ownsServer: false,
    });
    return items.filter(({ kind }) => kind === "transfer_unsupported");
  };
  expect(await alarms()).toMatchObject([{ count: 1 }]);
  const close = () =>
    closeUnsupportedMutation(gateway, operatorCli, {
      merchant_id: shop.merchant_id,
      mutation_id: mutation_id ?? "",
      verdict: "forged",
      note: "Nobody paid",
    });
  await close();
  expect(await alarms()).toEqual([]);
  expect((await open()).items).toEqual([]);
  await expect(close()).rejects.toMatchObject({ code: "not_found" });
  await read();
  expect((await open()).items).toEqual([]);
  const closed = await listUnsupportedMutations(gateway, {
    merchant_id: shop.merchant_id,
    state: "closed",
    page: 1,
    per_page: 20,
  });
  expect(closed.items).toMatchObject([
    { mutation_id, verdict: "forged", note: "Nobody paid", closed_at: "2020-10-03T05:00:00.000Z" },
  ]);
});

test("a confirmed person can record money that no phone reported as a transfer, once", async () => {
  await read();
  const [missed] = await list();
  const row_id = missed?.row_id ?? "";
  await expect(
    recordMissedRow(gateway, operatorCli, { session: session(false), row_id }),
  ).rejects.toMatchObject({ code: "confirmation_required" });
  const { mutation_id } = await recordMissedRow(gateway, operatorCli, {
    session: session(true),
    row_id,
  });
  const [mutation] = await database.sql`
    select amount_parsed, body, rule, matched_payment_number, device_name, device_status
    from mutations join devices using (merchant_id, device_id)
    where mutation_id = ${mutation_id}
  `;
  expect(mutation).toEqual({
    amount_parsed: 150_347,
    body: missed?.description,
    rule: "statement",
    matched_payment_number: null,
    device_name: "Bank statement",
    device_status: "REVOKED",
  });
  expect((await list())[0]).toMatchObject({ meaning: "recorded", mutation_id });
  await expect(
    recordMissedRow(gateway, operatorCli, { session: session(true), row_id }),
  ).rejects.toMatchObject({ reason: { code: "statement_row_settled" } });
  expect(await read()).toMatchObject({ new_count: 0, tied_count: 0, unsupported_count: 0 });
});

test.each([
  ["from before the money came is paid by it", "2020-09-01T05:00:00Z", "PAID"],
  [
    "of the same day or later is not, because the row has no time",
    "2020-09-01T18:00:00Z",
    "PENDING",
  ],
])("an invoice %s when missed money is recorded", async (_which, createdAt, status) => {
  gateway.setClock(createdAt);
  const { payment_code, payment_total } = await pendingPayment(gateway, shop);
  gateway.setClock("2020-10-03T05:00:00Z");
  const paying = {
    day: "2020-09-02",
    time: "08:00:00",
    description: "SITI",
    sen: payment_total * 100,
  };
  await read(file([paying]));
  const [missed] = await list();
  const row_id = missed?.row_id ?? "";
  await recordMissedRow(gateway, operatorCli, { session: session(true), row_id });
  const [payment] = await database.sql`
    select payment_status from payments
    where merchant_id = ${shop.merchant_id} and payment_code = ${payment_code}
  `;
  expect(payment).toEqual({ payment_status: status });
  const [recorded] = await list();
  expect(recorded?.payment_code).toBe(status === "PAID" ? payment_code : null);
});

test("a transfer shows the bank statement's record of it", async () => {
  const device = await approvedDevice(gateway, shop);
  const report = async (amount: number, day: string, time = "05:00") =>
    (await reportTransfer(gateway, device, amount, { posted_at: new Date(`${day}T${time}:00Z`) }))
      .mutation_id as string;
  const forged = await report(77_123, "2020-09-10");
  const genuine = await report(99_300, "2020-09-03");
  const recordOf = async (mutation_id: string) =>
    (await readOwnMutation(gateway, { merchant_id: shop.merchant_id, mutation_id })).bank_record;
  expect(await recordOf(forged)).toBeNull();

  const plain = rows.map((row) => ({
    ...row,
    description: row.description.split(" MID")[0] ?? "",
  }));
  await read(file(plain));
  const bank = {
    account_id: shop.account_id,
    account_number,
    account_name: "TOKO CONTOH",
    channel_name: "BCA",
  };
  const nobody = {
    is_one_of_several: false,
    verdict: null,
    note: null,
    closed_at: null,
    closed_by: null,
  };
  const unsupported = { finding: "unsupported", ...bank, day: "2020-09-10", booked_at: null };
  expect(await recordOf(forged)).toEqual({ ...unsupported, ...nobody });
  expect(await recordOf(genuine)).toEqual({
    finding: "proved",
    ...bank,
    day: "2020-09-03",
    booked_at: null,
    ...nobody,
  });

  const person = await visitor(gateway, shop);
  await closeUnsupportedMutation(gateway, person.actor, {
    merchant_id: shop.merchant_id,
    mutation_id: forged,
    verdict: "forged",
    note: "Nobody paid this.",
  });
  const closer = person.session.person;
  const ended = {
    is_one_of_several: false,
    verdict: "forged",
    note: "Nobody paid this.",
    closed_at: "2020-10-03T05:00:00.000Z",
    closed_by: { person_id: closer.person_id, name: closer.name },
  };
  expect(await recordOf(forged)).toEqual({ ...unsupported, ...ended });
  const closed = { merchant_id: shop.merchant_id, state: "closed" as const, page: 1, per_page: 9 };
  expect((await listUnsupportedMutations(gateway, closed)).items).toMatchObject([ended]);

  const missed = (await list()).find(({ meaning }) => meaning === "missed");
  const { mutation_id } = await recordMissedRow(gateway, operatorCli, {
    session: session(true),
    row_id: missed?.row_id ?? "",
  });
  expect(await recordOf(mutation_id)).toMatchObject({
    finding: "recorded",
    ...bank,
    day: "2020-09-02",
  });
  const page = { merchant_id: shop.merchant_id, per_page: 9 };
  const { items } = await searchOwnMutations(gateway, page);
  expect(items.map(({ bank_record }) => bank_record?.finding)).toEqual([
    "recorded",
    "proved",
    "unsupported",
  ]);

  // The bank has one of two transfers of the same amount, and it is unknown which one.
  const twins = [await report(42_042, "2020-09-12"), await report(42_042, "2020-09-12", "07:00")];
  const booked = { day: "2020-09-12", time: "08:00:00", description: "TRSF ANI", sen: 42_042_00 };
  await read(file([...plain, booked]));
  for (const twin of twins)
    expect(await recordOf(twin)).toMatchObject({ finding: "unsupported", is_one_of_several: true });
  // Another merchant can read none of this.
  const other = await shopWithAccount(gateway);
  const name = { merchant_id: other.merchant_id, mutation_id: forged };
  await expect(readOwnMutation(gateway, name)).rejects.toMatchObject({ code: "not_found" });
});

test("a person's explanation of a row survives an import", async () => {
  await read();
  const row_id = (await list())[3]?.row_id ?? "";
  const name = { merchant_id: shop.merchant_id, row_id };
  await explainStatementRow(gateway, operatorCli, { ...name, meaning: "refund" });
  await read();
  expect((await list())[3]).toMatchObject({ meaning: "refund" });
  const unknown = { ...name, row_id: "00000000-0000-4000-8000-000000000000" };
  await expect(
    explainStatementRow(gateway, operatorCli, { ...unknown, meaning: "fee" }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("the journal's debits and credits are equal, and no cell of a file is a formula", async () => {
  await read(file().replace("TRSF =CMD", "=CMD"));
  const table = await wholeOf(await exportStatementRows(gateway, { ...month(), language: "en" }));
  expect(table).toContain("'=CMD");
  const [names = "", first = ""] = table.slice(1).split("\r\n");
  expect(names).toMatch(/^day,.*,direction,amount,balance,gross,fee,meaning,/);
  expect(first).toContain(",CREDIT,150347.00,1150347.00,,,missed,");
  const journal = await wholeOf(
    await exportStatementJournal(gateway, { ...month(), language: "en" }),
  );
  const lines = journal
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const sum = (column: number) =>
    lines.reduce((total, cells) => total + Math.round(Number(cells[column]) * 100), 0);
  expect(sum(4)).toBe(sum(5));
  expect(sum(4)).toBe(314_647_00);
  expect(lines).toHaveLength(8);
  const number = `BCA${account_number}-202009-00001`;
  expect(lines.slice(0, 2).map((cells) => cells.slice(0, 6))).toEqual([
    [number, "2020-09-02", "1-10002", `BCA ${account_number}`, "150347.00", ""],
    [number, "2020-09-02", "2-20199", "Unexplained money in", "", "150347.00"],
  ]);
});

test("a month's files in Indonesian have Indonesian names and the same amounts", async () => {
  await read();
  const given = { ...month(), language: "id" as const };
  const [names, first] = (await wholeOf(await exportStatementRows(gateway, given)))
    .slice(1)
    .split("\r\n");
  expect(names).toMatch(/^tanggal,waktu,keterangan,.*,arah,jumlah,saldo,.*,arti,.*kode tagihan,/);
  expect(first).toContain(",masuk,150347.00,1150347.00,,,terlewat HP,");
  const journal = await wholeOf(await exportStatementJournal(gateway, given));
  expect(journal).toContain("nomor,tanggal,kode,akun,debit,kredit,referensi");
  expect(journal).toContain(",Biaya bank,15000.00,");
  expect(journal).not.toMatch(/Bank fees|Unexplained|Customer/);
});

async function upload(content: string, sent = content.length): Promise<string> {
  const { upload_id, part_bytes } = await beginUpload(gateway, {
    ...account(),
    file_name: "a.csv",
    file_bytes: content.length,
  });
  const bytes = Buffer.from(content.slice(0, sent));
  for (let from = 0; from < bytes.length; from += part_bytes) {
    const content = bytes.subarray(from, from + part_bytes).toString("base64");
    await keepPart(gateway, {
      merchant_id: shop.merchant_id,
      upload_id,
      part_number: from / part_bytes + 1,
      content,
    });
  }
  return upload_id;
}

const many = () =>
  file(
    Array.from({ length: 4000 }, (_, index) => ({
      day: "2020-09-02",
      time: "08:00:00",
      description: `TRSF ${index}`,
      sen: 1000_00,
    })),
  );
const uploads = async () =>
  (await database.sql`select from statement_uploads where merchant_id = ${shop.merchant_id}`)
    .length;

test("a file is uploaded in parts, and none is left after its import", async () => {
  const content = many();
  expect(content.length).toBeGreaterThan(limits.statementPartBytes);
  const upload_id = await upload(content);
  const name = { merchant_id: shop.merchant_id, upload_id };
  const result = await importUpload(gateway, operatorCli, { ...name, mapping: null });
  expect(result).toMatchObject({ row_count: 4000, new_count: 4000 });
  expect(await uploads()).toBe(0);
  await expect(
    importUpload(gateway, operatorCli, { ...name, mapping: null }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a part that arrives during the deletion of its upload is refused as unknown", async () => {
  const { upload_id } = await beginUpload(gateway, {
    ...account(),
    file_name: "mutasi.csv",
    file_bytes: 5,
  });
  const { merchant_id } = shop;
  const part = { merchant_id, upload_id, part_number: 1, content: "aGVsbG8=" };
  let kept: Promise<unknown> = Promise.resolve();
  await database.sql.begin(async (tx) => {
    await tx`delete from statement_uploads where upload_id = ${upload_id}`;
    kept = keepPart(gateway, part).catch((cause: unknown) => cause);
    await untilSomebodyWaits();
  });
  expect(await kept).toMatchObject({ code: "not_found" });
});

async function untilSomebodyWaits(): Promise<void> {
  const [row] = await database.sql`
    select from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'
  `;
  if (!row) await untilSomebodyWaits();
}

test("a limited number of uploads is imported at once, a limited number waits, and others are kept", async () => {
  const places = limits.statementImportsUnderWay + limits.statementImportsWaiting;
  const shops = await Promise.all(
    Array.from({ length: places + 1 }, () => shopWithAccount(gateway, { account_number })),
  );
  const uploaded: { merchant_id: string; upload_id: string }[] = [];
  for (shop of shops) uploaded.push({ ...account(), upload_id: await upload(file()) });
  const results = await Promise.allSettled(
    uploaded.map((each) => importUpload(gateway, operatorCli, { ...each, mapping: null })),
  );
  const late = results.findIndex(({ status }) => status === "rejected");
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(places);
  expect(results[late]).toMatchObject({ reason: { code: "rate_limited" } });
  const waiting = uploaded[late] as (typeof uploaded)[number];
  const result = await importUpload(gateway, operatorCli, { ...waiting, mapping: null });
  expect(result).toMatchObject({ new_count: 4 });
});

test("a merchant's files are read one at a time, without delaying other merchants", async () => {
  const mine = { ...account(), upload_id: await upload(file()) };
  shop = await shopWithAccount(gateway, { account_number });
  const others = { ...account(), upload_id: await upload(file()) };
  const tryMine = { ...mine, mapping: null };
  const isBusy = { reason: { code: "statement_busy" } };
  let first: Promise<unknown> = Promise.resolve();
  let other: Promise<unknown> = Promise.resolve();
  await database.sql.begin(async (tx) => {
    // The lock keeps every part of a file from being read, so the first reader keeps its turn.
    await tx`lock table statement_upload_parts`;
    first = previewUpload(gateway, mine);
    other = previewUpload(gateway, others);
    await untilSomebodyWaits();
    await expect(previewUpload(gateway, mine)).rejects.toMatchObject(isBusy);
    await expect(checkUpload(gateway, operatorCli, tryMine)).rejects.toMatchObject(isBusy);
  });
  expect(await first).toMatchObject({ layout: "bca_individual" });
  expect(await other).toMatchObject({ layout: "bca_individual" });
  expect(await previewUpload(gateway, mine)).toMatchObject({ layout: "bca_individual" });
  expect(await checkUpload(gateway, operatorCli, tryMine)).toMatchObject({ new_count: 4 });
});

test("checking a file finds the same as its import, and stores nothing", async () => {
  const device = await approvedDevice(gateway, shop);
  await reportTransfer(gateway, device, 2_500_311, { posted_at: new Date("2020-09-20T03:00:00Z") });
  const stored = () =>
    database.sql`
      select 'row' as what from statement_rows where merchant_id = ${shop.merchant_id}
      union all
      select 'import' from statement_imports where merchant_id = ${shop.merchant_id}
      union all
      select 'alarm' from unsupported_mutations where merchant_id = ${shop.merchant_id}
      union all
      select 'audit' from audit_entries where merchant_id = ${shop.merchant_id} and action like 'statement%'
    `;
  const name = { merchant_id: shop.merchant_id, upload_id: await upload(file()), mapping: null };
  const tried = await checkUpload(gateway, operatorCli, name);
  expect(tried).toMatchObject({ new_count: 4, missed_count: 1, unsupported_count: 1 });
  expect(tried.meanings).toEqual([
    {
      meaning: "ambiguous",
      row_count: 1,
      transfer_count: 0,
      amount_sen: 99_300_00,
      fee_sen: 700_00,
    },
    { meaning: "fee", row_count: 1, transfer_count: 0, amount_sen: 15_000_00, fee_sen: 0 },
    { meaning: "missed", row_count: 1, transfer_count: 0, amount_sen: 150_347_00, fee_sen: 0 },
    { meaning: "outgoing", row_count: 1, transfer_count: 0, amount_sen: 50_000_00, fee_sen: 0 },
  ]);
  expect(await stored()).toEqual([]);
  const result = await importUpload(gateway, operatorCli, name);
  const { import_id: _, imported_at: __, ...found } = result;
  expect(tried).toMatchObject(found);
  expect(await readStatementMonth(gateway, month())).toMatchObject({ meanings: tried.meanings });
});

test("a check refuses the same files as an import, and keeps a file with unknown columns", async () => {
  const wrong = await upload(file().replace(account_number, "5555555555"));
  const name = { merchant_id: shop.merchant_id };
  await expect(
    checkUpload(gateway, operatorCli, { ...name, upload_id: wrong, mapping: null }),
  ).rejects.toMatchObject({ reason: { code: "statement_wrong_account" } });
  expect(await uploads()).toBe(0);
  const upload_id = await upload("Tgl,Ket,Jml,DK,S\n13/09/2020,A,1,K,1\n14/09/2020,B,1,K,7");
  const mapping = { header_row: 1, day_column: 1, description_columns: [2], amount_column: 3 };
  const balanced = { ...mapping, direction_column: 4, balance_column: 5 };
  await expect(
    checkUpload(gateway, operatorCli, { ...name, upload_id, mapping: balanced }),
  ).rejects.toMatchObject({ reason: { code: "statement_balance_broken" } });
  const tried = await checkUpload(gateway, operatorCli, {
    ...name,
    upload_id,
    mapping: { ...mapping, direction_column: 4 },
  });
  expect(tried).toMatchObject({ layout: "mapped", new_count: 2 });
  // Only an import stores a mapping.
  const next = await upload("Tgl,Ket\n1/10/2020,A");
  expect(await previewUpload(gateway, { ...name, upload_id: next })).toMatchObject({
    mapping: null,
  });
});

test("an unused upload is deleted after an hour", async () => {
  const [first, second] = [await upload(file()), await upload(file())];
  const name = { merchant_id: shop.merchant_id, mapping: null };
  const after = (minutes: number) =>
    gateway.setClock(new Date(Date.parse("2020-10-03T05:00:00Z") + minutes * 60_000));
  after(limits.statementUploadMinutes - 1);
  await forgetOldRows(gateway);
  expect(await importUpload(gateway, operatorCli, { ...name, upload_id: first })).toMatchObject({
    new_count: 4,
  });
  after(limits.statementUploadMinutes + 1);
  await expect(
    importUpload(gateway, operatorCli, { ...name, upload_id: second }),
  ).rejects.toMatchObject({ code: "not_found" });
  const part = {
    merchant_id: shop.merchant_id,
    upload_id: second,
    part_number: 1,
    content: "QUJD",
  };
  await expect(keepPart(gateway, part)).rejects.toMatchObject({ code: "not_found" });
  expect(await uploads()).toBe(1);
  await forgetOldRows(gateway);
  expect(await uploads()).toBe(0);
});

test("a file with a missing part is refused, naming the part", async () => {
  const upload_id = await upload(many(), limits.statementPartBytes);
  await expect(
    importUpload(gateway, operatorCli, { merchant_id: shop.merchant_id, upload_id, mapping: null }),
  ).rejects.toMatchObject({
    reason: { code: "statement_incomplete", params: { part: 2 } },
  });
});

test("a finally refused file is deleted, and one with unknown columns is kept", async () => {
  const wrong = await upload(file().replace(account_number, "5555555555"));
  const name = { merchant_id: shop.merchant_id, mapping: null };
  await expect(
    importUpload(gateway, operatorCli, { ...name, upload_id: wrong }),
  ).rejects.toMatchObject({ reason: { code: "statement_wrong_account" } });
  expect(await uploads()).toBe(0);
  const head = Array.from(
    { length: limits.statementPreviewRows + 5 },
    (_, index) => `${index + 1}/09/2020,A,${index + 1},K`,
  );
  const upload_id = await upload(`Tgl,Ket,Jml,DK\n${head.join("\n")}`);
  await expect(importUpload(gateway, operatorCli, { ...name, upload_id })).rejects.toMatchObject({
    reason: { code: "statement_unknown_layout" },
  });
  const preview = await previewUpload(gateway, { merchant_id: shop.merchant_id, upload_id });
  expect(preview).toMatchObject({ layout: null, mapping: null });
  expect(preview.lines).toHaveLength(limits.statementPreviewRows);
  const mapping = {
    header_row: 1,
    day_column: 1,
    description_columns: [2],
    amount_column: 3,
    direction_column: 4,
    last_day: "2020-09-30",
  };
  const result = await importUpload(gateway, operatorCli, { ...name, upload_id, mapping });
  expect(result).toMatchObject({ layout: "mapped", new_count: limits.statementPreviewRows + 5 });
  const next = await upload("Tgl,Ket,Jml,DK\n1/10/2020,A,1,K");
  const { last_day: _, ...remembered } = mapping;
  expect(
    await previewUpload(gateway, { merchant_id: shop.merchant_id, upload_id: next }),
  ).toMatchObject({ mapping: remembered });
});

test("waiting uploads are limited in number and size", async () => {
  const [first] = await Promise.all(
    Array.from({ length: limits.statementUploadsPerMerchant }, () => upload(file())),
  );
  await upload(file());
  expect(await uploads()).toBe(limits.statementUploadsPerMerchant);
  expect(first).toBeDefined();
  const begun = beginUpload(gateway, {
    ...account(),
    file_name: "a",
    file_bytes: limits.statementUploadBytes + 1,
  });
  await expect(begun).rejects.toMatchObject({
    reason: { code: "statement_too_large", params: { megabytes: 4 } },
  });
});
