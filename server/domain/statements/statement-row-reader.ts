import { createHash } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import { AccountCheck, type StatementAccount } from "./statement-account.ts";
import { AmountReader } from "./statement-amounts.ts";
import {
  cellsOf,
  excerpt,
  singleSpaced,
  storable,
  unreadable,
  UnreadableLine,
  type Cells,
} from "./statement-cells.ts";
import type { Line } from "./statement-file.ts";
import { hintOf, isHeader, mappedLayout, type Reader } from "./statement-layouts.ts";
import { brokenBalance, StatementOrder } from "./statement-order.ts";
import { StatementPeriod } from "./statement-period.ts";
import { StatementTotals } from "./statement-totals.ts";
import { instantOf, readAmount, readMoment, readTime, type Moment } from "./statement-values.ts";

export interface StatementRow {
  day: string;
  /** A hash in hexadecimal. */
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

/** A row to which the next line can still add text. */
type HeldRow = Omit<StatementRow, "wording" | "twin_number" | "gross_sen" | "fee_sen" | "hint">;

/** The facts of a whole statement. */
export interface StatementSummary {
  layout: string;
  file_hash: Buffer;
  first_day: string;
  last_day: string;
  is_newest_first: boolean;
  row_count: number;
  /** Incoming money that the bank has not booked yet. */
  pending_sen: number[];
}

/**
 * Turns a statement's lines into rows, and refuses the first line that contradicts the account, the period or an
 * earlier line.
 */
export class RowReader {
  readonly #reader: Reader;
  readonly #ownNumbers: readonly string[];
  readonly #account: AccountCheck;
  readonly #period: StatementPeriod;
  readonly #amounts: AmountReader;
  readonly #order = new StatementOrder();
  readonly #totals = new StatementTotals();
  #header: string | null = null;
  #lastLine: Line | null = null;
  #hasClosingLine = false;
  #unreadable: UnreadableLine | null = null;
  #held: HeldRow | null = null;
  #rowCount = 0;
  #pendingSen: number[] = [];
  #twins = new Map<string, number>();
  #twinDay = "";

  constructor(reader: Reader, account: StatementAccount, preamble: readonly Line[]) {
    this.#reader = reader;
    this.#ownNumbers = account.own_numbers;
    this.#account = new AccountCheck(account);
    this.#period = new StatementPeriod(reader);
    this.#amounts = new AmountReader(reader.layout);
    this.#account.checkBank(reader);
    for (const { row, cells } of preamble) {
      const text = singleSpaced(cells.join(" "));
      this.#account.checkPreamble(text, row);
      this.#period.readPreamble(text);
    }
  }

  /** Returns the row before this line, once no line can add to it. */
  read(line: Line): StatementRow | null {
    if (this.#unreadable) throw this.#unreadable;
    const { headerRow } = this.#reader;
    if (line.row === headerRow) this.#header = line.cells.join("\n");
    if (line.row <= headerRow) return null;
    this.#lastLine = line;
    if (this.#reader.leftOut.has(line.row) || this.#reader.layout.isNote?.(line.cells)) {
      this.#leaveOut(line);
      return null;
    }
    try {
      return this.#readLine(line);
    } catch (cause) {
      if (!(cause instanceof UnreadableLine)) throw cause;
      this.#unreadable = cause;
      return null;
    }
  }

  /** Returns the last row. */
  end(): StatementRow | null {
    const { columnCount, layout } = this.#reader;
    const isShort = this.#lastLine !== null && this.#lastLine.cells.length < columnCount;
    // The file of an unknown bank has been cut less often than it ends with a note. A person can leave out a note.
    const isNote =
      layout.name === mappedLayout && this.#unreadable?.reason?.code === "statement_not_a_day";
    if (this.#unreadable && (!isShort || isNote)) throw this.#unreadable;
    if (this.#unreadable || (layout.lastLine && !this.#hasClosingLine)) {
      throw new DomainError({ code: "statement_cut", params: { row: this.#lastLine?.row ?? 1 } });
    }
    return this.#release();
  }

  summary(): Omit<StatementSummary, "file_hash"> {
    if (this.#rowCount === 0) throw new DomainError({ code: "statement_no_rows", params: {} });
    this.#totals.check(this.#order.balances);
    const first_day = this.#period.firstDay ?? this.#order.earliestDay;
    const last_day = this.#period.lastDay ?? this.#order.latestDay;
    const days = limits.statementDaysMax;
    if (Date.parse(last_day) - Date.parse(first_day) > days * 86_400_000) {
      throw new DomainError({ code: "statement_days_limit", params: { days } });
    }
    return {
      layout: this.#reader.layout.name,
      first_day,
      last_day,
      is_newest_first: this.#order.isNewestFirst,
      row_count: this.#rowCount,
      pending_sen: this.#pendingSen,
    };
  }

  #readLine(line: Line): StatementRow | null {
    const cells = cellsOf(this.#reader, line);
    if (this.#repeatsHeader(line) || this.#readBalance(cells) || this.#readSums(cells)) return null;
    const dayText = cells.first("day");
    if (/^[=@]./.test(dayText)) {
      throw new DomainError({ code: "statement_formula", params: { row: line.row } });
    }
    if (/^'?PEND/i.test(dayText)) {
      const before = this.#release();
      this.#readPending(cells);
      return before;
    }
    const moment = readMoment(dayText, this.#reader.order ?? "DMY");
    if (moment) {
      const next = this.#readRow(cells, moment);
      const before = this.#release();
      this.#held = next;
      return before;
    }
    const isBelowHeader = line.row <= this.#reader.headerRow + 3 && dayText === "";
    const isBeforeRows = this.#rowCount === 0 && this.#pendingSen.length === 0;
    const isUnderstood =
      this.#readTotal(cells) ||
      this.#goOn(cells) ||
      // A line between the header and the rows, such as "Saldo Awal" in other words.
      (isBelowHeader && isBeforeRows);
    if (!isUnderstood) throw unreadable("statement_not_a_day", line.row, dayText || cells.text);
    return null;
  }

  /**
   * Omits a line that a person or the layout marks as no transaction. The line's balance must equal its neighbours'
   * balance, as in an opening or a closing line, so that no money is omitted. Without balances nothing would prove
   * that, so such a line stays.
   */
  #leaveOut(line: Line): void {
    const cells = cellsOf(this.#reader, line);
    for (const number of cells.all("account")) this.#account.checkNumber(number, line.row);
    const moment = readMoment(cells.first("day"), this.#reader.order ?? "DMY");
    const { row } = line;
    const money = moment && readable(() => this.#readMoney(cells));
    const balance_sen = moment && readable(() => this.#amounts.balance("balance", cells));
    if (moment && balance_sen !== null) {
      const day = this.#period.fullDay(moment.day, row);
      this.#order.add(row, { day, balance_sen, signed_sen: 0 });
    } else if (money) {
      throw new DomainError({ code: "statement_left_out_money", params: { row } });
    }
  }

  /**
   * Returns whether a line repeats the header. Some banks repeat the names of the columns on each page, or add a
   * second language below them.
   */
  #repeatsHeader({ row, cells }: Line): boolean {
    if (cells.join("\n") === this.#header) return true;
    const isBelowHeader = row <= this.#reader.headerRow + 2 && this.#rowCount === 0;
    return isBelowHeader && isHeader(this.#reader, cells);
  }

  /**
   * Reads a line that books nothing, although it can have a day: its description is only "Saldo awal", and it has a
   * balance. Without a balance, an amount with these words is a booking, because a payer might write them too.
   */
  #readBalance(cells: Cells): boolean {
    if (this.#reader.layout.isNote) return false;
    const words = singleSpaced(cells.all("description").join(" ").replaceAll(/[:=.]/g, " "));
    if (!balanceWords.test(words) || cells.first("balance") === "") return false;
    const sen = this.#amounts.balance("balance", cells);
    if (sen !== null) this.#totals.state(words, sen, cells.row);
    return true;
  }

  /** Reads a line without a day that sums up the columns. */
  #readSums(cells: Cells): boolean {
    if (!sumWords.test(cells.text) || readMoment(cells.first("day")) !== null) return false;
    for (const role of ["credit", "debit"] as const) {
      const sen = this.#amounts.half(role, cells);
      if (sen !== 0) this.#totals.state(role, sen, cells.row);
    }
    return true;
  }

  /** Reads a total below the rows: `Saldo Awal,=,100000.00`, `Saldo Akhir : 1,234.00 DB`, `Kredit : 7,083,000.00 3`. */
  #readTotal({ text, row }: Cells): boolean {
    const [start, words] = totalWords.exec(text) ?? [];
    if (start === undefined || words === undefined) return false;
    const { lastLine, decimal } = this.#reader.layout;
    this.#hasClosingLine ||= lastLine?.test(text) ?? false;
    const [amount = ""] = /-?\d[\d.,]*/.exec(text.slice(start.length)) ?? [];
    const read = readAmount(amount, { decimal: decimal ?? null });
    if (read !== null && read !== "differs") this.#totals.state(words, read.sen, row);
    return true;
  }

  /** Reads a line without a day that continues the row before it. */
  #goOn(cells: Cells): boolean {
    const held = this.#held;
    const dayText = cells.first("day");
    const time = readTime(dayText);
    if (!this.#reader.layout.goesOn || !held || (dayText !== "" && time === null)) return false;
    held.description = descriptionOf([held.description, ...cells.all("description")]);
    if (time !== null) held.booked_at ??= instantOf(held.day, time);
    return true;
  }

  #readRow(cells: Cells, moment: Moment): HeldRow {
    const { signed_sen, balance_sen } = this.#readMoney(cells);
    const day = this.#period.fullDay(moment.day, cells.row);
    this.#order.add(cells.row, { day, balance_sen, signed_sen });
    this.#totals.addBooked(signed_sen);
    this.#rowCount += 1;
    const time =
      moment.time ??
      cells
        .all("time")
        .map(readTime)
        .find((each) => each !== null);
    const hasTime = time !== undefined && !this.#reader.layout.dayOnly;
    return {
      day,
      file_row: cells.row,
      booked_at: hasTime ? instantOf(day, time) : null,
      description: descriptionOf(cells.all("description")),
      reference: storable(cells.first("reference"), limits.textCharacters) || null,
      direction: signed_sen > 0 ? "CREDIT" : "DEBIT",
      amount_sen: Math.abs(signed_sen),
      balance_sen,
    };
  }

  /**
   * Reads money that the bank has not booked yet, which is not a row. Outgoing money of this kind counts only in the
   * totals.
   */
  #readPending(cells: Cells): void {
    const money = this.#readMoney(cells);
    this.#totals.addPending(money.signed_sen);
    this.#order.addPending(money);
    if (money.signed_sen < 0) return;
    this.#pendingSen.push(money.signed_sen);
    const rows = limits.statementPendingRows;
    if (this.#pendingSen.length > rows) {
      throw new DomainError({ code: "statement_pending_limit", params: { rows } });
    }
  }

  #readMoney(cells: Cells): { signed_sen: number; balance_sen: number | null } {
    const { row } = cells;
    for (const number of cells.all("account")) this.#account.checkNumber(number, row);
    const currency = cells.first("currency");
    if (!/^(?:IDR|RP)?$/i.test(currency)) {
      const params = { row, currency: excerpt(currency) };
      throw new DomainError({ code: "statement_foreign_currency", params });
    }
    const signed_sen = this.#amounts.signed(cells);
    const balance_sen = this.#amounts.balance("balance", cells);
    const opening = balance_sen === null ? null : this.#amounts.balance("opening", cells);
    if (opening !== null && balance_sen !== null && opening + signed_sen !== balance_sen) {
      throw brokenBalance(row, opening + signed_sen, balance_sen);
    }
    return { signed_sen, balance_sen };
  }

  /** Returns the held row, with its number among the day's equal rows and the meaning of its words. */
  #release(): StatementRow | null {
    const row = this.#held;
    this.#held = null;
    if (row === null) return null;
    const wording = wordingOf(row);
    if (row.day !== this.#twinDay) this.#twins.clear();
    this.#twinDay = row.day;
    const twin_number = (this.#twins.get(wording) ?? 0) + 1;
    this.#twins.set(wording, twin_number);
    return { ...row, wording, twin_number, ...hintOf(row, this.#ownNumbers) };
  }
}

/** Returns the content of a line, or null if the line is unreadable. */
function readable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof UnreadableLine) return null;
    throw cause;
  }
}

const balanceWords = /^(?:saldo (?:awal|akhir)|(?:opening|starting|closing|ending) balance)$/i;
const sumWords = /^(?:grand |sub)?(?:total|jumlah)\b/i;
const totalWords =
  /^[\W\d]*(saldo awal|starting balance|opening balance|mutasi kredit|mutasi debet|mutasi debit|kredit|credit|debet|debit|saldo akhir|ending balance|closing balance)\b/i;

const descriptionOf = (texts: readonly string[]): string =>
  storable(texts.filter((text) => text !== "").join(" "), limits.statementDescriptionCharacters);

/** Returns the hash of a row's wording. Rows with one hash look alike, whatever their spaces. */
function wordingOf({ direction, amount_sen, description }: HeldRow): string {
  return createHash("sha256")
    .update(`${direction}:${amount_sen}:${singleSpaced(description.toUpperCase())}`)
    .digest("hex")
    .slice(0, 32);
}
