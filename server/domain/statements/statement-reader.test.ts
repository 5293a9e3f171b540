import { CFB, utils, write, type WorkBook } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { bankFormats, sourceOf, type BankFile, type BankFormat } from "../../testing/bank-files.ts";
import type { DomainError } from "../base/domain-error.ts";
import type { StatementAccount } from "./statement-account.ts";
import { readMoment } from "./statement-values.ts";
import { openFile } from "./statement-lines.ts";
import { openStatement, readStatement } from "./statement-reader.ts";
import type { StatementRow } from "./statement-row-reader.ts";

/** Tests the reading of a bank's file, and that each file that proves nothing is refused with the row's number. */

const accountOf = ({ channel, account_number }: BankFormat): StatementAccount => ({
  account_number,
  channel_code: channel,
  channel_name: channel,
  channel_type: "TRANSFER",
  own_numbers: ["98765432100"],
});

const fileOf = ({ account_number }: Pick<BankFormat, "account_number">): BankFile => ({
  account_number,
  first_day: "2026-11-01",
  last_day: "2026-11-30",
  rows: [
    {
      day: "2026-11-02",
      time: "08:15:00",
      description: "TRSF E-BANKING CR BUDI SANTOSO",
      sen: 150_347_00,
    },
    {
      day: "2026-11-02",
      time: "09:00:01",
      description: "TRSF E-BANKING CR SITI",
      sen: 1_250_001_00,
    },
    { day: "2026-11-13", time: "10:30:59", description: "BIAYA ADM", sen: -15_000_00 },
    { day: "2026-11-28", time: "23:59:59", description: "BUNGA", sen: 1_234_56 },
  ],
});

async function readAll(
  content: string | Uint8Array,
  account: StatementAccount,
  mapping: Parameters<typeof openStatement>[1] = null,
) {
  const rows: StatementRow[] = [];
  const opened = await openStatement(sourceOf(content), mapping);
  const summary = await readStatement(opened, { account }, async (some) => {
    rows.push(...some);
  });
  return { rows, summary };
}

const byName = (layout: string): BankFormat =>
  bankFormats.find((format) => format.layout === layout) as BankFormat;

const reasonOf = async (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (cause: DomainError) => cause.reason ?? cause,
  );

describe.each(bankFormats)("$layout of $channel, account $account_number", (format) => {
  const file = fileOf(format);

  test("returns its rows", async () => {
    const { rows, summary } = await readAll(format.write(file), accountOf(format));
    expect(summary).toMatchObject({ layout: format.layout, row_count: 4, is_newest_first: false });
    expect(rows.map(({ day, direction, amount_sen }) => ({ day, direction, amount_sen }))).toEqual(
      file.rows.map(({ day, sen }) => ({
        day,
        direction: sen > 0 ? "CREDIT" : "DEBIT",
        amount_sen: Math.abs(sen),
      })),
    );
    expect(rows[0]?.description).toContain("BUDI SANTOSO");
    if (format.hasTime) expect(rows[0]?.booked_at).toBe("2026-11-02T01:15:00.000Z");
    if (format.hasBalance) expect(rows[0]?.balance_sen).toBe(1_150_347_00);
    const { layout } = byName(format.layout);
    if (layout !== "dana_settlement")
      expect(rows.map(({ hint }) => hint).slice(2)).toEqual(["fee", "interest"]);
  });

  test("is refused for an account of another bank", async () => {
    const other = accountOf(byName(format.channel === "BCA" ? "bri_csv" : "bca_business"));
    const reason = await reasonOf(readAll(format.write(file), other));
    expect(reason).toMatchObject({
      code: "statement_wrong_bank",
      params: { expected: other.channel_name },
    });
  });

  test.runIf(!["bri_qlola", "dana_settlement"].includes(format.layout))(
    "is refused for another account of the bank",
    async () => {
      const account = { ...accountOf(format), account_number: "5555555555" };
      const reason = await reasonOf(readAll(format.write(file), account));
      expect(reason).toMatchObject({
        code: "statement_wrong_account",
        params: { expected: "5555555555", row: expect.any(Number) },
      });
    },
  );

  test.runIf(format.hasBalance && typeof format.write(file) === "string")(
    "is refused at the row after a missing one",
    async () => {
      const lines = (format.write(file) as string).split("\n");
      const cut = lines.findIndex((line) => line.includes("SITI"));
      const reason = await reasonOf(
        readAll(lines.filter((_, index) => index !== cut).join("\n"), accountOf(format)),
      );
      expect(reason).toMatchObject({ code: "statement_balance_broken", params: { row: cut + 1 } });
    },
  );
});

test.each([
  ["the year that a person says", "", { first_day: null, last_day: null, year: 2023 }],
  ["the year of the period", "Periode,=,01/01/2023 - 31/12/2023\r\n", undefined],
])("29 February of %s is refused in a common year", async (_what, period, days) => {
  const format = byName("bca_individual");
  const file = [
    `No. Rekening,=,'${format.account_number}\r\n${period}Tanggal,Keterangan,Cabang,Jumlah,,Saldo`,
    "'28/02,SITI,'0000,1000.00,CR,1000.00",
    "'29/02,BUDI,'0000,1000.00,CR,2000.00",
    "Saldo Akhir,=,2000.00",
    "",
  ].join("\r\n");
  const read = async (text: string, of: typeof days) => {
    const opened = await openStatement(sourceOf(text), null, of);
    return readStatement(opened, { account: accountOf(format) }, async () => {});
  };
  expect(await reasonOf(read(file, days))).toEqual({
    code: "statement_not_a_day",
    params: { row: period === "" ? 4 : 5, text: "2023-02-29" },
  });
  const leap = file.replaceAll("2023", "2024");
  expect(await read(leap, days && { ...days, year: 2024 })).toMatchObject({ row_count: 2 });
});

describe("an unverifiable file", () => {
  const format = byName("bri_csv");
  const account = accountOf(format);
  const whole = format.write(fileOf(format)) as string;
  const lines = whole.split("\n");
  const changed = (change: (lines: string[]) => void) => {
    const copy = [...lines];
    change(copy);
    return copy.join("\n");
  };
  const cell = (row: number, column: number, value: string) => (copy: string[]) => {
    const cells = (copy[row - 1] as string).split(",");
    cells[column] = value;
    copy[row - 1] = cells.join(",");
  };

  test.each<[string, string, Record<string, unknown>]>([
    ["is empty", "", { code: "statement_empty" }],
    ["has only its header", lines[0] as string, { code: "statement_no_rows" }],
    ["is a PDF document", "%PDF-1.7", { code: "statement_pdf", params: { bank: "", way_en: "" } }],
    ["is no table that is known", "a,b\n1,2\n", { code: "statement_unknown_layout" }],
    ["is cut within a row", whole.slice(0, -40), { code: "statement_cut", params: { row: 5 } }],
    [
      "has an account that is not the chosen one",
      changed(cell(2, 1, "999901000123456")),
      { code: "statement_wrong_account", params: { row: 2 } },
    ],
    [
      "has two accounts",
      changed(cell(4, 1, "999901000123456")),
      { code: "statement_two_accounts", params: { row: 4 } },
    ],
    [
      "has a day that is none",
      changed(cell(3, 2, "2026-02-30 10:00:00")),
      { code: "statement_not_a_day", params: { row: 3 } },
    ],
    [
      "has a row out of order",
      changed((copy) => copy.splice(1, 3, copy[3] as string, copy[1] as string, copy[2] as string)),
      { code: "statement_balance_broken", params: { row: 3 } },
    ],
    [
      "has an amount that is none",
      changed(cell(3, 9, "seratus")),
      { code: "statement_not_an_amount", params: { row: 3, text: "seratus" } },
    ],
    [
      "has another decimal mark in one row",
      changed(cell(3, 9, "125000100.0")).replace("125000100.0", "1.250.001"),
      { code: "statement_marks_differ", params: { row: 3 } },
    ],
    [
      "has a formula for an amount",
      changed(cell(3, 9, "=1+1")),
      { code: "statement_formula", params: { row: 3 } },
    ],
    [
      "has money in and out in one row",
      changed(cell(3, 8, "1.00")),
      { code: "statement_no_amount", params: { row: 3 } },
    ],
    [
      "has a balance that does not follow",
      changed(cell(4, 10, "1.00")),
      { code: "statement_balance_broken", params: { row: 4, found: "1.00" } },
    ],
    [
      "has a balance above ten trillion rupiah",
      changed(cell(3, 10, "10000000000000.00")),
      { code: "statement_not_an_amount", params: { row: 3, text: "10000000000000.00" } },
    ],
    [
      "has a day of another age",
      changed(cell(3, 2, "0001-11-02 00:00:00")),
      { code: "statement_not_a_day", params: { row: 3 } },
    ],
    [
      "never ends a quoted text",
      changed((copy) => (copy[2] = `"${copy[2]}`)),
      { code: "statement_unreadable" },
    ],
    [
      "has a line of endless length",
      `${lines[0]}\n${"x".repeat(limits.statementLineCharacters + 10)}\n`,
      { code: "statement_unreadable" },
    ],
    [
      "covers more days than any statement",
      changed(cell(2, 2, "2020-01-01 00:00:00")),
      { code: "statement_days_limit", params: { days: limits.statementDaysMax } },
    ],
  ])("is refused if it %s", async (_, content, reason) => {
    expect(await reasonOf(readAll(content, account))).toMatchObject(reason);
  });

  test.each([limits.statementSenMax + 1, "9".repeat(40)])(
    "with hundredths, %s of them, is refused at the row",
    async (sen) => {
      const dana = byName("dana_settlement");
      const file = (dana.write(fileOf(dana)) as string).replace(/15034700/, String(sen));
      expect(await reasonOf(readAll(file, accountOf(dana)))).toMatchObject({
        code: "statement_not_an_amount",
      });
    },
  );

  test("is refused before its end if it exceeds the size limit", async () => {
    let sent = 0;
    const endless = {
      merchant_id: "",
      file_name: "huge.csv",
      file_bytes: 200 * 1024 * 1024,
      rows_max: 1,
      async *open() {
        for (; sent < 200; sent += 1) yield Buffer.alloc(1024 * 1024, "a");
      },
    };
    const reading = openStatement(endless, null);
    expect(await reasonOf(reading)).toMatchObject({
      code: "statement_too_large",
      params: { megabytes: limits.statementFileBytes / 1024 / 1024 },
    });
    expect(sent).toBeLessThanOrEqual(limits.statementFileBytes / 1024 / 1024);
  });

  test("with contradictory days is refused at the row", async () => {
    const dated = byName("mandiri_comma");
    const file = dated.write(fileOf(dated)) as string;
    const copy = file.split("\r\n");
    copy.splice(3, 0, copy.splice(1, 1)[0] as string);
    expect(await reasonOf(readAll(copy.join("\r\n"), accountOf(dated)))).toMatchObject({
      code: "statement_out_of_order",
    });
  });

  test("with a row outside its period is refused at the row", async () => {
    const dated = byName("bca_individual");
    const file = (dated.write(fileOf(dated)) as string).replace("'13/11/2026", "'13/12/2026");
    expect(await reasonOf(readAll(file, accountOf(dated)))).toMatchObject({
      code: "statement_outside_period",
      params: { row: 8, day: "2026-12-13", last_day: "2026-11-30" },
    });
  });

  test.each(["bca_individual", "bca_business"])(
    "of %s without its totals counts as truncated",
    async (layout) => {
      const dated = byName(layout);
      const file = dated.write(fileOf(dated)) as string;
      const cut = file.slice(0, file.lastIndexOf("\r\n", file.indexOf("Saldo Awal")));
      expect(await reasonOf(readAll(cut, accountOf(dated)))).toMatchObject({
        code: "statement_cut",
      });
      const other = file.replace(/(Saldo Akhir\D*)\d/, (_, words: string) => `${words}9`);
      expect(await reasonOf(readAll(other, accountOf(dated)))).toMatchObject({
        code: "statement_totals_differ",
        params: { row: file.split("\r\n").findIndex((line) => line.includes("Saldo Akhir")) + 1 },
      });
    },
  );

  test("in a foreign currency is refused", async () => {
    const dated = byName("mandiri_mcm");
    const file = (dated.write(fileOf(dated)) as string).replaceAll(";IDR;", ";USD;");
    expect(await reasonOf(readAll(file, accountOf(dated)))).toMatchObject({
      code: "statement_foreign_currency",
      params: { row: 2, currency: "USD" },
    });
  });
});

describe("encodings and spellings", () => {
  test.each([
    ["3 Agustus 2026", "08"],
    ["3 Agt 2026", "08"],
    ["3 Ags 2026", "08"],
    ["3-Aug-26", "08"],
    ["3 Pebruari 2026", "02"],
    ["3 Nop. 2026", "11"],
    ["3 Mei 2026", "05"],
    ["3 Desember 2026", "12"],
  ])("a month in the spelling %s is read", (text, month) => {
    expect(readMoment(text)?.day).toBe(`2026-${month}-03`);
  });

  const format = byName("mandiri_mcm");
  const text = (format.write(fileOf(format)) as string).replace("SITI", "SITI CAFÉ");

  test("the line of column names is found only near the beginning", async () => {
    const below = (rows: number) => "laporan,\n".repeat(rows) + text;
    expect(
      (await readAll(below(limits.statementPreambleRows - 1), accountOf(format))).rows,
    ).toHaveLength(4);
    expect(
      await reasonOf(readAll(below(limits.statementPreambleRows), accountOf(format))),
    ).toMatchObject({
      code: "statement_unknown_layout",
    });
  });

  test.each<[string, Buffer]>([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 without one", Buffer.from(text, "utf16le")],
    ["UTF-16, the high byte first", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(text, "latin1")],
  ])("%s is read", async (_, bytes) => {
    const { rows } = await readAll(bytes, accountOf(format));
    expect(rows).toHaveLength(4);
    expect(rows[1]?.description).toContain("SITI CAFÉ");
  });

  test("the newest row can come first", async () => {
    const [head = "", ...rest] = text.trim().split("\n");
    const { summary } = await readAll(
      [head, ...rest.toReversed(), ""].join("\n"),
      accountOf(format),
    );
    expect(summary.is_newest_first).toBe(true);
  });

  test("commas that the bank does not quote belong to the description", async () => {
    const bca = byName("bca_individual");
    const file = (bca.write(fileOf(bca)) as string).replace("CR SITI", "CR SITI, TOKO A, B");
    const { rows } = await readAll(file, accountOf(bca));
    expect(rows[1]?.description).toContain("SITI, TOKO A, B");
  });

  test("unbooked rows are counted, not stored", async () => {
    const bca = byName("bca_business");
    const file = fileOf(bca);
    const copy = (bca.write(file) as string).split("\r\n");
    const pending = `"PEND","TRSF E-BANKING CR","0000","50,123.00 CR","0.00"`;
    copy.splice(9, 0, ...Array.from({ length: 2 }, () => pending));
    const { rows, summary } = await readAll(copy.join("\r\n"), accountOf(bca));
    expect(rows).toHaveLength(4);
    expect(summary.pending_sen).toEqual([50_123_00, 50_123_00]);
    copy.splice(9, 0, ...Array.from({ length: limits.statementPendingRows }, () => pending));
    expect(await reasonOf(readAll(copy.join("\r\n"), accountOf(bca)))).toMatchObject({
      code: "statement_pending_limit",
    });
  });

  test("an account number mangled by a spreadsheet is recognised", async () => {
    const bri = byName("bri_csv");
    const file = (bri.write(fileOf(bri)) as string).replaceAll(bri.account_number, "3.4501E+13");
    expect((await readAll(file, accountOf(bri))).rows).toHaveLength(4);
    const other = file.replaceAll("3.4501E+13", "3.4601E+13");
    expect(await reasonOf(readAll(other, accountOf(bri)))).toMatchObject({
      code: "statement_wrong_account",
    });
  });

  test("a description is shortened, and equal rows of one day are numbered", async () => {
    const long = "X".repeat(limits.statementDescriptionCharacters + 50);
    const file: BankFile = {
      ...fileOf(format),
      rows: [1, 2, 3].map((second) => ({
        day: "2026-11-02",
        time: `08:00:0${second}`,
        description: long,
        sen: 50_000_00,
      })),
    };
    const { rows } = await readAll(format.write(file), accountOf(format));
    expect(rows.map(({ twin_number }) => twin_number)).toEqual([1, 2, 3]);
    expect(rows[0]?.description).toHaveLength(limits.statementDescriptionCharacters);
  });
});

describe("a spreadsheet", () => {
  const format = byName("bri_qlola");
  const account = accountOf(format);

  test("with a password is refused", async () => {
    const encrypted = Buffer.concat([
      Buffer.from("504b0304140001000800", "hex"),
      Buffer.alloc(200),
    ]);
    const reason = await reasonOf(readAll(encrypted, account));
    expect(["statement_encrypted", "statement_unreadable"]).toContain(
      (reason as { code: string }).code,
    );
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, "/EncryptionInfo", Buffer.alloc(64));
    CFB.utils.cfb_add(container, "/EncryptedPackage", Buffer.alloc(256));
    const protectedFile = CFB.write(container, { type: "buffer" }) as Buffer;
    expect(await reasonOf(readAll(protectedFile, account))).toEqual({
      code: "statement_encrypted",
      params: {},
    });
  });

  test("with a formula is refused at its row", async () => {
    const sheet = utils.aoa_to_sheet([["Tanggal Transaksi"], ["x"]]);
    sheet["B2"] = { t: "n", v: 2, f: "1+1" };
    sheet["!ref"] = "A1:B2";
    const file = write(utils.book_new(sheet, "x"), { type: "buffer", bookType: "xlsx" }) as Buffer;
    expect(await reasonOf(readAll(file, account))).toEqual({
      code: "statement_formula",
      params: { row: 2 },
    });
  });

  const sheetOf = (rows: unknown[][]): Buffer =>
    write(utils.book_new(utils.aoa_to_sheet(rows), "x"), {
      type: "buffer",
      bookType: "xlsx",
      bookSST: true,
      compression: true,
    }) as Buffer;

  test("is refused before copying if many cells share one long text", async () => {
    const text = "x".repeat(7000);
    const file = sheetOf(Array.from({ length: 4000 }, () => [text, text]));
    expect(file.length).toBeLessThan(limits.statementSheetBytes / 10);
    expect(await reasonOf(readAll(file, account))).toMatchObject({
      code: "statement_unpacks_too_large",
    });
  });

  test("with an overlong row is refused at that row", async () => {
    const long = "x".repeat(limits.statementLineCharacters / 2 + 1);
    expect(await reasonOf(readAll(sheetOf([["Tanggal"], [long, long]]), account))).toEqual({
      code: "statement_unreadable",
      params: { row: 2 },
    });
  });

  test.each([-1, 1e10])("with an invalid date (%d) is refused", async (v) => {
    const sheet = utils.aoa_to_sheet([["Tanggal Transaksi"], ["x"]]);
    sheet["A2"] = { t: "n", v, z: "yyyy-mm-dd" };
    const file = write(utils.book_new(sheet, "x"), { type: "buffer", bookType: "xlsx" }) as Buffer;
    expect(await reasonOf(readAll(file, account))).toMatchObject({
      code: "statement_unknown_layout",
    });
  });

  test.each(["xlsx", "biff8", "xlml"] as const)(
    "of the 1904 date system is read (%s)",
    async (bookType) => {
      const sheet = utils.aoa_to_sheet([["Tgl", "Jam", "Jumlah"]]);
      sheet["A2"] = { t: "n", v: 44_884, z: "yyyy-mm-dd" };
      sheet["B2"] = { t: "n", v: 0.4, z: "hh:mm:ss" };
      sheet["C2"] = { t: "n", v: 310_321 };
      sheet["!ref"] = "A1:C2";
      const book = utils.book_new(sheet, "x");
      book.Workbook = { WBProps: { date1904: true } };
      const file = write(book, { type: "buffer", bookType }) as Buffer;
      const { heads } = await openFile(sourceOf(file), {
        kind: "spreadsheet",
        file_hash: Buffer.alloc(0),
      });
      expect(heads[0]?.lines[1]?.cells).toEqual(["2026-11-20", "09:36:00", "310321"]);
    },
  );

  describe.each(["xlsx", "biff8"] as const)("is read as displayed (%s)", (bookType) => {
    const mapping = {
      header_row: 2,
      day_column: 1,
      description_columns: [2],
      amount_column: 3,
      balance_column: 4,
    };
    // The header spans two rows and two columns, as merged cells do.
    const seen = () => {
      const sheet = utils.aoa_to_sheet([
        ["Tanggal", "Mutasi", "", ""],
        ["", "Keterangan", "Jumlah", "Saldo"],
        [46_349, "ANI", 1000, 2000],
        ["24/11/2026", "BUDI", 500, 2500],
        ["25 Nov 2026", "CICI", 500, 3000],
      ]);
      Object.assign(sheet["A3"] as object, { t: "n", z: "dd/mm/yyyy" });
      sheet["!merges"] = [utils.decode_range("A1:A2"), utils.decode_range("B1:D1")];
      return sheet;
    };
    const readBook = async (book: WorkBook) => {
      const file = write(book, { type: "buffer", bookType }) as Buffer;
      return readAll(file, accountOf(byName("bca_business")), mapping);
    };

    test("can mix text dates and serials, below merged heads", async () => {
      const { rows } = await readBook(utils.book_new(seen(), "Mutasi"));
      expect(rows.map(({ day, description }) => [day, description])).toEqual([
        ["2026-11-23", "ANI"],
        ["2026-11-24", "BUDI"],
        ["2026-11-25", "CICI"],
      ]);
    });

    test.each([1, 2] as const)("is read without its hidden sheet (kind %i)", async (Hidden) => {
      const book = utils.book_new(utils.aoa_to_sheet([["parameter", "x"]]), "Param");
      utils.book_append_sheet(book, seen(), "Mutasi");
      book.Workbook = {
        Sheets: [
          { name: "Param", Hidden },
          { name: "Mutasi", Hidden: 0 },
        ],
      };
      expect((await readBook(book)).rows).toHaveLength(3);
    });

    test("is read without a cover before the transactions and a second table", async () => {
      const cover = utils.aoa_to_sheet([["Laporan mutasi"], ["Nama", "TOKO CONTOH"]]);
      const book = utils.book_new(cover, "Sampul");
      utils.book_append_sheet(book, seen(), "Mutasi");
      utils.book_append_sheet(book, utils.aoa_to_sheet([["Debit", "Kredit", "Saldo"]]), "Rekap");
      expect((await readBook(book)).rows).toHaveLength(3);
    });

    test("is read with hidden rows, because a filter hides bookings and the balance needs them", async () => {
      const sheet = seen();
      sheet["!rows"] = [{}, {}, {}, { hidden: true }];
      expect((await readBook(utils.book_new(sheet, "Mutasi"))).rows).toHaveLength(3);
    });
  });

  test("with a missing sheet is refused", async () => {
    const parts = CFB.read(sheetOf([["Tanggal"]]), { type: "buffer" });
    CFB.utils.cfb_del(parts, "/xl/worksheets/sheet1.xml");
    const file = CFB.write(parts, { type: "buffer", fileType: "zip" }) as Buffer;
    expect(await reasonOf(readAll(file, account))).toMatchObject({
      code: "statement_unknown_layout",
    });
  });

  test("beyond the unpacked limit is refused unread", async () => {
    const container = CFB.utils.cfb_new();
    const zeros = Buffer.alloc(limits.statementSheetUnpackedBytes + 1);
    CFB.utils.cfb_add(container, "/xl/workbook.xml", zeros);
    const bomb = CFB.write(container, {
      type: "buffer",
      fileType: "zip",
      compression: true,
    }) as Buffer;
    expect(bomb.length).toBeLessThan(limits.statementSheetBytes);
    expect(await reasonOf(readAll(bomb, account))).toMatchObject({
      code: "statement_unpacks_too_large",
    });
  });

  test("of another kind, too large or with too many rows is refused", async () => {
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(container, "/notes.txt", Buffer.from("hello"));
    const archive = CFB.write(container, { type: "buffer", fileType: "zip" }) as Buffer;
    expect(await reasonOf(readAll(archive, account))).toMatchObject({ code: "statement_no_table" });
    const large = Buffer.concat([archive, Buffer.alloc(limits.statementSheetBytes)]);
    expect(await reasonOf(readAll(large, account))).toMatchObject({ code: "statement_too_large" });
    const rows = Array.from({ length: limits.statementSheetRows + 1 }, () => ["a"]);
    const long = write(utils.book_new(utils.aoa_to_sheet(rows), "x"), {
      type: "buffer",
      bookType: "xlsx",
      compression: true,
    }) as Buffer;
    expect(await reasonOf(readAll(long, account))).toMatchObject({ code: "statement_rows_limit" });
  });

  test("is read up to a number of columns", async () => {
    const wide = Array.from({ length: limits.statementColumns + 5 }, (_, index) => `c${index}`);
    const sheet = utils.aoa_to_sheet([wide]);
    const file = write(utils.book_new(sheet, "x"), { type: "buffer", bookType: "xlsx" }) as Buffer;
    const { heads } = await openFile(sourceOf(file), {
      kind: "spreadsheet",
      file_hash: Buffer.alloc(0),
    });
    expect(heads[0]?.lines[0]?.cells).toHaveLength(limits.statementColumns);
  });
});

describe("a file with columns named by a person", () => {
  const account = accountOf(byName("bca_business"));
  const mapping = {
    header_row: 1,
    day_column: 1,
    description_columns: [2],
    amount_column: 3,
    direction_column: 4,
  };
  const file = (first: string, second: string) =>
    `Tgl|Ket|Jml|DK\n${first}|A|1.250.001,00|K\n${second}|B|15.000,00|D\n`;

  test("returns a storable reference, with any characters of the file", async () => {
    const wide = Buffer.from("\ufeffTgl|Ket|Jml|DK|Ref\n13/04/2026|A|1.000,00|K|A\0B\n", "utf16le");
    const { rows } = await readAll(wide, account, { ...mapping, reference_column: 5 });
    expect(rows.map(({ reference }) => reference)).toEqual(["A B"]);
  });

  test("is read, and one day above twelve proves the order", async () => {
    const { rows } = await readAll(file("03/04/2026", "13/04/2026"), account, mapping);
    expect(rows.map(({ day, amount_sen, direction }) => [day, amount_sen, direction])).toEqual([
      ["2026-04-03", 1_250_001_00, "CREDIT"],
      ["2026-04-13", 15_000_00, "DEBIT"],
    ]);
    const american = await readAll(file("04/03/2026", "04/13/2026"), account, mapping);
    expect(american.rows.map(({ day }) => day)).toEqual(["2026-04-03", "2026-04-13"]);
  });

  test("is read day first if its dates prove no order, unless its period proves another", async () => {
    const doubtful = file("05/11/2026", "07/11/2026");
    const daysOf = async (help: object = {}) =>
      (await readAll(doubtful, account, { ...mapping, ...help })).rows.map(({ day }) => day);
    expect(await daysOf()).toEqual(["2026-11-05", "2026-11-07"]);
    expect(await daysOf({ first_day: "2026-05-01", last_day: "2026-07-31" })).toEqual([
      "2026-05-11",
      "2026-07-11",
    ]);
    expect(await daysOf({ day_order: "MDY" })).toEqual(["2026-05-11", "2026-07-11"]);
  });

  test("is refused if its dates prove both orders", async () => {
    expect(await reasonOf(readAll(file("25/11/2026", "11/26/2026"), account, mapping))).toEqual({
      code: "statement_not_a_day",
      params: { row: 3, text: "11/26/2026" },
    });
  });

  test("without a year or without the column is refused", async () => {
    expect(await reasonOf(readAll(file("03/04", "13/04"), account, mapping))).toEqual({
      code: "statement_days_needed",
      params: {},
    });
    const elsewhere = { ...mapping, balance_column: 9 };
    expect(await reasonOf(readAll(file("3/4/26", "13/4/26"), account, elsewhere))).toEqual({
      code: "statement_column_missing",
      params: { column: 9 },
    });
  });
});

describe("amounts in national formats", () => {
  const account = accountOf(byName("bca_business"));
  const one = { header_row: 1, day_column: 1, description_columns: [2], amount_column: 3 };
  const worded = { ...one, direction_column: 4 };
  const halves = {
    header_row: 1,
    day_column: 1,
    description_columns: [2],
    debit_column: 3,
    credit_column: 4,
  };
  const signedOf = async (lines: string[], mapping: Parameters<typeof openStatement>[1]) =>
    (await readAll(["T|K|A|B", ...lines, ""].join("\n"), account, mapping)).rows.map(
      ({ direction, amount_sen }) => (direction === "CREDIT" ? amount_sen : -amount_sen),
    );

  test.each([
    ["Rp 310.321,-", 310_321_00],
    ["Rp. 310.321,--", 310_321_00],
    ["Rp310.321,=", 310_321_00],
    ["310.321.-", 310_321_00],
    ["310321,-", 310_321_00],
    ["Rp\u00A0310.321,00", 310_321_00],
    ["IDR\u202F310,321.00", 310_321_00],
    ["310.321,00 IDR", 310_321_00],
    ["310.321 Rp", 310_321_00],
    ["\u200B310.321,5", 310_321_50],
    ["+310.321,00", 310_321_00],
    ["310.321,00 CR", 310_321_00],
    ["310.321,- K", 310_321_00],
    ["Rp 310.321,- (K)", 310_321_00],
    ["CR 310.321,00", 310_321_00],
    ["310.321,00 DB", -310_321_00],
    ["310.321,- D", -310_321_00],
    ["310.321,00 Rp DR", -310_321_00],
    ["-Rp 310.321,-", -310_321_00],
    ["Rp -310.321,00", -310_321_00],
    ["\u2212310.321,00", -310_321_00],
    ["Rp (310.321,00)", -310_321_00],
    ["310.321,00-", -310_321_00],
    ["-310.321,00 CR", 310_321_00],
  ])("%j alone is %i sen", async (text, sen) => {
    expect(await signedOf([`13/11/2026|A|${text}|`], one)).toEqual([sen]);
  });

  test.each([
    "310.321-",
    "Rp 310.32,-",
    "310.321,00 CR DB",
    "--310.321",
    "(310.321",
    "31.0321",
    "310,3211",
  ])("%j is ambiguous or unreadable, and is refused with its row", async (text) => {
    expect(
      await reasonOf(signedOf(["13/11/2026|A|1|", `13/11/2026|B|${text}|`], one)),
    ).toMatchObject({ code: "statement_not_an_amount", params: { row: 3, text } });
  });

  test.each([
    ["Rp 310.321,-", "K", 310_321_00],
    ["-310.321,00", "CR", 310_321_00],
    ["310.321,00-", "Uang masuk", 310_321_00],
    ["310.321,-", "(D)", -310_321_00],
    ["+310.321", "DB.", -310_321_00],
    ["310.321 CR", "", 310_321_00],
    ["310.321 DB", "", -310_321_00],
  ])("a direction column overrides a sign: %j with %j is %i", async (text, word, sen) => {
    expect(await signedOf([`13/11/2026|A|${text}|${word}`], worded)).toEqual([sen]);
  });

  test("two contradictory words and an unknown word are refused", async () => {
    expect(await reasonOf(signedOf(["13/11/2026|A|310.321 CR|D"], worded))).toMatchObject({
      code: "statement_not_an_amount",
      params: { row: 2 },
    });
    expect(await reasonOf(signedOf(["13/11/2026|A|310.321|X"], worded))).toMatchObject({
      code: "statement_no_amount",
      params: { row: 2 },
    });
  });

  test.each([
    "",
    "-",
    "\u2013",
    "0",
    "0,00",
    "0.00",
    ".00",
    "0,-",
    "Rp -",
    "Rp 0",
    "Rp\u00A00,00",
    "IDR",
    "--",
  ])("an empty half of debit and credit can be written %j", async (empty) => {
    const lines = [`13/11/2026|A|${empty}|Rp 310.321,-`, `13/11/2026|B|15.000,50|${empty}`];
    expect(await signedOf(lines, halves)).toEqual([310_321_00, -15_000_50]);
  });

  test.each([
    ["-15.000,00", "", -15_000_00],
    ["15.000,- D", "-", -15_000_00],
    ["", "15.000 CR", 15_000_00],
  ])("debit %j and credit %j are %i", async (debit, credit, sen) => {
    expect(await signedOf([`13/11/2026|A|${debit}|${credit}`], halves)).toEqual([sen]);
  });

  test.each([
    ["", "-15.000,00"],
    ["", "15.000 D"],
    ["15.000 K", ""],
  ])("debit %j and credit %j have no certain direction", async (debit, credit) => {
    expect(await reasonOf(signedOf([`13/11/2026|A|${debit}|${credit}`], halves))).toMatchObject({
      code: "statement_not_an_amount",
      params: { row: 2 },
    });
  });

  test("a balance can have a debit or credit mark", async () => {
    const mapping = { ...one, balance_column: 4 };
    const lines = ["13/11/2026|A|Rp 5.000,-|Rp 2.000,- DB", "13/11/2026|B|3.000|1.000 CR"];
    expect(await signedOf(lines, mapping)).toEqual([5_000_00, 3_000_00]);
  });

  test("a number with thousandths in a spreadsheet is not cut to hundredths", async () => {
    const fileOfNumbers = (...numbers: number[]) =>
      write(
        utils.book_new(
          utils.aoa_to_sheet([
            ["T", "K", "A"],
            ...numbers.map((each) => ["13/11/2026", "A", each]),
          ]),
          "x",
        ),
        { type: "buffer", bookType: "xlsx" },
      ) as Buffer;
    // A program read 310.321 as an American number.
    const { rows } = await readAll(fileOfNumbers(310.321), account, one);
    expect(rows[0]?.amount_sen).toBe(310_321_00);
    expect(await reasonOf(readAll(fileOfNumbers(310.321, 310.5), account, one))).toMatchObject({
      code: "statement_marks_differ",
      params: { row: 3 },
    });
    const summed = await readAll(fileOfNumbers(0.1 + 0.2, 99300.1 + 0.2), account, one);
    expect(summed.rows.map(({ amount_sen }) => amount_sen)).toEqual([30, 99_300_30]);
  });
});

describe("lines without bookings", () => {
  const account = accountOf(byName("bca_business"));
  const mapping = {
    header_row: 1,
    day_column: 1,
    description_columns: [2],
    debit_column: 3,
    credit_column: 4,
    balance_column: 5,
  };
  const head = "Tgl|Ket|Debet|Kredit|Saldo";
  const lines = [
    head,
    "01/11/2026|SALDO AWAL|||1.000,00",
    "02/11/2026|ANI||500,00|1.500,00",
    head,
    "13/11/2026|BIAYA|100,00||1.400,00",
    "30/11/2026|Saldo Akhir :|||1.400,00",
    "Total||100,00|500,00|",
  ];
  const read = (given: string[]) => readAll([...given, ""].join("\n"), account, mapping);

  test("include a dated opening and closing balance, a repeated head and a total", async () => {
    const { rows } = await read(lines);
    expect(rows.map(({ description }) => description)).toEqual(["ANI", "BIAYA"]);
  });

  test.each([
    [2, "1.000,00", "1.001,00"],
    [6, "1.400,00", "1.401,00"],
    [7, "500,00", "501,00"],
    [7, "100,00", "101,00"],
  ])("must add up at line %i: %s is not %s", async (row, right, wrong) => {
    const changed = lines.with(row - 1, (lines[row - 1] as string).replace(right, wrong));
    expect(await reasonOf(read(changed))).toMatchObject({
      code: "statement_totals_differ",
      params: { row },
    });
  });

  test("are named in a refusal if a note ends the file, as one that a person can leave out", async () => {
    const noted = [...lines, "Dicetak pada 30/11/2026 18.00"];
    expect(await reasonOf(read(noted))).toEqual({
      code: "statement_not_a_day",
      params: { row: 8, text: "Dicetak pada 30/11/2026 18.00" },
    });
    expect(await reasonOf(read([...lines.slice(0, 5), "30/11/2026|BUDI||2."]))).toMatchObject({
      code: "statement_cut",
      params: { row: 6 },
    });
  });

  test("exclude money with such words if the balance shows it", async () => {
    const paid = lines.with(2, "02/11/2026|SALDO AWAL||500,00|1.500,00");
    expect(await reasonOf(read(paid))).toMatchObject({ code: "statement_totals_differ" });
    const { rows } = await readAll(
      [head, "13/11/2026|SALDO AWAL||500,00|", ""].join("\n"),
      account,
      mapping,
    );
    expect(rows).toMatchObject([{ direction: "CREDIT", amount_sen: 500_00 }]);
  });

  describe("rows left out by a person", () => {
    const without = (given: string[], left_out_rows: number[], more: object = {}) =>
      readAll([...given, ""].join("\n"), account, { ...mapping, ...more, left_out_rows });
    const odd = [
      head,
      "01/11/2026|PINDAHAN DARI BULAN LALU|||1.000,00",
      "02/11/2026|ANI||500,00|1.500,00",
      "Halaman 2 dari 3",
      "13/11/2026|BIAYA|100,00||1.400,00",
      "30/11/2026|POSISI AKHIR|||1.400,00",
    ];

    test("are first refused, each with its row, and then left out", async () => {
      for (const [left, row] of [
        [[], 2],
        [[2], 4],
        [[2, 4], 6],
      ] as const) {
        expect(await reasonOf(without(odd, [...left]))).toMatchObject({ params: { row } });
      }
      const { rows, summary } = await without(odd, [2, 4, 6]);
      expect(rows.map(({ description }) => description)).toEqual(["ANI", "BIAYA"]);
      expect(summary).toMatchObject({ first_day: "2026-11-01", row_count: 2 });
    });

    test.each([3, 5])("cannot include row %i, which is money by its balance", async (row) => {
      expect(await reasonOf(without(odd, [2, 4, 6, row]))).toMatchObject({
        code: "statement_balance_broken",
        params: { row },
      });
    });

    test("cannot resolve an opening line that contradicts the next row's balance", async () => {
      const wrong = odd.with(1, "01/11/2026|PINDAHAN|||1.001,00");
      expect(await reasonOf(without(wrong, [2, 4, 6]))).toMatchObject({
        code: "statement_balance_broken",
        params: { row: 3 },
      });
    });

    test("cannot include a row with a day and an amount in a file without balances", async () => {
      const bare = { balance_column: null };
      const lines = [head, "02/11/2026|ANI||500,00|", "03/11/2026|JUMLAH HARI INI||500,00|"];
      expect(await reasonOf(without(lines, [3], bare))).toMatchObject({
        code: "statement_left_out_money",
        params: { row: 3 },
      });
      const { rows } = await without([...lines.slice(0, 2), "dicetak 3 November"], [3, 99], bare);
      expect(rows).toHaveLength(1);
    });
  });
});
