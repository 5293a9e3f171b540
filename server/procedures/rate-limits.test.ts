import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasRedis, startRedisProcess, type RedisProcess } from "../testing/redis-process.ts";
import { startTcpProxy, type TcpProxy } from "../testing/tcp-proxy.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { connectSharedLimits, type SharedLimiterStore } from "./shared-limits.ts";

const sizes = { read: 3, write: 2, checkout: 5, worker: 5, dashboard: 5 };

describe("a rate window", () => {
  test("counts down, and refuses with the seconds to wait", async () => {
    const limits = createRateLimits(sizes);
    expect(await limits.take("write", "toko")).toEqual({
      "x-ratelimit-limit": "2",
      "x-ratelimit-remaining": "1",
      "x-ratelimit-reset": "60",
    });
    await limits.take("write", "toko");
    await expect(limits.take("write", "toko")).rejects.toMatchObject({
      code: "rate_limited",
      status: 429,
      headers: {
        "x-ratelimit-limit": "2",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
        "retry-after": expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
      },
    });
  });

  test("is separate for each merchant, and for reads and writes", async () => {
    const limits = createRateLimits(sizes);
    await limits.take("write", "toko");
    await limits.take("write", "toko");
    await limits.take("write", "warung");
    await limits.take("read", "toko");
  });
});

const isInstalled = hasRedis();

describe.skipIf(!isInstalled)(
  `windows in Redis${isInstalled ? "" : " (skipped: no redis-server is installed)"}`,
  () => {
    let redis: RedisProcess;
    let network: TcpProxy;
    let stores: SharedLimiterStore[];
    let processes: [RateLimits, RateLimits];
    const warnings: string[] = [];

    beforeAll(async () => {
      redis = await startRedisProcess();
      network = await startTcpProxy(redis.url);
      const log = { warn: (_: object, message: string) => warnings.push(message) };
      const connect = () => connectSharedLimits(network.through(redis.url), log);
      stores = [await connect(), await connect()];
      const [first, second] = stores.map(({ store }) => createRateLimits(sizes, store));
      processes = [first as RateLimits, second as RateLimits];
    });
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()));
      network.close();
      await redis.kill();
    });

    const remaining = async (limits: RateLimits, caller: string) =>
      Number((await limits.take("read", caller))["x-ratelimit-remaining"]);

    test("are shared by two processes", async () => {
      await processes[0].take("write", "toko");
      await processes[1].take("write", "toko");
      await expect(processes[0].take("write", "toko")).rejects.toMatchObject({
        code: "rate_limited",
      });
    });

    test("are counted in each process while Redis is silent, soon without a wait, and then shared again", async () => {
      network.stall();
      expect(await remaining(processes[0], "warung")).toBe(2);
      await expect.poll(() => warnings).not.toEqual([]);
      expect(await remaining(processes[0], "warung")).toBe(1);
      network.heal();
      await expectShared("healed");
    });

    test("are counted in each process while Redis is down, and then shared again", async () => {
      await redis.kill();
      expect(await remaining(processes[0], "kios")).toBe(2);
      expect(await remaining(processes[1], "kios")).toBe(2);
      expect(await remaining(processes[0], "kios")).toBe(1);
      await redis.start();
      await expectShared("back");
    });

    /** The second process must see the first process's counts of a new caller. */
    async function expectShared(name: string): Promise<void> {
      let round = 0;
      const seen = async () => {
        const caller = `${name} ${(round += 1)}`;
        return [await remaining(processes[0], caller), await remaining(processes[1], caller)];
      };
      await expect.poll(seen).toEqual([2, 1]);
    }
  },
);
