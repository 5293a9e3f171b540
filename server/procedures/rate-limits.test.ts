import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../testing/free-port.ts";
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

  test("is one of its own for each merchant and for reads and writes", async () => {
    const limits = createRateLimits(sizes);
    await limits.take("write", "toko");
    await limits.take("write", "toko");
    await limits.take("write", "warung");
    await limits.take("read", "toko");
  });
});

const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

describe.skipIf(!hasRedis)(
  `windows in Redis${hasRedis ? "" : " (skipped: no redis-server is installed)"}`,
  () => {
    let server: ChildProcess;
    let stores: SharedLimiterStore[];
    let processes: [RateLimits, RateLimits];
    const warnings: string[] = [];

    beforeAll(async () => {
      const port = await freePort();
      server = spawn(
        "redis-server",
        ["--port", String(port), "--save", "", "--bind", "127.0.0.1"],
        {
          stdio: "ignore",
        },
      );
      const log = { warn: (_: object, message: string) => warnings.push(message) };
      await untilListening(port);
      const connect = () => connectSharedLimits(`redis://127.0.0.1:${port}`, log);
      stores = [await connect(), await connect()];
      const [first, second] = stores.map(({ store }) => createRateLimits(sizes, store));
      processes = [first as RateLimits, second as RateLimits];
    });
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()));
      server.kill();
    });

    test("are shared by two processes, and counted in each while Redis is away", async () => {
      await processes[0].take("write", "toko");
      await processes[1].take("write", "toko");
      await expect(processes[0].take("write", "toko")).rejects.toMatchObject({
        code: "rate_limited",
      });

      server.kill("SIGKILL");
      await new Promise((resolve) => server.once("exit", resolve));
      expect(await processes[0].take("write", "warung")).toMatchObject({
        "x-ratelimit-remaining": "1",
      });
      await vi.waitFor(() => expect(warnings).toHaveLength(2));
    });
  },
);

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const probe = spawnSync("redis-cli", ["-p", String(port), "ping"]);
    if (probe.stdout.toString().startsWith("PONG")) return;
    await wait(50);
  }
  throw new Error("redis-server did not start");
}
