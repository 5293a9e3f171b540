import { read, SSF, type CellObject, type WorkSheet } from "@e965/xlsx";
import { parentPort, workerData } from "node:worker_threads";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { limits } from "../../contract/limits.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import type { Line, SheetAnswer } from "./statement-lines.ts";

/** The thread that reads one spreadsheet: see readSpreadsheet. */

class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(reason.code);
    this.reason = reason;
  }
}

async function readSheet(file: Buffer): Promise<Line[]> {
  if (file.subarray(0, 2).toString("latin1") === "PK") await requireHarmlessArchive(file);
  const { SheetNames, Sheets } = open(file);
  for (const name of SheetNames) {
    const sheet = Sheets[name];
    // The workbook may name a sheet that is not in the archive.
    const lines = sheet ? linesOf(sheet) : [];
    if (lines.length > 0) return lines;
  }
  return [];
}

function open(file: Buffer) {
  try {
    return read(file, {
      type: "buffer",
      dense: true,
      cellFormula: true,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      // Text of HTML stays as it is: the library would read Indonesian numbers as American ones.
      raw: true,
      sheetRows: limits.statementSheetRows + 1,
    });
  } catch (cause) {
    if (/password|encrypt/i.test(String(cause))) {
      throw new Refused({ code: "statement_encrypted", params: {} });
    }
    throw new Refused({ code: "statement_unreadable", params: { row: 1 } });
  }
}

/**
 * Unpacks every part of the archive once without keeping it. Its directory says how large each is, and the library that
 * unpacks it here refuses one that is larger; the reader of spreadsheets would believe it.
 */
async function requireHarmlessArchive(file: Buffer): Promise<void> {
  const archive = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true }, (cause, opened) =>
      cause ? reject(unreadable()) : resolve(opened),
    );
  });
  let bytes = 0;
  let isSpreadsheet = false;
  await new Promise<void>((resolve, reject) => {
    archive
      .on("error", () => reject(unreadable()))
      .on("end", resolve)
      .on("entry", (entry: Entry) => {
        if ((entry.generalPurposeBitFlag & 1) === 1) {
          return reject(new Refused({ code: "statement_encrypted", params: {} }));
        }
        isSpreadsheet ||= /^xl\/workbook\.(?:xml|bin)$/i.test(entry.fileName);
        bytes += entry.uncompressedSize;
        if (bytes > limits.statementSheetUnpackedBytes) {
          return reject(unpacksTooLarge());
        }
        archive.openReadStream(entry, (cause, stream) => {
          if (cause) return reject(unreadable());
          stream
            .on("error", () => reject(unreadable()))
            .on("end", () => archive.readEntry())
            .resume();
        });
      });
    archive.readEntry();
  });
  if (!isSpreadsheet) {
    throw new Refused({ code: "statement_no_table", params: { kind: "a ZIP archive" } });
  }
}

const unpacksTooLarge = () =>
  new Refused({
    code: "statement_unpacks_too_large",
    params: { megabytes: limits.statementSheetUnpackedBytes / 1024 / 1024 },
  });

const unreadable = () => new Refused({ code: "statement_unreadable", params: { row: 1 } });

function linesOf(sheet: WorkSheet): Line[] {
  const rows = (sheet["!data"] ?? []) as (readonly (CellObject | undefined)[] | undefined)[];
  if (rows.length > limits.statementSheetRows) {
    throw new Refused({
      code: "statement_rows_limit",
      params: { rows: limits.statementSheetRows },
    });
  }
  const lines: Line[] = [];
  let characters = 0;
  rows.forEach((row, index) => {
    if (!row) return;
    const cells = Array.from(
      { length: Math.min(row.length, limits.statementColumns) },
      (_, column) => textOf(row[column], index + 1),
    );
    // Cells share a long text in the file, but each has its own copy in the answer.
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    if (length > limits.statementLineCharacters) {
      throw new Refused({ code: "statement_unreadable", params: { row: index + 1 } });
    }
    characters += length;
    if (characters > limits.statementSheetUnpackedBytes) throw unpacksTooLarge();
    if (length > 0) lines.push({ row: index + 1, cells });
  });
  return lines;
}

/** A cell as text that reads the same whatever the spreadsheet's language: 2498478.46, 2026-09-01 09:39:37. */
function textOf(cell: CellObject | undefined, row: number): string {
  if (!cell) return "";
  if (cell.f !== undefined || cell.F !== undefined) {
    throw new Refused({ code: "statement_formula", params: { row } });
  }
  const { v: value } = cell;
  if (typeof value !== "number") return value === undefined ? "" : String(value).trim();
  if (typeof cell.z === "string" && SSF.is_date(cell.z)) return momentOf(value);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function momentOf(serial: number): string {
  const at = SSF.parse_date_code(serial) as Record<
    "y" | "m" | "d" | "H" | "M" | "S",
    number
  > | null;
  // Before 1900 and after 9999 a number is no date.
  if (!at) return String(serial);
  const two = (part: number) => String(Math.floor(part)).padStart(2, "0");
  const time = `${two(at.H)}:${two(at.M)}:${two(at.S)}`;
  if (serial < 1) return time;
  const day = `${at.y}-${two(at.m)}-${two(at.d)}`;
  return Number.isInteger(serial) ? day : `${day} ${time}`;
}

async function answer(): Promise<SheetAnswer> {
  try {
    return { lines: await readSheet(Buffer.from(workerData as Uint8Array)) };
  } catch (cause) {
    if (cause instanceof Refused) return { refused: cause.reason };
    throw cause;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await answer());
