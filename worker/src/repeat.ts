import { backoffMilliseconds } from "./backoff.ts";
import { reasonOf } from "./explained-error.ts";
import type { Log } from "./log.ts";

interface Surroundings {
  sleep: (milliseconds: number) => Promise<unknown>;
  random: () => number;
  log: Log;
}

/**
 * For ever: a step, then the wait that it asks for. What a step did not expect, such as a full disk, is logged and tried
 * again, because the other steps can still do their part.
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
