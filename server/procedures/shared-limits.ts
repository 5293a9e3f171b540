import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { LimiterStore } from "./rate-limits.ts";

export interface SharedLimiterStore {
  store: LimiterStore;
  close(): Promise<void>;
}

/** A request waits this long for the shared counter before it is counted in this process alone. */
const commandMilliseconds = 500;
/** A connection that says nothing for so long while it is asked is given up: until then each request waits. */
const silenceMilliseconds = 1_000;

/**
 * Windows that all processes share, in Redis or Valkey (REDIS_URL). While it does not answer, each process counts for
 * itself: the limits protect the service, so their store must not stop it. The TOTP throttle is in PostgreSQL.
 */
export async function connectSharedLimits(
  redisUrl: string,
  log: { warn(details: object, message: string): void },
): Promise<SharedLimiterStore> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandMilliseconds,
    socketTimeout: silenceMilliseconds,
  });
  let isDown = false;
  redis.on("ready", () => (isDown = false));
  redis.on("error", (err) => {
    // One line an outage, not one an attempt to connect.
    if (!isDown) log.warn({ err }, "Redis does not answer: rate limits are counted per process");
    isDown = true;
  });
  // A Redis that is down at the start is one that is down later: the client goes on trying.
  await redis.connect().catch(() => {});
  return {
    store: (options) =>
      new RateLimiterRedis({
        ...options,
        storeClient: redis,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    close: async () => redis.disconnect(),
  };
}
