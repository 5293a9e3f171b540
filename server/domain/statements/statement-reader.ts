import { createHash } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import type { StatementMapping } from "../../contract/dashboard/statements.ts";
import type { Sql } from "../../db/client.ts";
import { DomainError } from "../base/domain-error.ts";
import { examineFile, type FileKind, type Line, type StatementSource } from "./statement-file.ts";
import {
  findReader,
  hintOf,
  isHeader,
  mappedReader,
  requireColumns,
  type Reader,
} from "./statement-layouts.ts";
import { openFile, type Head, type OpenFile } from "./statement-lines.ts";
import {
  directionOf,
  instantOf,
  isEmptyHalf,
  readAmount,
  readMoment,
  readTime,
  senText,
  type DayOrder,
  type Direction as AmountDirection,
  type Marks,
  type Moment,
  type WrittenAmount,
} from "./statement-values.ts";

/**
 * Reads a statement row by row and checks that it proves what it says: the account, the period, each balance. The first
 * thing that does not hold ends the reading with a sentence that names the row.
 */

export interface StatementRow {
  day: string;
  /** In hexadecimal. */
  wording: string;
  twin_number: number;
  file_row: number;
  booked_at: string | null;
  description: string;
  reference: string | null;
  direction: "CREDIT" | "DEBIT";
  amount_sen: number;
  balance_sen: number | null;
  gross_sen: number | null;
  fee_sen: number | null;
  hint: string | null;
}

/** The account for which the file was chosen. */
export interface StatementAccount {
  account_number: string | null;
  channel_code: string;
  channel_name: string;
  channel_type: string;
  /** The numbers of the merchant's other accounts. */
  own_numbers: readonly string[];
}

export interface StatementFacts {
  layout: string;
  file_hash: Buffer;
  first_day: string;
  last_day: string;
  is_newest_first: boolean;
  row_count: number;
  pending_sen: number[];
}

/** How many rows are held in memory at once. */
const rowsPerPart = 500;

/** A file of which it is known how it is read. Nothing of its rows has been checked. */
export interface OpenStatement {
  readonly kind: FileKind;
  readonly file: OpenFile;
  readonly reader: Reader;
  readonly delimiter: string;
  readonly preamble: readonly Line[];
}

/** What takes long before the first row can be read. It comes before a transaction, whose time without statements is bounded. */
export async function openStatement(
  source: StatementSource,
  mapping: StatementMapping | null,
): Promise<OpenStatement> {
  const kind = await examineFile(source);
  const file = await openFile(source, kind);
  const { reader, delimiter, preamble } = chooseReader(file, mapping);
  if (reader.order === null) await proveOrder(file.lines(delimiter), reader);
  return { kind, file, reader, delimiter, preamble };
}

/** Calls `take` with some rows at a time, and returns what the whole file says. */
export async function readStatement(
  { kind, file, reader, delimiter, preamble }: OpenStatement,
  { account, tx }: { account: StatementAccount; tx?: Sql },
  take: (rows: StatementRow[]) => Promise<void>,
): Promise<StatementFacts> {
  const checks = new Checks(reader, account, preamble);
  let rows: StatementRow[] = [];
  for await (const line of file.lines(delimiter, tx)) {
    if (line.row === reader.headerRow) checks.readHead(line);
    if (line.row <= reader.headerRow) continue;
    const row = checks.read(line);
    if (row) rows.push(checks.finish(row));
    if (rows.length === rowsPerPart) {
      await take(rows);
      rows = [];
    }
  }
  const last = checks.end();
  if (last) rows.push(checks.finish(last));
  const facts = checks.facts();
  if (rows.length > 0) await take(rows);
  return { ...facts, file_hash: kind.file_hash };
}

function chooseReader(
  { heads }: OpenFile,
  mapping: StatementMapping | null,
): { reader: Reader; delimiter: string; preamble: Line[] } {
  const preambleOf = (lines: readonly Line[], { headerRow }: Reader) =>
    lines.filter(({ row }) => row < headerRow);
  if (mapping === null) {
    for (const { delimiter, lines } of heads) {
      const reader = findReader(lines);
      if (reader) return { reader, delimiter, preamble: preambleOf(lines, reader) };
    }
    throw refused({ code: "statement_unknown_layout", params: {} });
  }
  const reader = mappedReader(mapping);
  const { delimiter, lines } = widestOf(heads);
  requireColumns(reader, lines);
  return { reader, delimiter, preamble: preambleOf(lines, reader) };
}

/** The delimiter that most lines contain, most often. */
const widestOf = (heads: readonly Head[]): Head => {
  const width = ({ lines }: Head) => lines.reduce((sum, { cells }) => sum + cells.length - 1, 0);
  return heads.reduce((best, head) => (width(head) > width(best) ? head : best));
};

/** The first lines of a file, for a person who says what the columns mean, and the layout if it is known. */
export async function previewStatement(
  source: StatementSource,
): Promise<{ layout: string | null; lines: Line[] }> {
  const { heads } = await openFile(source, await examineFile(source));
  for (const { lines } of heads) {
    const reader = findReader(lines);
    if (reader)
      return { layout: reader.layout.name, lines: lines.slice(0, limits.statementPreviewRows) };
  }
  const { lines } = widestOf(heads);
  return { layout: null, lines: lines.slice(0, limits.statementPreviewRows) };
}

const refused = (reason: RefusalReason) => new DomainError(reason);

/**
 * Finds out whether the day or the month comes first, for a layout that does not say. One date that fits only one order
 * proves it for the whole file, and so does the period, if only one order keeps all dates in it. Otherwise the day comes
 * first, as Indonesia writes dates.
 */
async function proveOrder(lines: AsyncIterable<Line>, reader: Reader): Promise<void> {
  const possible = new Set<DayOrder>(["DMY", "MDY"]);
  for await (const { row, cells } of lines) {
    if (row <= reader.headerRow) continue;
    const [text = ""] = reader.cellsOf("day", cells);
    const days = { DMY: readMoment(text, "DMY")?.day, MDY: readMoment(text, "MDY")?.day };
    if (days.DMY === undefined && days.MDY === undefined) continue;
    for (const order of ["DMY", "MDY"] as const) {
      const day = days[order];
      const isOutside =
        day === undefined ||
        (reader.firstDay !== null && !day.startsWith("0000") && day < reader.firstDay) ||
        (reader.lastDay !== null && !day.startsWith("0000") && day > reader.lastDay);
      if (isOutside) possible.delete(order);
    }
  }
  reader.order = possible.has("DMY") || possible.size === 0 ? "DMY" : "MDY";
}

interface Previous {
  day: string;
  balance_sen: number | null;
  signed_sen: number;
}

type Direction = "forwards" | "backwards";
type AmountProblem = "statement_not_an_amount" | "statement_marks_differ";

class Checks {
  readonly #reader: Reader;
  readonly #account: StatementAccount;
  readonly #marks: Marks;
  #firstDay: string | null;
  #lastDay: string | null;
  #held: StatementRow | null = null;
  /** A line that could not be read: the end of a cut file, if no other line follows. */
  #doubtful: { row: number; reason: RefusalReason } | null = null;
  /** Whether the last line has too few cells. */
  #isShort = false;
  #accountFound: string | null = null;
  #directions: Direction[] = ["forwards", "backwards"];
  #previous: Previous | null = null;
  #first: (Previous & { row: number }) | null = null;
  #earliest = "9999-12-31";
  #latest = "0000-01-01";
  #rowCount = 0;
  #creditSen = 0;
  #debitSen = 0;
  #pendingSigned = { credit: 0, debit: 0 };
  #pendingSen: number[] = [];
  #lastRow = 1;
  #head: string | null = null;
  #hasLastLine = false;
  #totals: { label: string; sen: number; row: number }[] = [];
  #twins = new Map<string, number>();
  #twinDay = "";

  constructor(reader: Reader, account: StatementAccount, preamble: readonly Line[]) {
    this.#reader = reader;
    this.#account = account;
    this.#marks = { decimal: reader.layout.decimal ?? null };
    this.#firstDay = reader.firstDay;
    this.#lastDay = reader.lastDay;
    const { channels, bank } = reader.layout;
    const isBankAccount = account.channel_type !== "QRIS";
    if (channels.length > 0 && isBankAccount && !channels.includes(account.channel_code)) {
      throw refused({
        code: "statement_wrong_bank",
        params: { row: Math.max(reader.headerRow, 1), found: bank, expected: account.channel_name },
      });
    }
    for (const line of preamble) this.#readPreamble(line);
  }

  #readPreamble({ row, cells }: Line): void {
    const text = cells.join(" ").replaceAll(/\s+/g, " ");
    const [, number] = accountWords.exec(text) ?? [];
    if (number !== undefined) this.#checkAccount(number, row);
    const [, from, to] = periodWords.exec(text) ?? [];
    const first = from && readMoment(from);
    const last = to && readMoment(to);
    if (first && last && !first.day.startsWith("0000") && !last.day.startsWith("0000")) {
      this.#firstDay ??= first.day;
      this.#lastDay ??= last.day;
    }
  }

  #checkAccount(text: string, row: number): void {
    const found = text.trim().replace(/^="?|["']/g, "");
    if (!/\d/.test(found)) return;
    if (this.#accountFound !== null && !areSameAccount(this.#accountFound, found)) {
      throw refused({
        code: "statement_two_accounts",
        params: { row, first: this.#accountFound, second: found },
      });
    }
    this.#accountFound ??= found;
    const expected = this.#account.account_number;
    const isOfQris = this.#account.channel_type === "QRIS";
    if (expected !== null && !isOfQris && !areSameAccount(expected, found)) {
      throw refused({ code: "statement_wrong_account", params: { row, found, expected } });
    }
  }

  /** Returns the row before this line, once nothing can be added to it. */
  read(line: Line): StatementRow | null {
    if (this.#doubtful) throw refused(this.#doubtful.reason);
    const { layout, headerRow } = this.#reader;
    const cells = layout.mend ? layout.mend(line.cells) : line.cells;
    this.#lastRow = line.row;
    this.#isShort = line.cells.length < this.#reader.columnCount;
    const isRepeated = line.row <= headerRow + 2 && isHeader(this.#reader, cells);
    if (isRepeated && this.#rowCount === 0 && !this.#held) return null;
    if (line.cells.join("\n") === this.#head || this.#isNoBooking(line.row, cells)) return null;
    const [dayText = ""] = this.#cells("day", cells);
    const isPending = /^'?PEND/i.test(dayText);
    const moment = isPending ? null : readMoment(dayText, this.#reader.order ?? "DMY");
    if (/^[=@]./.test(dayText))
      throw refused({ code: "statement_formula", params: { row: line.row } });
    if (!isPending && moment === null) return this.#readOther(line, cells, dayText);
    const before = this.#held;
    this.#held = this.#readRow(line.row, cells, moment);
    return before;
  }

  /** The names of the columns. Some banks repeat them on each page. */
  readHead({ cells }: Line): void {
    this.#head = cells.join("\n");
  }

  /**
   * A line that books nothing, although it may have a day: a balance, or the sums of the columns. What it says must hold
   * at the end. Its words have to be all of its description, and money that a file without balances names is a booking:
   * a payer may write "Saldo awal" too.
   */
  #isNoBooking(row: number, cells: readonly string[]): boolean {
    const words = this.#cells("description", cells)
      .join(" ")
      .replaceAll(/[\s:=.]+/g, " ")
      .trim();
    const [label] = balanceWords.exec(words) ?? [];
    const [balanceText = ""] = this.#cells("balance", cells);
    if (label !== undefined && balanceText !== "") {
      const sen = this.#balance(balanceText, row);
      if (typeof sen === "number") this.#totals.push({ label: label.toLowerCase(), sen, row });
      return true;
    }
    const isSum = sumWords.test(cells.join(" ").replaceAll(/\s+/g, " ").trim());
    const [dayText = ""] = this.#cells("day", cells);
    if (!isSum || readMoment(dayText) !== null) return false;
    for (const [role, direction] of [
      ["credit", "CREDIT"],
      ["debit", "DEBIT"],
    ] as const) {
      const [text = ""] = this.#cells(role, cells);
      const sen = this.#half(text, row, direction);
      if (sen) this.#totals.push({ label: role, sen, row });
    }
    return true;
  }

  end(): StatementRow | null {
    const { lastLine } = this.#reader.layout;
    if (this.#doubtful && !this.#isShort) throw refused(this.#doubtful.reason);
    if (this.#doubtful || (lastLine && !this.#hasLastLine)) {
      throw refused({ code: "statement_cut", params: { row: this.#lastRow } });
    }
    const last = this.#held;
    this.#held = null;
    return last;
  }

  #cells(role: Parameters<Reader["cellsOf"]>[0], cells: readonly string[]): string[] {
    return this.#reader.cellsOf(role, cells);
  }

  /** A total below the rows, the continuation of the row before, or what cannot be read. */
  #readOther(line: Line, cells: readonly string[], dayText: string): null {
    const { row } = line;
    const text = line.cells.join(" ").replaceAll(/\s+/g, " ").trim();
    const total = totalWords.exec(text);
    if (total) {
      this.#hasLastLine ||= this.#reader.layout.lastLine?.test(text) ?? false;
      const sen = amountAfter(text.slice(total[0].length), this.#reader.layout.decimal);
      if (sen !== null) this.#totals.push({ label: (total[1] as string).toLowerCase(), sen, row });
      return null;
    }
    const time = readTime(dayText);
    if (this.#reader.layout.goesOn && this.#held && (dayText === "" || time !== null)) {
      const more = this.#cells("description", cells).filter((each) => each !== "");
      const description = cut([this.#held.description, ...more].join(" "));
      Object.assign(this.#held, { description });
      this.#held.wording = wordingOf(this.#held);
      if (time !== null) this.#held.booked_at ??= instantOf(this.#held.day, time);
      return null;
    }
    const problem: RefusalReason = {
      code: "statement_not_a_day",
      params: { row, text: excerpt(dayText === "" ? text : dayText) },
    };
    if (
      this.#rowCount === 0 &&
      this.#pendingSen.length === 0 &&
      row <= this.#reader.headerRow + 3
    ) {
      // A line between the header and the rows, such as "Saldo Awal" in other words.
      if (dayText === "") return null;
    }
    this.#doubtful = { row, reason: problem };
    return null;
  }

  #readRow(row: number, cells: readonly string[], moment: Moment | null): StatementRow | null {
    for (const number of this.#cells("account", cells)) this.#checkAccount(number, row);
    const [currency = ""] = this.#cells("currency", cells);
    if (!/^(?:IDR|RP)?$/i.test(currency)) {
      throw refused({
        code: "statement_foreign_currency",
        params: { row, currency: excerpt(currency) },
      });
    }
    const signed_sen = this.#signedAmount(row, cells);
    if (signed_sen === null) return null;
    const [balanceText = ""] = this.#cells("balance", cells);
    const balance_sen = this.#balance(balanceText, row);
    if (this.#doubtful || balance_sen === undefined) return null;
    this.#checkOwnOpening(row, cells, signed_sen, balance_sen);
    const day = moment && this.#fullDay(moment.day, row);
    if (day === null) {
      this.#takePending(signed_sen, balance_sen);
      return null;
    }
    this.#checkOrder(row, { day, balance_sen, signed_sen });
    const direction = signed_sen > 0 ? ("CREDIT" as const) : ("DEBIT" as const);
    const amount_sen = Math.abs(signed_sen);
    if (direction === "CREDIT") this.#creditSen += amount_sen;
    else this.#debitSen += amount_sen;
    this.#rowCount += 1;
    const description = cut(
      this.#cells("description", cells)
        .filter((text) => text !== "")
        .join(" "),
    );
    const time =
      moment?.time ??
      this.#cells("time", cells)
        .map(readTime)
        .find((found) => found !== null) ??
      null;
    const [reference = ""] = this.#cells("reference", cells);
    const read = {
      day,
      twin_number: 0,
      wording: "",
      file_row: row,
      booked_at: time === null || this.#reader.layout.dayOnly ? null : instantOf(day, time),
      description,
      reference: cut(reference).slice(0, limits.textCharacters).toWellFormed() || null,
      direction,
      amount_sen,
      balance_sen,
      gross_sen: null,
      fee_sen: null,
      hint: null,
    };
    return { ...read, wording: wordingOf(read) };
  }

  /** The number among the day's rows that look the same, and what the words say; done when the row is complete. */
  finish(row: StatementRow): StatementRow {
    if (row.day !== this.#twinDay) this.#twins.clear();
    this.#twinDay = row.day;
    const twin_number = (this.#twins.get(row.wording) ?? 0) + 1;
    this.#twins.set(row.wording, twin_number);
    return { ...row, twin_number, ...hintOf(row, this.#account.own_numbers) };
  }

  /** Money in is positive. null: the line is doubtful. */
  #signedAmount(row: number, cells: readonly string[]): number | null {
    const [amountText] = this.#cells("amount", cells);
    if (amountText !== undefined) return this.#signedByWord(row, amountText, cells);
    const [creditText = ""] = this.#cells("credit", cells);
    const [debitText = ""] = this.#cells("debit", cells);
    const credit = this.#half(creditText, row, "CREDIT");
    const debit = this.#half(debitText, row, "DEBIT");
    if (credit === undefined || debit === undefined) return null;
    if ((credit === 0) === (debit === 0)) return this.#noAmount(row);
    return credit - debit;
  }

  /** Banks write money out with a sign in its own column. Money in with one would be something else. */
  #half(text: string, row: number, direction: AmountDirection): number | undefined {
    if (isEmptyHalf(text)) return 0;
    const read = this.#amount(text, row);
    if (read === undefined) return undefined;
    const isOther = read.direction !== null && read.direction !== direction;
    if (isOther || (direction === "CREDIT" && read.sen < 0)) return this.#noSuch(text, row);
    return Math.abs(read.sen);
  }

  /** A word decides over a sign. */
  #signedByWord(row: number, amountText: string, cells: readonly string[]): number | null {
    const read = this.#amount(amountText, row);
    if (read === undefined) return null;
    const { sen } = read;
    const word = this.#cells("direction", cells).find((each) => each !== "");
    const named = word === undefined ? null : directionOf(word);
    const isUnknown = word !== undefined && named === null && !this.#reader.layout.inSen;
    if (sen === 0 || isUnknown) return this.#noAmount(row);
    if (named && read.direction && named !== read.direction)
      return this.#noSuch(amountText, row) ?? null;
    const direction = named ?? read.direction;
    if (direction === null) return sen;
    return direction === "DEBIT" ? -Math.abs(sen) : Math.abs(sen);
  }

  #noAmount(row: number): null {
    this.#doubtful = { row, reason: { code: "statement_no_amount", params: { row } } };
    return null;
  }

  #noSuch(text: string, row: number, code: AmountProblem = "statement_not_an_amount"): undefined {
    this.#doubtful = { row, reason: { code, params: { row, text: excerpt(text) } } };
    return undefined;
  }

  /** undefined: it cannot be read, and the line is doubtful. */
  #amount(text: string, row: number): WrittenAmount | undefined {
    if (/^[=@]/.test(text)) throw refused({ code: "statement_formula", params: { row } });
    const read = this.#readSen(text);
    if (read === "differs") return this.#noSuch(text, row, "statement_marks_differ");
    if (read === null || Math.abs(read.sen) > limits.statementSenMax)
      return this.#noSuch(text, row);
    return read;
  }

  /** A balance may be below zero: `-1.000,00`, `1.000,00 DB`. */
  #balance(text: string, row: number): number | null | undefined {
    if (text === "") return null;
    const read = this.#amount(text, row);
    if (read === undefined) return undefined;
    return read.direction === "DEBIT" ? -Math.abs(read.sen) : read.sen;
  }

  #readSen(text: string): WrittenAmount | "differs" | null {
    const isInSen = this.#reader.layout.inSen && /^-?\d+$/.test(text);
    return isInSen ? { sen: Number(text), direction: null } : readAmount(text, this.#marks);
  }

  /** Adds the year, which the period tells, and compares the day with the period. */
  #fullDay(read: string, row: number): string {
    let day = read;
    if (day.startsWith("0000")) {
      if (this.#firstDay === null || this.#lastDay === null) {
        throw refused({ code: "statement_days_needed", params: {} });
      }
      const first = this.#firstDay.slice(0, 4) + read.slice(4);
      const last = this.#lastDay.slice(0, 4) + read.slice(4);
      day = this.#isInPeriod(last) ? last : first;
    }
    if (!this.#isInPeriod(day)) {
      throw refused({
        code: "statement_outside_period",
        params: { row, day, first_day: this.#firstDay ?? day, last_day: this.#lastDay ?? day },
      });
    }
    return day;
  }

  #isInPeriod = (day: string): boolean =>
    (this.#firstDay === null || day >= this.#firstDay) &&
    (this.#lastDay === null || day <= this.#lastDay);

  /** Where a row has the balance before it too. */
  #checkOwnOpening(
    row: number,
    cells: readonly string[],
    signed_sen: number,
    balance_sen: number | null,
  ): void {
    const [text = ""] = this.#cells("opening", cells);
    if (text === "" || balance_sen === null) return;
    const opening = this.#balance(text, row);
    if (opening === undefined || opening === null || opening + signed_sen === balance_sen) return;
    throw brokenBalance(row, opening + signed_sen, balance_sen);
  }

  /** The file may run forwards or backwards. Each row may rule one out; when none is left, it is named. */
  #checkOrder(row: number, now: Previous): void {
    const before = this.#previous;
    this.#previous = now;
    this.#first ??= { ...now, row };
    if (now.day < this.#earliest) this.#earliest = now.day;
    if (now.day > this.#latest) this.#latest = now.day;
    if (before === null) return;
    const byDay = this.#directions.filter((direction) =>
      direction === "forwards" ? now.day >= before.day : now.day <= before.day,
    );
    if (byDay.length === 0) {
      throw refused({ code: "statement_out_of_order", params: { row, day: now.day } });
    }
    if (now.balance_sen === null || before.balance_sen === null) {
      this.#directions = byDay;
      return;
    }
    const forwards = before.balance_sen + now.signed_sen;
    const backwards = before.balance_sen - before.signed_sen;
    const byBalance = byDay.filter(
      (direction) => now.balance_sen === (direction === "forwards" ? forwards : backwards),
    );
    if (byBalance.length === 0) {
      const expected = byDay.includes("forwards") ? forwards : backwards;
      throw brokenBalance(row, expected, now.balance_sen);
    }
    this.#directions = byBalance;
  }

  #takePending(signed_sen: number, balance_sen: number | null): void {
    if (signed_sen > 0) this.#pendingSigned.credit += signed_sen;
    else this.#pendingSigned.debit -= signed_sen;
    const follows =
      balance_sen !== null && this.#previous?.balance_sen === balance_sen - signed_sen;
    if (follows && this.#previous) this.#previous = { ...this.#previous, balance_sen, signed_sen };
    if (signed_sen < 0) return;
    this.#pendingSen.push(signed_sen);
    if (this.#pendingSen.length > limits.statementPendingRows) {
      throw refused({
        code: "statement_pending_limit",
        params: { rows: limits.statementPendingRows },
      });
    }
  }

  facts(): Omit<StatementFacts, "file_hash"> {
    if (this.#rowCount === 0) throw refused({ code: "statement_no_rows", params: {} });
    this.#checkTotals();
    const first_day = this.#firstDay ?? this.#earliest;
    const last_day = this.#lastDay ?? this.#latest;
    if (Date.parse(last_day) - Date.parse(first_day) > limits.statementDaysMax * 86_400_000) {
      throw refused({ code: "statement_days_limit", params: { days: limits.statementDaysMax } });
    }
    return {
      layout: this.#reader.layout.name,
      first_day,
      last_day,
      is_newest_first: this.#isNewestFirst(),
      row_count: this.#rowCount,
      pending_sen: this.#pendingSen,
    };
  }

  #isNewestFirst = (): boolean => !this.#directions.includes("forwards");

  /** Rows that are not booked yet count in the totals of some banks. */
  #checkTotals(): void {
    const [first, last] = this.#isNewestFirst()
      ? [this.#previous, this.#first]
      : [this.#first, this.#previous];
    const opening =
      first?.balance_sen === null || !first ? null : first.balance_sen - first.signed_sen;
    const { credit, debit } = this.#pendingSigned;
    for (const { label, sen, row } of this.#totals) {
      const expected = /awal|start|opening/.test(label)
        ? [opening]
        : /akhir|ending|closing/.test(label)
          ? [last?.balance_sen ?? null]
          : /k?redit|credit/.test(label)
            ? [this.#creditSen, this.#creditSen + credit]
            : [this.#debitSen, this.#debitSen + debit];
      const isRight =
        expected.includes(null) ||
        expected.includes(Math.abs(sen)) ||
        expected.includes(sen) ||
        (credit + debit > 0 && /akhir|ending|closing|awal|start|opening/.test(label));
      if (!isRight) {
        throw refused({
          code: "statement_totals_differ",
          params: { row, expected: senText(expected[0] as number), found: senText(sen) },
        });
      }
    }
  }
}

const accountWords =
  /(?:no(?:mor)?\.?\s*rek(?:ening)?|account\s*(?:no|number))\b\.?[\s:=,/'"]*(?:account number[\s:=,'"]*)?(\d[\d .-]{4,}\d)/i;

const date = String.raw`'?(\d{1,4}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/. ]\d{2,4})`;
const periodWords = new RegExp(
  String.raw`peri?od[ea]?\b[^\d]{0,20}${date}\s*(?:-|–|s\/d|s\.d\.|sd|sampai|to|until)\s*${date}`,
  "i",
);

const totalWords =
  /^[\W\d]*(saldo awal|starting balance|opening balance|mutasi kredit|mutasi debet|mutasi debit|kredit|credit|debet|debit|saldo akhir|ending balance|closing balance)\b/i;

const balanceWords = /^(?:saldo (?:awal|akhir)|(?:opening|starting|closing|ending) balance)$/i;
const sumWords = /^(?:grand |sub)?(?:total|jumlah)\b/i;

/** `=,100000.00`, `: 1,234.00 DB`, `: 7,083,000.00 3`: the amount stands first. */
function amountAfter(text: string, decimal: "." | "," | undefined): number | null {
  const [amount] = /-?\d[\d.,]*/.exec(text) ?? [];
  if (amount === undefined) return null;
  const read = readAmount(amount, { decimal: decimal ?? null });
  return read === "differs" ? null : (read?.sen ?? null);
}

const brokenBalance = (row: number, expected: number, found: number) =>
  refused({
    code: "statement_balance_broken",
    params: { row, expected: senText(expected), found: senText(found) },
  });

/** Spreadsheets lose leading zeros and write long numbers as 3.4501E+13; some banks hide the first digits. */
function areSameAccount(first: string, second: string): boolean {
  const [one, other] = [accountDigits(first), accountDigits(second)];
  if (one.digits.length !== other.digits.length && !one.isHidden && !other.isHidden) return false;
  if (one.isHidden || other.isHidden) {
    return one.digits.endsWith(other.digits) || other.digits.endsWith(one.digits);
  }
  const known = Math.min(one.known, other.known);
  return one.digits.slice(0, known) === other.digits.slice(0, known);
}

function accountDigits(text: string): { digits: string; known: number; isHidden: boolean } {
  const mangled = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(text.trim());
  if (mangled) {
    const [, head = "", tail = "", exponent = "0"] = mangled;
    const digits = (head + tail).padEnd(Number(exponent) + 1, "0");
    // The last digit that is shown was rounded.
    return { digits, known: Math.max(1, head.length + tail.length - 1), isHidden: false };
  }
  const isHidden = /[x*•]/i.test(text);
  const digits = (isHidden ? (text.split(/[x*•]/i).at(-1) as string) : text)
    .replaceAll(/\D/g, "")
    .replace(/^0+/, "");
  return { digits, known: digits.length, isHidden };
}

/** Rows with the same one look the same, however their spaces are written. */
function wordingOf(row: Pick<StatementRow, "direction" | "amount_sen" | "description">): string {
  const words = row.description.toUpperCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256")
    .update(`${row.direction}:${row.amount_sen}:${words}`)
    .digest("hex")
    .slice(0, 32);
}

const cut = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, limits.statementDescriptionCharacters)
    .toWellFormed();

const excerpt = (text: string): string => cut(text).slice(0, 40);
