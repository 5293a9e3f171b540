/** Formats an amount for sentences in either language, as the pages do: Rp150.347. */
export const rupiahText = (amount: number): string => `Rp${amount.toLocaleString("id-ID")}`;

/** Formats a count for a sentence in this language, as the pages do (`web-shared/src/money.ts`): 2,422; 2.422. */
export const countText = (count: number, language: "id" | "en"): string =>
  count.toLocaleString(language === "id" ? "id-ID" : "en-GB");

/** Formats an amount in sen for programs: 7083000.00. */
export const senText = (sen: number): string => {
  const digits = String(Math.abs(sen)).padStart(3, "0");
  return `${sen < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
