import { describe, expect, test } from "vitest";
import { signWebhook } from "../../../server/domain/webhooks/webhook-signature.ts";
import { isGenuine, remember, rememberedEvents } from "../nodes/TepatTrigger/webhook.ts";

const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 4).toString("base64")}`;
const nowSeconds = 1_795_230_900;
const body = '{"type":"payment.paid","data":{"payment_code":"INV/ÄÖ"}}';
const id = "msg_019aa3c5e2b07d1e8f4c2a6b9d0e1f23";

interface Change {
  secrets?: string;
  signers?: string[];
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
  signedAt?: number;
}

function verdict(change: Change = {}): boolean {
  const timestampSeconds = change.signedAt ?? nowSeconds;
  const signature = signWebhook({
    secrets: change.signers ?? [secret],
    id,
    timestampSeconds,
    body,
  });
  return isGenuine({
    secrets: change.secrets ?? secret,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signature,
      ...change.headers,
    },
    body: Buffer.from(change.body ?? body),
    nowSeconds,
  });
}

describe("the trigger accepts", () => {
  test.each<[string, Change]>([
    ["what the gateway has signed", {}],
    ["a call of five minutes ago", { signedAt: nowSeconds - 300 }],
    ["one of two signatures", { signers: [other, secret] }],
    ["either secret of the credential", { secrets: `${other} ${secret}` }],
  ])("%s", (_, change) => {
    expect(verdict(change)).toBe(true);
  });
});

describe("the trigger refuses", () => {
  test.each<[string, Change]>([
    ["another secret's signature", { signers: [other] }],
    ["another body", { body: `${body} ` }],
    ["an older call", { signedAt: nowSeconds - 301 }],
    ["a call from the future", { signedAt: nowSeconds + 301 }],
    ["a call without id", { headers: { "webhook-id": undefined } }],
    ["a call with another id", { headers: { "webhook-id": "msg_2" } }],
    ["a call without time", { headers: { "webhook-timestamp": undefined } }],
    ["a time that is no number", { headers: { "webhook-timestamp": "now" } }],
    ["a call without signature", { headers: { "webhook-signature": undefined } }],
    ["two headers of one name", { headers: { "webhook-signature": ["v1,a", "v1,b"] } }],
    ["an empty credential", { secrets: "" }],
    ["a credential with an empty key", { secrets: "whsec_", signers: [secret] }],
    ["a secret without its beginning", { secrets: secret.slice("whsec_".length) }],
  ])("%s", (_, change) => {
    expect(verdict(change)).toBe(false);
  });
});

test("a repeated event is recognised, and the memory is bounded", () => {
  const state: { seen?: string[] } = {};
  expect(remember(state, "msg_0")).toBe(true);
  expect(remember(state, "msg_0")).toBe(false);
  for (let number = 1; number <= rememberedEvents; number++) remember(state, `msg_${number}`);
  expect(state.seen).toHaveLength(rememberedEvents);
  expect(remember(state, `msg_${rememberedEvents}`)).toBe(false);
  expect(remember(state, "msg_0")).toBe(true);
});
