import { limits } from "./limits.ts";

/** Doubling waits, each taken at random from its upper half so that phones do not come back all at once. */
export function backoffMilliseconds(failures: number, random: () => number): number {
  const doubled = limits.backoffFirstMilliseconds * 2 ** Math.max(failures - 1, 0);
  const longest = Math.min(doubled, limits.backoffMostMilliseconds);
  return longest * (0.5 + 0.5 * random());
}
