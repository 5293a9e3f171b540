import assert from "node:assert/strict";
import type { TokenKind } from "./lexicon.ts";

/** A small language for the possible orders of a sentence's parts: `filler* money of? amount arriving`. */

/** The parts that consist of one token. */
const tokenParts = {
  amount: "amount",
  balance: "balance",
  when: "when",
  account_number: "number",
  money: "money",
  movement: "movement",
  arriving: "arriving",
  received: "received",
  receiving: "receiving",
  getting: "getting",
  sending: "sending",
  reader: "you",
  readers: "your",
  done: "done",
  of: "of",
  account: "account",
  own_account: "account",
  own_name: "app",
  bank: "bank",
  income: "income",
  receipt: "receipt",
  increasing: "increasing",
  credit_mark: "credit",
  topping_up: "top_up",
  reference: "when",
  category: "when",
  filler: "filler",
} as const satisfies Partial<Record<TokenKind, string>>;

/** The parts that consist of several tokens: "BUDI" at the start, "dari BUDI", "ke rekening Anda", "via BI-FAST". */
const phrases = ["name", "from", "to", "via"] as const;

export type Part = (typeof tokenParts)[keyof typeof tokenParts] | (typeof phrases)[number];

export const partOfToken: Readonly<Partial<Record<TokenKind, Part>>> = tokenParts;

/** A private-use character for each part. A regular expression can then check the order of a sentence's parts. */
const signs = new Map<string, string>(
  [...Object.values(tokenParts), ...phrases].map((part, index) => [
    part,
    String.fromCodePoint(0xe000 + index),
  ]),
);

export const signOf = (part: Part): string => signs.get(part) as string;

const compile = (source: string): string =>
  source.replaceAll(/[a-z_]+|[\s(]+/g, (found) => {
    if (/[\s(]/.test(found)) return found.replaceAll(/\s/g, "").replaceAll("(", "(?:");
    const sign = signs.get(found) ?? groups.get(found);
    assert(sign !== undefined, `"${found}" is not a part of a sentence`);
    return sign;
  });

const groups = new Map([["any", "."]]);
/** Parts that can stand anywhere, such as the sender, the recipient, the transfer method and the time. */
groups.set("aside", compile("[from to via when done filler number bank]*"));

/** Returns a function that tells whether the signs of a sentence's parts stand in one of these orders. */
export function inOrder(...sources: string[]): (signs: string) => boolean {
  const pattern = new RegExp(`^(?:${sources.map(compile).join("|")})$`, "u");
  return (order) => pattern.test(order);
}
