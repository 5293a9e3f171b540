import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "../../db/client.ts";
import { startLeaderAndStandby, type LeaderAndStandby } from "../../testing/standby.ts";
import { describeReplication } from "./replication.ts";

/** A leader with a real replica. */

let cluster: LeaderAndStandby;
let leader: Sql;
let standby: Sql;

beforeAll(async () => {
  cluster = await startLeaderAndStandby(async () => {}, { isStreamed: true });
  leader = connect(cluster.leader.url, { connections: 2 });
  standby = connect(cluster.standby.url, { connections: 1 });
});

afterAll(async () => {
  await Promise.all([leader.end({ timeout: 1 }), standby.end({ timeout: 1 })]);
  await cluster.stop();
});

const problem = async (sql: Sql) =>
  describeReplication(sql).then(
    (found) => `nothing: ${found}`,
    (error: Error) => error.message,
  );

async function synchronousNames(names: string): Promise<void> {
  await leader.unsafe(`alter system set synchronous_standby_names = '${names}'`);
  await leader`select pg_reload_conf()`;
}

const followed = /^1 replica connected, 0 of them confirming commits; at most 0\.\d MB behind$/;

test("an up-to-date replica is counted", async () => {
  await expect.poll(() => describeReplication(leader)).toMatch(followed);
});

test("a directly queried replica reports that it is read-only", async () => {
  expect(await problem(standby)).toMatch(/^this server is a replica, .*DATABASE_URL$/);
});

test("a confirming replica is named as such", async () => {
  await synchronousNames("*");
  await expect.poll(() => describeReplication(leader)).toMatch(/^1 replica connected, 1 of them/);
});

test("a commit without a confirming replica is found, with the next step", async () => {
  await synchronousNames("nobody");
  await expect.poll(() => problem(leader)).toMatch(/^no replica confirms commits, and 0 commits/);
  const commit = leader`create table waits (number integer)`.then(() => "committed");
  await expect
    .poll(() => problem(leader))
    .toBe(
      "no replica confirms commits, and 1 commit waits for one. Start a replica that synchronous_standby_names lists",
    );
  await synchronousNames("");
  expect(await commit).toBe("committed");
});

test("a stopped replica is found once it is 32 MiB behind", async () => {
  await expect.poll(() => describeReplication(leader)).toMatch(followed);
  await standby`select pg_wal_replay_pause()`;
  await leader`create table much as select repeat('x', 1000) as text from generate_series(1, 40000)`;
  await expect.poll(() => problem(leader)).toMatch(/^\S+ is [34]\d\.\d MB behind. Check its log/);
  await standby`select pg_wal_replay_resume()`;
  await expect.poll(() => problem(leader)).toMatch(/^nothing: 1 replica/);
});

test("an unread slot is found once it keeps much of the disk", async () => {
  await leader`checkpoint`; // a new slot keeps all data written since the last checkpoint
  await leader`select pg_create_physical_replication_slot('forgotten', true)`;
  expect(await problem(leader)).toMatch(/^nothing: 1 replica/);
  await leader`create table more as select repeat('x', 1000) as text from generate_series(1, 40000)`;
  await expect
    .poll(() => problem(leader))
    .toMatch(/no replica reads the slot forgotten, .*pg_drop_replication_slot\('forgotten'\)$/);
  await leader`select pg_drop_replication_slot('forgotten')`;
  await expect.poll(() => problem(leader)).toMatch(/^nothing: 1 replica/);
});

test("a database user without the right to read these figures gets advice on granting it", async () => {
  await leader`create role reader login password 'reader'`;
  const url = new URL(cluster.leader.url);
  url.username = "reader";
  url.password = "reader";
  const reader = connect(url.href, { connections: 1 });
  expect(await describeReplication(reader)).toBe(
    "1 replica connected. To see how far they are behind, grant pg_monitor to Tepat's user",
  );
  await reader.end();
});

test("without a replica the backup is the only copy", async () => {
  await cluster.standby.stop();
  await expect
    .poll(() => describeReplication(leader))
    .toBe("no replica is connected, so a backup is the only other copy");
});
