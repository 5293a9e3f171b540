import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accentStyle, contrastRatio, grounds, readableAccent } from "./accent.ts";

const tokens = readFileSync(
  path.join(import.meta.dirname, "../../web-shared/src/tokens.css"),
  "utf8",
);
const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("every merchant's colour is legible as text on either ground and under a button's text", () => {
  fc.assert(
    fc.property(hex, (color) => {
      const { brand, onBrand, light, dark } = readableAccent(color);
      expect(brand).toBe(color);
      expect(contrastRatio(brand, onBrand)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(light, grounds.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(dark, grounds.dark)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a legible colour stays as it is", () => {
  expect(readableAccent("#7a1fa2").light).toBe("#7a1fa2");
  expect(readableAccent("#ffd400").dark).toBe("#ffd400");
});

test("on dark ground a dark colour becomes bright, not pale", () => {
  const saturation = (color: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return 1 - Math.min(...parts) / Math.max(...parts);
  };
  expect(saturation(readableAccent(null).dark)).toBeGreaterThan(0.6);
  expect(saturation(readableAccent("#1d3a8a").dark)).toBeGreaterThan(0.28);
});

test.each([null, "", "red", "#fff", "#12345g", "red;}*{display:none", "#0b6b57;}"])(
  "for %s, which is no colour, the page uses Tepat's colour",
  (color) => {
    expect(readableAccent(color)).toEqual(readableAccent(null));
    expect(accentStyle(color)).toBe(accentStyle(null));
  },
);

test("the grounds equal those of the style sheet", () => {
  expect(tokens).toContain(`--page: ${grounds.light};`);
  expect(tokens).toContain(`--card: ${grounds.dark};`);
});
