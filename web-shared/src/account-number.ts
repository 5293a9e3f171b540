/**
 * Finds likely slips in the number or the holder of an account, which otherwise show only when a customer's money is
 * gone. The server and the form use the same rules, so that the form shows a slip before the person compares the
 * number with the bank's. Numbers are compared with the bank's current lengths. The bank might change these lengths, so
 * an unusual length is a doubt for a person to answer, and not a refusal.
 */

/** The account numbers that a bank or wallet has now. */
interface UsualNumber {
  channel_name: string;
  /** The usual numbers of digits, or none if they are unknown. */
  number_digits: readonly number[];
  /** Whether a number is a mobile phone number. */
  is_mobile_number: boolean;
  /** The digits that a merchant stated for a bank of its own. */
  own: { number_min: number; number_max: number } | null;
}

export interface NamedAccount {
  account_number?: string | null | undefined;
  account_name?: string | null | undefined;
  /** Accepts a number that is unusual for the bank. */
  unusual_number?: boolean | undefined;
}

export type AccountProblem =
  | { code: "not_an_account_number" | "not_a_mobile_number" | "not_a_holder"; params: {} }
  | { code: "unusual_account_number"; params: { digits: number; usual: string; bank: string } };

/** Wallets use mobile phone numbers, with 62 or 0 before the 8. */
const mobileNumber = /^(?:62|0)8\d{7,11}$/u;

/** The fewest digits that no one doubts if the bank's lengths are unknown. */
const fewestDigits = 6;

/** Returns the digits of a number that was typed in groups: `1234-5678 90`, `+62 812…`. */
export const bareNumber = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replaceAll(/[\s.-]/gu, "")
    .replace(/^\+/u, "");

/** Returns the reason why this cannot be an account's number, or null. */
export const numberProblem = (typed: string): AccountProblem | null =>
  /^\d{1,20}$/u.test(bareNumber(typed)) ? null : { code: "not_an_account_number", params: {} };

/** Returns the reason why a number is probably mistyped, or null. */
export function doubtAbout(
  { channel_name, number_digits, is_mobile_number, own }: UsualNumber,
  typed: string,
): AccountProblem | null {
  const number = bareNumber(typed);
  const digits = number.length;
  if (is_mobile_number) {
    return mobileNumber.test(number) ? null : { code: "not_a_mobile_number", params: {} };
  }
  const isUsual = own
    ? digits >= own.number_min && digits <= own.number_max
    : number_digits.length > 0
      ? number_digits.includes(digits)
      : digits >= fewestDigits;
  if (isUsual) return null;
  const usual = own
    ? [...new Set([own.number_min, own.number_max])].join("–")
    : number_digits.join(", ");
  return { code: "unusual_account_number", params: { digits, usual, bank: channel_name } };
}

/** Returns the problem of a holder without letters. A number here probably belongs in the previous field. */
export const holderProblem = (typed: string): AccountProblem | null =>
  (typed.match(/\p{L}/gu)?.length ?? 0) >= 2 ? null : { code: "not_a_holder", params: {} };

/** Returns the problems of a bank or wallet account's number and holder, as far as they are given, by field. */
export function accountProblems(
  usual: UsualNumber,
  { account_number, account_name, unusual_number = false }: NamedAccount,
): Record<string, AccountProblem> {
  const wrong = account_number == null ? null : numberProblem(account_number);
  const doubt =
    account_number == null || wrong || unusual_number ? null : doubtAbout(usual, account_number);
  const holder = account_name == null ? null : holderProblem(account_name);
  return {
    ...(wrong && { account_number: wrong }),
    ...(doubt && { unusual_number: doubt }),
    ...(holder && { account_name: holder }),
  };
}
