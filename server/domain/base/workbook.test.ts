import { buffer, text as wholeText } from "node:stream/consumers";
import { read, type CellObject } from "@e965/xlsx";
import { expect, test } from "vitest";
import { withHeads } from "./column-heads.ts";
import { csvOf } from "./csv.ts";
import { tableOf, type Column, type Row, type Table } from "./table.ts";
import { workbookOf } from "./workbook.ts";

async function* inParts(...parts: Row[][]) {
  for (const part of parts) yield await Promise.resolve(part);
}
const table = (columns: Column[], rows: Row[], time_zone = "Asia/Jakarta"): Table =>
  tableOf({ columns, time_zone }, inParts(rows));

async function cellsOf(given: Table): Promise<Record<string, CellObject>> {
  const bytes = await buffer(workbookOf(given));
  const { Sheets, SheetNames } = read(bytes, { cellNF: true, cellFormula: true });
  expect(SheetNames).toEqual(["Tepat"]);
  return Sheets["Tepat"] as Record<string, CellObject>;
}

const text: Column[] = [{ name: "code", kind: "text" }];

test.each([
  "=1+1",
  "+62 812 0000 0001",
  "-1",
  "@SUM(A1)",
  "|=cmd",
  "\t=1",
  '=HYPERLINK("https://evil.example")',
  "0012345678901234567",
  "6281200000001",
  "1e5",
  "2026-11-20",
  "TRUE",
  "1,5",
  "  two  \nlines",
  "<b>&'\"",
  "_x0041_",
  "_X0041_ _x005F_",
  "emoji 😀",
])("%j is stored as text and not as a formula", async (value) => {
  const { A2 } = await cellsOf(table(text, [[value]]));
  expect(A2).toMatchObject({ t: "s", v: value, z: "@" });
  expect(A2).not.toHaveProperty("f");
});

test("invalid XML characters do not damage the file, and long texts are cut to the spreadsheets' limit", async () => {
  const { A2, A3 } = await cellsOf(table(text, [["a\uFFFEb\uFFFFc\uD800d"], ["x".repeat(40_000)]]));
  expect(A2?.v).toBe("a\uFFFDb\uFFFDc\uFFFDd");
  expect(A3?.v).toHaveLength(32_767);
});

test("amounts are numbers in rupiah, and days and times are dates of the table's zone", async () => {
  const columns: Column[] = [
    { name: "total", kind: "rupiah" },
    { name: "amount", kind: "sen" },
    { name: "paid_at", kind: "moment" },
    { name: "day", kind: "day" },
    { name: "count", kind: "count" },
    { name: "is_over", kind: "flag" },
  ];
  const row = [150_347, -275_118_05, "2026-11-21T10:22:06.000Z", "2026-11-21", 3, true];
  const cells = await cellsOf(table(columns, [row, [null, null, null, null, null, null]]));
  expect(cells["A2"]).toMatchObject({ t: "n", v: 150_347, w: "150,347" });
  expect(cells["B2"]).toMatchObject({ t: "n", v: -275_118.05, w: "-275,118.05" });
  expect(cells["C1"]?.v).toBe("paid_at (Asia/Jakarta)");
  expect(cells["C2"]).toMatchObject({ t: "n", w: "2026-11-21 17:22:06" });
  expect(cells["D2"]).toMatchObject({ t: "n", w: "2026-11-21" });
  expect(cells["E2"]).toMatchObject({ t: "n", v: 3 });
  expect(cells["F2"]).toMatchObject({ t: "b", v: true });
  expect(Object.keys(cells).filter((name) => name.endsWith("3"))).toEqual([]);
});

test.each([
  ["Asia/Jayapura", "2026-11-21 00:30:00"],
  ["America/Los_Angeles", "2026-11-20 07:30:00"],
  ["Pacific/Kiritimati", "2026-11-21 05:30:00"],
  ["UTC", "2026-11-20 15:30:00"],
])("a time is written as a clock in %s shows it: %s", async (zone, shown) => {
  const columns: Column[] = [{ name: "at", kind: "moment" }];
  const { A2 } = await cellsOf(table(columns, [["2026-11-20T15:30:00Z"]], zone));
  expect(A2?.w).toBe(shown);
});

test("a deadline beyond a spreadsheet's last year is text", async () => {
  const columns: Column[] = [{ name: "at", kind: "moment" }];
  const rows = [["9999-12-30T16:59:59Z"], ["9999-12-31T23:59:59Z"]];
  const { A2, A3 } = await cellsOf(table(columns, rows));
  expect(A2?.w).toBe("9999-12-30 23:59:59");
  expect(A3).toMatchObject({ t: "s", v: "+010000-01-01T06:59:59+07:00" });
});

test("the two files of a table have the same rows; in a CSV a negative amount is a number too", async () => {
  const columns: Column[] = [...text, { name: "balance", kind: "sen" }];
  const rows = [
    ["=1", -5_00],
    ["b", null],
  ];
  const csv = await wholeText(csvOf(table(columns, rows)));
  expect(csv).toBe("\uFEFFcode,balance\r\n'=1,-5.00\r\nb,\r\n");
  const empty = await wholeText(csvOf(tableOf(table(columns, []), inParts())));
  expect(empty).toBe("\uFEFFcode,balance\r\n");
  const cells = await cellsOf(tableOf(table(columns, []), inParts()));
  expect([cells["A1"]?.v, cells["B1"]?.v, cells["A2"]]).toEqual(["code", "balance", undefined]);
});

test("a paused reader pauses the reading of the table, and a closed one ends it", async () => {
  let taken = 0;
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) {
        taken += 1;
        yield await Promise.resolve(
          Array.from({ length: 100 }, (): Row => [`${Math.random()}`.repeat(20)]),
        );
      }
    } finally {
      isEnded = true;
    }
  }
  const reader = workbookOf(tableOf(table(text, []), endless()))[Symbol.asyncIterator]();
  for (let piece = 0; piece < 4; piece += 1) await reader.next();
  const before = taken;
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(taken - before).toBeLessThanOrEqual(20);
  await reader.return?.();
  expect(isEnded).toBe(true);
});

test("a workbook for people has heads in their language, and times still state their zone", async () => {
  const columns: Column[] = [
    { name: "payment_code", kind: "text" },
    { name: "paid_at", kind: "moment" },
    { name: "refunded", kind: "rupiah" },
  ];
  const heads = {
    payment_code: ["Tagihan", "Invoice"],
    paid_at: ["Dibayar", "Paid"],
    refunded: ["Dikembalikan", "Refunded"],
  } as const;
  const headsIn = async (language?: "en" | "id") => {
    const { A1, B1, C1 } = await cellsOf(withHeads(table(columns, []), heads, language));
    return [A1?.v, B1?.v, C1?.v];
  };
  expect(await headsIn("id")).toEqual(["Tagihan", "Dibayar (Asia/Jakarta)", "Dikembalikan"]);
  expect(await headsIn("en")).toEqual(["Invoice", "Paid (Asia/Jakarta)", "Refunded"]);
  expect(await headsIn()).toEqual(["payment_code", "paid_at (Asia/Jakarta)", "refunded"]);
});
