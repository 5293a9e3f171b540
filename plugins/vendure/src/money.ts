/** Vendure counts in hundredths unless the shop has another money strategy. Rupiah have no smaller coin. */
export const wholeRupiah = (amount: number, precision = 2): number =>
  Math.round(amount / 10 ** precision);

/** A customer can pay an order in several tries. A try without an invoice leaves its number to the next one. */
export function numberFor(
  orderCode: string,
  earlier: readonly { readonly transactionId?: string | null }[],
): number {
  const made = earlier.filter(({ transactionId }) => transactionId?.startsWith(`${orderCode}-`));
  return made.length + 1;
}
