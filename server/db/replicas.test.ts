import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startLeaderAndStandby, type LeaderAndStandby } from "../testing/standby.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { connect, type Sql } from "./client.ts";
import { DatabaseProblem } from "./problem.ts";
import {
  openReplicas,
  selectLogPosition,
  type ReplicaOptions,
  type ReplicaOutcome,
  type Replicas,
} from "./replicas.ts";

/** Tests a real replica, and the events that can happen to it. */

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

let cluster: LeaderAndStandby;
let leader: Sql;
let standby: Sql;
const open: Replicas[] = [];

beforeAll(async () => {
  cluster = await startLeaderAndStandby(
    async (url) => {
      const first = connect(url, { connections: 1 });
      await first`create table written (number integer)`;
      await first.end();
    },
    { isStreamed: true },
  );
  leader = connect(cluster.leader.url, { connections: 4 });
  standby = connect(cluster.standby.url, { connections: 2 });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((replicas) => replicas.close()));
});

afterAll(async () => {
  await Promise.all([leader.end({ timeout: 1 }), standby.end({ timeout: 1 })]);
  await cluster.stop();
});

async function opened(options: Partial<ReplicaOptions> = {}) {
  const counted: ReplicaOutcome[] = [];
  const told: string[] = [];
  const replicas = await openReplicas({
    url: cluster.standby.url,
    leader,
    readPosition: () => selectLogPosition(options.leader ?? leader),
    maxLagMilliseconds: 2_000,
    log: { warn: (line: string) => told.push(line), info: (line: string) => told.push(line) },
    count: (outcome) => counted.push(outcome),
    ...options,
  });
  open.push(replicas);
  const problem = () => replicas.list()[0]?.problem;
  return { replicas, counted, told, problem };
}

async function isRead(problem: () => string | null | undefined): Promise<void> {
  await expect.poll(problem).toBeNull();
}

const write = (number: number) => leader`insert into written values (${number})`;

const readNumbers = async (sql: Sql) =>
  (await sql<{ number: number }[]>`select number from written order by number`).map(
    ({ number }) => number,
  );

/** Returns which server serves the read. */
const askServer = async (sql: Sql) =>
  (await sql<{ is_replica: boolean }[]>`select pg_is_in_recovery() as is_replica`)[0]?.is_replica;

/** Work that has begun to read, and ends when the test releases it. */
function heldWork() {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    release: () => held.resolve(),
    async work(sql: Sql) {
      const isReplica = await askServer(sql);
      begun.resolve();
      await held.promise;
      return isReplica && (await askServer(sql));
    },
  };
}

/** Returns the replica's address for another user, whom the replica already knows. */
async function addressOf(user: string, rights: string): Promise<string> {
  await leader
    .unsafe(`drop role if exists ${user}; create role ${user} login password 'm' ${rights}`)
    .simple();
  await expect
    .poll(async () => (await standby`select from pg_roles where rolname = ${user}`).length)
    .toBe(1);
  return cluster.standby.url.replace(/\/\/[^@]+@/, `//${user}:m@`);
}

describe("a replica that keeps up", () => {
  test("answers reads, including data committed a moment before", async () => {
    const { replicas, counted, problem } = await opened();
    await isRead(problem);
    expect(await replicas.read(askServer)).toBe(true);
    for (let number = 1; number <= 50; number += 1) {
      await write(number);
      expect(await replicas.read(readNumbers)).toContain(number);
    }
    // A busy machine might be slow to replay some of them.
    expect(counted.filter((outcome) => outcome === "replica").length).toBeGreaterThan(25);
    await leader`truncate written`;
  });

  test("answers with data committed without waiting for the disk, if the database does that", async () => {
    const hasty = connect(cluster.leader.url, { connections: 1, durable: false });
    const { replicas, counted, problem } = await opened({ leader: hasty });
    await isRead(problem);
    for (let number = 1; number <= 10; number += 1) {
      await hasty`insert into written values (${number})`;
      expect(await replicas.read(readNumbers)).toContain(number);
    }
    expect(counted).toContain("replica");
    await leader`truncate written`;
    await hasty.end();
  });

  test("refuses to write, and the leader takes over, so that a wrong mark loses nothing", async () => {
    const { replicas, counted, problem } = await opened();
    await isRead(problem);
    await replicas.read((sql) => sql`insert into written values (7)`);
    expect(await readNumbers(leader)).toEqual([7]);
    expect(counted).toEqual(["failed"]);
    expect(problem()).toBeNull();
    await leader`truncate written`;
  });

  test("does not repeat a statement that the work itself makes fail", async () => {
    const { replicas, counted, problem } = await opened();
    await isRead(problem);
    let asked = 0;
    const refused = replicas.read(async () => {
      asked += 1;
      throw new TypeError("no such thing");
    });
    await expect(refused).rejects.toThrow("no such thing");
    expect({ asked, counted }).toEqual({ asked: 1, counted: ["replica"] });
  });

  test("spreads parallel reads over several connections", async () => {
    const { replicas, counted, problem } = await opened();
    await isRead(problem);
    const answers = await Promise.all(Array.from({ length: 60 }, () => replicas.read(askServer)));
    expect(answers).toEqual(counted.map((outcome) => outcome === "replica"));
    expect(counted).toContain("replica");
  });

  test("shares parallel reads with other replicas", async () => {
    const begun: number[] = [];
    const wrap = (sql: Sql) => {
      const place = begun.push(0) - 1;
      return Object.assign(sql, {
        begin: new Proxy(sql.begin, {
          apply(begin, self, args) {
            begun[place] = (begun[place] ?? 0) + 1;
            return Reflect.apply(begin, self, args);
          },
        }),
      });
    };
    const { host, port } = new URL(cluster.standby.url);
    const url = cluster.standby.url.replace(host, `${host},localhost:${port}`);
    const { replicas } = await opened({ url, wrap });
    await expect.poll(() => replicas.list().map(({ problem }) => problem)).toEqual([null, null]);
    const held = heldWork();
    const readings = Array.from({ length: 10 }, () => replicas.read(held.work));
    await expect.poll(() => begun).toEqual([5, 5]);
    held.release();
    await Promise.all(readings);
  });

  test("keeps no results of reads in memory, however long it stays healthy", async () => {
    const { replicas, problem } = await opened();
    await isRead(problem);
    const answers: WeakRef<object>[] = [];
    for (let number = 1; number <= 20; number += 1) {
      answers.push(new WeakRef(await replicas.read((sql) => sql`select ${number}::integer`)));
    }
    await expect
      .poll(async () => {
        await sleep(0); // a weak reference that was read stays alive until the end of the turn
        collectGarbage();
        return answers.filter((answer) => answer.deref() !== undefined).length;
      })
      .toBeLessThan(10); // a statement or a variable can hold the last ones
    expect(problem()).toBeNull();
  });
});

describe("the leader answers reads", () => {
  test("while the replica does not replay, so that every reader sees new data", async () => {
    const { replicas, counted, problem, told } = await opened({ maxLagMilliseconds: 50 });
    await isRead(problem);
    await standby`select pg_wal_replay_pause()`;
    await write(1);
    expect(await replicas.read(readNumbers)).toEqual([1]);
    // A check might have found the lag before the read did.
    expect(["behind", "none"]).toContain(counted.at(-1));
    expect(problem()).toBe("it is more than 50 ms behind");
    expect(await replicas.read(readNumbers)).toEqual([1]);
    expect(counted.at(-1)).toBe("none");
    await expect.poll(() => replicas.list()[0]?.lag_seconds).toBeGreaterThan(1);
    await standby`select pg_wal_replay_resume()`;
    await isRead(problem);
    expect(told.join("\n")).toMatch(/ is not read: it is more than 50 ms behind\n.* is read$/s);
    await leader`truncate written`;
  });

  test("when the replica's recovery cancels a statement", async () => {
    await standby.unsafe("alter system set max_standby_streaming_delay = 0");
    await standby`select pg_reload_conf()`;
    const { replicas, counted, problem } = await opened();
    await isRead(problem);
    const causes: unknown[] = [];
    const reading = replicas.read(async (sql) => {
      try {
        await sql`select count(*) from written`;
        if (await askServer(sql)) await sql`select pg_sleep(3)`;
        return await askServer(sql);
      } catch (cause) {
        causes.push((cause as { code: string }).code);
        throw cause;
      }
    });
    const sleepers = () =>
      standby`select from pg_stat_activity where query = 'select pg_sleep(3)' and state = 'active'`;
    await expect.poll(async () => (await sleepers()).length).toBe(1);
    await leader`truncate written`; // its lock conflicts with the statement
    expect(await reading).toBe(false);
    expect({ causes, counted }).toEqual({ causes: ["40001"], counted: ["failed"] });
    // The replica is healthy.
    expect(await replicas.read(askServer)).toBe(true);
    await standby.unsafe("alter system reset max_standby_streaming_delay");
    await standby`select pg_reload_conf()`;
  });

  test.each(["cut", "stall"] as const)(
    "when the replica is lost during a statement (%s), until it returns",
    async (fault) => {
      const network = await startTcpProxy(cluster.standby.url);
      const { replicas, counted, problem } = await opened({
        url: network.through(cluster.standby.url),
      });
      await isRead(problem);
      let begun: (() => void) | undefined;
      const hasBegun = new Promise<void>((resolve) => (begun = resolve));
      const reading = replicas.read(async (sql) => {
        if (await askServer(sql)) {
          const sleeping = sql`select pg_sleep(3.5)`;
          sleeping.catch(() => {});
          begun?.();
          await sleeping;
        }
        return askServer(sql);
      });
      await hasBegun;
      network[fault]();
      expect(await reading).toBe(false);
      expect(counted).toEqual(["failed"]);
      if (fault === "stall") network.heal();
      await isRead(problem);
      expect(await replicas.read(askServer)).toBe(true);
      network.close();
    },
  );

  test("when the replica follows a previous leader", async () => {
    const ahead = { ...(await selectLogPosition(leader)), timeline: 2 };
    const { replicas, counted, problem } = await opened({ readPosition: async () => ahead });
    expect(problem()).toBe("it follows a previous leader");
    expect(await replicas.read(askServer)).toBe(false);
    expect(counted).toEqual(["none"]);
  });

  test("for a read that waits for a connection of a replica that has fallen behind", async () => {
    const { replicas, counted, problem } = await opened({ maxLagMilliseconds: 50 });
    await isRead(problem);
    const held = Array.from({ length: 20 }, heldWork); // as many as there are connections
    const begun = held.map(({ work }) => replicas.read(work));
    await Promise.all(held.map((each) => each.begun));
    // Until the next check finds that the replay has stopped, the replica counts as healthy.
    const waiting = replicas.read(askServer);
    await standby`select pg_wal_replay_pause()`;
    await write(1);
    expect(await waiting).toBe(false);
    held.forEach(({ release }) => release());
    const answers = await Promise.all(begun);
    expect(answers).toEqual(counted.slice(1).map((outcome) => outcome === "replica"));
    expect(answers).toContain(true);
    await standby`select pg_wal_replay_resume()`;
    await leader`truncate written`;
  });

  test("when the replica has no connection left, and finishes what it has begun", async () => {
    const url = await addressOf("narrow", "connection limit 2 in role pg_monitor");
    const { replicas, counted, problem } = await opened({ url }); // one connection is for checks
    await isRead(problem);
    const held = heldWork();
    const begun = replicas.read(held.work);
    await held.begun;
    expect(await replicas.read(askServer)).toBe(false);
    expect(problem()).toContain("too many connections");
    held.release();
    expect(await begun).toBe(true);
    expect(counted).toEqual(["failed", "replica"]);
  });

  test("when the replica's user lacks the right to see its leader", async () => {
    const url = await addressOf("modest", "");
    const { replicas, problem, told } = await opened({ url });
    expect(problem()).toContain("Grant pg_monitor to that user");
    expect(told.join()).toContain("Grant pg_monitor");
    expect(await replicas.read(askServer)).toBe(false);
  });

  test("when the leader does not state its position", async () => {
    let isAsked = true;
    const readPosition = async () => {
      if (!isAsked) throw new Error("canceling statement due to statement timeout");
      return selectLogPosition(leader);
    };
    const { replicas, counted, problem } = await opened({ readPosition });
    await isRead(problem);
    const held = heldWork();
    const begun = replicas.read(held.work);
    await held.begun;
    isAsked = false;
    expect(await replicas.read(askServer)).toBe(false);
    expect(counted).toEqual(["none"]);
    // The data of reads in progress was already replayed, so the replica continues them while a leader fails over.
    await expect.poll(problem).toBe("the leader does not answer");
    held.release();
    expect(await begun).toBe(true);
    expect(counted).toEqual(["none", "replica"]);
  });
});

describe("at the start", () => {
  test("an unreachable replica blocks no read", async () => {
    const network = await startTcpProxy(cluster.standby.url);
    network.close();
    const { replicas, counted, told } = await opened({ url: network.through(cluster.standby.url) });
    expect(await replicas.read(askServer)).toBe(false);
    expect(counted).toEqual(["none"]);
    expect(told.join()).toMatch(/^the replica 127\.0\.0\.1:\d+ is not read: .*ECONNREFUSED/);
  });

  test("only replicas among several hosts answer reads", async () => {
    const { replicas } = await opened({ url: cluster.url });
    await expect
      .poll(() => replicas.list().map(({ problem }) => problem))
      .toEqual([null, "it is not a replica: it takes writes"]);
    expect(await replicas.read(askServer)).toBe(true);
  });

  test.each([
    ["another database of the same server", (url: string) => url.replace(/\/[^/]+$/, "/postgres")],
    ["another password", (url: string) => url.replace(/:[^:@]+@/, ":wrong@")],
    ["a database that does not exist", (url: string) => url.replace(/\/[^/]+$/, "/nothing")],
  ])("%s is refused, by its host", async (_, wrong) => {
    const refused = opened({ url: wrong(cluster.standby.url) });
    await expect(refused).rejects.toThrow(DatabaseProblem);
    await expect(opened({ url: wrong(cluster.standby.url) })).rejects.toThrow(
      /^(DATABASE_REPLICA_URL: 127\.0\.0\.1:\d+ is not of the same database|127\.0\.0\.1:\d+ in DATABASE_REPLICA_URL refuses this user)/,
    );
  });
});

// This test is the last one, because it changes the cluster.
test("a promoted replica no longer answers reads, with any setting", async () => {
  const { replicas, problem } = await opened();
  await isRead(problem);
  await cluster.promote();
  await expect
    .poll(async () => (await standby`select pg_is_in_recovery() as is_it`)[0]?.["is_it"])
    .toBe(false);
  await standby`insert into written values (66)`;
  await write(5);
  expect(await replicas.read(readNumbers)).toEqual([5]);
  await expect.poll(problem).toMatch(/not a replica|follow a leader/);
  expect(await replicas.read(askServer)).toBe(false);
});
