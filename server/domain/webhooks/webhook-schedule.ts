import assert from "node:assert/strict";
import type { AnswerHeaders } from "./answer-headers.ts";

/** Decides when a webhook is resent, and when it is abandoned. The caller passes the time and the random number. */

/** The reason why an attempt failed. The merchant sees the code with the attempt. */
export type AttemptErrorCode =
  /** The connection, or the complete response, did not come in time. */
  | "timeout"
  /** The name has no address, or its name servers did not respond. */
  | "dns_error"
  /** The URL, or an address of its name, must not be called. The code deliberately gives no details. */
  | "destination_not_allowed"
  /** No server listens on that port. */
  | "connection_refused"
  /** The receiver or something on the way reset the connection. */
  | "connection_reset"
  /** The receiver closed the connection before its response was complete. */
  | "connection_closed"
  /** Another failure of the network, such as no route to the receiver. */
  | "connection_failed"
  /** The certificate is not valid for the host, or the TLS handshake failed. */
  | "tls_error"
  /** The response is not HTTP/1.1, or its headers are larger than 16 KiB. */
  | "invalid_response"
  /** Tepat aborted the attempt at shutdown. The abort says nothing about the receiver, so Tepat records no attempt. */
  | "aborted";

export interface AttemptResult {
  /** `success` is a complete 2xx response. Everything else, redirects included, is a failure. */
  outcome: "success" | "failure";
  /** null if no status arrived. Both this field and `error_code` are set if the response broke off after its head. */
  http_status: number | null;
  /** null if a complete response arrived, whatever its status. */
  error_code: AttemptErrorCode | null;
  retry_after_seconds: number | null;
  /** The beginning of the response's body as safe text. */
  response_head: string;
  /** The headers as received; empty if no status arrived. */
  response_headers: AnswerHeaders;
  duration_ms: number;
}

/** The seconds to wait after each failed attempt. The first waits are short, because a customer is waiting. */
export const defaultRetrySchedule: readonly number[] = [
  5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
];

export const retryBounds = {
  waits: 50,
  waitSeconds: 7 * 24 * 60 * 60,
  /** A wait varies by this share up and down, so that not all webhooks are sent at once after an outage. */
  jitter: 0.2,
  /** The longest wait that a receiver can request. */
  retryAfterSeconds: 60 * 60,
} as const;

/** Parses a comma-separated list of waits in seconds, such as `5,30,0.5`. Throws if a wait is invalid or the list is too long. */
export function parseRetrySchedule(text: string): number[] {
  const waits = text.split(",").map((entry) => entry.trim());
  if (waits.length > retryBounds.waits) {
    throw new RangeError(`must have at most ${retryBounds.waits} waits`);
  }
  return waits.map((entry, index) => {
    const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(entry) ? Number(entry) : Number.NaN;
    if (seconds >= 0 && seconds <= retryBounds.waitSeconds) return seconds;
    throw new RangeError(
      `must list waits from 0 to ${retryBounds.waitSeconds} seconds, separated by commas, but wait ${index + 1} is ${JSON.stringify(entry)}`,
    );
  });
}

interface FailedAttempt {
  schedule: readonly number[];
  /** The number of attempts so far, including this one. */
  attempt_count: number;
  result: Pick<AttemptResult, "http_status" | "error_code" | "retry_after_seconds">;
  /** Returns a number in [0, 1), like Math.random. */
  random: () => number;
}

/** Returns the next step after a failed attempt: a wait, or the end of the delivery. */
export function nextAttempt({
  schedule,
  attempt_count,
  result,
  random,
}: FailedAttempt): { delay_seconds: number } | "failed" {
  assert(attempt_count >= 1, "the failed attempt is counted");
  const wait = schedule[attempt_count - 1];
  // 410 Gone: the receiver wants no further calls.
  if (wait === undefined || result.http_status === 410) return "failed";

  const jittered = wait * (1 + retryBounds.jitter * (2 * random() - 1));
  return { delay_seconds: Math.max(jittered, askedSeconds(result, wait)) };
}

/**
 * Returns the wait that the receiver requests. An overloaded receiver can request a longer wait than the schedule's,
 * but never a shorter one.
 */
function askedSeconds({ http_status, retry_after_seconds }: FailedAttempt["result"], wait: number) {
  if (retry_after_seconds === null || ![408, 429, 503].includes(http_status ?? 0)) return 0;
  return Math.max(wait, Math.min(retry_after_seconds, retryBounds.retryAfterSeconds));
}

/**
 * Parses a Retry-After header as seconds from now (RFC 9110, section 10.2.3). Returns null if it is missing or
 * malformed.
 */
export function parseRetryAfter(text: string | undefined, nowMilliseconds: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  // Accepts only the one form of date that RFC 9110 allows to be sent. Date.parse alone would read "1.5" as a day.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const seconds = Math.ceil((Date.parse(text) - nowMilliseconds) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
