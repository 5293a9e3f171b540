import { expect, test } from "vitest";
import { holderProblem, numberProblem } from "../../../web-shared/src/account-number.ts";
import { numberDoubt } from "./account-number.ts";

test.each([
  ["BCA", "1234567890"],
  ["BCA", "1234-5678 90"],
  ["BRI", "000001000000001"],
  ["MANDIRI", "1230001234567"],
  ["GOPAY", "0812 3456 7890"],
  ["DANA", "+62 812-3456-7890"],
  ["SOME_BANK", "123456"],
])("%s has numbers such as %s", (channel, number) => {
  expect(numberProblem(number)).toBeNull();
  expect(numberDoubt(channel, number)).toBeNull();
});

test.each([
  ["BCA", "123456789", { digits: 9, usual: "10" }],
  ["BCA", "1230001234567", { digits: 13, usual: "10" }],
  ["CIMB", "1234567890", { digits: 10, usual: "12, 13, 14" }],
  ["SOME_BANK", "12345", { digits: 5, usual: "" }],
])("%s has no number such as %s", (channel, number, params) => {
  expect(numberDoubt(channel, number)).toEqual({
    code: "unusual_account_number",
    params: { ...params, bank: channel },
  });
});

test.each(["1234567890", "021 555 1234", "0812"])("a wallet has no number such as %s", (number) => {
  expect(numberDoubt("OVO", number)).toMatchObject({ code: "not_a_mobile_number" });
});

test.each(["12345678O9", "BCA 1234567890", "١٢٣٤٥٦٧٨٩٠", "", "1".repeat(21)])(
  "no account has the number %j",
  (number) => {
    expect(numberProblem(number)).toMatchObject({ code: "not_an_account_number" });
  },
);

test.each([
  ["TOKO CONTOH", true],
  ["Bü", true],
  ["1234567890", false],
  ["-", false],
])("a holder can be called %s: %s", (name, isRight) => {
  expect(holderProblem(name) === null).toBe(isRight);
});
