import { setTimeout as wait } from "node:timers/promises";
import type { RedisProcess } from "../testing/redis-process.ts";
import type { DatabaseUnderTest } from "./database-under-test.ts";
import { namesOf, type Fault } from "./fault.ts";
import { moods, type MoodyReceiver } from "./receiver.ts";
import type { Supervised } from "./supervisor.ts";

export interface Surroundings {
  servers: readonly Supervised[];
  database: DatabaseUnderTest;
  redis: RedisProcess | null;
  receiver: MoodyReceiver;
  random: () => number;
}

const stopSeconds = 10;
/** The jump of the database's clock in seconds, forward and later back. */
const jumpSeconds = 3600;

const waitBetween = (least: number, most: number, { random }: Surroundings): Promise<void> =>
  wait(least + random() * (most - least));

const anyServer = ({ servers, random }: Surroundings): Supervised =>
  servers[Math.floor(random() * servers.length)] as Supervised;

export const faults = {
  kill_server: {
    says: "a server is killed",
    run: (around: Surroundings) => anyServer(around).kill(),
  },
  stop_server: {
    says: "a server receives SIGTERM",
    async run(around: Surroundings) {
      const stopped = anyServer(around);
      const { code, milliseconds } = await stopped.terminate();
      if (code !== 0 || milliseconds > stopSeconds * 1000) {
        throw new Error(`${stopped.name} ended with ${code} after ${Math.round(milliseconds)} ms`);
      }
    },
  },
  restart_database: {
    says: "PostgreSQL is stopped at once, and started again",
    run: ({ database }: Surroundings) => database.restart(),
  },
  stall_network: {
    says: "the network between the servers and the database swallows everything",
    async run(around: Surroundings) {
      around.database.network.stall();
      await waitBetween(500, 7_000, around);
      around.database.network.heal();
    },
  },
  cut_network: {
    says: "all connections to the database are cut",
    async run({ database, random }: Surroundings) {
      database.network.cut(random() < 0.5 ? "reset" : "close");
    },
  },
  kill_redis: {
    says: "Redis is killed, and started after a while",
    obstacle: ({ redis }: Surroundings) => (redis ? undefined : "no redis-server is installed"),
    async run(around: Surroundings) {
      await around.redis?.kill();
      await waitBetween(200, 2_000, around);
      await around.redis?.start();
    },
  },
  failing_receiver: {
    says: "the merchant's server fails, hangs up, is slow or gone",
    async run(around: Surroundings) {
      const { receiver, random } = around;
      receiver.setMood(moods[Math.floor(random() * moods.length)] ?? "failing");
      await waitBetween(500, 3_000, around);
      receiver.setMood("well");
    },
  },
  full_disk: {
    says: "the database's disk is full",
    obstacle: ({ database }: Surroundings) =>
      database.fillDisk ? undefined : database.whyNoSmallDisk,
    async run(around: Surroundings) {
      const makeRoom = await around.database.fillDisk?.();
      await waitBetween(500, 3_000, around);
      await makeRoom?.();
      await around.database.answers();
    },
  },
  jump_clock: {
    says: "the database's clock jumps by an hour, and back",
    async run(around: Surroundings) {
      await around.database.clock.set(around.random() < 0.5 ? jumpSeconds : -jumpSeconds);
      await waitBetween(1_000, 4_000, around);
      await around.database.clock.set(0);
    },
  },
} satisfies Record<string, Fault<Surroundings>>;

export type FaultName = keyof typeof faults;
export const faultNames = namesOf(faults);
