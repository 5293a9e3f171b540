import { test } from "vitest";
import { expectInvalid } from "../support/http.ts";
import { bodyRules, queryRules, withValue, type Rule } from "./document-rules.ts";
import { amount, merchant, paymentInput, paymentPath } from "./gateway.ts";

/**
 * Breaks each rule of the document about bodies and queries once. The refusal must name the field.
 */

const item = { name: "Uji", price: amount, quantity: 1, subtotal: amount };

function bodyThatBreaks({ name, place, wrong }: Rule): unknown {
  const whole = paymentInput({ customer_phone: "0812", customer_orders: [{ ...item }] });
  if (name.endsWith(" not")) return { ...whole, customer_email: "", customer_phone: " " };
  if (name.endsWith(" maxItems"))
    return { ...whole, customer_orders: Array.from({ length: Number(wrong) }, () => item) };
  return withValue(whole, place, wrong);
}

/** Valid bodies for an invoice that does not exist, because the gateway checks the body first. */
const others: Record<string, { path: string; json: object }> = {
  matchPayment: { path: `${paymentPath("nobody's")}/match`, json: {} },
  createRefund: {
    path: `${paymentPath("nobody's")}/refunds`,
    json: { reference: "contract-test", amount: 1, reason: "Uji kontrak" },
  },
};

const readers: Record<string, string> = {
  getPayment: paymentPath("nobody's"),
  listPayments: "/gateway/payments",
  listMutations: "/gateway/mutations",
  listEvents: "/gateway/events",
  listRefunds: "/gateway/refunds",
  listPaymentRefunds: `${paymentPath("nobody's")}/refunds`,
};

function raise(operationId: string): never {
  throw new Error(`${operationId} has no request here: add one`);
}

test.for(bodyRules)("the document's rule is kept: $name", async (rule) => {
  if (rule.operationId === "createPayment") {
    const answer = await merchant.post("/gateway/payments", bodyThatBreaks(rule));
    if (!rule.name.endsWith(" not")) return expectInvalid(answer, rule.field);
    return expectInvalid(answer, "customer_email", "customer_phone");
  }
  const { path, json } = others[rule.operationId] ?? raise(rule.operationId);
  const body = withValue(json, rule.place, rule.wrong);
  const headers = { "x-totp-code": "000000" };
  return expectInvalid(await merchant.post(path, body, headers), rule.field);
});

test.for(queryRules)(
  "the document's rule is kept: $name",
  async ({ operationId, field, wrong }) => {
    const path = readers[operationId] ?? raise(operationId);
    expectInvalid(await merchant.get(`${path}?${field}=${String(wrong)}`), field);
  },
);
