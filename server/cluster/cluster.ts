import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { accountFor } from "../chaos/accounting.ts";
import { recover, settingsOf } from "../chaos/chaos.ts";
import { runClient } from "../chaos/clients.ts";
import { inRounds, possibleOf, troubleOf } from "../chaos/fault.ts";
import { addAcknowledged, newLedger, type Ledger } from "../chaos/ledger.ts";
import { startMoodyReceiver, type MoodyReceiver } from "../chaos/receiver.ts";
import { supervise } from "../chaos/supervisor.ts";
import { connectPatiently } from "../db/connect-patiently.ts";
import { migrate } from "../db/migrate.ts";
import { approvedPhone, shopWithAccount, testGateway, type Shop } from "../testing/fixtures.ts";
import { freePort } from "../testing/free-port.ts";
import { seededRandom } from "../testing/random.ts";
import { startRedisProcess } from "../testing/redis-process.ts";
import { prepareBalancer } from "./balancer.ts";
import { startDatabaseCluster } from "./database-cluster.ts";
import { faults, type FaultName, type World } from "./faults.ts";
import { prepareMachines } from "./machines.ts";
import { createFirsts, openShops, prepareMarks, writeMarks } from "./own-load.ts";
import { startPulse } from "./pulse.ts";

/**
 * Runs three PostgreSQL under Patroni with etcd, HAProxy, two gateways and Redis under load. Faults happen in an
 * order that the seed decides. The run checks every response after each fault, and once more at the end.
 */

export interface ClusterOptions {
  seed: number;
  /** The number of times that each fault happens. */
  rounds: number;
  names: readonly FaultName[];
  /** The time limit in minutes. No fault starts after it. */
  minutes: number;
  log?: (line: string) => void;
}

/** One fault and its effects. */
export interface Trial {
  fault: FaultName;
  /** The longest time without an acknowledged payment, at HAProxy or at a gateway. */
  back_ms: number;
  /**
   * The longest such times at HAProxy, at the gateway whose address names the hosts, and at the gateway behind
   * HAProxy.
   */
  pauses_ms: readonly number[];
  requests: number;
  /** The number of acknowledged creates, matches and cancels, and of used days of quota. */
  acknowledged: number;
  refused_with_5xx: number;
  /** The number of requests without a response, because their process was killed. */
  unanswered: number;
  slowest_answer_ms: number;
  /** The number of requests without a response after 10 s. */
  late: number;
  /** The number of missing or duplicated records. */
  lost: number;
  /** False if the cluster did not recover. No further fault is then tried. */
  is_whole: boolean;
  /** Every broken guarantee. */
  broken: string[];
}

export interface ClusterReport {
  seed: number;
  network: "namespaces" | "loopback";
  trials: Trial[];
  not_tried: Partial<Record<FaultName, string>>;
  /** The losses that the final accounting found. */
  lost_at_the_end: string[];
  load_average: number;
}

const clients = 4;
const newAccounts = 3;
const amounts = 2_000;
const calmMilliseconds = { min: 500, max: 1_500 };

export async function runCluster(
  options: ClusterOptions,
  stack: AsyncDisposableStack,
): Promise<ClusterReport> {
  const { seed, rounds, names, minutes, log = () => {} } = options;
  const random = seededRandom(seed);
  const stage = await setStage(stack, random, log);
  const { world, books } = stage;
  const { possible, not_tried } = possibleOf(faults, names, world);
  const trials: Trial[] = [];
  const endAt = Date.now() + minutes * 60_000;
  for (const fault of inRounds(possible, random, rounds)) {
    if (Date.now() > endAt || trials.at(-1)?.is_whole === false) break;
    log(`${trials.length + 1} ${fault}`);
    const trial = await tryFault(stage, { fault, number: trials.length, random });
    trials.push(trial);
    log(lineOf(trial, trials.length));
  }
  await using fresh = connectPatiently(world.database.url, "books");
  const lost_at_the_end = await accountFor(fresh.sql, books, stage.receiver);
  return {
    seed,
    network: world.hasCables ? "namespaces" : "loopback",
    trials,
    not_tried,
    lost_at_the_end,
    load_average: os.loadavg()[2] as number,
  };
}

const lineOf = ({ broken, ...trial }: Trial, number: number): string =>
  `${number} ${JSON.stringify(trial)}${broken.map((one) => `\n    ${one}`).join("")}`;

interface Stage {
  world: World;
  /** All data acknowledged in this run. */
  books: Ledger;
  receiver: MoodyReceiver;
  shop: Shop;
  device_token: string;
}

async function setStage(
  stack: AsyncDisposableStack,
  random: () => number,
  log: (line: string) => void,
): Promise<Stage> {
  const machines = stack.use(await prepareMachines());
  log(`three machines on ${machines.network}, in ${machines.folder}`);
  const database = await startDatabaseCluster(machines);
  await migrate(database.url);
  await using fresh = connectPatiently(database.url, "stage");
  await prepareMarks(fresh.sql);
  const gateway = testGateway(fresh.sql);
  const shop = await shopWithAccount(gateway, { account_quota: 1_000 });
  const { device_token } = await approvedPhone(gateway, shop);
  const redis = await startRedisProcess();
  stack.defer(() => redis.kill());
  const receiver = await startMoodyReceiver(random);
  stack.defer(() => receiver.close());

  // The first gateway's address names the machines. The other gateway reaches the leader through
  // HAProxy.
  const gatewayPorts = [await freePort(), await freePort()] as const;
  const balancer = await prepareBalancer(machines.all, gatewayPorts);
  stack.defer(() => balancer.kill());
  await balancer.start();
  async function startGateway(role: "all" | "api", port: number, url: string) {
    const settings = {
      ...settingsOf(url, redis),
      PORT: String(port),
      TRUST_PROXY: "1",
      STOP_DELAY_SECONDS: "4",
    };
    const started = await supervise(role, settings);
    stack.defer(() => started.stop());
    return started;
  }
  const gateways = [
    await startGateway("all", gatewayPorts[0], database.url),
    await startGateway("api", gatewayPorts[1], database.urlThrough(balancer.database)),
  ];

  const books = newLedger();
  let lastMark = 0;
  const world: World = {
    database,
    balancer,
    gateways,
    redis,
    random,
    hasCables: machines.network === "namespaces",
    async whileWritingTo(node, work) {
      const over = new AbortController();
      const writing = writeMarks(database, node, {
        marks: books.marks,
        next: () => ++lastMark,
        until: over.signal,
      });
      await work().finally(() => over.abort());
      await writing;
    },
  };
  await recover({ servers: gateways, shop }, "first");
  log("the cluster is whole and both gateways answer");
  return { world, books, receiver, shop, device_token };
}

async function tryFault(
  stage: Stage,
  { fault, number, random }: { fault: FaultName; number: number; random: () => number },
): Promise<Trial> {
  const { world, books, shop, device_token, receiver } = stage;
  const { balancer, database, gateways } = world;
  // One writer writes the marks of all trials.
  const ledger: Ledger = { ...newLedger(), marks: books.marks };
  const newShops = await openShops(database.url, newAccounts);
  const webhook_url = `${receiver.url}/hook`;
  const over = new AbortController();
  const load = Array.from({ length: clients }, (_, client) =>
    runClient({ servers: [balancer], shop, device_token, webhook_url, amounts }, ledger, {
      name: `t${number}c${client}`,
      random: seededRandom(Math.floor(random() * 2 ** 31)),
      until: over.signal,
    }),
  );
  const { min, max } = calmMilliseconds;
  await wait(min + random() * (max - min));
  const pulses = [balancer, ...gateways].map((server, index) =>
    startPulse(server, shop, ledger, `t${number}p${index}`),
  );
  const opening = createFirsts(balancer, newShops, ledger);
  const trouble = await troubleOf<World>(faults[fault], world);
  const unwell = await recover({ servers: gateways, shop }, `t${number}r`)
    .then(() => database.isWhole())
    .then(
      () => [],
      (error: unknown) => [String(error)],
    );
  const firsts = await opening;
  const pauses_ms = pulses.map((pulse) => pulse.longestPause());
  over.abort();
  await Promise.all([...load, ...pulses.map((pulse) => pulse.stop())]);
  for (const [code, told] of firsts) ledger.created.set(code, told);
  const told = receiver.broken.splice(0);
  // A connection from before the fault might be dead.
  await using fresh = connectPatiently(database.url, "books");
  const lost = await accountFor(fresh.sql, ledger, receiver);
  addAcknowledged(books, ledger);
  return {
    fault,
    back_ms: Math.max(...pauses_ms),
    pauses_ms,
    requests: ledger.requests,
    acknowledged:
      ledger.created.size + ledger.paid.size + ledger.cancelled.size + ledger.opened.size,
    refused_with_5xx: ledger.failed,
    unanswered: ledger.unanswered,
    slowest_answer_ms: Math.round(ledger.slowest_answer_ms),
    late: ledger.late,
    lost: lost.length,
    is_whole: unwell.length === 0,
    broken: [...trouble, ...unwell, ...told, ...lost, ...ledger.broken, ...surprisesOf(world)],
  };
}

/** Returns the processes that ended unexpectedly, each once. */
const surprisesOf = ({ gateways }: World): string[] =>
  gateways.flatMap(({ surprises }) => (surprises as string[]).splice(0));
