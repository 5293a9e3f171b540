import { requireDate, requireTolerance } from "./arguments.ts";
import { InvalidArgumentError, TepatError } from "./errors.ts";
import type {
  DeviceOfflineEvent,
  DeviceOnlineEvent,
  PaymentCancelledEvent,
  PaymentExpiredEvent,
  PaymentOverpaidEvent,
  PaymentPaidEvent,
  PaymentPartReceivedEvent,
  PaymentRefundedEvent,
  PaymentUnderpaidEvent,
} from "./generated/types.gen.ts";
import { limits } from "./limits.ts";
import type { PlatformHeaders } from "./platform.ts";

/**
 * Verifies and signs webhooks as Standard Webhooks 1.0.0 specifies, symmetric scheme `v1`. This module uses only
 * WebCrypto, so it works on every runtime that has fetch.
 */

/** A Headers object, or the `request.headers` of a Node.js framework. */
export type WebhookHeaders =
  | PlatformHeaders
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The secret, `whsec_…`. While you replace a secret, pass both the old and the new one. */
export type WebhookSecrets = string | readonly string[];

export interface UnwrapOptions {
  /** The secret, `whsec_…`. While you replace a secret, pass both the old and the new one. */
  readonly secret: WebhookSecrets;
  /** The allowed difference of the timestamp in either direction, in seconds. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The time to compare the timestamp with. Default: the current time. */
  readonly now?: Date | undefined;
}

/**
 * The body of a webhook. `type` determines the shape of `data`. If the event ends a payment, `type` also determines
 * `payment_status`.
 */
export type WebhookEvent =
  | PaymentPaidEvent
  | PaymentExpiredEvent
  | PaymentCancelledEvent
  | PaymentPartReceivedEvent
  | PaymentUnderpaidEvent
  | PaymentOverpaidEvent
  | PaymentRefundedEvent
  | DeviceOfflineEvent
  | DeviceOnlineEvent;

/** A verified event. A newer gateway might send other types. Respond with 2xx to a `type` that you do not know. */
export type VerifiedWebhook = WebhookEvent & {
  /**
   * The `webhook-id`. It stays the same whenever Tepat sends the event again, so that you can ignore repeats.
   */
  readonly id: string;
};

/** The reason why the verification of a webhook failed. */
export type WebhookFailure =
  | "body_not_raw"
  | "missing_header"
  | "bad_timestamp"
  | "too_old"
  | "too_new"
  | "no_match"
  | "malformed_body";

/** The verification failed. `reason` gives the cause. Respond with 400. */
export class WebhookVerificationError extends TepatError {
  readonly reason: WebhookFailure;

  constructor(reason: WebhookFailure, message: string) {
    super({ code: "webhook_not_verified", message });
    this.reason = reason;
  }

  override get name(): string {
    return "WebhookVerificationError";
  }
}

/**
 * Verifies that Tepat signed exactly this body within the tolerated time, and returns the event.
 *
 * @throws {@link WebhookVerificationError} whose `reason` states the cause. Respond with 400.
 * @throws {@link InvalidArgumentError} when the secret or another option is invalid.
 *
 * @example
 * ```ts
 * const event = await unwrapWebhook(await request.text(), request.headers, { secret });
 * if (event.type === "payment.paid") console.log(event.data.payment_code);
 * ```
 */
export async function unwrapWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  { secret, toleranceSeconds = limits.webhookToleranceSeconds, now = new Date() }: UnwrapOptions,
): Promise<VerifiedWebhook> {
  // Copy the bytes, so that the parsed bytes are the verified ones even if the buffer is reused meanwhile.
  const body = bytesOf(rawBody).slice();
  const keys = await keysOf(secret, "verify");
  const id = required(headers, "webhook-id");
  const timestamp = required(headers, "webhook-timestamp");
  const signatures = signaturesIn(required(headers, "webhook-signature"));
  requireRecent(timestamp, requireDate("now", now), requireTolerance(toleranceSeconds));
  const content = signedContent(id, timestamp, body);
  for (const key of keys) {
    for (const signature of signatures) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, content)) {
        return { ...eventIn(body), id };
      }
    }
  }
  throw new WebhookVerificationError(
    "no_match",
    "No signature matches the body and the secret. Check that the secret is this merchant's and that the body is unchanged, byte for byte.",
  );
}

export interface TestWebhook {
  /** The body. A string is signed unchanged; any other value is signed as JSON. */
  readonly payload: WebhookEvent | string;
  /** The webhook's id. Default: a new id. */
  readonly id?: string | undefined;
  /** The time at which the webhook was sent. Default: now. */
  readonly timestamp?: Date | undefined;
  /** The secret to sign with. Default: the client's. */
  readonly secret?: WebhookSecrets | undefined;
}

export interface SignedWebhook {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * Creates a webhook as Tepat sends it, to test your handler.
 *
 * @throws {@link InvalidArgumentError} when the secret or the timestamp is invalid.
 *
 * @example
 * ```ts
 * const { body, headers } = await signTestWebhook({ payload: event, secret });
 * await fetch("http://localhost:3000/webhooks", { method: "POST", body, headers });
 * ```
 */
export async function signTestWebhook({
  secret,
  payload,
  id = `msg_${crypto.randomUUID().replaceAll("-", "")}`,
  timestamp = new Date(),
}: TestWebhook & { readonly secret: WebhookSecrets }): Promise<SignedWebhook> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const seconds = String(Math.floor(requireDate("timestamp", timestamp).getTime() / 1000));
  const content = signedContent(id, seconds, bytesOf(body));
  const keys = await keysOf(secret, "sign");
  const signatures = await Promise.all(
    keys.map(async (key) => `v1,${toBase64(await crypto.subtle.sign("HMAC", key, content))}`),
  );
  return {
    body,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": signatures.join(" "),
    },
  };
}

/**
 * Returns the bytes of a body. The function does not use instanceof, because test runners pass
 * objects from another realm.
 */
function bytesOf(rawBody: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof rawBody === "string") return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    const { buffer, byteOffset, byteLength } = rawBody;
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  }
  if (toString.call(rawBody) === "[object ArrayBuffer]") return new Uint8Array(rawBody);
  throw new WebhookVerificationError(
    "body_not_raw",
    'Pass the body as it arrived, as text or bytes. A parsed body cannot be verified: in Express use express.raw({ type: "application/json" }) for this route.',
  );
}

const { toString } = Object.prototype;

function required(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : headerOf(headers, name);
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("missing_header", `The header ${name} is missing.`);
}

const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  typeof headers.get === "function";

function headerOf(headers: Exclude<WebhookHeaders, Headers>, name: string): string | undefined {
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

function requireRecent(timestamp: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError("bad_timestamp", "webhook-timestamp is not Unix seconds.");
  }
  const age = now.getTime() / 1000 - Number(timestamp);
  if (age > toleranceSeconds) {
    const message = `The webhook is ${Math.round(age)} s old. It might be a replay. Reject it, and check your server's clock.`;
    throw new WebhookVerificationError("too_old", message);
  }
  if (-age > toleranceSeconds) {
    const message = `The webhook is ${Math.round(-age)} s in the future. Check the clocks of both servers.`;
    throw new WebhookVerificationError("too_new", message);
  }
}

function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ", limits.webhookSignatures)
    .filter((entry) => entry.startsWith("v1,"))
    .flatMap((entry) => fromBase64(entry.slice("v1,".length)) ?? []);
}

function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

function eventIn(body: Uint8Array): WebhookEvent {
  const event = parse(body);
  const { type, data } = (event ?? {}) as { type?: unknown; data?: unknown };
  if (typeof type === "string" && typeof data === "object" && data !== null) {
    return event as WebhookEvent;
  }
  throw new WebhookVerificationError(
    "malformed_body",
    "The signature is valid, but the body is not a Tepat event.",
  );
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function keysOf(secrets: WebhookSecrets, use: "sign" | "verify"): Promise<Key[]> {
  const list = typeof secrets === "string" ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0 || list.length > limits.webhookSecrets) {
    throw new InvalidArgumentError(`Give 1 to ${limits.webhookSecrets} webhook secrets.`);
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return Promise.all(
    list.map((secret) =>
      crypto.subtle.importKey("raw", keyBytes(secret as string), algorithm, false, [use]),
    ),
  );
}

/**
 * Returns the bytes of a secret: `whsec_` followed by 24 to 64 bytes in base64 (Standard Webhooks,
 * "Signature scheme").
 */
function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof secret === "string" && secret.startsWith("whsec_")
      ? fromBase64(secret.slice("whsec_".length))
      : null;
  if (bytes && bytes.length >= 24 && bytes.length <= 64) return bytes;
  // The message does not repeat the secret, because messages end up in logs.
  throw new InvalidArgumentError(
    "The webhook secret must be whsec_ and 24 to 64 bytes in base64. Copy it from the dashboard.",
  );
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const toBase64 = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)));
