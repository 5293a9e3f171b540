import type { Language } from "./language.ts";

/*
 * How the pages write numbers. Rupiah look the same in both languages, as shops and banks in Indonesia write them:
 * Rp150.123. Counts and shares are part of the sentence and follow its language: 2,422 invoices, 2.422 tagihan; 99.6%,
 * 99,6%. The server writes its messages in the same way (server/domain/base/written-numbers.ts).
 */

const withThousands = (count: number, sign: string): string =>
  String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, sign);

/** Whole rupiah, whatever the language of the page: `Rp150.123`. */
export const formatRupiah = (amount: number): string => `Rp${withThousands(amount, ".")}`;

/** A count of things in a sentence of this language: `2,422`, `2.422`. */
export const formatCountIn = (language: Language, count: number): string =>
  withThousands(count, language === "id" ? "." : ",");
