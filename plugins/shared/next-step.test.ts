import { expect, test } from "vitest";
import { nextStep, type OrderState, type Step } from "./next-step.ts";

const cases: [Parameters<typeof nextStep>[0], OrderState, Step][] = [
  ["PENDING", "waiting", "nothing"],
  ["PENDING", "settled", "withdraw"],
  ["PENDING", "cancelled", "withdraw"],
  ["PAID", "waiting", "settle"],
  ["PAID", "settled", "nothing"],
  ["PAID", "cancelled", "report"],
  ["EXPIRED", "waiting", "release"],
  ["EXPIRED", "settled", "nothing"],
  ["EXPIRED", "cancelled", "nothing"],
  ["CANCELLED", "waiting", "release"],
  ["CANCELLED", "settled", "nothing"],
  ["CANCELLED", "cancelled", "nothing"],
];

test.each(cases)("an invoice that is %s for an order that is %s: %s", (status, order, step) => {
  expect(nextStep(status, order)).toBe(step);
});
