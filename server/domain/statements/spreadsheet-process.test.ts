import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { limits } from "../../contract/limits.ts";
import { sourceOf } from "../../testing/bank-files.ts";
import { sheetXml, workbookParts, zipFile, type ZipPart } from "../../testing/zip-file.ts";
import type { DomainError } from "../base/domain-error.ts";
import { readSpreadsheet, startBounded } from "./spreadsheet-process.ts";

/**
 * Tests the forms that a spreadsheet can have. The tests build each file. Most of the files are of a kind that no
 * program writes.
 */

const rowsOf = async (file: Buffer) => [...(await readSpreadsheet(sourceOf(file)))];
const reasonOf = (file: Buffer) =>
  rowsOf(file).then(
    () => null,
    (cause: DomainError) => cause.reason ?? cause,
  );

const honest = workbookParts([sheetXml([["Tanggal", "Saldo"]])]);
const bare = (data: string, begin = "") =>
  zipFile(workbookParts([`${begin}<worksheet>${data}</worksheet>`]));
const filler = (bytes: number) => Buffer.alloc(bytes, "<row><c s='1'/></row>");

test("a valid workbook returns its rows", async () => {
  expect(await rowsOf(zipFile(honest))).toEqual([{ row: 1, cells: ["Tanggal", "Saldo"] }]);
});

describe("a contradictory archive is refused", () => {
  const hidden: ZipPart[] = [{ name: "xl/worksheets/hidden.xml", content: "<worksheet/>" }];
  const whole = zipFile(honest);
  const count = honest.length;
  const changed = (change: (file: Buffer) => void) => {
    const file = Buffer.from(whole);
    change(file);
    return file;
  };

  test.each<[string, () => Buffer]>([
    [
      "entries of this disk and of all disks differ",
      () => zipFile(honest, { entriesHere: count + 1, uncounted: hidden }),
    ],
    ["the other way round", () => zipFile(honest, { entries: count + 1, uncounted: hidden })],
    [
      "the directory has more entries than are counted",
      () => zipFile(honest, { uncounted: hidden }),
    ],
    ["fewer", () => zipFile(honest, { entries: count + 1, entriesHere: count + 1 })],
    ["two entries have one name", () => zipFile([...honest, ...honest.slice(-1)])],
    [
      "names differ in case alone",
      () => zipFile([...honest, { name: "XL/Workbook.xml", content: "" }]),
    ],
    ["another archive stands before it", () => Buffer.concat([zipFile(honest), whole])],
    ["something stands after it", () => Buffer.concat([whole, Buffer.alloc(30)])],
    [
      "a second end hides in the comment",
      () => {
        const end = whole.subarray(-22);
        const file = Buffer.concat([whole, end]);
        file.writeUInt16LE(22, whole.length - 2);
        return file;
      },
    ],
    ["it has several disks", () => changed((file) => file.writeUInt16LE(1, file.length - 18))],
    [
      "the directory begins elsewhere",
      () => changed((file) => file.writeUInt32LE(4, file.length - 6)),
    ],
    [
      "an end for large archives tells other numbers",
      () => {
        const large = Buffer.alloc(76);
        large.write("PK\u0006\u0006", "latin1");
        large.writeBigUInt64LE(44n, 4);
        large.writeBigUInt64LE(BigInt(count), 24);
        large.writeBigUInt64LE(BigInt(count + 1), 32);
        large.write("PK\u0006\u0007", 56, "latin1");
        large.writeBigUInt64LE(BigInt(whole.length - 22), 64);
        large.writeUInt32LE(1, 72);
        return Buffer.concat([whole.subarray(0, -22), large, whole.subarray(-22)]);
      },
    ],
    [
      "a part is larger than it says",
      () => zipFile(honest.map((part) => ({ ...part, saidBytes: 10 }))),
    ],
    [
      "a part is smaller than it says",
      () => zipFile(honest.map((part) => ({ ...part, saidBytes: 9999 }))),
    ],
  ])("%s", async (_what, make) => {
    expect(await reasonOf(make())).toEqual({ code: "statement_unreadable", params: { row: 1 } });
  });
});

test("a small archive can have the records of a large one", async () => {
  const whole = zipFile(honest);
  const end = whole.subarray(-22);
  const large = Buffer.alloc(76);
  large.write("PK\u0006\u0006", "latin1");
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(honest.length), 24);
  large.writeBigUInt64LE(BigInt(honest.length), 32);
  large.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  large.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  large.write("PK\u0006\u0007", 56, "latin1");
  large.writeBigUInt64LE(BigInt(whole.length - 22), 64);
  large.writeUInt32LE(1, 72);
  const file = Buffer.concat([whole.subarray(0, -22), large, end]);
  expect(await rowsOf(file)).toEqual([{ row: 1, cells: ["Tanggal", "Saldo"] }]);
});

describe("a hostile workbook", () => {
  test("with a hidden sheet beyond the unpacked limit is refused", async () => {
    const bomb = filler(limits.statementSheetUnpackedBytes);
    const file = zipFile(workbookParts([sheetXml([["a"]]), bomb]));
    expect(file.length).toBeLessThan(500_000);
    expect(await reasonOf(file)).toMatchObject({ code: "statement_unpacks_too_large" });
  });

  test("with a bomb after its table returns the table's rows", async () => {
    const bomb = filler(limits.statementSheetUnpackedBytes - 10_000);
    const cells = ["a", "b", "c"];
    expect(await rowsOf(zipFile(workbookParts([sheetXml([cells]), bomb])))).toEqual([
      { row: 1, cells },
    ]);
  });

  test("with very many parts is refused", async () => {
    const parts = Array.from({ length: limits.statementSheetParts }, (_, index) => ({
      name: `part${index}`,
      content: "",
    }));
    expect(await reasonOf(zipFile([...honest, ...parts]))).toMatchObject({
      code: "statement_unpacks_too_large",
    });
  });

  test("is refused if its shared texts fill the memory of the process", async () => {
    const count = 200_000;
    const strings = `<sst>${Array.from({ length: count }, (_, index) => `<si><t>${index}${" of many".repeat(18)}</t></si>`).join("")}</sst>`;
    const file = zipFile(workbookParts([sheetXml([["a"]])], { strings }));
    expect(await reasonOf(file)).toMatchObject({ code: "statement_unpacks_too_large" });
  });

  test("is refused if its elements are nested without end", async () => {
    const deep = "<a>".repeat(limits.statementSheetUnpackedBytes / 4);
    expect(await reasonOf(bare(deep))).toMatchObject({
      code: expect.stringMatching(/unpacks_too_large|unreadable/),
    });
  });

  test("is refused if it takes too long", async () => {
    // The XML reader examines the whole tag again with each part of it.
    const endless = `<row a="${" ".repeat(limits.statementSheetUnpackedBytes - 10_000)}`;
    expect(await reasonOf(bare(endless))).toMatchObject({
      code: expect.stringMatching(/too_slow|unpacks_too_large/),
    });
  });

  test("is refused if its entities name each other", async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const cell = `<sheetData><row><c t="str"><v>&b;&c;</v></c></row></sheetData>`;
    expect(await reasonOf(bare(cell, laughs))).toMatchObject({ code: "statement_unreadable" });
  });

  test("can declare a size up to the last cell", async () => {
    const data = `<dimension ref="A1:XFD1048576"/><sheetData><row><c t="str"><v>a</v></c></row></sheetData>`;
    expect(await rowsOf(bare(data))).toEqual([{ row: 1, cells: ["a"] }]);
  });

  test("with a text in the very last cell is refused", async () => {
    const last = (place: string, row: number) =>
      bare(`<sheetData><row r="${row}"><c r="${place}" t="str"><v>a</v></c></row></sheetData>`);
    expect(await reasonOf(last("A1048576", 1_048_576))).toMatchObject({
      code: "statement_rows_limit",
    });
    // A column that far to the right is not read.
    expect(await rowsOf(last("XFD1", 1))).toEqual([]);
  });

  test("with very many styled empty cells returns the rows with text", async () => {
    const empty = "<row><c s='1'/><c s='1'/><c s='1'/><c s='1'/></row>".repeat(50_000);
    const data = `<sheetData><row><c t="str"><v>a</v></c></row>${empty}</sheetData>`;
    expect(await rowsOf(bare(data))).toEqual([{ row: 1, cells: ["a"] }]);
  });

  test.each(["2", "1.5", "1e-3"])("with row 1 before row %s is refused", async (place) => {
    const first = place === "2" ? "2" : "1";
    const data = `<sheetData><row r="${first}"><c t="str"><v>a</v></c></row><row r="${place}"/></sheetData>`;
    expect(await reasonOf(bare(data))).toMatchObject({ code: "statement_unreadable" });
  });

  test("with many references to one large sheet is read once", async () => {
    const parts = workbookParts([`<worksheet>${"<row/>".repeat(50_000)}</worksheet>`]);
    const named = parts.map(({ name, content }) => ({
      name,
      content: String(content).replace(/<sheet [^>]*>/, (one) => one.repeat(500)),
    }));
    expect(await rowsOf(zipFile(named))).toEqual([]);
  });
});

describe("the process of a spreadsheet", () => {
  test("can read only its program, and has no settings of the server", async () => {
    vi.stubEnv("TEPAT_SECRET", "planted");
    const child = startBounded(
      fileURLToPath(new URL("../../testing/bounded-program.ts", import.meta.url)),
    );
    const told = JSON.parse(await text(child.stdout)) as {
      environment: Record<string, string>;
      outcomes: object;
    };
    vi.unstubAllEnvs();
    // The shell might add its own variables.
    const { PWD: _1, OLDPWD: _2, SHLVL: _3, _: _4, ...environment } = told.environment;
    expect(environment).toEqual({ MALLOC_ARENA_MAX: "1" });
    const denied = "ERR_ACCESS_DENIED";
    expect(told.outcomes).toEqual({
      readsProgram: "done",
      readsPasswords: denied,
      readsEnvironments: denied,
      readsBeside: denied,
      writes: denied,
      spawns: denied,
      makesThreads: denied,
      takesSomeMemory: "done",
      takesAllMemory: expect.stringMatching(/RangeError|ERR_MEMORY_ALLOCATION_FAILED/),
    });
  });

  test("ends when its time is over, also while it waits for its file", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opened = Promise.withResolvers<void>();
    const stuck = {
      ...sourceOf(zipFile(honest)),
      // oxlint-disable-next-line require-yield -- the generator waits without an end before any yield
      async *open() {
        opened.resolve();
        await new Promise(() => {});
      },
    };
    const reading = readSpreadsheet(stuck).catch((cause: DomainError) => cause.reason);
    await opened.promise;
    vi.advanceTimersByTime(limits.statementSheetMilliseconds);
    vi.useRealTimers();
    expect(await reading).toMatchObject({ code: "statement_too_slow" });
  });

  test("leaves time for the rows of its answer", () => {
    const { receiverAnswerMilliseconds, statementSheetWaitMilliseconds } = limits;
    const left =
      receiverAnswerMilliseconds -
      statementSheetWaitMilliseconds -
      limits.statementSheetMilliseconds;
    expect(left).toBeGreaterThanOrEqual(7_000);
  });
});
