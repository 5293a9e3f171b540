import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
// The vectors were computed with Python's hmac and hashlib, independently of the code under test.
import vectors from "../../testing/data/webhook-vectors.json" with { type: "json" };
import { signWebhook } from "./webhook-signature.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const olderSecret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const message = {
  secrets: [secret],
  id: "msg_019aa3c5e2b07d1e8f4c2a6b9d0e1f23",
  timestampSeconds: 1_795_230_900,
  body: '{"type":"payment.paid"}',
};

test.each(vectors)("$title gets the vector's signature", (vector) => {
  const { timestamp_seconds: timestampSeconds, signature, ...rest } = vector;
  expect(signWebhook({ ...rest, timestampSeconds })).toBe(signature);
});

describe("the standardwebhooks package", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: message.timestampSeconds * 1000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function headersFor(signature: string): Record<string, string> {
    return {
      "webhook-id": message.id,
      "webhook-timestamp": String(message.timestampSeconds),
      "webhook-signature": signature,
    };
  }

  test("accepts our signature", () => {
    const headers = headersFor(signWebhook(message));
    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ type: "payment.paid" });
  });

  test("accepts both the newer and the older secret during a rotation", () => {
    const headers = headersFor(signWebhook({ ...message, secrets: [secret, olderSecret] }));
    for (const current of [secret, olderSecret]) {
      expect(() => new Webhook(current).verify(message.body, headers)).not.toThrow();
    }
  });

  test.each([
    ["another secret", { secrets: [olderSecret] }],
    ["another id", { id: "msg_019aa3c5e2b07d1e8f4c2a6b9d0e1f24" }],
    ["another second", { timestampSeconds: message.timestampSeconds + 1 }],
    ["another byte of the body", { body: '{"type":"payment.paiD"}' }],
  ])("refuses a signature made for %s", (_, change) => {
    const headers = headersFor(signWebhook({ ...message, ...change }));
    expect(() => new Webhook(secret).verify(message.body, headers)).toThrow("No matching");
  });
});

test.each([
  ["no secret at all", { secrets: [] }],
  ["a secret without its prefix", { secrets: [secret.slice("whsec_".length)] }],
  ["a secret that is not base64", { secrets: [`${secret.slice(0, -4)}*&^%`] }],
  ["a secret of 23 bytes", { secrets: [`whsec_${Buffer.alloc(23).toString("base64")}`] }],
  ["a secret of 65 bytes", { secrets: [`whsec_${Buffer.alloc(65).toString("base64")}`] }],
  ["a bad secret beside a good one", { secrets: [secret, "whsec_"] }],
  ["an id with a dot", { id: "msg_1.1795230900" }],
  ["a time in milliseconds with a fraction", { timestampSeconds: 1_795_230_900.5 }],
])("%s is a programming error and signs nothing", (_, change) => {
  expect(() => signWebhook({ ...message, ...change })).toThrow(/^a webhook|^the timestamp/);
});

test("a refused secret is not repeated in the error", () => {
  expect(() => signWebhook({ ...message, secrets: ["whsec_hunter2!"] })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("hunter2") }),
  );
});
