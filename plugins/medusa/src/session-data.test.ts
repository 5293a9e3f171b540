import { expect, test } from "vitest";
import { codeOf, sessionIdOf, wholeRupiah } from "./session-data.ts";

test("each amount of a session has a code of its own, which leads back to the session", () => {
  const session = { session_id: "payses_01ABC", rupiah: 1, customer: {} };
  const codes = [0, 1, 2].map((revision) => codeOf({ ...session, revision }));
  expect(codes).toEqual(["payses_01ABC", "payses_01ABC-1", "payses_01ABC-2"]);
  expect(codes.map(sessionIdOf)).toEqual(["payses_01ABC", "payses_01ABC", "payses_01ABC"]);
});

test("an amount with fractions, which taxes may make, is asked for in whole rupiah", () => {
  expect([166_498.89, 150_000, "150000.4"].map(wholeRupiah)).toEqual([166_499, 150_000, 150_000]);
});
