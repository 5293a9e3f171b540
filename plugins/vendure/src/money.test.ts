import { expect, test } from "vitest";
import { numberFor, wholeRupiah } from "./money.ts";

test("hundredths become whole rupiah, and so do the units of another money strategy", () => {
  expect(wholeRupiah(15_000_000)).toBe(150_000);
  expect(wholeRupiah(16_649_889)).toBe(166_499);
  expect(wholeRupiah(150_000, 0)).toBe(150_000);
});

test("each payment of an order has its own number, and a failed attempt leaves its number to the next", () => {
  expect(numberFor("ABC", [])).toBe(1);
  expect(numberFor("ABC", [{ transactionId: null }, { transactionId: "" }])).toBe(1);
  expect(
    numberFor("ABC", [{ transactionId: "ABC-3fa9c1-1" }, { transactionId: "pi_of_another" }]),
  ).toBe(2);
});
