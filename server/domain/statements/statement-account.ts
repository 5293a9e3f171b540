import { DomainError } from "../base/domain-error.ts";
import type { Reader } from "./statement-layouts.ts";

/** The account for which the file was chosen. */
export interface StatementAccount {
  account_number: string | null;
  channel_code: string;
  channel_name: string;
  channel_type: string;
  /** The numbers of the merchant's other accounts. */
  own_numbers: readonly string[];
}

/**
 * Checks that a statement belongs to one account, the chosen one. A QRIS account's money reaches an account at any
 * bank, so for QRIS neither the bank nor the number can be compared.
 */
export class AccountCheck {
  readonly #account: StatementAccount;
  readonly #isBankAccount: boolean;
  #found: string | null = null;

  constructor(account: StatementAccount) {
    this.#account = account;
    this.#isBankAccount = account.channel_type !== "QRIS";
  }

  checkBank({ layout, headerRow }: Reader): void {
    const { channel_code, channel_name: expected } = this.#account;
    const isAnyBanks = layout.channels.length === 0 || !this.#isBankAccount;
    if (isAnyBanks || layout.channels.includes(channel_code)) return;
    const params = { row: Math.max(headerRow, 1), found: layout.bank, expected };
    throw new DomainError({ code: "statement_wrong_bank", params });
  }

  /** Checks a number in a line above the header. */
  checkPreamble(text: string, row: number): void {
    const [, number] = accountWords.exec(text) ?? [];
    if (number !== undefined) this.checkNumber(number, row);
  }

  checkNumber(text: string, row: number): void {
    const found = text.trim().replace(/^="?|["']/g, "");
    if (!/\d/.test(found)) return;
    this.#found ??= found;
    if (!areSameAccount(this.#found, found)) {
      const params = { row, first: this.#found, second: found };
      throw new DomainError({ code: "statement_two_accounts", params });
    }
    const expected = this.#account.account_number;
    if (expected !== null && this.#isBankAccount && !areSameAccount(expected, found)) {
      const params = { row, found, expected };
      throw new DomainError({ code: "statement_wrong_account", params });
    }
  }
}

const accountWords =
  /(?:no(?:mor)?\.?\s*rek(?:ening)?|account\s*(?:no|number))\b\.?[\s:=,/'"]*(?:account number[\s:=,'"]*)?(\d[\d .-]{4,}\d)/i;

/**
 * Returns whether two numbers can be the same account. Spreadsheets lose leading zeros and write long numbers as
 * 3.4501E+13, and some banks hide the first digits.
 */
function areSameAccount(first: string, second: string): boolean {
  const [one, other] = [accountDigits(first), accountDigits(second)];
  if (one.isHidden || other.isHidden) {
    return one.digits.endsWith(other.digits) || other.digits.endsWith(one.digits);
  }
  const known = Math.min(one.known, other.known);
  return (
    one.digits.length === other.digits.length &&
    one.digits.slice(0, known) === other.digits.slice(0, known)
  );
}

function accountDigits(text: string): { digits: string; known: number; isHidden: boolean } {
  const mangled = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i.exec(text.trim());
  if (mangled) {
    const [, head = "", tail = "", exponent = "0"] = mangled;
    const digits = (head + tail).padEnd(Number(exponent) + 1, "0");
    // The last shown digit was rounded.
    return { digits, known: Math.max(1, head.length + tail.length - 1), isHidden: false };
  }
  const isHidden = /[x*•]/i.test(text);
  const digits = (isHidden ? (text.split(/[x*•]/i).at(-1) as string) : text)
    .replaceAll(/\D/g, "")
    .replace(/^0+/, "");
  return { digits, known: digits.length, isHidden };
}
