import { CFB, utils, write } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../../contract-tests/support/exchange.ts";
import { dataOf, type Caller } from "../../../contract-tests/support/http.ts";
import { sendFile } from "../../../contract-tests/support/statements.ts";
import type {
  StatementImportResult,
  StatementMonth,
  StatementRowView,
  UnsupportedMutation,
} from "../../contract/dashboard/statements.ts";
import { limits } from "../../contract/limits.ts";
import type { Dispatch } from "../../http/transport/message.ts";
import { confirmedOwner } from "../../testing/actors.ts";
import { bankFormats, mt940, type BankFormat, type BankRow } from "../../testing/bank-files.ts";
import { addQrisAccount, makeMonth } from "../../testing/bank-month.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { openInProcessService } from "../../testing/in-process-service.ts";
import { randomFrom } from "../../testing/random.ts";
import { trials } from "../../testing/run-size.ts";

/** Tests a bank's file on its whole path through the operations, against statements whose truth is known. */

let database: TestDatabase;
let gateway: TestGateway;
let dispatch: Dispatch;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ gateway, dispatch } = openInProcessService(database.sql));
  gateway.setClock("2020-10-03T05:00:00Z");
});
afterAll(() => database.drop());

interface Owner {
  shop: Shop;
  person: Caller;
}

async function ownerWith({ channel, account_number }: BankFormat): Promise<Owner> {
  const shop = await shopWithAccount(gateway, { channel, account_number });
  return { shop, person: await confirmedOwner(gateway, dispatch, shop) };
}

const api = "/dashboard/api";

/**
 * Imports a file. A busy machine can be too slow to read a spreadsheet in its time. The file is then sent again, as a
 * person would do.
 */
async function importFile({ shop, person }: Owner, file: Buffer): Promise<Answer> {
  for (;;) {
    const upload_id = await sendFile(person, { account_id: shop.account_id, file });
    const answer = await person.post(`${api}/statement-uploads/${upload_id}/import`, {});
    const reason = answer.body.reason as { code: string } | undefined;
    if (reason?.code !== "statement_too_slow") return answer;
  }
}

/** Reads every page of a list. */
async function listAll<Item>(person: Caller, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await person.get(`${path}?per_page=100&page=${page}`);
    items.push(...dataOf<Item[]>(answer));
    if (items.length >= (answer.body.pagination?.total ?? 0)) return items;
  }
}

const days = { first_day: "2020-09-01", last_day: "2020-09-30" };
const bytesOf = (content: string | Uint8Array): Buffer =>
  typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
const ascending = (one: number, other: number) => one - other;
const keyOf = (description: string): string =>
  /TRSF E-BANKING CR \d{5}/.exec(description)?.[0] ?? description;

/**
 * The rows are tied in the same way for each format, so one format has a busy month. The formats differ in the reading
 * of their files, for which fewer rows are enough.
 */
const months = bankFormats.map((format, place) => ({
  ...format,
  rowCount: place === 0 ? 1_000 : trials({ some: 300, all: 300, more: 1_000 }),
}));

describe.each(months)("a month of $rowCount rows, $layout $account_number", (format) => {
  test("has no wrong ties, and every missed and forged transfer is found", async () => {
    const random = randomFrom(`statement ${format.layout} ${format.account_number}`);
    const owner = await ownerWith(format);
    const { shop, person } = owner;
    const hasQris = format.channel !== "DANA";
    if (hasQris) await addQrisAccount(gateway, shop);
    const device = await approvedDevice(gateway, shop);
    const [account] = await database.sql<{ app_package: string }[]>`
      select app_package from accounts where account_id = ${shop.account_id}
    `;
    const app_package = account?.app_package ?? "";
    const truth = await makeMonth(
      gateway,
      { device, app_package, rowCount: format.rowCount, hasQris },
      random,
    );
    const { account_number } = format;
    const file = bytesOf(format.write({ account_number, rows: truth.rows, ...days }));
    const result = dataOf<StatementImportResult>(await importFile(owner, file));
    expect(result).toMatchObject({ row_count: truth.rows.length, new_count: truth.rows.length });

    const ofMonth = `${api}/statements/${shop.account_id}/2020-09`;
    const list = () => listAll<StatementRowView>(person, `${ofMonth}/rows`);
    const listAlarms = () => listAll<UnsupportedMutation>(person, `${api}/unsupported-transfers`);
    const rows = await list();
    expect(rows).toHaveLength(truth.rows.length);
    const supports = new Map([...truth.supports].map(([words, ids]) => [keyOf(words), ids]));
    const wrong = rows.filter(
      ({ meaning, description, mutation_id }) =>
        meaning === "mutation" && !supports.get(keyOf(description))?.includes(mutation_id ?? ""),
    );
    expect(wrong).toEqual([]);
    const proved = rows.flatMap(({ mutation_id }) => mutation_id ?? []);
    expect(new Set(proved).size).toBe(proved.length);

    const meaningOf = new Map(rows.map((row) => [keyOf(row.description), row.meaning]));
    const missed = [...truth.missed].map((description) => meaningOf.get(keyOf(description)));
    expect(new Set(missed.filter((meaning) => meaning !== "ambiguous"))).toEqual(
      new Set(["missed"]),
    );
    const alarms = new Set((await listAlarms()).map(({ mutation_id }) => mutation_id));
    expect([...truth.forged].filter((id) => !alarms.has(id))).toEqual([]);

    // Doubtful transfers are marked on both sides, and false alarms are rare.
    const meant = (meaning: string) => rows.filter((row) => row.meaning === meaning);
    const genuine = [...supports.values()].flat();
    const falseAlarms = genuine.filter((id) => alarms.has(id)).length;
    expect(proved.length + meant("ambiguous").length).toBeGreaterThanOrEqual(
      genuine.length - falseAlarms,
    );
    expect(proved.length).toBeGreaterThan(genuine.length * 0.75);
    expect(meant("fee")).toHaveLength(truth.fees);
    expect(
      meant("settlement")
        .map((row) => row.settled_count)
        .toSorted(ascending),
    ).toEqual([...truth.settled.values()].toSorted(ascending));

    const sum = (those: readonly { sen: number }[]) =>
      those.reduce((total, { sen }) => total + sen, 0);
    const month = dataOf<StatementMonth>(await person.get(ofMonth));
    expect(month).toMatchObject({
      credit_sen: sum(truth.rows.filter(({ sen }) => sen > 0)),
      debit_sen: -sum(truth.rows.filter(({ sen }) => sen < 0)),
      row_count: truth.rows.length,
      missed_count: meant("missed").length,
      ambiguous_count: meant("ambiguous").length,
      unsupported_count: alarms.size,
    });
    expect([true, null]).toContain(month.is_complete);

    const again = dataOf<StatementImportResult>(await importFile(owner, file));
    expect(again).toMatchObject({ new_count: 0, tied_count: 0, unsupported_count: 0 });
    expect(await list()).toEqual(rows);
  });
});

const bca = bankFormats[0] as BankFormat;
const bri = bankFormats.find(({ layout }) => layout === "bri_csv") as BankFormat;

const booked = (day: string, sen: number, description: string): BankRow => ({
  day,
  time: "10:00:00",
  description,
  sen,
});
const four = [
  booked("2020-09-02", 150_347_00, "TRSF E-BANKING CR SITI"),
  booked("2020-09-10", 99_000_00, "TRSF E-BANKING CR BUDI"),
  booked("2020-09-11", -50_000_00, "TARIKAN TUNAI"),
  booked("2020-09-20", -15_000_00, "BIAYA ADM"),
];
const goodFile = (format: BankFormat) =>
  format.write({ account_number: format.account_number, rows: four, ...days }) as string;
const message = () => mt940({ account_number: bca.account_number, rows: four, ...days });
const linesOf = (text: string) => text.split("\r\n");

function withFormula(): Buffer {
  const sheet = utils.aoa_to_sheet([
    ["Tanggal Transaksi", "Uraian Transaksi"],
    ["x", "y"],
  ]);
  sheet["B2"] = { t: "n", v: 2, f: "1+1" };
  return write(utils.book_new(sheet, "x"), { type: "buffer", bookType: "xlsx" }) as Buffer;
}

function encrypted(): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, "/EncryptionInfo", Buffer.alloc(64));
  CFB.utils.cfb_add(container, "/EncryptedPackage", Buffer.alloc(256));
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

function reordered(): string {
  const lines = linesOf(goodFile(bca));
  const [second = ""] = lines.splice(6, 1);
  lines.splice(8, 0, second);
  return lines.join("\r\n");
}

const badFiles: [string, BankFormat, () => string | Buffer, string, RegExp][] = [
  ["of another bank", bca, () => goodFile(bri), "statement_wrong_bank", /^Row 1\b/],
  [
    "of another account",
    bca,
    () => goodFile(bca).replace(bca.account_number, "5555555555"),
    "statement_wrong_account",
    /^Row 1\b/,
  ],
  ["cut within a row", bri, () => goodFile(bri).slice(0, -40), "statement_cut", /row 5\b/],
  ["that needs a password", bca, encrypted, "statement_encrypted", /password/],
  ["with a formula", bca, withFormula, "statement_formula", /^Row 2\b/],
  [
    "with two accounts",
    bri,
    () => goodFile(bri).replace(/(.*\n.*\n.*\n[^,]*,)[^,]*/, "$1999901000123456"),
    "statement_two_accounts",
    /^Row 4\b/,
  ],
  ["with rows out of order", bca, reordered, "statement_balance_broken", /row 7\b/],
  [
    "with a changed amount",
    bca,
    () => goodFile(bca).replace("99000.00,CR", "99001.00,CR"),
    "statement_balance_broken",
    /row 7\b/,
  ],
  [
    "of MT940 with a changed amount",
    bca,
    () => message().replace("99000,00", "99001,00"),
    "statement_balance_broken",
    /row 13\b/,
  ],
  [
    "of MT940 without an opening balance",
    bca,
    () => message().replace(/:60F:.*\r\n/, ""),
    "statement_tag_missing",
    /^Line 4 must follow a field :60F:/,
  ],
  [
    "that is a picture",
    bca,
    () => Buffer.from("89504e470d0a1a0a", "hex"),
    "statement_no_table",
    /picture/,
  ],
  [
    "that is a PDF of a bank that gives tables",
    bca,
    () => "%PDF-1.7 \n%",
    "statement_pdf",
    /Download a table instead\. BCA: KlikBCA Individual: Informasi Rekening/,
  ],
  ["that is no table at all", bca, () => "hello\nworld\n", "statement_unknown_layout", /column/],
];

test.each(badFiles)(
  "a file %s is refused with a sentence, and nothing is stored",
  async (_what, format, make, code, words) => {
    const owner = await ownerWith(format);
    const answer = await importFile(owner, bytesOf(make()));
    expect(answer).toMatchObject({ status: 409, body: { code: "conflict", reason: { code } } });
    expect(answer.body.message).toMatch(words);
    const [left] = await database.sql`
      select
        (select count(*) from statement_imports where merchant_id = ${owner.shop.merchant_id}) as imports,
        (select count(*) from statement_rows where merchant_id = ${owner.shop.merchant_id}) as rows,
        (select count(*) from statement_uploads where merchant_id = ${owner.shop.merchant_id}) as uploads
    `;
    // A file with an unknown layout waits for a person to name its columns.
    const uploads = code === "statement_unknown_layout" ? 1 : 0;
    expect(left).toEqual({ imports: 0, rows: 0, uploads });
    expect(dataOf(await owner.person.get(`${api}/statements`))).toEqual([]);
    const good = bytesOf(goodFile(format));
    expect(dataOf(await importFile(owner, good))).toMatchObject({ new_count: 4 });
  },
);

test("a file of 200 MB is refused before its first byte is sent", async () => {
  const { shop, person } = await ownerWith(bca);
  const answer = await person.post(`${api}/statement-uploads`, {
    account_id: shop.account_id,
    file_name: "mutasi.csv",
    file_bytes: 200 * 1024 * 1024,
  });
  expect(answer).toMatchObject({
    status: 409,
    body: { reason: { code: "statement_too_large", params: { megabytes: 4 } } },
  });
  expect(limits.statementUploadBytes).toBe(4 * 1024 * 1024);
});

test("the period of a file has days that a calendar has", async () => {
  const { shop, person } = await ownerWith(bca);
  const file = bytesOf("day,what,in\n02/02/2020,SITI,1000\n");
  const upload_id = await sendFile(person, { account_id: shop.account_id, file });
  const mapping = { header_row: 1, day_column: 1, description_columns: [2], credit_column: 3 };
  const importOf = (last_day: string) =>
    person.post(`${api}/statement-uploads/${upload_id}/import`, {
      mapping: { ...mapping, first_day: "2020-02-01", last_day },
    });
  for (const last_day of ["2020-02-30", "2021-02-29", "2020-02-00"]) {
    const { status, body } = await importOf(last_day);
    expect({ status, errors: body.errors, problems: body.problems }).toEqual({
      status: 400,
      errors: {
        mapping: expect.stringMatching(/^last_day must be a day such as \d{4}-\d\d-\d\d$/),
      },
      problems: [{ path: ["mapping", "last_day"], problem: { code: "not_a_day", params: {} } }],
    });
  }
  expect(dataOf(await importOf("2020-02-29"))).toMatchObject({ last_day: "2020-02-29" });
});
