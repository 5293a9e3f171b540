import type { CounterAccount } from "./generated/types.gen.ts";

type Obstacle = CounterAccount["obstacle"];

/** Returns the reason why accounts cannot take a payment now, if all of them share it. */
export function sharedObstacle(obstacles: readonly Obstacle[]): Obstacle {
  const different = new Set(obstacles);
  const [shared = null] = different.size === 1 ? different : [];
  return shared;
}
