import { createHmac, timingSafeEqual } from "node:crypto";

export const toleranceSeconds = 300;

/**
 * The number of events that a workflow remembers, so that a resent event does not run the workflow
 * twice.
 */
export const rememberedEvents = 500;

export interface SignedCall {
  /** One or more `whsec_…`, separated by a space. */
  secrets: string;
  headers: Record<string, string | string[] | undefined>;
  /** The original bytes. */
  body: Buffer;
  nowSeconds: number;
}

/**
 * Returns whether Tepat signed exactly this body with one of the secrets, within five minutes (Standard Webhooks
 * 1.0.0).
 */
export function isGenuine({ secrets, headers, body, nowSeconds }: SignedCall): boolean {
  const id = single(headers["webhook-id"]);
  const timestamp = single(headers["webhook-timestamp"]);
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false;
  const signatures = single(headers["webhook-signature"]).split(" ");
  return keysOf(secrets).some((key) => {
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const expected = Buffer.from(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    return signatures.some((signature) => {
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  });
}

/** Returns the decoded keys. Invalid secrets and empty keys are left out. */
function keysOf(secrets: string): Buffer[] {
  return secrets
    .split(/\s+/)
    .filter((secret) => secret.startsWith("whsec_"))
    .map((secret) => Buffer.from(secret.slice("whsec_".length), "base64"))
    .filter((key) => key.length > 0);
}

const single = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : "";

/**
 * Returns false if the event is already in the list. Otherwise adds the event and removes the oldest
 * one beyond the limit.
 */
export function remember(state: { seen?: string[] }, id: string): boolean {
  const seen = state.seen ?? [];
  if (seen.includes(id)) return false;
  state.seen = [...seen, id].slice(-rememberedEvents);
  return true;
}
