import { bareAmount } from "../base/grouped.ts";
import { numberOf } from "../base/numbers.ts";
import { textsOf } from "../base/texts/texts-of.ts";
import { problemTexts } from "./problem-texts.ts";

const id = {
  notDigits: "Ketik jumlahnya dengan angka, misalnya 50000.",
  notPositive: "Jumlahnya harus lebih dari 0.",
};

const en: typeof id = {
  notDigits: "Type the amount in digits, for example 50000.",
  notPositive: "The amount must be more than 0.",
};

const t = textsOf({ id, en });

/** Returns what is wrong with a typed amount, or undefined. An empty field is left to the server. */
export function amountProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  if (/^\s*[-−]\s*\d/u.test(text)) return t.notPositive;
  const amount = numberOf(text);
  if (amount > 0) return undefined;
  if (amount === 0) return t.notPositive;
  return /^[\d.,\s]+$/u.test(bareAmount(text))
    ? problemTexts.problems.not_an_integer({})
    : t.notDigits;
}
