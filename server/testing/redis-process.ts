import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** A real Redis that can be killed and restarted at the same address. */
export interface RedisProcess {
  url: string;
  start(): Promise<void>;
  /** Sends SIGKILL. The counters are lost. */
  kill(): Promise<void>;
}

const startTries = 200;
const pollMilliseconds = 25;

export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

export async function startRedisProcess(): Promise<RedisProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const redis: RedisProcess = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", ""];
      child = spawn("redis-server", options, { stdio: "ignore" });
      await untilListening(port);
    },
    async kill() {
      if (!child) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      child = undefined;
      await exit;
    },
  };
  await redis.start();
  return redis;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < startTries; tries++) {
    const probe = connect(port, "127.0.0.1");
    const isOpen = await once(probe, "connect").then(
      () => true,
      () => false,
    );
    probe.destroy();
    if (isOpen) return;
    await wait(pollMilliseconds);
  }
  throw new Error("redis-server did not start");
}
