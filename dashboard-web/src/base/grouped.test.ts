import { expect, test } from "vitest";
import { grouped, groupTyped } from "./grouped.ts";

test.each([
  ["", ""],
  ["0", "0"],
  ["999", "999"],
  ["1000", "1.000"],
  ["9007199254740991", "9.007.199.254.740.991"],
  ["12,5", "12,5"],
  ["dua", "dua"],
])("%j is shown as %j", (text, shown) => {
  expect(grouped(text)).toBe(shown);
});

/** Types into a field. The bar in `text` marks the caret. */
function after(text: string, inputType?: string): string {
  const caret = text.indexOf("|");
  const input = {
    value: text.replace("|", ""),
    selectionStart: caret,
    setSelectionRange(start: number) {
      this.selectionStart = start;
    },
  };
  groupTyped(input as unknown as HTMLInputElement, inputType);
  const { value, selectionStart } = input;
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
}

test.each([
  ["1500|", "insertText", "1.500|"],
  ["1.5000|", "insertText", "15.000|"],
  ["19|.500", "insertText", "19|.500"],
  ["9|15.000", "insertText", "9|15.000"],
  ["91|5.000", "insertText", "91|5.000"],
  ["1.5|00.000", "insertText", "1.5|00.000"],
  ["15.00|", "deleteContentBackward", "1.500|"],
  ["|.500", "deleteContentBackward", "|500"],
  ["12,5|", "insertText", "12,5|"],
  ["150000|", "insertFromPaste", "150.000|"],
  ["150.000|", "insertFromPaste", "150.000|"],
  ["150.00|", "insertFromPaste", "150.00|"],
  ["Rp 150.000,00|", "insertFromPaste", "150.000|"],
  ["150.000,50|", "insertFromPaste", "150.000,50|"],
  ["Rp1500|", "insertText", "1.500|"],
  ["150.000,00|", "insertText", "150.000|"],
  ["150.000,0|", "insertText", "150.000,0|"],
  ["1.50000|", undefined, "1.50000|"],
])("%j after %s becomes %j", (text, inputType, shown) => {
  expect(after(text, inputType)).toBe(shown);
});
