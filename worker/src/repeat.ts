import { backoffMilliseconds } from "./backoff.ts";
import { reasonOf } from "./user-facing-error.ts";
import type { Log } from "./log.ts";

interface Surroundings {
  sleep: (milliseconds: number) => Promise<unknown>;
  random: () => number;
  log: Log;
}

/**
 * Repeats a step forever, each time after the wait that the step returns. An unexpected error, such as a full
 * disk, is logged, and the step is tried again, because the other steps can still work.
 */
export async function repeat(
  step: () => Promise<number>,
  { sleep, random, log }: Surroundings,
): Promise<never> {
  let failures = 0;
  for (;;) {
    let milliseconds: number;
    try {
      milliseconds = await step();
      failures = 0;
    } catch (error) {
      failures += 1;
      log(`Unexpected: ${reasonOf(error)}`);
      milliseconds = backoffMilliseconds(failures, random);
    }
    await sleep(milliseconds);
  }
}
