import type { Language } from "./language.ts";

/*
 * The formats of numbers on pages. Rupiah look the same in both languages, as shops and banks in Indonesia write them:
 * Rp150.123. Counts and shares belong to the sentence and follow its language: 2,422 invoices, 2.422 tagihan; 99.6%,
 * 99,6%. The server's messages use the same formats.
 */

const withThousands = (count: number, sign: string): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, sign);

/** Formats whole rupiah, in the same way in every language: `Rp150.123`. */
export const formatRupiah = (amount: number): string => `Rp${withThousands(amount, ".")}`;

/** Formats a count for a sentence in this language: `2,422`, `2.422`. */
export const formatCountIn = (language: Language, count: number): string =>
  withThousands(count, language === "id" ? "." : ",");
