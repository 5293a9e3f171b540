import { expect, test } from "vitest";
import { formatRupiah } from "./money.ts";

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
