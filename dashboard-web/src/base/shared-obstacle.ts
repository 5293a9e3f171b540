import type { CounterAccount } from "./generated/types.gen.ts";

/** Returns the reason why accounts cannot take a payment now, if all of them share it. */
export function sharedObstacle(accounts: readonly CounterAccount[]): CounterAccount["obstacle"] {
  const obstacles = new Set(accounts.map(({ obstacle }) => obstacle));
  const [shared = null] = obstacles.size === 1 ? obstacles : [];
  return shared;
}
