import { expect, test } from "vitest";
import { earlier, shownOf, withKey, withoutLast, withText, type Typed } from "./typed.ts";

const event = (inputType: string, data: string | null = null) =>
  ({ inputType, data }) as InputEvent;

const pasted = (text: string, before = earlier("25000")) =>
  withText(before, text, event("insertFromPaste"));

/** Types each character into the field, behind what it shows. */
const keyed = (text: string) =>
  text
    .split("")
    .reduce<Typed>(
      (before, key) => withText(before, shownOf(before) + key, event("insertText", key)),
      earlier(""),
    );

test.each([
  ["Rp 150.000,00 ", "150000"],
  ["\u00a0Rp\u00a0150.000,00\n", "150000"],
  ["150.000", "150000"],
  ["150000", "150000"],
  ["IDR 1.500.000,-", "1500000"],
  ["0", ""],
  ["Rp", ""],
  ["", ""],
])("a pasted %j is the amount %j", (text, digits) => {
  expect(pasted(text)).toEqual({ digits, isEarlier: false, unread: null });
});

test.each([
  "Rp 150.000.00",
  "150,000.00",
  "1.5",
  "1,5",
  "150,00",
  "150.000,500",
  "Rp25.00",
  "-150.000",
  "1.000.000.000.000",
  "9".repeat(40),
])("a pasted %j is no amount, and stays in the field", (text) => {
  const typed = pasted(text);
  expect(typed).toEqual({ digits: "", isEarlier: false, unread: text });
  expect(shownOf(typed)).toBe(text);
});

test("an amount with a decimal comma or point is not a hundred times as much, key by key", () => {
  expect(keyed("150000").digits).toBe("150000");
  expect(keyed("150000,")).toMatchObject({ digits: "", unread: "Rp150.000," });
  expect(keyed("150000,0")).toMatchObject({ digits: "", unread: "Rp150.000,0" });
  expect(keyed("150000,00")).toMatchObject({ digits: "150000", unread: null });
  expect(keyed("150000.00")).toMatchObject({ digits: "", unread: "Rp150.000.00" });
  expect(keyed("1.5")).toMatchObject({ digits: "", unread: "Rp1.5" });
  expect(keyed("150.000").digits).toBe("150000");
});

test("the keys of the keypad continue a text that is no amount, until it is one or is erased", () => {
  expect(withKey(keyed("150000."), "000").digits).toBe("150000000");
  expect(withKey(keyed("150000,"), "0")).toMatchObject({ digits: "", unread: "Rp150.000,0" });
  expect(withoutLast(keyed("150000,"))).toMatchObject({ digits: "150000", unread: null });
  expect(withText(pasted("1,5"), "", event("deleteContentBackward"))).toMatchObject({
    digits: "",
    unread: null,
  });
});

test("a key replaces the digits of an earlier sale, and continues those of this one", () => {
  expect(withKey(earlier("25000"), "7").digits).toBe("7");
  expect(withKey(withKey(earlier(""), "25"), "000").digits).toBe("25000");
  expect(withoutLast(earlier("25000")).digits).toBe("2500");
});
