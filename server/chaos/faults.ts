import { setTimeout as wait } from "node:timers/promises";
import type { RedisProcess } from "../testing/redis-process.ts";
import type { DatabaseUnderTest } from "./database-under-test.ts";
import { moods, type MoodyReceiver } from "./receiver.ts";
import type { Supervised } from "./supervisor.ts";

/** Each fault has ended when its promise resolves. */

export const faultKinds = [
  "kill_server",
  "stop_server",
  "restart_database",
  "stall_network",
  "cut_network",
  "kill_redis",
  "failing_receiver",
  "full_disk",
  "jump_clock",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Surroundings {
  servers: readonly Supervised[];
  database: DatabaseUnderTest;
  redis: RedisProcess | null;
  receiver: MoodyReceiver;
  random: () => number;
  /** Records a promise that was not kept. */
  object(complaint: string): void;
}

/** Returns why a kind of fault cannot be tried here; undefined when it can. */
export function obstacleTo(kind: FaultKind, { redis, database }: Surroundings): string | undefined {
  if (kind === "kill_redis" && !redis) return "no redis-server is installed";
  if (kind === "full_disk" && !database.fillDisk) return database.whyNoSmallDisk;
  return undefined;
}

const stopSeconds = 10;
/** How far the database's clock jumps, and later back. */
const jumpSeconds = 3600;

export async function inject(kind: FaultKind, around: Surroundings): Promise<void> {
  const { database, redis, receiver, random } = around;
  const between = (least: number, most: number) => least + random() * (most - least);
  const anyServer = () =>
    around.servers[Math.floor(random() * around.servers.length)] as Supervised;
  switch (kind) {
    case "kill_server":
      return await anyServer().kill();
    case "stop_server": {
      const stopped = anyServer();
      const { code, milliseconds } = await stopped.terminate();
      if (code !== 0 || milliseconds > stopSeconds * 1000) {
        around.object(`${stopped.name} ended with ${code} after ${Math.round(milliseconds)} ms`);
      }
      return;
    }
    case "restart_database":
      return await database.restart();
    case "stall_network":
      database.network.stall();
      await wait(between(500, 7_000));
      return database.network.heal();
    case "cut_network":
      return database.network.cut(random() < 0.5 ? "reset" : "close");
    case "kill_redis":
      await redis?.kill();
      await wait(between(200, 2_000));
      return await redis?.start();
    case "failing_receiver":
      receiver.setMood(moods[Math.floor(random() * moods.length)] ?? "failing");
      await wait(between(500, 3_000));
      return receiver.setMood("well");
    case "full_disk": {
      const makeRoom = await database.fillDisk?.();
      await wait(between(500, 3_000));
      await makeRoom?.();
      return await database.answers();
    }
    case "jump_clock":
      await database.clock.set(random() < 0.5 ? jumpSeconds : -jumpSeconds);
      await wait(between(1_000, 4_000));
      return await database.clock.set(0);
  }
}
