import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import internal from "../../openapi/internal.json" with { type: "json" };
import { connect, type Sql } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { selectLogPosition } from "../../server/db/replicas.ts";
import { selectPayments } from "../../server/domain/payments/payments.sql.ts";
import { createSecretBox } from "../../server/domain/security/secrets.ts";
import { importStatement } from "../../server/domain/statements/statement-import.ts";
import { allRoutes } from "../../server/http/routes.ts";
import { bankFormats, sourceOf } from "../../server/testing/bank-files.ts";
import { visitor } from "../../server/testing/dashboard.ts";
import { testGateway, type Shop } from "../../server/testing/fixtures.ts";
import { startLeaderAndStandby } from "../../server/testing/standby.ts";
import { startTepat } from "../systems/servers.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import { fixtureOn, secret, type Fixture } from "../fixture.ts";
import { runPaced } from "../http-load.ts";
import { approvedDevices } from "../phones.ts";
import { rounded, table, whole } from "../report.ts";
import { createRequest, getRequest, inTurn } from "../requests.ts";
import { median } from "../rounds.ts";
import type { Size } from "../size.ts";
import { fill, knownOf, shopsFilled } from "./growth.ts";

/** The share of each call of a dashboard's pages, of 45 calls. */
const mix: readonly [count: number, name: string, query?: string][] = [
  [6, "searchPayments"],
  [2, "searchPayments", "search=budi"],
  [5, "getPaymentTotals"],
  [4, "getPaymentDetail"],
  [2, "listOwnLikelyMutations"],
  [3, "getOverview", "days=30"],
  [3, "getAttention"],
  [1, "getChecklist"],
  [2, "searchMutations"],
  [1, "getMutationTotals"],
  [1, "listOwnDevices"],
  [1, "listDeliveries"],
  [1, "listTransfers", "state=open"],
  [1, "listStatementMonths"],
  [1, "getStatementMonth"],
  [1, "listStatementRows"],
  [1, "exportPayments", "created_from="],
  [5, "getSession"],
  [2, "listAccountChoices"],
  [1, "getSettings"],
  [1, "getTeam"],
];
const calls = mix.flatMap(([count, name, query = ""]) =>
  Array.from({ length: count }, () => ({ name, query })),
);
/**
 * This number has no common divisor with the number of calls, so that equal calls do not follow each
 * other.
 */
const stride = 7;
const perSecond = { calls: 30, creates: 30, gets: 120 };
/** The hours whose payments a CSV file contains. */
const exportedHours = 12;
const statementRows = 300;
/**
 * Longer than the replica's delay on a busy machine, so that the replica answers everything that it
 * can.
 */
const maxLagMilliseconds = 2_000;

const paths = new Map(
  Object.entries(internal.paths as Record<string, { get?: { operationId: string } }>).flatMap(
    ([path, { get }]) => (get === undefined ? [] : [[get.operationId, path] as const]),
  ),
);
const marked = new Set(
  allRoutes().flatMap(({ meta }) => (meta.mayReadReplica ? [meta.operationId] : [])),
);

const turns = ["API alone", "the leader reads", "the replica reads"] as const;

/** One turn: the CPU in milliseconds, and the milliseconds of each dashboard call that a replica can answer. */
interface Turn {
  leader: number;
  replica: number;
  server: number;
  readings: number[];
}

/**
 * Measures the share of the leader's load that a replica takes over when it answers the dashboard.
 */
export async function measureReplica(size: Size): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startLeaderAndStandby((url) => migrate(url), {
    isStreamed: true,
    fsync: true,
  });
  stack.defer(() => cluster.stop());
  const fixture = await fixtureOn(
    cluster.leader.url,
    await postmasterOf(cluster.leader.url),
    size.merchants,
  );
  stack.defer(() => fixture.sql.end({ timeout: 1 }));
  const replicaPid = await postmasterOf(cluster.standby.url);
  console.error(`  ${whole(size.replicaPayments)} payments`);
  await approvedDevices(fixture);
  await fill(fixture, size.replicaPayments);
  const asked = await Promise.all(
    fixture.shops.slice(0, shopsFilled).map((shop) => open(fixture, shop)),
  );
  const settings = { ROLE: "api", RATE_LIMIT_DASHBOARD: "100000000" };
  const alone = await startTepat(fixture, "node", settings);
  stack.defer(() => alone.stop());
  const both = await startTepat(fixture, "node", {
    ...settings,
    DATABASE_REPLICA_URL: cluster.standby.url,
    REPLICA_MAX_LAG_MS: String(maxLagMilliseconds),
  });
  stack.defer(() => both.stop());

  const measured = new Map<string, Turn[]>(turns.map((name) => [name, []]));
  const answered = { replica: 0, all: 0 };
  const callCount = size.replicaMixes * calls.length;
  for (let round = 0; round <= size.rounds; round += 1) {
    for (const name of turns) {
      const server = name === "the replica reads" ? both : alone;
      const outcomesBefore = await replicaOutcomes(both.port);
      const cpu = () => ({
        leader: treeCpuSeconds(fixture.pid) * 1000,
        replica: treeCpuSeconds(replicaPid) * 1000,
        server: cpuSeconds(server.pid) * 1000,
      });
      const before = cpu();
      const [readings] = await Promise.all([
        name === "API alone"
          ? wait((callCount / perSecond.calls) * 1000).then(() => [])
          : useDashboard(server.port, asked, callCount),
        useApi(fixture, server.port, callCount / perSecond.calls),
      ]);
      const after = cpu();
      const outcomes = await replicaOutcomes(both.port);
      if (round === 0) continue;
      measured.get(name)?.push({
        leader: after.leader - before.leader,
        replica: after.replica - before.replica,
        server: after.server - before.server,
        readings,
      });
      answered.replica += outcomes.replica - outcomesBefore.replica;
      answered.all += outcomes.all - outcomesBefore.all;
      console.error(`  round ${round}/${size.rounds}  ${name}`);
    }
  }
  return `${report(measured, answered, size)}\n\n${await measureQuestion(fixture, asked, size)}`;
}

function report(
  measured: ReadonlyMap<string, readonly Turn[]>,
  answered: { replica: number; all: number },
  { replicaPayments, replicaMixes, rounds, merchants }: Size,
): string {
  const of = (name: (typeof turns)[number], field: "leader" | "replica" | "server") =>
    median((measured.get(name) ?? []).map((turn) => turn[field]));
  const [api, leaderReads, replicaReads] = turns.map((name) => of(name, "leader")) as [
    number,
    number,
    number,
  ];
  const percent = (part: number, all: number) => `${Math.round((part / all) * 100)} %`;
  const callCount = replicaMixes * calls.length;
  const readings = calls.filter(({ name }) => marked.has(name)).length;
  const seconds = callCount / perSecond.calls;
  return `${whole(replicaPayments)} invoices of ${merchants} merchants; ${rounds} rounds. In each round the three rows take turns. In a turn of ${rounded(seconds, "s")} one \
process answers ${whole(perSecond.creates * seconds)} creates and ${whole(perSecond.gets * seconds)} gets of the API, and except in the first row \
${whole(callCount)} calls of dashboards, of which ${readings} in ${calls.length} are for replicas.

${table(
  ["CPU in one turn (median)", "leader", "replica", "process", "p50 of a reading"],
  turns.map((name) => [
    name,
    ...(["leader", "replica", "server"] as const).map((field) => rounded(of(name, field), "ms")),
    name === "API alone"
      ? ""
      : rounded(median((measured.get(name) ?? []).flatMap((turn) => turn.readings)), "ms"),
  ]),
)}

The replica takes ${percent(leaderReads - replicaReads, leaderReads - api)} of the dashboards' cost off the leader \
(${rounded((leaderReads - api) / callCount, "ms")} for each call, then ${rounded((replicaReads - api) / callCount, "ms")}), \
and ${percent(leaderReads - replicaReads, leaderReads)} of the leader's whole load. \
The replica answered ${percent(answered.replica, answered.all)} of the ${whole(answered.all)} reads that it can answer.`;
}

/** Measures statements on the leader, one at a time over one connection. */
async function measureQuestion(
  { url }: Fixture,
  asked: readonly Asked[],
  { replicaStatements, rounds }: Size,
): Promise<string> {
  const sql = connect(url, { connections: 1, applicationName: "tepat bench" });
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const names = asked.flatMap(({ shop, codes }) =>
    codes.map((payment_code) => ({ merchant_id: shop.merchant_id, payment_code })),
  );
  const gets = (count: number) => (index: number) =>
    selectPayments(sql, {
      names: Array.from({ length: count }, (_, place) => inTurn(names, index * count + place)),
      at: null,
    });
  const statements: [name: string, run: (index: number) => Promise<unknown>][] = [
    ["the query for the log's position", () => selectLogPosition(sql)],
    ["a statement of 1 get", gets(1)],
    ["a statement of 10 gets", gets(10)],
    ["a statement of 50 gets", gets(50)],
  ];
  const costs = statements.map(() => [] as number[]);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, [, run]] of statements.entries()) {
      const before = cpuSeconds(backend?.pid ?? 0);
      for (let index = 0; index < replicaStatements; index += 1) await run(index);
      const used = cpuSeconds(backend?.pid ?? 0) - before;
      if (round > 0) costs[place]?.push((used / replicaStatements) * 1e6);
    }
  }
  await sql.end({ timeout: 1 });
  return `${whole(replicaStatements)} statements of each kind in a round, one at a time over one connection:

${table(
  ["on the leader", "CPU of PostgreSQL"],
  statements.map(([name], place) => [name, rounded(median(costs[place] ?? []), "µs")]),
)}`;
}

/** A shop whose owner has the dashboard open. */
interface Asked {
  shop: Shop;
  headers: Record<string, string>;
  ids: Readonly<Record<string, string | null>>;
  /** The codes of the payments that are requested from the API. */
  codes: string[];
}

async function open(fixture: Fixture, shop: Shop): Promise<Asked> {
  const { sql } = fixture;
  const gateway = { ...testGateway(sql), secrets: createSecretBox(secret) };
  const { token, actor } = await visitor(gateway, shop);
  const today = new Date();
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 2, 1));
  const month = first.toISOString().slice(0, 7);
  await importMonth(gateway, { shop, actor, month });
  const payments = await sql<{ payment_code: string }[]>`
    select payment_code from payments
    where merchant_id = ${shop.merchant_id} order by payment_number desc limit 20
  `;
  const { ids } = await knownOf(fixture, shop);
  return {
    shop,
    headers: { cookie: `tepat_session=${token}`, "sec-fetch-site": "same-origin" },
    ids: { ...ids, month },
    codes: payments.map(({ payment_code }) => payment_code),
  };
}

async function importMonth(
  gateway: ReturnType<typeof testGateway>,
  {
    shop: { merchant_id, account_id },
    actor,
    month,
  }: { shop: Shop; actor: Awaited<ReturnType<typeof visitor>>["actor"]; month: string },
): Promise<void> {
  const [account] = await gateway.sql<{ account_number: string }[]>`
    select account_number from accounts where merchant_id = ${merchant_id} and account_id = ${account_id}
  `;
  const days = 28;
  const day = (number: number) => `${month}-${String(number).padStart(2, "0")}`;
  const rows = Array.from({ length: statementRows }, (_, index) => ({
    day: day(1 + Math.floor((index * days) / statementRows)),
    time: "12:00:00",
    description: `TRSF E-BANKING CR BUDI SANTOSO ${index}`,
    sen: 10_000_000 + index * 100,
  }));
  const file = bankFormats
    .find(({ layout }) => layout === "bca_individual")
    ?.write({
      account_number: account?.account_number ?? "",
      rows,
      first_day: day(1),
      last_day: day(days),
    });
  if (file === undefined) throw new Error("there is no such layout");
  const source = sourceOf(file, "mutasi.csv");
  await importStatement(gateway, actor, { merchant_id, account_id, source, mapping: null });
}

/**
 * Returns the milliseconds of each call that a replica can answer, from the moment when the call was
 * due.
 */
async function useDashboard(
  port: number,
  asked: readonly Asked[],
  count: number,
): Promise<number[]> {
  const readings: number[] = [];
  const startedAt = performance.now();
  const answers = Array.from({ length: count }, async (_, index) => {
    const due = startedAt + (index * 1000) / perSecond.calls;
    await wait(Math.max(0, due - performance.now()));
    const { name, query } = inTurn(calls, index * stride);
    const { headers, ids } = inTurn(asked, index);
    const path = (paths.get(name) ?? "").replaceAll(/\{(\w+)\}/g, (__, parameter: string) =>
      encodeURIComponent(ids[parameter] ?? "-"),
    );
    const since = new Date(Date.now() - exportedHours * 3_600_000).toISOString();
    const asking = query === "created_from=" ? query + encodeURIComponent(since) : query;
    const answer = await fetch(`http://127.0.0.1:${port}${path}?${asking}`, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${text}`);
    if (marked.has(name)) readings.push(performance.now() - due);
  });
  await Promise.all(answers);
  return readings;
}

async function useApi({ shops, sql }: Fixture, port: number, seconds: number): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const creates = Array.from({ length: perSecond.creates * seconds }, (_, index) =>
    createRequest(inTurn(shops, index), `REPLICA-${run}-${index}`, 10_000 + index * 1_000),
  );
  const known = await sql<{ merchant_id: string; payment_code: string }[]>`
    select merchant_id, payment_code from payments limit 500
  `;
  const keys = new Map(shops.map((shop) => [shop.merchant_id, shop]));
  const gets = Array.from({ length: perSecond.gets * seconds }, (_, index) => {
    const { merchant_id, payment_code } = inTurn(known, index * 37);
    return getRequest(keys.get(merchant_id) as Shop, payment_code);
  });
  const connections = 8;
  const results = await Promise.all([
    runPaced({ port, requests: creates, connections }, perSecond.creates),
    runPaced({ port, requests: gets, connections }, perSecond.gets),
  ]);
  const [created, got] = results.map(({ statuses }) => statuses);
  if (created?.[201] !== creates.length || got?.[200] !== gets.length) {
    throw new Error(`refused: ${JSON.stringify([created, got])}`);
  }
}

async function replicaOutcomes(port: number): Promise<{ replica: number; all: number }> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const outcomes = [...metrics.matchAll(/^tepat_replica_reads_total\{outcome="(\w+)"\} (\d+)/gm)];
  const count = (wanted: (outcome: string) => boolean) =>
    outcomes.reduce(
      (sum, [, outcome = "", number]) => sum + (wanted(outcome) ? Number(number) : 0),
      0,
    );
  return { replica: count((outcome) => outcome === "replica"), all: count(() => true) };
}

/** Returns the id of the first process of a PostgreSQL server whose user can read its files. */
async function postmasterOf(url: string): Promise<number> {
  const sql: Sql = connect(url, { connections: 1 });
  try {
    const [row] = await sql<{ pid: string }[]>`
      select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid
    `;
    return Number(row?.pid);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
