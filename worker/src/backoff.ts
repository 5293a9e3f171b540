import { limits } from "./limits.ts";

/**
 * Returns the wait after this number of failures, in milliseconds. Waits double, and each is random within its upper
 * half, so that phones do not all retry at the same time.
 */
export function backoffMilliseconds(failures: number, random: () => number): number {
  const doubled = limits.backoffFirstMilliseconds * 2 ** Math.max(failures - 1, 0);
  const longest = Math.min(doubled, limits.backoffMostMilliseconds);
  return longest * (0.5 + 0.5 * random());
}
