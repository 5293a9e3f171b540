import { setTimeout as wait } from "node:timers/promises";
import { namesOf, type Fault } from "../chaos/fault.ts";
import type { Supervised } from "../chaos/supervisor.ts";
import type { RedisProcess } from "../testing/redis-process.ts";
import type { Balancer } from "./balancer.ts";
import type { DatabaseCluster, Node } from "./database-cluster.ts";

/**
 * The faults of a cluster. Each function breaks something, waits until the cluster has recovered, and repairs
 * what it broke. When the function resolves, the cluster might not be whole yet.
 */

export interface World {
  database: DatabaseCluster;
  balancer: Balancer;
  gateways: readonly Supervised[];
  redis: RedisProcess;
  random: () => number;
  /** Whether the machines have their own networks, which can be cut. */
  hasCables: boolean;
  /** Runs `work` while a client writes to exactly this node, whether it is the leader or not. */
  whileWritingTo(node: Node, work: () => Promise<unknown>): Promise<void>;
}

/** This time is longer than Patroni's `ttl`, after which a silent leader is replaced. */
const longerThanTtlMilliseconds = 18_000;
const lagMilliseconds = 30_000;
const shortMilliseconds = 4_000;

async function leaderKilled({ database }: World): Promise<void> {
  const leader = await database.leader();
  await leader.killPostgres();
  await database.leader(leader);
}

async function leaderAndAgentKilled({ database }: World): Promise<void> {
  const leader = await database.leader();
  await Promise.all([leader.patroni.kill(), leader.killPostgres()]);
  await database.leader(leader);
  leader.startPatroni();
}

async function leaderMachineKilled({ database }: World): Promise<void> {
  const leader = await database.leader();
  await Promise.all([leader.patroni.kill(), leader.etcd.kill(), leader.killPostgres()]);
  await database.leader(leader);
  leader.startEtcd();
  leader.startPatroni();
}

async function leaderCutOff({ database }: World): Promise<void> {
  const leader = await database.leader();
  leader.cutOff();
  try {
    await database.leader(leader);
    await wait(shortMilliseconds);
  } finally {
    leader.heal();
  }
}

/** The worst partition: clients still reach the old leader, and the other nodes have elected a new one. */
async function leaderCutOffFromPeers({ database, whileWritingTo }: World): Promise<void> {
  const leader = await database.leader();
  await whileWritingTo(leader, async () => {
    leader.cutOffFromPeers();
    try {
      await database.leader(leader);
      await wait(shortMilliseconds);
    } finally {
      leader.heal();
    }
    await wait(shortMilliseconds);
  });
}

async function leaderFrozen({ database, whileWritingTo }: World): Promise<void> {
  const leader = await database.leader();
  await whileWritingTo(leader, async () => {
    const thaw = await leader.freeze();
    try {
      await database.leader(leader);
    } finally {
      thaw();
    }
    await wait(shortMilliseconds);
  });
}

async function replicaKilled({ database, random }: World): Promise<void> {
  const replicas = await database.replicas();
  const replica = replicas[random() < 0.5 ? 0 : 1] as Node;
  await Promise.all([replica.patroni.kill(), replica.killPostgres()]);
  await wait(longerThanTtlMilliseconds);
  replica.startPatroni();
}

async function replicasLag({ database }: World): Promise<void> {
  const replicas = await database.replicas();
  const each = (work: "pg_wal_replay_pause" | "pg_wal_replay_resume") =>
    Promise.all(
      replicas.map((node) => database.administer(node, (sql) => sql`select ${sql(work)}()`)),
    );
  await each("pg_wal_replay_pause");
  await wait(lagMilliseconds);
  await each("pg_wal_replay_resume");
}

async function switchover({ database }: World): Promise<void> {
  await database.switchOver();
}

async function etcdMinorityGone({ database, random }: World): Promise<void> {
  const node = database.nodes[Math.floor(random() * database.nodes.length)] as Node;
  await node.etcd.kill();
  await wait(longerThanTtlMilliseconds);
  node.startEtcd();
}

async function etcdMajorityGone({ database, random }: World): Promise<void> {
  const first = Math.floor(random() * database.nodes.length);
  const gone = database.nodes.filter((_, index) => index !== first);
  await Promise.all(gone.map(({ etcd }) => etcd.kill()));
  await wait(longerThanTtlMilliseconds);
  for (const node of gone) node.startEtcd();
}

async function balancerRestarted({ balancer }: World): Promise<void> {
  await balancer.kill();
  await balancer.start();
}

async function valkeyGone({ redis }: World): Promise<void> {
  await redis.kill();
  await wait(shortMilliseconds);
  await redis.start();
}

async function gatewayKilled({ gateways, balancer, random }: World): Promise<void> {
  const gateway = gateways[Math.floor(random() * gateways.length)] as Supervised;
  await balancer.excuse(() => gateway.kill());
  await untilUp(gateway);
}

/** Upgrades the gateways one after the other. Unlike with other faults, no failed request is excused. */
async function rollingUpgrade({ gateways }: World): Promise<void> {
  for (const gateway of gateways) {
    const { code } = await gateway.terminate();
    if (code !== 0) throw new Error(`${gateway.name} ended with ${code}`);
    await untilUp(gateway);
  }
}

const pollMilliseconds = 50;
const upTries = 2_400;

async function untilUp(gateway: Supervised): Promise<void> {
  for (let tries = 0; tries < upTries; tries++) {
    if (gateway.isUp) return;
    await wait(pollMilliseconds);
  }
  throw new Error(`${gateway.name} did not come up again`);
}

const needsCables = ({ hasCables }: World): string | undefined =>
  hasCables ? undefined : "the system allows no network namespaces";

export const faults = {
  leader_killed: { run: leaderKilled, says: "PostgreSQL of the leader is killed" },
  leader_and_agent_killed: {
    run: leaderAndAgentKilled,
    says: "PostgreSQL and Patroni of the leader are killed",
  },
  leader_machine_killed: {
    run: leaderMachineKilled,
    says: "PostgreSQL, Patroni and etcd of the leader are killed",
  },
  leader_cut_off: {
    run: leaderCutOff,
    says: "the leader's machine loses its network",
    obstacle: needsCables,
  },
  leader_cut_off_from_peers: {
    run: leaderCutOffFromPeers,
    says: "the leader loses the other two machines, but clients still reach it",
    obstacle: needsCables,
  },
  leader_frozen: {
    run: leaderFrozen,
    says: "the leader's PostgreSQL and Patroni freeze, and continue when another machine has taken over",
  },
  switchover: { run: switchover, says: "`patronictl switchover`" },
  replica_killed: { run: replicaKilled, says: "a replica with its Patroni is killed" },
  replicas_lag: { run: replicasLag, says: "both replicas replay nothing for 30 s" },
  etcd_minority_gone: { run: etcdMinorityGone, says: "one of the three etcd members is killed" },
  etcd_majority_gone: { run: etcdMajorityGone, says: "two of the three etcd members are killed" },
  balancer_restarted: { run: balancerRestarted, says: "HAProxy is killed and started" },
  valkey_gone: { run: valkeyGone, says: "Redis is killed, and started after 4 s" },
  gateway_killed: { run: gatewayKilled, says: "one of two gateways is killed" },
  rolling_upgrade: {
    run: rollingUpgrade,
    says: "both gateways are stopped and started, one after the other",
  },
} satisfies Record<string, Fault<World>>;

export type FaultName = keyof typeof faults;
export const faultNames = namesOf(faults);
