import type { WatchedAccount } from "./mailboxes.sql.ts";

/** Finds the merchant's account that an email concerns. */

export interface OwnAccount {
  /** null if the email fits several accounts. */
  account_id: string | null;
  package_name: string;
}

/**
 * A number with fewer digits identifies no account, because another bank's customer or another account can have the
 * same last digits.
 */
const digitsMin = 6;
/** A number with fewer digits does not even agree with an account. */
const digitsThatAgree = 3;

/** The accounts of the signing bank, among those that the mailbox watches. */
interface Among {
  accounts: readonly WatchedAccount[];
  bank_code: string;
}

export function accountOf(written: string, among: Among): OwnAccount | null {
  const digits = visibleDigits(written);
  if (digits.end.length < digitsMin) return null;
  const fitting = ofBank(among).filter((account) => fits(account, digits));
  const packages = new Set(fitting.map(({ package_name }) => package_name));
  const [package_name, ...others] = packages;
  if (package_name === undefined || others.length > 0) return null;
  const [only, ...more] = fitting;
  return { account_id: more.length === 0 ? (only?.account_id ?? null) : null, package_name };
}

/**
 * Returns the only watched account of the bank, unless the email names another account. The email's number is
 * missing or too short to identify an account, so only the bank's words show that money came in.
 */
export function onlyAccount(written: string | null, among: Among): OwnAccount | null {
  const [only, ...others] = ofBank(among);
  if (only === undefined || others.length > 0) return null;
  return written === null || agrees(only, written) ? only : null;
}

/** Returns whether a number, which can be masked, might be this account's. */
export function agrees(account: WatchedAccount, written: string): boolean {
  const digits = visibleDigits(written);
  const count = digits.begin.length + digits.end.length;
  return digits.end !== "" && count >= digitsThatAgree && fits(account, digits);
}

const ofBank = ({ accounts, bank_code }: Among): WatchedAccount[] =>
  accounts.filter(({ channel_code }) => channel_code === bank_code);

interface VisibleDigits {
  /** The digits before a mask; empty for a number without a mask. */
  begin: string;
  end: string;
}

function visibleDigits(written: string): VisibleDigits {
  const number = written.replaceAll(/[\s.-]/gu, "");
  const end = /\d*$/.exec(number)?.[0] ?? "";
  const begin = end === number ? "" : (/^\d*/.exec(number)?.[0] ?? "");
  return { begin, end };
}

function fits({ account_number }: WatchedAccount, { begin, end }: VisibleDigits): boolean {
  const number = (account_number ?? "").replaceAll(/\D/gu, "");
  return number.startsWith(begin) && number.endsWith(end);
}
