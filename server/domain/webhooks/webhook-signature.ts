import assert from "node:assert/strict";
import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** Standard Webhooks 1.0.0, symmetric scheme `v1`: what a receiver checks before it believes us. */

interface SignedWebhook {
  /** `whsec_` + base64. Two during a rotation: the receiver accepts the message if either signature fits. */
  secrets: readonly string[];
  id: string;
  /** The time of this attempt, not of the event: receivers refuse what is older than five minutes. */
  timestampSeconds: number;
  /** The stored text, unchanged: the signature covers its bytes. */
  body: string;
}

/** The value of the `webhook-signature` header: one `v1,…` per secret, separated by spaces. */
export function signWebhook({ secrets, id, timestampSeconds, body }: SignedWebhook): string {
  assert(secrets.length > 0, "a webhook is never sent unsigned");
  assert(Number.isSafeInteger(timestampSeconds), "the timestamp is in whole seconds");
  // The signed content joins its parts with dots: a dot in the id would let one message pass for another.
  assert(!id.includes("."), "a webhook id contains no dot");
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac("sha256", keyOf(secret)).update(content).digest("base64")}`)
    .join(" ");
}

/** As an object: a thrown and caught error of Node.js makes bytes three times as slow. */
function keyOf(secret: string): KeyObject {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  // Without the secret in the message: assertions end up in logs.
  assert(encoded !== undefined, "a webhook secret is whsec_ and base64");
  const key = Buffer.from(encoded, "base64");
  // Standard Webhooks, "Signature scheme": between 24 and 64 bytes.
  assert(key.length >= 24 && key.length <= 64, "a webhook secret has 24 to 64 bytes");
  return createSecretKey(key);
}
