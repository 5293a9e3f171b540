import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { LimiterStore } from "./rate-limits.ts";

export interface SharedLimiterStore {
  store: LimiterStore;
  close(): Promise<void>;
}

/** A request waits this long for the shared counter; then it is counted only in this process. */
const commandMilliseconds = 500;
/** If the connection stays silent for so long after a command, it is given up. Until then each request waits. */
const silenceMilliseconds = 1_000;

/**
 * Windows that all processes share, in Redis or Valkey (REDIS_URL). While it does not answer, each process counts for
 * itself: the limits protect the service, so the loss of their store must not stop it. Wrong one-time codes are counted
 * in PostgreSQL.
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
    // Logs one line for an outage, not one for each attempt to connect.
    if (!isDown) log.warn({ err }, "Redis does not answer: rate limits are counted per process");
    isDown = true;
  });
  // A Redis that is down at the start is treated like one that goes down later: the client keeps trying.
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
