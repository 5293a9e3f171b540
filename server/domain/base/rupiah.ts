/** Writes an amount for sentences: Rp150,347. */
export const rupiahText = (amount: number): string => `Rp${amount.toLocaleString("en-US")}`;
