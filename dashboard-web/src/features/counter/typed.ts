import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { bareAmount, isDigitKey } from "../../base/grouped.ts";
import { limits } from "../../base/limits.ts";
import { numberOf } from "../../base/numbers.ts";

/** The typed amount. */
export interface Typed {
  digits: string;
  /** Whether the digits are from an earlier visit or sale, so that the next digit replaces them. */
  isEarlier: boolean;
  /**
   * A text that is not an amount, or null. It stays in the field until the person corrects it, because the next digits
   * might belong to it: `150.000,` becomes `150.000,00`. Until then, nothing is charged.
   */
  unread: string | null;
}

export const earlier = (digits: string): Typed => ({ digits, isEarlier: true, unread: null });

const now = (digits: string): Typed => ({
  digits: digitsOf(digits),
  isEarlier: false,
  unread: null,
});

/** Returns the text of the field. */
export const shownOf = ({ digits, unread }: Typed): string =>
  unread ?? (digits === "" ? "Rp0" : formatRupiah(Number(digits)));

/** Returns the amount after a key of the keypad. */
export const withKey = (before: Typed, key: string): Typed =>
  before.unread !== null
    ? read(before.unread + key)
    : now(before.isEarlier ? key : before.digits + key);

export const withoutLast = ({ digits, unread }: Typed): Typed =>
  unread !== null ? read(unread.slice(0, -1)) : now(digits.slice(0, -1));

/** Returns the amount after an input in the field. The points move with a single digit, but mean thousands in a paste. */
export const withText = ({ unread }: Typed, text: string, event: InputEvent): Typed =>
  unread === null && isDigitKey(event) ? now(text) : read(text);

function read(text: string): Typed {
  const digits = bareAmount(text) === "" ? "" : String(numberOf(text));
  const isAmount = /^\d*$/u.test(digits) && digits.length <= limits.counterAmountDigits;
  return isAmount ? now(digits) : { digits: "", isEarlier: false, unread: text };
}

/** Returns the digits without leading zeros, at most as many as an amount can have. */
const digitsOf = (keys: string): string =>
  keys.replaceAll(/\D/gu, "").replace(/^0+/u, "").slice(0, limits.counterAmountDigits);
