import { expect, test } from "vitest";
import { groupDigits, splitTotal } from "./digits.ts";

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
