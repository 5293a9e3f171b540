/** Formats an amount for sentences in either language, as the pages do: Rp150.347. */
export const rupiahText = (amount: number): string => `Rp${amount.toLocaleString("id-ID")}`;

/** Formats an amount in sen for programs: 7083000.00. */
export const senText = (sen: number): string => {
  const digits = String(Math.abs(sen)).padStart(3, "0");
  return `${sen < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
