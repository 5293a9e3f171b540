import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { LimiterStore } from "./rate-limits.ts";

export interface SharedLimiterStore {
  store: LimiterStore;
  close(): Promise<void>;
}

/** The longest wait for the shared counter. After that, the request is counted only in this process. */
const commandMilliseconds = 500;
/** A connection that stays silent for this time after a command is given up. Until then each request waits. */
const silenceMilliseconds = 1_000;

/**
 * Windows that all processes share, in Redis or Valkey (REDIS_URL). While the store does not respond, each process
 * counts alone. The limits protect the service, so an outage of their store must not stop it. Wrong one-time codes
 * are counted in PostgreSQL.
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
    // Logs one line for each outage, instead of one for each attempt to connect.
    if (!isDown)
      log.warn({ err }, "Redis does not respond, so each process counts rate limits separately");
    isDown = true;
  });
  // A Redis that is down at the start is treated like one that fails later: the client keeps trying.
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
