import { abortError } from "./attempt.ts";
import type { TepatError } from "./errors.ts";
import { limits } from "./limits.ts";

/**
 * Decides whether a request is sent again, and after how many seconds (specification, section 7).
 */

/**
 * Returns whether the gateway might have carried out the request: after no response, an incomplete
 * response, a 408 or a server error.
 */
export function mayHaveBeenDone({ code, status }: TepatError): boolean {
  // An error with a status has a response, whatever its code is.
  if (status === undefined) return code === "connection_failed" || code === "timed_out";
  // A browser reports the status of a redirect as 0.
  const isBrokenSuccess = code === "invalid_response" && status >= 200 && status < 300;
  return isBrokenSuccess || status === 408 || status >= 500;
}

/**
 * Returns whether a retry is useful: after refusals that the contract calls retryable, and for requests that
 * the gateway might have carried out.
 */
export function isRetryable(error: TepatError): boolean {
  return error.status === 429 || error.code === "unique_amount_conflict" || mayHaveBeenDone(error);
}

/**
 * Returns the seconds to wait. `random` is in [0, 1) and spreads the waits, so that clients that failed
 * together do not retry together.
 */
export function retryWaitSeconds(error: TepatError, retriesSoFar: number, random: number): number {
  if (error.retryAfterSeconds !== undefined) {
    return Math.min(error.retryAfterSeconds, limits.longestAdvisedWaitSeconds) + random / 4;
  }
  const wait = limits.firstWaitSeconds * 2 ** retriesSoFar;
  return Math.min(wait, limits.longestWaitSeconds) * (1 - random / 4);
}

export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
