import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paymentStatuses } from "../../sdk/src/generated/payment-statuses.gen.ts";
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

test.each(cases)("an invoice in state %s for an order in state %s: %s", (status, order, step) => {
  expect(nextStep(status, order)).toBe(step);
});

test("the tests cover every state, and the plugin for WooCommerce names it", () => {
  expect([...new Set(cases.map(([status]) => status))]).toEqual(paymentStatuses);
  const file = new URL("../woocommerce/includes/class-tepat-next-step.php", import.meta.url);
  const [, named] = /@param string \$payment_status (.+)\./.exec(readFileSync(file, "utf8")) ?? [];
  expect(named?.split(/, | or /)).toEqual(paymentStatuses);
});
