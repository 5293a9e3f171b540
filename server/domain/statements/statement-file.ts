import { createHash } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { banks } from "../banks/index.ts";
import { DomainError } from "../base/domain-error.ts";

/**
 * A bank's file. The file can be read from its beginning as often as needed. This process never holds it in memory as
 * a whole; the process for spreadsheets does.
 */
export interface StatementSource {
  /** The owner of the file. */
  readonly merchant_id: string;
  /** The channel of the file's account. Its bank might offer better files. */
  readonly channel_code?: string;
  readonly file_name: string;
  readonly file_bytes: number;
  /** The largest number of lines of a text file. */
  readonly rows_max: number;
  /**
   * Opens the file. A file in the database is read in the transaction that stores its rows, so that no second
   * connection is needed.
   */
  open(tx?: Sql): AsyncIterable<Uint8Array>;
}

/** A line of a file with its cells. `row` counts the file's lines, or the spreadsheet's rows, from 1. */
export interface Line {
  row: number;
  cells: string[];
}

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The kind of a file. One read of the whole file determines it. */
export type FileKind =
  | { kind: "text" | "mt940"; encoding: Encoding; file_hash: Buffer }
  | { kind: "spreadsheet"; file_hash: Buffer };

export async function examineFile(source: StatementSource): Promise<FileKind> {
  const hash = createHash("sha256");
  const strict = new TextDecoder("utf-8", { fatal: true });
  let head: Buffer = Buffer.alloc(0);
  let isUtf8 = true;
  let bytes = 0;
  for await (const chunk of source.open()) {
    bytes += chunk.length;
    if (bytes > limits.statementFileBytes) throw tooLarge(limits.statementFileBytes);
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
    hash.update(chunk);
    isUtf8 &&= isValid(() => strict.decode(chunk, { stream: true }));
  }
  isUtf8 &&= isValid(() => strict.decode());
  if (bytes === 0) throw new DomainError({ code: "statement_empty", params: {} });
  const file_hash = hash.digest();
  if (isSpreadsheet(head)) {
    if (bytes > limits.statementSheetBytes) throw tooLarge(limits.statementSheetBytes);
    return { kind: "spreadsheet", file_hash };
  }
  if (startsWith(head, "25504446")) throw pdfOf(source.channel_code);
  const found = strangerOf(head);
  if (found) throw new DomainError({ code: "statement_no_table", params: { kind: found } });
  const encoding = wideEncodingOf(head) ?? (isUtf8 ? "utf-8" : "windows-1252");
  if (!encoding.startsWith("utf-16") && head.includes(0)) {
    throw new DomainError({ code: "statement_no_table", params: { kind: "a binary file" } });
  }
  const isMessage = isMt940(new TextDecoder(encoding).decode(head));
  return { kind: isMessage ? "mt940" : "text", encoding, file_hash };
}

const headBytes = 4096;

/** Returns a refusal that names the place where the bank offers the same statement as a table. */
function pdfOf(channel_code: string | undefined): DomainError {
  const bank = banks.find(({ code }) => code === channel_code);
  const { id: way_id, en: way_en } = bank?.statements?.from ?? { id: "", en: "" };
  const params = { bank: bank?.name ?? "", way_id, way_en };
  return new DomainError({ code: "statement_pdf", params });
}

export const tooLarge = (bytes: number) =>
  new DomainError({
    code: "statement_too_large",
    params: { megabytes: Math.floor(bytes / 1024 / 1024) },
  });

function isValid(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a file is a spreadsheet. XLSX is a ZIP archive, XLS is a compound file, and some banks call an HTML
 * page an XLS.
 */
const isSpreadsheet = (head: Buffer): boolean =>
  startsWith(head, "504b0304") ||
  startsWith(head, "d0cf11e0a1b11ae1") ||
  /^\s*(?:<!doctype html|<html|<table|<\?xml[^>]*>\s*<(?:html|workbook))/i.test(
    head.toString("latin1").replace(/^\u00EF\u00BB\u00BF/, ""),
  );

/** Returns whether a file begins like SWIFT's message, with its envelope (`{1:…}{4:`) or without. */
const isMt940 = (head: string): boolean =>
  /(?:^|\{4:):20:/m.test(head) && /^:(?:25P?|28C?|60[FM]):/m.test(head);

const startsWith = (head: Buffer, hexadecimal: string): boolean =>
  head.subarray(0, hexadecimal.length / 2).toString("hex") === hexadecimal;

const strangers: readonly (readonly [string, string])[] = [
  ["ffd8ff", "a picture"],
  ["89504e47", "a picture"],
  ["526172211a07", "a RAR archive"],
  ["377abcaf271c", "a 7-Zip archive"],
  ["1f8b", "a compressed file"],
];

const strangerOf = (head: Buffer): string | undefined =>
  strangers.find(([start]) => startsWith(head, start))?.[1];

/** Recognises UTF-16 by its byte order mark or, without one, by the NUL in every second byte. */
function wideEncodingOf(head: Buffer): Encoding | undefined {
  if (startsWith(head, "fffe")) return "utf-16le";
  if (startsWith(head, "feff")) return "utf-16be";
  const nulls = [0, 0];
  head.forEach((byte, index) => byte === 0 && (nulls[index % 2] = (nulls[index % 2] ?? 0) + 1));
  const [even = 0, odd = 0] = nulls;
  if (odd > head.length / 4 && even === 0) return "utf-16le";
  if (even > head.length / 4 && odd === 0) return "utf-16be";
  return undefined;
}
