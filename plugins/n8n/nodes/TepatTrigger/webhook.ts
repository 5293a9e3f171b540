import { createHmac, timingSafeEqual } from "node:crypto";

export const toleranceSeconds = 300;

/** The number of events that a workflow remembers, so that a resent event does not run it twice. */
export const rememberedEvents = 500;

export interface SignedCall {
  /** One or more `whsec_…` with a space between them. */
  secrets: string;
  headers: Record<string, string | string[] | undefined>;
  /** The bytes as they came. */
  body: Buffer;
  nowSeconds: number;
}

/** Standard Webhooks 1.0.0: true if Tepat signed exactly this body with one of the secrets, within five minutes. */
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

/** Returns the decoded keys, without texts that are not secrets and without empty keys. */
function keysOf(secrets: string): Buffer[] {
  return secrets
    .split(/\s+/)
    .filter((secret) => secret.startsWith("whsec_"))
    .map((secret) => Buffer.from(secret.slice("whsec_".length), "base64"))
    .filter((key) => key.length > 0);
}

const single = (header: string | string[] | undefined): string =>
  typeof header === "string" ? header : "";

/** False if the event is in the list already; otherwise it is added, and the oldest is forgotten. */
export function remember(state: { seen?: string[] }, id: string): boolean {
  const seen = state.seen ?? [];
  if (seen.includes(id)) return false;
  state.seen = [...seen, id].slice(-rememberedEvents);
  return true;
}
