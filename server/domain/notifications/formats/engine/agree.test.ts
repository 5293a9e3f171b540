import { expect, test } from "vitest";
import { agree } from "./agree.ts";
import type { Verdict } from "./judge.ts";

const credit: Verdict = {
  outcome: "transaction",
  rule: "app.one",
  type: "CREDIT",
  amount: 1000,
  currency: "IDR",
  sender: null,
};
const promotion: Verdict = { outcome: "not_a_transaction", rule: "app.two", reason: "promotion" };
const doubtful: Verdict = { outcome: "unread", reason: "doubtful", doubt: "name" };
const contradictory = { outcome: "unread", reason: "contradictory" };

test("the first of several equal findings counts", () => {
  expect(agree([credit, { ...credit, rule: "app.other", sender: "BUDI" }])).toBe(credit);
  expect(agree([promotion, { ...promotion, reason: "reward" }])).toBe(promotion);
});

test.each([
  ["amount", { ...credit, amount: 1001 }],
  ["type", { ...credit, type: "DEBIT" as const }],
  ["outcome", promotion],
])("findings that differ in their %s contradict each other", (_what, other) => {
  expect(agree([credit, other])).toEqual(contradictory);
  expect(agree([other, credit])).toEqual(contradictory);
  expect(agree([credit, credit, other])).toEqual(contradictory);
});

test("one doubt outweighs any income", () => {
  expect(agree([credit, doubtful])).toBe(doubtful);
  expect(agree([doubtful, credit])).toBe(doubtful);
});

test.each([
  ["a promotion", promotion],
  ["outgoing money", { ...credit, type: "DEBIT" as const }],
])("a doubt does not hide a sure rule's finding of %s", (_what, sure) => {
  expect(agree([doubtful, sure])).toEqual(contradictory);
  expect(agree([sure, doubtful])).toEqual(contradictory);
  expect(agree([doubtful, credit, sure])).toEqual(contradictory);
});

test("no finding is an unknown wording", () => {
  expect(agree([])).toEqual({ outcome: "unread", reason: "unknown_wording" });
});
