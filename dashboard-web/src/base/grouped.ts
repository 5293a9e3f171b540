/**
 * Groups digits as Indonesians write them: `150000` becomes `150.000`. Other text stays as typed, so that the server
 * explains the problem.
 */
export const grouped = (text: string): string =>
  /^\d+$/u.test(text) ? text.replaceAll(/\B(?=(?:\d{3})+$)/gu, ".") : text;

/**
 * Groups the digits of an amount while a person types, and keeps the caret before the same digit. A pasted text is
 * regrouped only if any points in it separate thousands: `150.00` might mean 150.
 */
export function groupTyped(input: HTMLInputElement, inputType: string | undefined): void {
  const text = input.value;
  const isTyped = inputType === "insertText" || inputType?.startsWith("delete") === true;
  if (!isTyped && !/^\d+$|^\d{1,3}(?:\.\d{3})+$/u.test(text)) return;
  const digits = text.replaceAll(".", "");
  if (!/^\d+$/u.test(digits)) return;
  let following = text.slice(input.selectionStart ?? text.length).replaceAll(".", "").length;
  input.value = grouped(digits);
  let caret = input.value.length;
  while (following > 0) {
    caret -= 1;
    if (input.value[caret] !== ".") following -= 1;
  }
  if (input.value[caret - 1] === ".") caret -= 1;
  input.setSelectionRange(caret, caret);
}
