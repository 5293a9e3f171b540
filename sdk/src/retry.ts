import { abortError } from "./attempt.ts";
import type { TepatError } from "./errors.ts";
import { limits } from "./limits.ts";

/** When a request is sent again, and after how long (specification, section 7). */

/** No answer, half an answer or a server error: the request may have been carried out all the same. */
export function mayHaveBeenDone({ code, status }: TepatError): boolean {
  // An answer has a status, whatever code it gives itself.
  if (status === undefined) return code === "connection_failed" || code === "timed_out";
  // A browser gives the status of a redirect as 0.
  const isBrokenSuccess = code === "invalid_response" && status >= 200 && status < 300;
  return isBrokenSuccess || status === 408 || status >= 500;
}

/** Refusals that the contract calls retryable, and whatever may or may not have been done. */
export function isRetryable(error: TepatError): boolean {
  return error.status === 429 || error.code === "unique_amount_conflict" || mayHaveBeenDone(error);
}

/** `random` is in [0, 1): callers that failed together must not come back together. */
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
