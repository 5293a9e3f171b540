import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { mt940, sourceOf, type BankFile, type Mt940Style } from "../../testing/bank-files.ts";
import { randomFrom } from "../../testing/random.ts";
import type { DomainError } from "../base/domain-error.ts";
import type { StatementAccount } from "./statement-account.ts";
import { openStatement, previewStatement, readStatement } from "./statement-reader.ts";
import type { StatementRow } from "./statement-row-reader.ts";

const account: StatementAccount = {
  account_number: "1234567890",
  channel_code: "BCA",
  channel_name: "BCA",
  channel_type: "TRANSFER",
  own_numbers: [],
};

async function readAll(content: string | Uint8Array, of = account) {
  const rows: StatementRow[] = [];
  const opened = await openStatement(sourceOf(content), null);
  const summary = await readStatement(opened, { account: of }, async (some) => {
    rows.push(...some);
  });
  return { rows, summary };
}

const reasonOf = (content: string | Uint8Array) =>
  readAll(content).then(
    () => null,
    (cause: DomainError) => cause.reason ?? cause,
  );

const booked = (day: string, description: string, sen: number) => ({
  day,
  time: "00:00:00",
  description,
  sen,
});

const month: BankFile = {
  account_number: "1234567890",
  first_day: "2024-02-01",
  last_day: "2024-02-29",
  rows: [
    booked("2024-02-01", "TRSF E-BANKING CR BUDI SANTOSO", 150_347_00),
    booked("2024-02-13", "BIAYA ADM", -15_000_00),
    booked("2024-02-14", "REV BIAYA ADM", 15_000_00),
    booked("2024-02-29", "BUNGA", 1_234_56),
  ],
};
const whole = mt940(month);
const lines = whole.split("\r\n");
/** Returns the number of the line that begins with this text. */
const at = (start: string) => lines.findIndex((line) => line.startsWith(start)) + 1;

test("a month is read with its days, amounts, balances and references", async () => {
  const { rows, summary } = await readAll(whole);
  expect(summary).toMatchObject({
    layout: "mt940",
    first_day: "2024-02-01",
    last_day: "2024-02-29",
    row_count: 4,
    is_newest_first: false,
  });
  expect(rows).toMatchObject([
    {
      day: "2024-02-01",
      file_row: 5,
      description: "TRSF E-BANKING CR BUDI SANTOSO",
      reference: "B4",
      direction: "CREDIT",
      amount_sen: 150_347_00,
      balance_sen: 1_150_347_00,
      booked_at: null,
    },
    { day: "2024-02-13", direction: "DEBIT", amount_sen: 15_000_00, hint: "fee" },
    { day: "2024-02-14", direction: "CREDIT", amount_sen: 15_000_00, description: "REV BIAYA ADM" },
    { day: "2024-02-29", balance_sen: 1_151_581_56, hint: "interest" },
  ]);
});

describe("the same rows are read from a file", () => {
  const random = randomFrom("months of MT940");
  const below = (bound: number) => Math.floor(random() * bound);
  const drawn: BankFile = {
    ...month,
    opening_sen: -below(1_000_000_00),
    rows: Array.from({ length: 97 }, (_, at) => {
      const day = `2024-02-${String(1 + Math.floor((at * 29) / 97)).padStart(2, "0")}`;
      const words = `TRSF ${"PEMBAYARAN TAGIHAN ".repeat(below(9))}NO ${at}`;
      return booked(day, words, (random() < 0.6 ? 1 : -1) * (1 + below(900_000_00)));
    }),
  };
  const kept = ({ day, direction, amount_sen, balance_sen, description }: StatementRow) => ({
    day,
    direction,
    amount_sen,
    balance_sen,
    description,
  });

  test.each<[string, Mt940Style]>([
    ["of one statement", {}],
    ["of a statement for every few transactions", { perStatement: 7 }],
    ["whose statements go on over pages", { perStatement: 40, perPage: 9 }],
    ["in the envelopes of SWIFT", { perPage: 20, hasEnvelope: true }],
    ["with line feeds alone", { lineEnd: "\n", perStatement: 10 }],
    ["without days of booking", { hasBookingDay: false }],
  ])("%s", async (_what, style) => {
    const { rows, summary } = await readAll(mt940(drawn, style));
    expect(summary).toMatchObject({ row_count: 97, last_day: "2024-02-29" });
    let balance = drawn.opening_sen ?? 0;
    expect(rows.map(kept)).toEqual(
      drawn.rows.map(({ day, description, sen }) => {
        balance += sen;
        return {
          day,
          direction: sen > 0 ? "CREDIT" : "DEBIT",
          amount_sen: Math.abs(sen),
          balance_sen: balance,
          description: description.replaceAll(/\s+/g, " "),
        };
      }),
    );
  });
});

const statement = (...fields: string[]) =>
  [":20:A", ":25:1234567890", ":28C:1/1", ...fields, "-", ""].join("\r\n");

describe("a transaction", () => {
  const onlyRow = async (opening: string, fields: string[], closing: string) => {
    const file = statement(`:60F:${opening}`, ...fields, `:62F:${closing}`);
    return (await readAll(file)).rows;
  };

  test.each([
    ["C", "C240201IDR0,", "C240201IDR10,5", "CREDIT"],
    ["D", "C240201IDR10,50", "C240201IDR0,00", "DEBIT"],
    ["RC", "C240201IDR0,00", "D240201IDR10,50", "DEBIT"],
    ["RD", "D240201IDR10,50", "C240201IDR0,00", "CREDIT"],
  ])("marked %s moves the balance from %s to %s", async (mark, before, after, direction) => {
    for (const letter of ["", "R"]) {
      const fields = [`:61:2402010201${mark}${letter}10,50NTRFNONREF`, ":86:KOPI"];
      expect(await onlyRow(before, fields, after)).toMatchObject([
        {
          direction,
          amount_sen: 10_50,
          description: mark.startsWith("R") ? "REVERSAL KOPI" : "KOPI",
        },
      ]);
    }
  });

  test("without :86: is described by the text beside its amount", async () => {
    const fields = [":61:240201C10,50NCHGINV-7//BANK", "BIAYA KLIRING"];
    expect(await onlyRow("C240201IDR0,00", fields, "C240201IDR10,50")).toMatchObject([
      { description: "NCHG BIAYA KLIRING", reference: "INV-7" },
    ]);
  });

  test("is described only by its own :86:, not by the statement's", async () => {
    const file = statement(
      ":60F:C240201IDR0,00",
      ":61:240201C10,50NTRFNONREF",
      ":86:KOPI",
      ":62F:C240201IDR10,50",
      ":64:C240201IDR10,50",
      ":86:TERIMA KASIH",
    );
    expect((await readAll(file)).rows).toMatchObject([{ description: "KOPI" }]);
  });

  test.each([
    ["2401020103", "2024-01-03"],
    ["2401021231", "2023-12-31"],
    ["2312310101", "2024-01-01"],
    ["2403010229", "2024-02-29"],
    ["2502280229", "2024-02-29"],
    ["240229", "2024-02-29"],
  ])("dated %s belongs to %s", async (written, day) => {
    const [short, amount] = [day.slice(2).replaceAll("-", ""), "10,50"];
    const fields = [`:61:${written}C${amount}NTRFNONREF`];
    expect(await onlyRow(`C${short}IDR0,00`, fields, `C${short}IDR${amount}`)).toMatchObject([
      { day },
    ]);
  });

  test("with a balance's words is booked", async () => {
    const fields = [":61:240201C10,50NTRFNONREF", ":86:Saldo awal"];
    expect(await onlyRow("C240201IDR0,00", fields, "C240201IDR10,50")).toHaveLength(1);
  });
});

test("the day of an opening balance counts only with a transaction on it", async () => {
  const rows = month.rows.slice(1);
  const { summary } = await readAll(mt940({ ...month, first_day: "2024-01-31", rows }));
  expect(summary).toMatchObject({ first_day: "2024-02-01", last_day: "2024-02-29" });
});

test.each([
  "1234567890",
  "BCA/1234567890",
  "CENAIDJA/1234567890IDR",
  "1234567890 IDR",
  "0001234567890",
])("the account %s matches the chosen one", async (written) => {
  await readAll(whole.replace(":25:1234567890", `:25:${written}`));
});

test("equal transactions of a day are counted, as in other files", async () => {
  const twice = booked("2024-02-05", "TRSF DODI", 77_777_00);
  const { rows } = await readAll(mt940({ ...month, rows: [twice, twice] }));
  expect(rows.map(({ twin_number }) => twin_number)).toEqual([1, 2]);
  expect(new Set(rows.map(({ wording }) => wording)).size).toBe(1);
});

test("a preview shows the original lines", async () => {
  const { layout, lines: shown } = await previewStatement(sourceOf(whole));
  expect(layout).toBe("mt940");
  expect(shown.slice(0, 2)).toEqual([
    { row: 1, cells: [":20:TEPAT1"] },
    { row: 2, cells: [":25:1234567890"] },
  ]);
});

describe("a file is refused if it", () => {
  const without = (start: string) => lines.toSpliced(at(start) - 1, 1).join("\r\n");
  const changed = (start: string, from: string, to: string) =>
    lines.with(at(start) - 1, (lines[at(start) - 1] ?? "").replace(from, to)).join("\r\n");
  const pages = mt940(month, { perPage: 2 });
  const statements = mt940(month, { perStatement: 2 });
  const second = (text: string) => text.indexOf(":20:", 5);
  const missing = (tag: string, row: number) => ({
    code: "statement_tag_missing",
    params: { tag, row },
  });

  test.each<[string, string, object]>([
    [
      "lacks a transaction",
      without(":61:240213"),
      { code: "statement_balance_broken", params: { row: lines.length - 3, found: "1151581.56" } },
    ],
    [
      "has another amount",
      changed(":61:240213", "15000,00", "15000,01"),
      { code: "statement_balance_broken" },
    ],
    [
      "has another mark",
      changed(":61:240214", "RDR", "CR").replace("0214CR", "0214DR"),
      { code: "statement_balance_broken" },
    ],
    [
      "has another closing balance",
      changed(":62F:", ",56", ",57"),
      { code: "statement_balance_broken" },
    ],
    [
      "lacks a statement in between",
      `${statements.slice(0, second(statements))}${mt940({ ...month, opening_sen: 5 })}`,
      { code: "statement_balance_broken" },
    ],
    [
      "is of another account",
      whole.replace("1234567890", "5555555555"),
      { code: "statement_wrong_account", params: { row: 2 } },
    ],
    [
      "is of two accounts",
      whole + whole.replace("1234567890", "5555555555"),
      { code: "statement_two_accounts" },
    ],
    [
      "is in dollars",
      whole.replaceAll("IDR", "USD"),
      { code: "statement_foreign_currency", params: { row: 4, currency: "USD" } },
    ],
    [
      "changes its currency",
      whole.replace(/(:62F:.*)IDR/, "$1USD"),
      { code: "statement_foreign_currency" },
    ],
    ["has no opening balance", without(":60F:"), missing(":60F:", 4)],
    [
      "has no closing balance before the end of a message",
      without(":62F:"),
      missing(":62F:", lines.length - 2),
    ],
    [
      "begins another statement in the middle of one",
      without(":62F:").replace("\r\n-\r\n", "\r\n") + whole,
      missing(":62F:", lines.length - 2),
    ],
    ["begins with the second page", pages.slice(second(pages)), missing(":60F:", 4)],
    ["ends with the first page", pages.slice(0, second(pages)), { code: "statement_cut" }],
    [
      "ends after a transaction",
      lines.slice(0, 9).join("\r\n"),
      { code: "statement_cut", params: { row: 9 } },
    ],
    [
      "ends in its closing balance",
      whole.slice(0, whole.indexOf(":62F:") + 9),
      { code: "statement_cut" },
    ],
    ["ends in its name", lines.slice(0, 4).join("\r\n"), { code: "statement_cut" }],
    ["has no transactions", mt940({ ...month, rows: [] }), { code: "statement_no_rows" }],
    [
      "has a day that there is not",
      changed(":61:240213", ":61:2402130213", ":61:2402300213"),
      { code: "statement_not_a_day", params: { row: at(":61:240213") } },
    ],
    [
      "has a day of booking that there is not",
      changed(":61:240213", ":61:2402130213", ":61:2402130231"),
      { code: "statement_not_a_day" },
    ],
    [
      "has letters for a day",
      changed(":61:240213", ":61:2402130213", ":61:24FEB1"),
      { code: "statement_not_a_day" },
    ],
    [
      "goes back in its days",
      changed(":61:240214", "2402140214", "2402020202"),
      { code: "statement_out_of_order" },
    ],
    [
      "closes before its last transaction",
      changed(":62F:", "240229", "240228"),
      { code: "statement_out_of_order" },
    ],
    [
      "has a decimal point",
      changed(":61:240213", "15000,00", "15000.00"),
      { code: "statement_not_an_amount", params: { row: at(":61:240213") } },
    ],
    [
      "has marks of thousands",
      changed(":61:240213", "15000,00", "15.000,00"),
      { code: "statement_not_an_amount" },
    ],
    [
      "has three decimals",
      changed(":61:240213", "15000,00", "15000,000"),
      { code: "statement_not_an_amount" },
    ],
    [
      "has no comma",
      changed(":61:240213", "15000,00", "15000"),
      { code: "statement_not_an_amount" },
    ],
    ["has no mark", changed(":61:240213", "0213DR", "0213"), { code: "statement_not_an_amount" }],
    [
      "has an expected transaction",
      changed(":61:240213", "0213DR", "0213ED"),
      { code: "statement_not_an_amount" },
    ],
    ["moves nothing", changed(":61:240213", "15000,00", "0,00"), { code: "statement_no_amount" }],
    [
      "has an amount that is too large",
      changed(":61:240213", "15000,00", `${"9".repeat(14)},00`),
      { code: "statement_not_an_amount" },
    ],
    [
      "has a transaction in words of another",
      changed(":86:TRSF", "BUDI SANTOSO", "BUDI\r\n:61:2402010201CR99,00NTRFNONREF"),
      { code: "statement_balance_broken" },
    ],
    [
      "is a list of interim movements (MT942)",
      statement(":34F:IDR0,00", ":61:2402010201CR99,00NTRFNONREF"),
      missing(":60F:", 5),
    ],
  ])("%s", async (_what, file, reason) => {
    expect(await reasonOf(file)).toMatchObject(reason);
  });
});

describe("a file of the maximum upload size", () => {
  const start = statement().replace("\r\n-\r\n", "\r\n:60F:C240201IDR0,00\r\n");
  const fullOf = (text: string) =>
    Buffer.concat([
      Buffer.from(start),
      Buffer.alloc(limits.statementUploadBytes - start.length, text),
    ]);

  test.each<[string, string, object]>([
    ["of line feeds", "\n", { code: "statement_rows_limit" }],
    ["of short fields", ":86:\n", { code: "statement_rows_limit" }],
    ["of one line", "A", { code: "statement_unreadable" }],
    [
      "of one field of many lines",
      "PEMBAYARAN TAGIHAN BULAN INI DAN BULAN LALU OLEH BUDI\n",
      { code: "statement_cut" },
    ],
    [
      "of statements without an end",
      ":20:A".padEnd(60).concat("\n"),
      { code: "statement_tag_missing" },
    ],
  ])("%s is refused", async (_what, text, reason) => {
    expect(await reasonOf(fullOf(text))).toMatchObject(reason);
  });

  test("with two million lines is read in limited pieces, at the command line too", async () => {
    const source = {
      ...sourceOf(""),
      rows_max: Infinity,
      async *open() {
        yield Buffer.from(start);
        for (let part = 0; part < 200; part += 1) yield Buffer.alloc(50_000, ":NS:\n");
      },
    };
    const opened = await openStatement(source, null);
    await expect(readStatement(opened, { account }, async () => {})).rejects.toMatchObject({
      reason: { code: "statement_cut", params: { row: 4 + 2_000_000 } },
    });
  });
});
