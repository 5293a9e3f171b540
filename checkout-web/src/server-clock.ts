/**
 * The server's time, whatever the phone's clock says. A time that we hear was true before we heard it, so every one
 * is a lower bound of the server's clock, and the highest bound is the best. That also fixes what is lost while the
 * device sleeps and `performance.now()` stands still.
 */
export interface ServerClock {
  now(): number;
  /** Milliseconds since the epoch on the server's clock, as it just arrived or as it was `at` on the monotonic clock. */
  hear(serverTime: number, at?: number): void;
}

export function createServerClock(monotonicNow: () => number): ServerClock {
  let offset = -Infinity;
  return {
    now: () => monotonicNow() + offset,
    hear(serverTime, at = monotonicNow()) {
      if (Number.isFinite(serverTime)) offset = Math.max(offset, serverTime - at);
    },
  };
}
