import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "../db/migrate.ts";
import { approvedPhone, shopWithAccount, testGateway, testSecret } from "../testing/fixtures.ts";
import { create } from "../testing/gateway-client.ts";
import { seededRandom } from "../testing/random.ts";
import { hasRedis, startRedisProcess, type RedisProcess } from "../testing/redis-process.ts";
import { accountFor, missingExpiry } from "./accounting.ts";
import { graceMilliseconds, runClient, type Scenery } from "./clients.ts";
import { startDatabaseUnderTest } from "./database-under-test.ts";
import { inRounds, possibleOf, troubleOf } from "./fault.ts";
import { faultNames, faults, type FaultName, type Surroundings } from "./faults.ts";
import { newLedger, type Ledger } from "./ledger.ts";
import { startMoodyReceiver } from "./receiver.ts";
import { supervise, type Reachable } from "./supervisor.ts";

/**
 * Runs real server processes on one real database under load, with faults in an order that the seed decides. At the
 * end, the run checks every response that the clients received.
 */

export interface ChaosOptions {
  seed: number;
  seconds: number;
  names?: readonly FaultName[];
  clients?: number;
  log?: (line: string) => void;
}

export interface ChaosReport {
  seed: number;
  seconds: number;
  processes: string;
  requests: number;
  acknowledged: { creates: number; matches: number; cancels: number };
  refused_with_500: number;
  unanswered: number;
  slowest_answer_ms: number;
  faults: Record<string, number>;
  not_tried: Partial<Record<FaultName, string>>;
  slowest_recovery_ms: number;
  webhooks: { paid: number; received: number };
  /** The number of missing or duplicated records. */
  lost: number;
  /** Every broken guarantee: a record was lost, duplicated, late or contradictory. */
  broken: string[];
}

const layouts = [
  ["all", "all"],
  ["api", "all"],
  ["api", "jobs"],
] as const;
/**
 * The longest time from the end of a fault until a payment can be created at every running process
 * again.
 */
const recoveryMilliseconds = 5_000;
const recoveryTries = 600;
const unpaidMilliseconds = 5_000;
const pauseMilliseconds = { min: 300, max: 1_500 };

export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, seconds, names = faultNames, clients = 6, log = () => {} } = options;
  const random = seededRandom(seed);
  await using stack = new AsyncDisposableStack();
  const database = await startDatabaseUnderTest(names.includes("full_disk"));
  stack.defer(() => database.stop());
  const redis = hasRedis() ? await startRedisProcess() : null;
  stack.defer(() => redis?.kill());
  const receiver = await startMoodyReceiver(random);
  stack.defer(() => receiver.close());

  await migrate(database.url);
  const gateway = testGateway(database.sql);
  const shop = await shopWithAccount(gateway);
  const { device_token } = await approvedPhone(gateway, shop);
  const layout = layouts[Math.floor(random() * layouts.length)] ?? layouts[0];
  const settings = settingsOf(database.url, redis);
  const servers = await Promise.all(layout.map((role) => supervise(role, settings)));
  stack.defer(() => Promise.all(servers.map((server) => server.stop())).then(() => {}));

  const ledger = newLedger();
  const webhook_url = `${receiver.url}/hook`;
  const scenery: Scenery = { servers, shop, device_token, webhook_url };
  const surroundings: Surroundings = { servers, database, redis, receiver, random };
  const over = new AbortController();
  const load = Array.from({ length: clients }, (_, client) =>
    runClient(scenery, ledger, {
      name: `client${client}`,
      random: seededRandom(seed + client + 1),
      until: over.signal,
    }),
  );
  const damage = await injectFaults(surroundings, scenery, ledger, { names, seconds, log });
  over.abort();
  await Promise.all(load);
  log("accounting");
  const unpaid = await createUnpaid(scenery);
  const complaints = [
    ...(await accountFor(database.sql, ledger, receiver)),
    ...(await missingExpiry(database.sql, unpaid)),
  ];
  return {
    seed,
    seconds,
    processes: layout.join(" + "),
    requests: ledger.requests,
    acknowledged: {
      creates: ledger.created.size,
      matches: ledger.paid.size,
      cancels: ledger.cancelled.size,
    },
    refused_with_500: ledger.failed,
    unanswered: ledger.unanswered,
    slowest_answer_ms: Math.round(ledger.slowest_answer_ms),
    ...damage,
    webhooks: { paid: receiver.taken.idsByCode.size, received: receiver.received.length },
    lost: complaints.length,
    broken: [...ledger.broken, ...servers.flatMap(({ surprises }) => surprises), ...complaints],
  };
}

export const settingsOf = (
  databaseUrl: string,
  redis: RedisProcess | null,
): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  TEPAT_SECRET: testSecret,
  HOST: "127.0.0.1",
  LOG_LEVEL: "error",
  RATE_LIMIT_READ: "1000000",
  RATE_LIMIT_WRITE: "1000000",
  RATE_LIMIT_WORKER: "1000000",
  WEBHOOK_ALLOW_PRIVATE: "true",
  WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 40 }, () => "0.5").join(","),
  ...(redis && { REDIS_URL: redis.url }),
});

async function injectFaults(
  around: Surroundings,
  scenery: Scenery,
  ledger: Ledger,
  {
    names,
    seconds,
    log,
  }: { names: readonly FaultName[]; seconds: number; log(line: string): void },
): Promise<Pick<ChaosReport, "faults" | "not_tried" | "slowest_recovery_ms">> {
  const { possible, not_tried } = possibleOf(faults, names, around);
  const times: Record<string, number> = {};
  let slowest_recovery_ms = 0;
  const endAt = Date.now() + seconds * 1000;
  for (const name of inRounds(possible, around.random)) {
    if (Date.now() >= endAt) break;
    const { min, max } = pauseMilliseconds;
    await wait(min + around.random() * (max - min));
    ledger.broken.push(...(await troubleOf(faults[name], around)));
    times[name] = (times[name] ?? 0) + 1;
    const milliseconds = await recover(scenery, `${name}-${times[name]}`);
    log(`${name}: creates succeed again after ${milliseconds} ms`);
    slowest_recovery_ms = Math.max(slowest_recovery_ms, milliseconds);
    if (milliseconds > recoveryMilliseconds + graceMilliseconds) {
      ledger.broken.push(`after ${name} it took ${milliseconds} ms until creates succeeded`);
    }
  }
  return { faults: times, not_tried, slowest_recovery_ms };
}

/** Waits until every running process creates invoices again. Returns the time in milliseconds. */
export async function recover(
  { servers, shop }: Pick<Scenery, "servers" | "shop">,
  name: string,
): Promise<number> {
  const startedAt = performance.now();
  const isWell = async ({ url, isUp, answersRequests }: Reachable, attempt: number) =>
    !isUp ||
    !answersRequests ||
    (await create(url, shop, { payment_code: `${name}-${url.slice(-5)}-${attempt}` }).then(
      ({ status }) => status === 201,
      () => false,
    ));
  for (let attempt = 1; attempt <= recoveryTries; attempt++) {
    const well = await Promise.all(servers.map((server) => isWell(server, attempt)));
    if (well.every(Boolean)) return Math.round(performance.now() - startedAt);
    await wait(50);
  }
  throw new Error(`the servers did not recover after ${name}`);
}

/** Creates an invoice with a near deadline at the first running server. Returns its code. */
async function createUnpaid({ servers, shop }: Scenery): Promise<string> {
  const payment_code = "nobody-pays";
  for (let attempt = 1; attempt <= recoveryTries; attempt++) {
    const server = servers.find(({ isUp, answersRequests }) => isUp && answersRequests);
    const answer = await (server &&
      create(server.url, shop, {
        payment_code,
        payment_expired_at: new Date(Date.now() + unpaidMilliseconds).toISOString(),
      }));
    if (answer?.status === 201) return payment_code;
    if (answer) throw new Error(JSON.stringify(answer));
    await wait(50);
  }
  throw new Error("no server came up again");
}
