import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import { senText } from "../base/written-numbers.ts";
import { singleSpaced, unreadable, UnreadableLine } from "./statement-cells.ts";
import type { Line } from "./statement-file.ts";
import type { Layout, Reader } from "./statement-layouts.ts";
import { dayAfter, readMoment } from "./statement-values.ts";

/**
 * MT940, SWIFT's statement message, which banks give to companies. A file contains statements one after another, each
 * made of fields such as `:61:`. The fields become lines of cells, as in a table, so that the same checks apply. The
 * reader adds each transaction's amount to the balance before it, so that the closing balance proves all
 * transactions.
 */

const roles = [
  "day",
  "amount",
  "balance",
  "currency",
  "account",
  "reference",
  "description",
] as const;

const layout: Layout = {
  name: "mt940",
  channels: [],
  bank: "",
  columns: {},
  needs: [],
  decimal: ".",
  isNote: (cells) => cells[roles.indexOf("amount")] === "",
};

export const mt940Reader = (): Reader => ({
  layout,
  headerRow: 0,
  columnCount: roles.length,
  cellsOf: (role, cells) => roles.flatMap((each, at) => (each === role ? [cells[at] ?? ""] : [])),
  order: "DMY",
  firstDay: null,
  lastDay: null,
  year: null,
  leftOut: new Set(),
});

/** A line of a text, counted from 1. */
export interface TextLine {
  row: number;
  text: string;
}

interface Field {
  tag: string;
  row: number;
  lines: string[];
  characters: number;
}

export async function* mt940Lines(texts: AsyncIterable<TextLine[]>): AsyncIterable<Line> {
  const messages = new Messages();
  let field: Field | null = null;
  let lastRow = 1;
  for await (const part of texts) {
    for (const { row, text } of part) {
      lastRow = row;
      let line = text.trimEnd();
      if (isEnvelope.test(line)) {
        if (field) for (const each of messages.take(field)) yield each;
        field = null;
        if (line.startsWith("-")) messages.end(row);
        const [, inside] = /^.*\{4:(.*)$/.exec(line) ?? [];
        if (!inside) continue;
        line = inside;
      }
      const [, tag, value = ""] = /^:(\d\d[A-Z]?|NS):(.*)$/.exec(line) ?? [];
      if (tag !== undefined) {
        if (field) for (const each of messages.take(field)) yield each;
        field = { tag, row, lines: [value], characters: value.length };
      } else if (field && field.characters <= limits.statementDescriptionCharacters) {
        // The length of a field is bounded, however many lines a file gives it.
        field.lines.push(line);
        field.characters += 1 + line.length;
      }
    }
  }
  const cut = () => new DomainError({ code: "statement_cut", params: { row: lastRow } });
  if (messages.isCut(field)) throw cut();
  if (field === null) return;
  try {
    yield* messages.take(field);
  } catch (cause) {
    throw cause instanceof UnreadableLine ? cut() : cause;
  }
}

/** The end of a message, and the blocks around the text of the next: `-`, `-}{5:{…}}`, `{1:F01…}{2:O940…}{4:`. */
const isEnvelope = /^(?:-(?:\}|$)|\{\d:)/;

interface Balance {
  row: number;
  day: string;
  sen: number;
  currency: string;
}

interface Transaction {
  row: number;
  day: string;
  signed_sen: number;
  balance_sen: number;
  currency: string;
  reference: string;
  /** The text beside the amount, for a transaction without an explanation in `:86:`. */
  details: string;
  isReversal: boolean;
}

class Messages {
  #hasBegun = false;
  /** True if the last closing balance belongs to a page (`:62M:`), whose statement continues in the next message. */
  #goesOn = false;
  #currency = "";
  /** Inside a statement, the balance up to this line. */
  #balance_sen: number | null = null;
  /** An opening balance without any transaction so far. */
  #opening: Balance | null = null;
  /** A transaction whose `:86:` can follow. */
  #held: Transaction | null = null;
  #lastDay: string | null = null;

  take(field: Field): Line[] {
    switch (field.tag) {
      case "20":
        return this.#begin(field);
      case "25":
      case "25P":
        return [lineOf(field.row, { account: accountOf(field) })];
      case "60F":
      case "60M":
        return this.#open(field);
      case "61":
        return this.#book(field);
      case "86":
        return this.#release(textOf(field.lines));
      case "62F":
      case "62M":
        return this.#close(field);
      default:
        return [];
    }
  }

  /** Checks, at the end of a message, that its statement is closed. Throws if the closing balance is missing. */
  end(row: number): void {
    if (this.#hasBegun) throw tagMissing(row, ":62F:");
  }

  /** Returns whether a file that ends with this field is incomplete. */
  isCut(field: Field | null): boolean {
    const tag = field?.tag ?? "";
    const isOpen = this.#hasBegun || this.#goesOn || /^(?:20|60[FM]|61|62M)$/.test(tag);
    return isOpen && tag !== "62F";
  }

  #begin({ row }: Field): Line[] {
    this.end(row);
    this.#hasBegun = true;
    return [];
  }

  #open({ tag, row, lines }: Field): Line[] {
    if (this.#balance_sen !== null) throw tagMissing(row, ":62F:");
    if (tag === "60M" && !this.#goesOn) throw tagMissing(row, ":60F:");
    const balance = balanceOf(lines, row);
    this.#hasBegun = true;
    this.#opening = balance;
    this.#balance_sen = balance.sen;
    this.#currency = balance.currency;
    return [];
  }

  #book({ row, lines: [first = "", ...more] }: Field): Line[] {
    const before = this.#release("");
    if (this.#balance_sen === null) throw tagMissing(row, ":60F:");
    const { day, signed_sen, isReversal, reference, code } = transactionOf(first, row);
    this.#balance_sen += signed_sen;
    const opening = this.#openingLine(day);
    this.#lastDay = day;
    this.#held = {
      row,
      day,
      signed_sen,
      balance_sen: this.#balance_sen,
      currency: this.#currency,
      reference,
      details: singleSpaced([code, ...more].join(" ")),
      isReversal,
    };
    return [...before, ...opening];
  }

  #close({ tag, row, lines }: Field): Line[] {
    const before = this.#release("");
    if (this.#balance_sen === null) throw tagMissing(row, ":60F:");
    const { day, sen, currency } = balanceOf(lines, row);
    const opening = this.#openingLine(day);
    // A page of a statement can already have the date of the statement's last day.
    const closing = tag === "62M" ? (this.#lastDay ?? day) : day;
    this.#lastDay = closing;
    this.#balance_sen = null;
    this.#hasBegun = false;
    this.#goesOn = tag === "62M";
    return [...before, ...opening, lineOf(row, { day: closing, balance: senText(sen), currency })];
  }

  /**
   * Returns the line of the opening balance. The balance's date is the statement's first day, or the last day of the
   * previous statement, which this statement does not cover. Without a transaction on that day, nothing distinguishes
   * the two.
   */
  #openingLine(next: string): Line[] {
    const opening = this.#opening;
    if (opening === null) return [];
    this.#opening = null;
    const after = dayAfter(opening.day);
    const day = this.#lastDay ?? (next < after ? next : after);
    const { row, sen, currency } = opening;
    return [lineOf(row, { day, balance: senText(sen), currency })];
  }

  #release(explanation: string): Line[] {
    const held = this.#held;
    if (held === null) return [];
    this.#held = null;
    const words = explanation === "" ? held.details : explanation;
    return [
      lineOf(held.row, {
        day: held.day,
        amount: senText(held.signed_sen),
        balance: senText(held.balance_sen),
        currency: held.currency,
        reference: held.reference,
        description: held.isReversal && !/\bREV/i.test(words) ? `REVERSAL ${words}` : words,
      }),
    ];
  }
}

const lineOf = (row: number, given: Partial<Record<(typeof roles)[number], string>>): Line => ({
  row,
  cells: roles.map((role) => given[role] ?? ""),
});

const tagMissing = (row: number, tag: string) =>
  new DomainError({ code: "statement_tag_missing", params: { row, tag } });

/** Returns the number in `BCA/1234567890` or `1234567890IDR`, without the bank and the currency. */
const accountOf = ({ lines: [first = ""] }: Field): string =>
  (first.split("/").at(-1) ?? "").trim().replace(/\s*[A-Z]{3}$/, "");

/** Joins the lines. A full line can be cut inside a word, which then continues on the next line. */
const textOf = (lines: readonly string[]): string =>
  singleSpaced(lines.map((line) => (line.length === wrappedAt ? line : `${line} `)).join(""));

const wrappedAt = 65;

function balanceOf([text = ""]: readonly string[], row: number): Balance {
  const [, mark, written = "", currency = "", amount = ""] =
    /^([CD])(\d{6})([A-Z]{3})(.*)$/.exec(text) ?? [];
  if (mark === undefined) throw unreadable("statement_not_an_amount", row, text);
  const sen = senOf(amount, row);
  return { row, day: dayOf(written, row), sen: mark === "D" ? -sen : sen, currency };
}

/** The first line of `:61:`: value date, day of booking, mark, letter of the currency, amount, kind, references. */
const transaction = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d[\d.,]*)(?:([A-Z][A-Z\d]{3})(.*))?$/;

function transactionOf(text: string, row: number) {
  const [, value = "", booked, mark, amount = "", code = "", references = ""] =
    transaction.exec(text) ?? [];
  if (mark === undefined) {
    throw unreadable(
      /^\d{6}/.test(text) ? "statement_not_an_amount" : "statement_not_a_day",
      row,
      text,
    );
  }
  const sen = senOf(amount, row);
  // A reversal of incoming money is outgoing money.
  const isOut = mark === "D" || mark === "RC";
  const [own = "", banks = ""] = references.split("//");
  return {
    day: booked === undefined ? dayOf(value, row) : bookedDay(dayOf(value, row), booked, row),
    signed_sen: isOut ? -sen : sen,
    isReversal: mark.startsWith("R"),
    reference: /^(?:NONREF)?$/.test(own.trim()) ? banks.trim() : own.trim(),
    code,
  };
}

/** Reads a day as YYMMDD. */
function dayOf(text: string, row: number): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  if (readMoment(day) === null) throw unreadable("statement_not_a_day", row, text);
  return day;
}

/** Returns the day of booking. The field has no year, so the year nearest to the value date applies. */
function bookedDay(value: string, text: string, row: number): string {
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(value));
  const [nearest] = [-1, 0, 1]
    .map((years) => `${Number(value.slice(0, 4)) + years}-${text.slice(0, 2)}-${text.slice(2)}`)
    .filter((day) => readMoment(day) !== null)
    .toSorted((one, other) => distance(one) - distance(other));
  if (nearest === undefined) throw unreadable("statement_not_a_day", row, text);
  return nearest;
}

/** Reads a number with its required decimal comma: 1000000,00 or 1000000, */
function senOf(text: string, row: number): number {
  const [, whole = "", fraction = ""] = /^0*(\d{1,13}),(\d{0,2})$/.exec(text.trim()) ?? [];
  if (whole === "") throw unreadable("statement_not_an_amount", row, text);
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
