import { expect, test } from "vitest";
import { codeFor, wholeRupiah } from "./money.ts";

test("hundredths become whole rupiah, and so do the units of another money strategy", () => {
  expect(wholeRupiah(15_000_000)).toBe(150_000);
  expect(wholeRupiah(16_649_889)).toBe(166_499);
  expect(wholeRupiah(150_000, 0)).toBe(150_000);
});

test("each payment of an order has a code of its own, and a failed try leaves its code to the next", () => {
  expect(codeFor("ABC", [])).toBe("ABC-1");
  expect(codeFor("ABC", [{ transactionId: null }, { transactionId: "" }])).toBe("ABC-1");
  expect(codeFor("ABC", [{ transactionId: "ABC-1" }, { transactionId: "pi_of_another" }])).toBe(
    "ABC-2",
  );
});
