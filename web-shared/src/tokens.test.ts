import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sheet = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const [light = "", dark = ""] = sheet.split("@media");
const colorsOf = (part: string) =>
  Object.fromEntries(
    [...part.matchAll(/--([\w-]+): (#[\da-f]{3,6});/gu)].map(([, name, color]) => [name, color]),
  );
const schemes = { light: colorsOf(light), dark: { ...colorsOf(light), ...colorsOf(dark) } };

/** Returns the relative luminance as defined by WCAG 2. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/gu, "$&$&") : color;
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const pairs = [
  ...["ink", "quiet", "good", "hurry", "warn", "bad"].flatMap((text) => [
    [text, "page"],
    [text, "card"],
  ]),
  ["good", "good-tint"],
  ["warn", "warn-tint"],
  ["bad", "bad-tint"],
  ["quiet", "good-tint"],
  ["quiet", "warn-tint"],
  ["quiet", "bad-tint"],
  ["ink", "line"],
  ["on-marker", "marker"],
] as const;

test.each(
  pairs.flatMap(([text, ground]) => [
    ["light", text, ground] as const,
    ["dark", text, ground] as const,
  ]),
)("in the %s scheme, %s is legible on %s", (scheme, text, ground) => {
  const colors = schemes[scheme];
  expect(contrast(colors[text] ?? "", colors[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
});

test("both schemes define every colour except the brand's", () => {
  expect(Object.keys(colorsOf(dark))).toEqual(Object.keys(colorsOf(light)));
});
