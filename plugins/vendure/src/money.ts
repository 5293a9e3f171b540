/** Vendure counts in hundredths unless the shop has another money strategy. Rupiah have no smaller coin. */
export const wholeRupiah = (amount: number, precision = 2): number =>
  Math.round(amount / 10 ** precision);

/** An order may be paid in several tries. A try without an invoice leaves its code to the next one. */
export function codeFor(
  orderCode: string,
  earlier: readonly { readonly transactionId?: string | null }[],
): string {
  const made = earlier.filter(({ transactionId }) => transactionId?.startsWith(`${orderCode}-`));
  return `${orderCode}-${made.length + 1}`;
}
