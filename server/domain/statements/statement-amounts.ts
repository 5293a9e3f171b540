import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Layout } from "./statement-layouts.ts";
import { unreadable, UnreadableLine, type Cells } from "./statement-cells.ts";
import {
  directionOf,
  isEmptyHalf,
  readAmount,
  type Marks,
  type WrittenAmount,
} from "./statement-values.ts";

/**
 * Reads a line's amounts, with the marks that earlier rows have shown. Throws an UnreadableLine for an unreadable
 * amount.
 */
export class AmountReader {
  readonly #isInSen: boolean;
  readonly #marks: Marks;

  constructor({ inSen, decimal }: Layout) {
    this.#isInSen = inSen === true;
    this.#marks = { decimal: decimal ?? null };
  }

  /** Returns the money that a line moved. Incoming money is positive. */
  signed(cells: Cells): number {
    const [amountText] = cells.all("amount");
    if (amountText !== undefined) return this.#signedByWord(amountText, cells);
    const credit = this.half("credit", cells);
    const debit = this.half("debit", cells);
    if ((credit === 0) === (debit === 0)) throw noAmount(cells.row);
    return credit - debit;
  }

  /**
   * Reads the amount of a debit or credit column. Banks write outgoing money with a sign in its own column. Incoming
   * money with a sign has another meaning.
   */
  half(role: "credit" | "debit", cells: Cells): number {
    const text = cells.first(role);
    if (isEmptyHalf(text)) return 0;
    const { sen, direction } = this.#amount(text, cells.row);
    const isOther = direction !== null && direction.toLowerCase() !== role;
    if (isOther || (role === "credit" && sen < 0)) throw notAnAmount(text, cells.row);
    return Math.abs(sen);
  }

  /** Reads a balance, which can be below zero: `-1.000,00`, `1.000,00 DB`. */
  balance(role: "balance" | "opening", cells: Cells): number | null {
    const text = cells.first(role);
    if (text === "") return null;
    const { sen, direction } = this.#amount(text, cells.row);
    return direction === "DEBIT" ? -Math.abs(sen) : sen;
  }

  /** A word takes precedence over a sign. */
  #signedByWord(amountText: string, cells: Cells): number {
    const { sen, direction } = this.#amount(amountText, cells.row);
    const word = cells.all("direction").find((each) => each !== "");
    const named = word === undefined ? null : directionOf(word);
    const isUnknown = word !== undefined && named === null && !this.#isInSen;
    if (sen === 0 || isUnknown) throw noAmount(cells.row);
    if (named && direction && named !== direction) throw notAnAmount(amountText, cells.row);
    const decided = named ?? direction;
    if (decided === null) return sen;
    return decided === "DEBIT" ? -Math.abs(sen) : Math.abs(sen);
  }

  #amount(text: string, row: number): WrittenAmount {
    if (/^[=@]/.test(text)) throw new DomainError({ code: "statement_formula", params: { row } });
    const isInSen = this.#isInSen && /^-?\d+$/.test(text);
    const read = isInSen ? { sen: Number(text), direction: null } : readAmount(text, this.#marks);
    if (read === "differs") throw unreadable("statement_marks_differ", row, text);
    if (read === null || Math.abs(read.sen) > limits.statementSenMax) throw notAnAmount(text, row);
    return read;
  }
}

const noAmount = (row: number) =>
  new UnreadableLine({ code: "statement_no_amount", params: { row } });

const notAnAmount = (text: string, row: number) => unreadable("statement_not_an_amount", row, text);
