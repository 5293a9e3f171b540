import type { Problem } from "../../contract/field-problems.ts";
import { banks } from "../banks/index.ts";

/**
 * Finds slips that a person might make in the number or the holder of an account, which are noticed only when a
 * customer's money is gone. Numbers are compared with the lengths that the bank gives today. A bank might give others
 * tomorrow, so a length is a doubt, which a person can answer, and not a refusal.
 */

const usualNumberOf = new Map(banks.map(({ code, number }) => [code, number]));

/** Wallets are numbered by a mobile phone, with 62 or 0 before its 8. */
const mobileNumber = /^(?:62|0)8\d{7,11}$/u;

/** Returns the digits of a number that was typed in groups: `1234-5678 90`, `+62 812…`. */
const bareNumber = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replaceAll(/[\s.-]/gu, "")
    .replace(/^\+/u, "");

/** Returns why this cannot be an account's number, or null. */
export const numberProblem = (typed: string): Problem | null =>
  /^\d{1,20}$/u.test(bareNumber(typed)) ? null : { code: "not_an_account_number", params: {} };

/**
 * Returns why a number is probably mistyped, or null. Of channels that are not listed only the shortest are doubted.
 */
export function numberDoubt(channel_code: string, typed: string): Problem | null {
  const number = bareNumber(typed);
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

/** A holder has a name: a number here is one that belongs into the field before. */
export const holderProblem = (typed: string): Problem | null =>
  (typed.match(/\p{L}/gu)?.length ?? 0) >= 2 ? null : { code: "not_a_holder", params: {} };
