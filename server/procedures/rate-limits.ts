import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import type { RateClass } from "../contract/operation.ts";

/**
 * Windows of 60 seconds (specification, section 8). Merchants are counted by id over all their keys and browsers,
 * devices by id, and all other clients by address.
 */
export interface RateLimits {
  /**
   * Counts one call and returns its response headers. Throws `rate_limited` with these headers when the window is
   * used up.
   */
  take(rateClass: RateClass, caller: string): Promise<RateHeaders>;
}

export interface RateHeaders extends Record<string, string> {
  "x-ratelimit-limit": string;
  "x-ratelimit-remaining": string;
  "x-ratelimit-reset": string;
}

export type WindowSizes = Readonly<Record<RateClass, number>>;

/** Creates a store of counters, either in one process's memory or shared. */
export type LimiterStore = (options: {
  keyPrefix: string;
  points: number;
  duration: number;
}) => RateLimiterAbstract;

const inMemory: LimiterStore = (options) => new RateLimiterMemory(options);

export function createRateLimits(sizes: WindowSizes, store: LimiterStore = inMemory): RateLimits {
  const limiterOf = (rateClass: RateClass) =>
    store({
      keyPrefix: `tepat:${rateClass}`,
      points: sizes[rateClass],
      duration: limits.rateWindowSeconds,
    });
  const limiters: Record<RateClass, RateLimiterAbstract> = {
    read: limiterOf("read"),
    write: limiterOf("write"),
    checkout: limiterOf("checkout"),
    worker: limiterOf("worker"),
    dashboard: limiterOf("dashboard"),
  };
  return {
    async take(rateClass, caller) {
      try {
        return rateHeaders(sizes[rateClass], await limiters[rateClass].consume(caller));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const headers = rateHeaders(sizes[rateClass], refusal);
        throw new GatewayError("rate_limited", {
          headers: { ...headers, "retry-after": headers["x-ratelimit-reset"] },
        });
      }
    },
  };
}

function rateHeaders(size: number, window: RateLimiterRes): RateHeaders {
  return {
    "x-ratelimit-limit": String(size),
    "x-ratelimit-remaining": String(Math.max(0, window.remainingPoints)),
    "x-ratelimit-reset": String(Math.max(1, Math.ceil(window.msBeforeNext / 1000))),
  };
}
