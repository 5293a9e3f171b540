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

/** Types into a field that held `before`. The bar in `text` marks the caret. */
function after(before: string, text: string, inputType: string, data: string | null): string {
  const caret = text.indexOf("|");
  const input = {
    value: text.replace("|", ""),
    selectionStart: caret,
    setSelectionRange(start: number) {
      this.selectionStart = start;
    },
  };
  groupTyped(input as unknown as HTMLInputElement, { inputType, data }, before);
  const { value, selectionStart } = input;
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart)}`;
}

test.each([
  ["150", "1500|", "insertText", "0", "1.500|"],
  ["1.500", "1.5000|", "insertText", "0", "15.000|"],
  ["1.500", "1.5000|", "insertCompositionText", "0", "15.000|"],
  ["1.500", "19|.500", "insertText", "9", "19|.500"],
  ["15.000", "9|15.000", "insertText", "9", "9|15.000"],
  ["95.000", "91|5.000", "insertText", "1", "91|5.000"],
  ["100.000", "1.5|00.000", "insertText", "5", "1.5|00.000"],
  ["15.000", "15.00|", "deleteContentBackward", null, "1.500|"],
  ["1.500", "|.500", "deleteContentBackward", null, "|500"],
  ["12,", "12,5|", "insertText", "5", "12,5|"],
  ["150,00", "150,000|", "insertText", "0", "150.000|"],
  ["", "1,250,000|", "insertFromPaste", null, "1.250.000|"],
  ["", "150000|", "insertFromPaste", null, "150.000|"],
  ["", "150.000|", "insertFromPaste", null, "150.000|"],
  ["150.000", "150.00|", "insertFromPaste", null, "150.00|"],
  ["", "Rp 150.000,00|", "insertFromPaste", null, "150.000|"],
  ["", "150.000,50|", "insertFromPaste", null, "150.000,50|"],
  ["Rp150", "Rp1500|", "insertText", "0", "1.500|"],
  ["150.000,0", "150.000,00|", "insertText", "0", "150.000|"],
  ["150.000,", "150.000,0|", "insertText", "0", "150.000,0|"],
  // Points that did not separate thousands before the keystroke.
  ["150.000", "150.000.|", "insertText", ".", "150.000.|"],
  ["150.000.0", "150.000.00|", "insertText", "0", "150.000.00|"],
  ["Rp 150.000.00", "|150.000.00", "deleteContentBackward", null, "|150.000.00"],
  ["1.", "1.5|", "insertText", "5", "1.5|"],
  ["150.000", "1.5|", "insertText", "1.5", "1.5|"],
])("%j becomes %j by %s of %j, shown as %j", (before, text, inputType, data, shown) => {
  expect(after(before, text, inputType, data)).toBe(shown);
});

test("a text that no person typed keeps its points", () => {
  const input = { value: "1.50000", selectionStart: 7 };
  groupTyped(input as unknown as HTMLInputElement, {}, "1.500");
  expect(input.value).toBe("1.50000");
});
