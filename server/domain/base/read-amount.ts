/** Reads `Rp150.347`, `150,347` and `150347` as one amount. */
export function readAmount(search: string): number | null {
  const digits = search.replace(/^rp\.?\s*/i, "").replaceAll(/[.,](?=\d{3}(\D|$))/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
