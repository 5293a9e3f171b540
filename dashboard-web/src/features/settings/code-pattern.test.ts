import { expect, test } from "vitest";
import { exampleOf } from "./code-pattern.ts";

const evening = new Date("2026-11-30T18:30:00Z");

test.each([
  ["INV-{year}-{number}", "INV-2026-0001"],
  ["INV-{year}{month}{day}-{number}", "INV-20261201-0001"],
  ["{number}/TOKO", "0001/TOKO"],
  ["TOKO", "TOKO"],
])("the example of %s has the day of the shop's zone", (pattern, example) => {
  expect(exampleOf(pattern, evening, "Asia/Jakarta")).toBe(example);
});
