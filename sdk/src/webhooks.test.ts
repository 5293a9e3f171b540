import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test, vi } from "vitest";
import { pendingPayment } from "../test-support/answers.ts";
// The server's tests sign the same vectors. The signatures were computed with Python's hmac and
// hashlib.
import vectors from "../../server/testing/data/webhook-vectors.json" with { type: "json" };
import {
  signTestWebhook,
  Tepat,
  unwrapWebhook,
  WebhookVerificationError,
  type WebhookEvent,
} from "./index.ts";
import { limits } from "./limits.ts";

const secretOf = (byte: number, length = 32) =>
  `whsec_${Buffer.alloc(length, byte).toString("base64")}`;
const secret = secretOf(7);
const now = new Date("2026-11-21T03:15:00Z");
const event: WebhookEvent = {
  type: "payment.paid",
  timestamp: "2026-11-21T03:15:00.000Z",
  data: { ...pendingPayment, payment_status: "PAID" },
};
const signed = (change: Partial<Parameters<typeof signTestWebhook>[0]> = {}) =>
  signTestWebhook({ secret, payload: event, id: "msg_1", timestamp: now, ...change });

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "verified",
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : error),
  );

describe.each(vectors)("the vector: $title", (vector) => {
  const { secrets, id, body, signature } = vector;
  const timestamp = new Date(vector.timestamp_seconds * 1000);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(vector.timestamp_seconds),
    "webhook-signature": signature,
  };

  test("gets the same signature", async () => {
    const own = await signTestWebhook({ secret: secrets, payload: body, id, timestamp });
    expect(own.headers["webhook-signature"]).toBe(signature);
  });

  test("is accepted with each of its secrets, and with no other", async () => {
    // Some bodies are not events. The SDK finds that only after it has verified the signature.
    for (const one of secrets) {
      const reason = await reasonOf(unwrapWebhook(body, headers, { secret: one, now: timestamp }));
      expect(["verified", "malformed_body"]).toContain(reason);
    }
    const other = unwrapWebhook(body, headers, { secret: secretOf(1), now: timestamp });
    expect(await reasonOf(other)).toBe("no_match");
  });
});

describe("a webhook of ours", () => {
  test("is unwrapped to its event and id, from text and from bytes", async () => {
    const { body, headers } = await signed();
    const bytes = new TextEncoder().encode(body);
    for (const rawBody of [body, bytes, Buffer.from(body), bytes.buffer]) {
      const unwrapped = await unwrapWebhook(rawBody, headers, { secret, now });
      expect(unwrapped).toEqual({ ...event, id: "msg_1" });
    }
  });

  test("is accepted by the standardwebhooks package", async () => {
    const { body, headers } = await signTestWebhook({ secret, payload: event });
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  });

  test("can have a Headers object, names in any case, and a list of values", async () => {
    const { body, headers } = await signed();
    const shapes = [
      new Headers(headers),
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ];
    for (const shape of shapes) {
      expect(await reasonOf(unwrapWebhook(body, shape, { secret, now }))).toBe("verified");
    }
  });

  test("can have bytes and headers of another realm, as in test runners", async () => {
    const { body, headers } = await signed();
    const bytes: unknown = runInNewContext("Uint8Array.from(values)", {
      values: [...Buffer.from(body)],
    });
    expect(bytes).not.toBeInstanceOf(Uint8Array);
    const foreign = { get: (name: string) => new Headers(headers).get(name) };
    for (const rawBody of [bytes as Uint8Array, (bytes as Uint8Array<ArrayBuffer>).buffer]) {
      const call = unwrapWebhook(rawBody, foreign as unknown as Headers, { secret, now });
      expect(await reasonOf(call)).toBe("verified");
    }
  });

  test("can be a part of a larger buffer", async () => {
    const { body, headers } = await signed();
    const part = Buffer.from(`xx${body}xx`).subarray(2, -2);
    expect(await reasonOf(unwrapWebhook(part, headers, { secret, now }))).toBe("verified");
  });

  test("is read as verified, even if the buffer is reused at once", async () => {
    const { body, headers } = await signed();
    const buffer = Buffer.from(body);
    const call = unwrapWebhook(buffer, headers, { secret, now });
    buffer.fill(" ");
    expect((await call).data).toEqual(event.data);
  });

  test("is accepted with the older and with the newer secret during a rotation", async () => {
    const rotating = await signed({ secret: [secret, secretOf(8)] });
    for (const one of [secret, secretOf(8), [secretOf(9), secretOf(8)]]) {
      const call = unwrapWebhook(rotating.body, rotating.headers, { secret: one, now });
      expect(await reasonOf(call)).toBe("verified");
    }
  });

  test("is unwrapped by a Tepat object with its own secret, and without an API key", async () => {
    const tepat = new Tepat({
      apiKey: null,
      baseUrl: "http://localhost:8080",
      webhookSecret: secret,
    });
    const { body, headers } = await tepat.webhooks.signTest({ payload: event, id: "msg_2" });
    expect(await tepat.webhooks.unwrap(body, headers)).toEqual({ ...event, id: "msg_2" });
    const bare = new Tepat({ apiKey: null, baseUrl: "http://localhost:8080" });
    await expect(bare.webhooks.unwrap(body, headers)).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("refused webhooks, each with its reason", () => {
  const attempt = async (
    change: Record<string, string | undefined>,
    { body, at = now }: { body?: unknown; at?: Date } = {},
  ) => {
    const webhook = await signed();
    const rawBody = (body ?? webhook.body) as string;
    return reasonOf(unwrapWebhook(rawBody, { ...webhook.headers, ...change }, { secret, now: at }));
  };

  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
    "without %s",
    async (name) => {
      expect(await attempt({ [name]: undefined })).toBe("missing_header");
      expect(await attempt({ [name]: "" })).toBe("missing_header");
    },
  );

  test.each(["1e9", "-1", " 1795230900", "1795230900.5", "0x6b", "9".repeat(13), "NaN"])(
    "the timestamp %j",
    async (timestamp) => {
      expect(await attempt({ "webhook-timestamp": timestamp })).toBe("bad_timestamp");
    },
  );

  test.each([
    [300, "verified"],
    [301, "too_old"],
    [-300, "verified"],
    [-301, "too_new"],
  ])("an age of %i s", async (age, reason) => {
    expect(await attempt({}, { at: new Date(now.getTime() + age * 1000) })).toBe(reason);
  });

  test.each([
    ["another id", { "webhook-id": "msg_2" }],
    ["another second", { "webhook-timestamp": String(now.getTime() / 1000 + 1) }],
    ["no v1 among the signatures", { "webhook-signature": `v1a,${"A".repeat(43)}=` }],
    ["what is no base64", { "webhook-signature": "v1,*** v1, v1" }],
    ["a shorter signature", { "webhook-signature": "v1,AAAA" }],
  ])("%s", async (_case, change) => {
    expect(await attempt(change)).toBe("no_match");
  });

  test("a body with one changed byte", async () => {
    const { body } = await signed();
    expect(await attempt({}, { body: body.replace("150347", "150348") })).toBe("no_match");
    expect(await attempt({}, { body: `${body} ` })).toBe("no_match");
    expect(await attempt({}, { body: "" })).toBe("no_match");
  });

  test.each([[event], [undefined], [null], [1]])("a parsed body", async (body) => {
    const { headers } = await signed();
    const call = unwrapWebhook(body as unknown as string, headers, { secret, now });
    expect(await reasonOf(call)).toBe("body_not_raw");
  });

  test.each(["", "[]", "null", "1", "{}", '{"type":"payment.paid"}', '{"type":1,"data":{}}', "{"])(
    "the signed body %j, which is not an event",
    async (payload) => {
      const webhook = await signed({ payload });
      const call = unwrapWebhook(webhook.body, webhook.headers, { secret, now });
      expect(await reasonOf(call)).toBe("malformed_body");
    },
  );

  test("the right signature behind ten thousand wrong ones, at little cost", async () => {
    const { headers } = await signed();
    const wrong = `v1,${"A".repeat(43)}= `.repeat(10_000);
    const verify = vi.spyOn(crypto.subtle, "verify");
    expect(await attempt({ "webhook-signature": wrong + headers["webhook-signature"] })).toBe(
      "no_match",
    );
    expect(verify).toHaveBeenCalledTimes(limits.webhookSignatures);
    verify.mockRestore();
  });

  test.each([
    ["a tolerance that is no number", { toleranceSeconds: Number.NaN }],
    ["a tolerance without end", { toleranceSeconds: Infinity }],
    ["a tolerance below zero", { toleranceSeconds: -1 }],
    ["a clock that shows no time", { now: new Date("never") }],
  ])("%s is a programming error, and lets no old webhook pass", async (_case, options) => {
    const { body, headers } = await signed({ timestamp: new Date("2020-01-01T00:00:00Z") });
    const call = unwrapWebhook(body, headers, { secret, now, ...options });
    await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test.each([
    ["none", []],
    ["six", Array.from({ length: 6 }, () => secret)],
    ["one without prefix", secret.slice(6)],
    ["one of 23 bytes", secretOf(1, 23)],
    ["one of 65 bytes", secretOf(1, 65)],
    ["one that is no base64", "whsec_hunter2!"],
    ["a bad one beside a good one", [secret, "whsec_hunter2!"]],
    ["an undefined one", undefined as unknown as string],
  ])(
    "the secrets are a programming error with %s, and they are not repeated",
    async (_case, bad) => {
      const { body, headers } = await signed();
      const call = unwrapWebhook(body, headers, { secret: bad, now });
      await expect(call).rejects.toMatchObject({
        code: "invalid_argument",
        message: expect.not.stringContaining("hunter2"),
      });
    },
  );
});

test("the type of an event determines its data", () => {
  // The compiler checks this: the event's type determines the status and the type of the data.
  const statusOf = (event: WebhookEvent): string => {
    if (event.type === "payment.paid") return event.data.payment_status satisfies "PAID";
    if (event.type === "payment.expired") return event.data.payment_status satisfies "EXPIRED";
    if (event.type === "payment.cancelled") return event.data.payment_status satisfies "CANCELLED";
    if (event.type === "device.offline" || event.type === "device.online") {
      return event.data.device_name;
    }
    return String(event.data.received_total);
  };
  const wrong = (paid: WebhookEvent & { type: "payment.paid" }): unknown => {
    // @ts-expect-error: a paid payment is PAID.
    return paid.data.payment_status satisfies "EXPIRED";
  };
  const data = { ...pendingPayment, payment_status: "PAID" as const };
  const paid: WebhookEvent = { type: "payment.paid", timestamp: "", data };
  const money = {
    payment_id: pendingPayment.payment_id,
    payment_code: pendingPayment.payment_code,
    payment_status: "PAID" as const,
    payment_total: 150_123,
    received_total: 150_000,
    refunded_total: 0,
    kept_difference: -123,
    received_amount: 0,
    refunded_amount: 0,
  };
  const underpaid: WebhookEvent = { type: "payment.underpaid", timestamp: "", data: money };
  expect([statusOf(paid), wrong(paid as never)]).toEqual(["PAID", "PAID"]);
  expect(statusOf(underpaid)).toBe("150000");
});
