/** Whole rupiah as Indonesians write them, whatever the language of the page: `Rp150.123`. */
export function formatRupiah(amount: number): string {
  return `Rp${groupThousands(amount)}`;
}

/** A total in two parts, since its last three digits tell this payment from every other: `Rp150.` and `123`. */
export function splitTotal(total: number): { head: string; tail: string } {
  const text = formatRupiah(total);
  const tail = /\d{1,3}$/u.exec(text)?.[0] ?? "";
  return { head: text.slice(0, text.length - tail.length), tail };
}

const groupThousands = (amount: number) => String(amount).replaceAll(/\B(?=(?:\d{3})+$)/gu, ".");

/** `1234 5678 90`, as it is easiest to compare with what the bank's app shows. */
export const groupDigits = (text: string): string[] =>
  /^\d+$/u.test(text) ? (text.match(/\d{1,4}/gu) ?? []) : [text];
