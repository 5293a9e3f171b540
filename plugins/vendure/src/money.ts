/**
 * Returns whole rupiah. Vendure counts in hundredths unless the shop has another money strategy, but rupiah
 * have no smaller unit.
 */
export const wholeRupiah = (amount: number, precision = 2): number =>
  Math.round(amount / 10 ** precision);

/**
 * Returns the number of the next invoice. A customer can pay an order in several attempts. An attempt without
 * an invoice leaves its number to the next one.
 */
export function numberFor(
  orderCode: string,
  earlier: readonly { readonly transactionId?: string | null }[],
): number {
  const made = earlier.filter(({ transactionId }) => transactionId?.startsWith(`${orderCode}-`));
  return made.length + 1;
}
