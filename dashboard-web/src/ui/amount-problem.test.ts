import { expect, test } from "vitest";
import { amountProblem } from "./amount-problem.ts";

test.each([
  ["", undefined],
  ["50000", undefined],
  ["50rb", undefined],
  ["1,5jt", undefined],
  ["dua puluh", "Ketik jumlahnya dengan angka, misalnya 50000."],
  ["12,5", "Isi dengan angka bulat, tanpa desimal."],
  ["-500", "Jumlahnya harus lebih dari 0."],
  ["0", "Jumlahnya harus lebih dari 0."],
])("%j in a field for an amount is answered with %j", (text, problem) => {
  expect(amountProblem(text)).toBe(problem);
});
