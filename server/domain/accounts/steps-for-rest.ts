import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { InstructionStep } from "../../contract/channels.ts";
import { stepsInEnglish, type EnglishStep } from "./steps-in-english.ts";

/** The built-in steps that mention the total, by title, as they are for a missing sum. */
const ofSum: ReadonlyMap<string, (sum: string) => { indonesian: string; english: string }> =
  new Map([
    [
      "Isi jumlah persis",
      (sum) => ({
        indonesian: `Masukkan ${sum}, yaitu sisanya. Jangan dibulatkan dan jangan dikurangi biaya.`,
        english: `Enter ${sum}, the rest. Do not round it, and do not take the fee off it.`,
      }),
    ],
    [
      "Periksa jumlahnya",
      (sum) => ({
        indonesian: `Pastikan nama merchant benar dan jumlahnya ${sum}, yaitu sisanya.`,
        english: `Make sure that the seller's name is right and that the amount is ${sum}, the rest.`,
      }),
    ],
  ]);

/** Tepat does not match a rest automatically, so these promises of the last step are false for it. */
const promises = [
  " Halaman ini berubah otomatis setelah pembayaran diterima.",
  " This page updates automatically when the payment arrives.",
];

const withoutPromise = (content: string) =>
  promises.reduce((text, promise) => text.replace(promise, ""), content);

/**
 * Returns the steps of a payment that lacks `amount`, in Indonesian and in English. A step that the merchant wrote
 * stays as written.
 */
export function stepsForRest(
  steps: readonly InstructionStep[],
  { name, amount }: { name: string; amount: number },
): { indonesian: InstructionStep[]; english: (EnglishStep | null)[] } {
  const english = stepsInEnglish(steps, name);
  const changed = steps.map((step, index) => {
    const translated = english[index] ?? null;
    if (translated === null) return { step, translated };
    const contents = ofSum.get(step.title)?.(formatRupiah(amount)) ?? {
      indonesian: withoutPromise(step.content),
      english: withoutPromise(translated.content),
    };
    return {
      step: { ...step, content: contents.indonesian },
      translated: { ...translated, content: contents.english },
    };
  });
  return {
    indonesian: changed.map(({ step }) => step),
    english: changed.map(({ translated }) => translated),
  };
}
