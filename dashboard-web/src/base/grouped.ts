/**
 * Groups digits as Indonesians write them: `150000` becomes `150.000`. Other text stays as typed, so that the server
 * explains the problem.
 */
export const grouped = (text: string): string =>
  /^\d+$/u.test(text) ? text.replaceAll(/\B(?=(?:\d{3})+$)/gu, ".") : text;

/**
 * Removes from a number what people and banks write around it: `Rp 150.000,00` and `150,000` become `150000`. Zeros
 * after a comma are removed only behind grouped digits, because `150,00` might be an unfinished `150,000`. `50rb` is 50
 * thousand, and `1,5jt` is 1.5 million.
 */
export const bareAmount = (text: string): string =>
  text
    .trim()
    .replace(/^(?:rp|idr)\.?\s*/iu, "")
    .replace(
      /^(\d{1,3})(?:[.,](\d))?\s*(?:rb|ribu|(jt|juta))$/iu,
      (_, whole, tenths = "", millions) =>
        `${whole}${tenths}`.padEnd(`${whole}`.length + (millions ? 6 : 3), "0"),
    )
    .replace(/^(\d{1,3}(?:\.\d{3})+),(?:00|-)$/u, "$1")
    .replace(/^\d{1,3}(?:,\d{3})+$/u, (thousands) => thousands.replaceAll(",", ""))
    .replaceAll(/\.(?=\d{3}(?:\D|$))/gu, "");

type Keystroke = Partial<Pick<InputEvent, "inputType" | "data">>;

/** Whether one keystroke has added digits or removed something. A typed point or comma does not count. */
export const isDigitKey = ({ inputType = "", data }: Keystroke): boolean =>
  inputType.startsWith("delete") ||
  (/^insert(?:Composition)?Text$/u.test(inputType) && /^\d*$/u.test(data ?? ""));

/**
 * Groups the digits of an amount while a person types, and keeps the caret before the same digit. The points move only
 * if they separated thousands in `before`, the text before this keystroke. Otherwise `150.00` might mean 150. A pasted
 * `Rp 150.000,00` is a number too.
 */
export function groupTyped(input: HTMLInputElement, key: Keystroke, before: string): void {
  const text = input.value;
  const canMove =
    isDigitKey(key) && /^[\d.]*$/u.test(text) && grouped(before.replaceAll(".", "")) === before;
  const digits = canMove ? text.replaceAll(".", "") : bareAmount(text);
  if (!/^\d+$/u.test(digits)) return;
  let following = text.slice(input.selectionStart ?? text.length).replaceAll(/\D/gu, "").length;
  input.value = grouped(digits);
  let caret = input.value.length;
  while (following > 0 && caret > 0) {
    caret -= 1;
    if (input.value[caret] !== ".") following -= 1;
  }
  if (input.value[caret - 1] === ".") caret -= 1;
  input.setSelectionRange(caret, caret);
}
