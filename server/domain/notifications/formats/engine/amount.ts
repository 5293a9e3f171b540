const currencyMark = /^(?:\+ ?)?(?:(?:rp|idr)[.:]? ?)?/iu;

/**
 * `,-` and `,--` mean "no cents". A single separator is the end of a sentence. Two dots mean that the number was cut.
 */
const ending = /(?:[.,]-{1,2}|[.,])$/u;

const plain = /^[1-9]\d*$/u;
const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+$|^[1-9]\d{0,2}(?:,\d{3})+$/u;

/** Two digits after a last separator, which must differ from the thousands separator. */
const decimals =
  /^(?<whole>\d+|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))[.,](?<cents>\d\d)$/u;

/**
 * Returns the whole rupiah of a written amount, or null if it is not exactly one positive, safe integer. The notation
 * depends on the app and not on the language: an Indonesian sentence can contain `IDR 1,231.00`. The groups therefore
 * decide: three digits are thousands, two at the end are cents and must be 00, and any other group means that the
 * text is no amount.
 */
export function readAmount(text: string): number | null {
  const number = text.trim().replace(currencyMark, "").replace(ending, "");
  const cents = decimals.exec(number)?.groups;
  if (cents !== undefined && cents["cents"] !== "00") return null;

  const whole = cents?.["whole"] ?? number;
  if (!plain.test(whole) && !grouped.test(whole)) return null;

  const amount = Number(whole.replace(/[.,]/gu, ""));
  return Number.isSafeInteger(amount) ? amount : null;
}
