import type { Problem } from "../../contract/field-problems.ts";
import { banks } from "../banks/index.ts";

/**
 * Finds likely slips in the number or the holder of an account, which otherwise show only when a customer's money is
 * gone. Numbers are compared with the bank's current lengths. The bank might change these lengths, so an unusual
 * length is a doubt for a person to answer, and not a refusal.
 */

const usualNumberOf = new Map(banks.map(({ code, number }) => [code, number]));

/** Wallets use mobile phone numbers, with 62 or 0 before the 8. */
const mobileNumber = /^(?:62|0)8\d{7,11}$/u;

/** Returns the digits of a number that was typed in groups: `1234-5678 90`, `+62 812…`. */
const bareNumber = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replaceAll(/[\s.-]/gu, "")
    .replace(/^\+/u, "");

/** Returns the reason why this cannot be an account's number, or null. */
export const numberProblem = (typed: string): Problem | null =>
  /^\d{1,20}$/u.test(bareNumber(typed)) ? null : { code: "not_an_account_number", params: {} };

/**
 * Returns the reason why a number is probably mistyped, or null. On unlisted channels, only very short numbers are
 * doubted.
 */
export function numberDoubt(
  channel_code: string,
  typed: string,
  own: { number_min: number; number_max: number } | null = null,
): Problem | null {
  const number = bareNumber(typed);
  if (own !== null) return ownNumberDoubt(number.length, own);
  const lengths = usualNumberOf.get(channel_code);
  if (lengths === "mobile") {
    return mobileNumber.test(number) ? null : { code: "not_a_mobile_number", params: {} };
  }
  const isUsual = lengths ? lengths.includes(number.length) : number.length >= 6;
  if (isUsual) return null;
  return {
    code: "unusual_account_number",
    params: { digits: number.length, usual: lengths?.join(", ") ?? "" },
  };
}

/** Returns a doubt about a number at a bank that a merchant adds. The merchant states that bank's number of digits. */
function ownNumberDoubt(
  digits: number,
  { number_min, number_max }: { number_min: number; number_max: number },
): Problem | null {
  if (digits >= number_min && digits <= number_max) return null;
  const usual = number_min === number_max ? String(number_min) : `${number_min}–${number_max}`;
  return { code: "unusual_account_number", params: { digits, usual } };
}

/** Returns the problem of a holder without letters. A number here probably belongs in the previous field. */
export const holderProblem = (typed: string): Problem | null =>
  (typed.match(/\p{L}/gu)?.length ?? 0) >= 2 ? null : { code: "not_a_holder", params: {} };
