import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../db/client.ts";
import { startLeaderAndStandby, type LeaderAndStandby } from "../testing/standby.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { describeReplicas, openReplicasOf } from "./open-replicas.ts";

let cluster: LeaderAndStandby;
let leader: Sql;

beforeAll(async () => {
  cluster = await startLeaderAndStandby(async () => {}, { isStreamed: true });
  leader = connect(cluster.leader.url, { connections: 2 });
});

afterAll(async () => {
  await leader.end({ timeout: 1 });
  await cluster.stop();
});

const described = (url: string) =>
  describeReplicas({ replicas: { url, maxLagMilliseconds: 2_000 } }, leader).then(
    (text) => text,
    (error: Error) => `wrong: ${error.message}`,
  );

test("without the setting there are no replicas", async () => {
  const log = { warn() {}, info() {} };
  expect(await openReplicasOf({ replicas: null }, { leader, log })).toBeNull();
});

test("the doctor shows a replica's lag", async () => {
  await expect
    .poll(() => described(cluster.standby.url))
    .toMatch(/^127\.0\.0\.1:\d+ is read, \d+ ms behind$/);
});

test("the doctor does not report the leader among all hosts of a cluster", async () => {
  await expect
    .poll(() => described(cluster.url))
    .toMatch(/^\S+ is read, \d+ ms behind; \S+ is not read: it is not a replica: it takes writes$/);
});

test("the doctor reports that no replica is read, with the reason", async () => {
  expect(await described(cluster.leader.url)).toMatch(
    /^wrong: \S+ is not read: it is not a replica: it takes writes\. Tepat reads from the leader instead$/,
  );
  const network = await startTcpProxy(cluster.standby.url);
  network.close();
  expect(await described(network.through(cluster.standby.url))).toMatch(
    /^wrong: \S+ is not read: .*ECONNREFUSED/,
  );
});

test("the doctor reports a replica of another database", async () => {
  expect(await described(cluster.standby.url.replace(/\/[^/]+$/, "/postgres"))).toMatch(
    /^wrong: DATABASE_REPLICA_URL: \S+ is not of the same database as DATABASE_URL/,
  );
});
