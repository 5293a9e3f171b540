import { expect, test } from "vitest";
import { formatCountIn, formatRupiah } from "./money.ts";

test.each([
  [0, "Rp0"],
  [7, "Rp7"],
  [999, "Rp999"],
  [1_000, "Rp1.000"],
  [150_123, "Rp150.123"],
  [1_000_001, "Rp1.000.001"],
  [Number.MAX_SAFE_INTEGER, "Rp9.007.199.254.740.991"],
])("%i is written %s", (amount, text) => {
  expect(formatRupiah(amount)).toBe(text);
});

test.each([
  [0, "0", "0"],
  [999, "999", "999"],
  [2_422, "2,422", "2.422"],
  [1_000_001, "1,000,001", "1.000.001"],
])("a count of %i is written %s in English, %s in Indonesian", (count, en, id) => {
  expect(formatCountIn("en", count)).toBe(en);
  expect(formatCountIn("id", count)).toBe(id);
});
