import { describe, expect, test } from "vitest";
import { lineText, nameText } from "./fields.ts";

const nothings = {
  "a space": " ",
  "a tab and a line break": "\t\n",
  "no-break spaces": "\u00a0\u202f",
  "an ideographic space": "\u3000",
  "zero-width spaces": "\u200b\u200b",
  "a byte-order mark": "\ufeff",
  "joiners and a soft hyphen": "\u200d\u2060\u00ad",
  "a direction mark between spaces": " \u200e ",
  "Hangul fillers": "\u3164\u115f\uffa0",
  "an empty Braille pattern": "\u2800",
};

describe.each([
  ["a name", nameText()],
  ["a name of one line", lineText()],
])("%s", (_title, schema) => {
  test.each(Object.entries(nothings))("is not %s alone", (_what, text) => {
    const { error } = schema.safeParse(text);
    expect(error?.issues[0]?.message).toBe(schema.safeParse("").error?.issues[0]?.message);
  });

  test.each(["Ibu Siti", "Siti\u00a0Aminah", "नमस्\u200dते", "👩‍🍳", "0", "-"])("can be %s", (name) => {
    expect(schema.safeParse(name).success).toBe(true);
  });
});
