import { expect, test } from "vitest";
import { formatDuration, formatShare, roundUp } from "./numbers.ts";

test.each([
  [null, "–"],
  [0, "0 secs"],
  [45.4, "45 secs"],
  [90, "1.5 mins"],
  [7_200, "2 hrs"],
])("%s seconds are written %s", (seconds, text) => {
  expect(formatDuration(seconds, "en")).toBe(text);
});

test("shares follow the language", () => {
  expect(formatShare(0.975, "en")).toBe("97.5%");
  expect(formatShare(0.975, "id")).toBe("97,5%");
  expect(formatShare(null, "id")).toBe("–");
});

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [11, 20],
  [51, 100],
  [4_999_999, 5_000_000],
  [5_000_001, 10_000_000],
])("an axis of values to %d ends at %d", (value, end) => {
  expect(roundUp(value)).toBe(end);
});
