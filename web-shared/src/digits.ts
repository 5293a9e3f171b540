import { formatRupiah } from "./money.ts";

/** Splits a total before its last three digits, which identify the payment: `Rp150.` and `123`. */
export function splitTotal(total: number): { head: string; tail: string } {
  const text = formatRupiah(total);
  const tail = /\d{1,3}$/u.exec(text)?.[0] ?? "";
  return { head: text.slice(0, text.length - tail.length), tail };
}

/** Splits an account number into groups of four, which are easy to compare with the bank's app: `1234 5678 90`. */
export const groupDigits = (text: string): string[] =>
  /^\d+$/u.test(text) ? (text.match(/\d{1,4}/gu) ?? []) : [text];
