import { describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { sourceOf } from "../../testing/bank-files.ts";
import { sheetXml, workbookParts, zipFile } from "../../testing/zip-file.ts";
import type { DomainError } from "../base/domain-error.ts";
import type { StatementAccount } from "./statement-account.ts";
import { openStatement, readStatement } from "./statement-reader.ts";
import { readAmount, readMoment, readTime } from "./statement-values.ts";

/** Tests the cost of text files that no bank writes. Each file has the largest size of an upload. */

const account: StatementAccount = {
  account_number: null,
  channel_code: "BRI",
  channel_name: "BRI",
  channel_type: "TRANSFER",
  own_numbers: [],
};
const header =
  "NOREK,TGL_TRAN,DESK_TRAN,SALDO_AWAL_MUTASI,MUTASI_DEBET,MUTASI_KREDIT,SALDO_AKHIR_MUTASI\n";
const fullOf = (text: string, bytes: number = limits.statementUploadBytes) =>
  Buffer.concat([Buffer.from(header), Buffer.alloc(bytes - header.length, text)]);

async function read(file: Buffer): Promise<number> {
  const opened = await openStatement(sourceOf(file), null);
  const { row_count } = await readStatement(opened, { account }, async () => {});
  return row_count;
}
const reasonOf = (file: Buffer) =>
  read(file).then(
    () => null,
    (cause: DomainError) => cause.reason ?? cause,
  );

describe("a file of text is refused", () => {
  const unreadable = { code: "statement_unreadable" };

  test.each<[string, Buffer, object]>([
    [
      "of many lines without text",
      fullOf(" ,\n"),
      { code: "statement_rows_limit", params: { rows: limits.statementUploadRows } },
    ],
    ["of one line without columns", Buffer.alloc(limits.statementUploadBytes, "a"), {}],
    ["of one line below the names", fullOf("a"), unreadable],
    ["of millions of empty cells", fullOf(","), unreadable],
    [
      "of millions of empty cells between quoted line breaks",
      fullOf(`"\n"${",".repeat(16_000)}`),
      unreadable,
    ],
    ["whose quote is never closed", fullOf('"a,\n'), { code: "statement_not_a_day" }],
    ["whose last quote is never closed", fullOf('a,b"\n,"c'), { code: "statement_not_a_day" }],
    ["of nothing but quotes", fullOf('"'), unreadable],
    ["of line feeds", fullOf("\n"), { code: "statement_no_rows" }],
    ["of carriage returns", Buffer.alloc(limits.statementUploadBytes, "\r"), {}],
    ["of NUL", fullOf("\0"), { code: "statement_no_table" }],
    ["of NUL further down", Buffer.concat([fullOf("a,b\n", 8192), Buffer.alloc(99_999)]), {}],
  ])("%s", async (_what, file, reason) => {
    expect(await reasonOf(file)).toMatchObject({
      code: expect.stringMatching(/^statement_/),
      ...reason,
    });
  });
});

test("a header of very many columns is read up to a limit", async () => {
  const wide = `${header.trimEnd()}${",x".repeat(7_000)}\n`;
  const opened = await openStatement(sourceOf(wide), null);
  expect(opened.reader.columnCount).toBe(limits.statementColumns);
});

test.each(["constructor", "__proto__", "toString"])(
  "a column named %s belongs to no layout",
  async (name) => {
    const row = `0123,01/09/2026,A,.00,.00,1.00,1.00\n`;
    expect(await reasonOf(Buffer.from(`${header}${name}\n${row}${name}\n${row}`))).toMatchObject({
      code: "statement_not_a_day",
    });
  },
);

describe("other requests are served", () => {
  /** Counts the turns that other requests get until the work is done. */
  async function turnsDuring(work: Promise<unknown>): Promise<number> {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await work.catch(() => {}).finally(() => (isDone = true));
    return turns;
  }

  test("after each piece of a text, with lines of any length", async () => {
    const bytes = 40 * limits.statementPieceCharacters;
    for (const text of [" ,\n", "\n"])
      expect(await turnsDuring(read(fullOf(text, bytes)))).toBeGreaterThanOrEqual(40);
  });

  test("after some rows of a spreadsheet", async () => {
    const names = header.trim().split(",");
    const day = ["0123", "01/09/2026", "A", "0.00", "0.00", "1.00"];
    const rows = Array.from({ length: 4000 }, (_, index) => [
      ...day.with(3, `${index}.00`),
      `${index + 1}.00`,
    ]);
    const opened = await openStatement(
      sourceOf(zipFile(workbookParts([sheetXml([names, ...rows])]))),
      null,
    );
    const reading = readStatement(opened, { account }, async () => {});
    expect(await turnsDuring(reading)).toBeGreaterThanOrEqual(30);
    expect(await reading).toMatchObject({ row_count: 4000 });
  });
});

describe("an overlong text is", () => {
  const spaces = " ".repeat(limits.statementLineCharacters);

  test("not a day", () => {
    expect(readMoment(`01/09/2026 10:00:00${spaces}x`)).toBeNull();
    expect(readMoment(`01/09/2026 10:00:00`)).not.toBeNull();
  });
  test("not a time", () => expect(readTime(`10:00${spaces}WIB`)).toBeNull());
  test("not an amount", () => expect(readAmount(`1${spaces}.00`, { decimal: null })).toBeNull());
});
