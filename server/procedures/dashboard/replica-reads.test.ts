import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dashboardOperations,
  type PublishedOperation,
} from "../../../contract-tests/support/documents.ts";
import { connect, type Sql } from "../../db/client.ts";
import { migrate } from "../../db/migrate.ts";
import type { ReplicaOutcome, Replicas } from "../../db/replicas.ts";
import { allRoutes } from "../../http/routes.ts";
import { openReplicasOf } from "../../start/open-replicas.ts";
import { openActors, type Sample } from "../../testing/actors.ts";
import { ask, openInProcessService } from "../../testing/in-process-service.ts";
import { startLeaderAndStandby, type LeaderAndStandby } from "../../testing/standby.ts";

/** The dashboard on a leader and a real replica. The replica refuses every write. */

let cluster: LeaderAndStandby;
let leader: Sql;
let standby: Sql;
let replicas: Replicas;
let sample: Sample;
let services: Record<"leader" | "both", ReturnType<typeof openInProcessService>>;
const counted: ReplicaOutcome[] = [];

beforeAll(async () => {
  cluster = await startLeaderAndStandby((url) => migrate(url), { isStreamed: true });
  leader = connect(cluster.leader.url);
  standby = connect(cluster.standby.url, { connections: 1 });
  replicas = (await openReplicasOf(
    { replicas: { url: cluster.standby.url, maxLagMilliseconds: 2_000 } },
    {
      leader,
      log: { warn() {}, info() {} },
      count: (outcome) => counted.push(outcome),
    },
  )) as Replicas;
  services = {
    leader: openInProcessService(leader),
    both: openInProcessService(leader, { replicas }),
  };
  sample = await openActors(services.both.gateway, services.both.dispatch);
});

afterAll(async () => {
  await replicas.close();
  await Promise.all([leader.end({ timeout: 1 }), standby.end({ timeout: 1 })]);
  await cluster.stop();
});

const marked = new Set(
  allRoutes().flatMap(({ meta }) => (meta.mayReadReplica ? [meta.operationId] : [])),
);

async function isReadAgain(): Promise<void> {
  await expect.poll(() => replicas.list().map(({ problem }) => problem)).toEqual([null]);
}

async function answerOf(operation: PublishedOperation, of: "leader" | "both" = "both") {
  const { status, text } = await ask(services[of].dispatch, sample(operation));
  // Some responses contain the time of their creation.
  return { status, text: text.replaceAll(/\d\d:\d\d:\d\d(\.\d+)?/g, "time") };
}

/** On a busy machine a replica can lag, so the replica is asked until it serves the read. */
async function answerOfReplica(operation: PublishedOperation) {
  for (;;) {
    await isReadAgain();
    counted.length = 0;
    const answer = await answerOf(operation);
    // A statement that writes or locks a row fails on the replica.
    expect(counted).not.toContain("failed");
    expect(counted.length).toBeGreaterThan(0);
    if (counted.every((outcome) => outcome === "replica")) return answer;
  }
}

const named = (operationId: string) =>
  dashboardOperations.find(
    (operation) => operation.operationId === operationId,
  ) as PublishedOperation;

test("only dashboard operations without changes can read from a replica", () => {
  const routes = allRoutes().filter(({ meta }) => meta.mayReadReplica);
  expect(routes.length).toBeGreaterThan(35);
  for (const { meta } of routes) {
    expect(meta).toMatchObject({ method: "GET", credential: "session" });
  }
});

test.each(dashboardOperations.filter(({ operationId }) => marked.has(operationId)))(
  "a replica answers $operationId, with the leader's answer",
  async (operation) => {
    const answer = await answerOfReplica(operation);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer).toEqual(await answerOf(operation, "leader"));
  },
);

test("the leader answers the other operations without changes", async () => {
  counted.length = 0;
  for (const operation of dashboardOperations) {
    if (operation.method !== "GET" || marked.has(operation.operationId)) continue;
    expect((await answerOf(operation)).status, operation.operationId).toBeLessThan(500);
  }
  expect(counted).toEqual([]);
});

test("a person without a session or a permitted role reaches no replica", async () => {
  counted.length = 0;
  const { headers: _, ...request } = sample(named("searchPayments"));
  expect((await ask(services.both.dispatch, request)).status).toBe(401);
  expect(counted).toEqual([]);
});

test("while the replica does not replay, every reader sees a change at once", async () => {
  await isReadAgain();
  await standby`select pg_wal_replay_pause()`;
  counted.length = 0;
  const cancel = sample(named("cancelOwnPayment"));
  expect((await ask(services.both.dispatch, cancel)).status).toBe(200);
  const found = await answerOf(named("getPaymentDetail"));
  expect(found.text).toContain('"payment_status":"CANCELLED"');
  expect(counted).not.toContain("replica");
  const exported = await answerOf(named("exportPayments"));
  expect(exported.text).toContain("CANCELLED");
  await standby`select pg_wal_replay_resume()`;
  const later = await answerOfReplica(named("getPaymentDetail"));
  expect(later.text).toContain('"payment_status":"CANCELLED"');
});

test("when the replica is down the leader answers everything", async () => {
  await isReadAgain();
  await cluster.standby.stop();
  counted.length = 0;
  for (const operationId of marked) {
    const operation = named(operationId);
    expect(await answerOf(operation)).toEqual(await answerOf(operation, "leader"));
  }
  expect(counted).not.toContain("replica");
});
