import assert from "node:assert/strict";
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** Signs by Standard Webhooks 1.0.0, symmetric scheme `v1`, so that a receiver can verify the sender. */

interface SignedWebhook {
  /**
   * Each secret is `whsec_` and base64. During a rotation there are several, and the receiver accepts the webhook if
   * one signature fits.
   */
  secrets: readonly string[];
  id: string;
  /** The time of this attempt, not of the event, because receivers refuse a time that is older than five minutes. */
  timestampSeconds: number;
  /** The stored text, unchanged, because the signature covers its bytes. */
  body: string;
}

/** Returns the value of the `webhook-signature` header: one `v1,…` for each secret, separated by spaces. */
export function signWebhook({ secrets, id, timestampSeconds, body }: SignedWebhook): string {
  assert(secrets.length > 0, "a webhook is never sent unsigned");
  assert(Number.isSafeInteger(timestampSeconds), "the timestamp is in whole seconds");
  // The signed content joins its parts with dots. With a dot in the id, one webhook could pass for another.
  assert(!id.includes("."), "a webhook id contains no dot");
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`)
    .join(" ");
}

/**
 * Returns the key as an object. With bytes, an internal error of Node.js would make the signature three times as
 * slow.
 */
function keyOf(secret: string): KeyObject {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  // The message does not contain the secret, because assertions end up in logs.
  assert(encoded !== undefined, "a webhook secret is whsec_ and base64");
  const key = Buffer.from(encoded, "base64");
  // Standard Webhooks, "Signature scheme": between 24 and 64 bytes.
  assert(key.length >= 24 && key.length <= 64, "a webhook secret has 24 to 64 bytes");
  return createSecretKey(key);
}
