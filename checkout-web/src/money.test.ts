import { expect, test } from "vitest";
import { formatRupiah, groupDigits, splitTotal } from "./money.ts";

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
  [150_123, "Rp150.", "123"],
  [1_000, "Rp1.", "000"],
  [999, "Rp", "999"],
  [12, "Rp", "12"],
])("the last three digits of %i are set apart", (total, head, tail) => {
  expect(splitTotal(total)).toEqual({ head, tail });
});

test("account numbers are grouped by four, and anything else stays as it is", () => {
  expect(groupDigits("1234567890")).toEqual(["1234", "5678", "90"]);
  expect(groupDigits("0812-3456")).toEqual(["0812-3456"]);
  expect(groupDigits("")).toEqual([""]);
});
