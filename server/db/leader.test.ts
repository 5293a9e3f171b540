import { once } from "node:events";
import { createConnection, createServer, type AddressInfo } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLeaderAndStandby, type LeaderAndStandby } from "../testing/standby.ts";
import { connect, type Sql } from "./client.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { migrate } from "./migrate.ts";

/** Tests a DATABASE_URL that names several hosts of one cluster. */

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((found) => found?.address === "::1");

let cluster: LeaderAndStandby;
let sql: Sql;

beforeAll(async () => {
  cluster = await startLeaderAndStandby(async (url) => {
    const first = connect(url, { connections: 1 });
    await first`create table written (number integer)`;
    await first.end();
  });
  sql = connect(cluster.url, { connections: 4 });
});

afterAll(async () => {
  await sql.end({ timeout: 1 });
  await cluster.stop();
});

const write = (number: number) => sql`insert into written values (${number})`;

/** Returns the message with which PostgreSQL refuses a connection. */
function refusalOf(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system is starting up\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Starts a machine that accepts connections and never responds. */
async function startSilentHost() {
  let asked = 0;
  const server = createServer((client) => {
    asked += 1;
    client.on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: () => server.close(),
  };
}

describe("of several hosts", () => {
  test("the writable one is used, in any position", async () => {
    await write(1);
    await write(2);
  });

  test.each(["primary", "read-write"])("a replica is not used as %s", async (wanted) => {
    const chosen = connect(`${cluster.url}?target_session_attrs=${wanted}`, { connections: 1 });
    await chosen`insert into written values (3)`;
    await chosen.end();
  });

  test("the writable one is migrated", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "tepat-migrations-"));
    writeFileSync(
      path.join(directory, "0001_create.sql"),
      "create table migrated (number integer);",
    );
    await migrate(cluster.url, directory);
    await sql`insert into migrated values (1)`;
    rmSync(directory, { recursive: true });
  });

  test("a starting one is skipped", async () => {
    const starting = createServer((client) => {
      client.on("error", () => {});
      client.once("data", () => client.end(refusalOf("57P03")));
    }).listen(0, "127.0.0.1");
    await once(starting, "listening");
    const { port } = starting.address() as AddressInfo;
    const both = cluster.url.replace(
      /@[^/]+/,
      `@127.0.0.1:${port},${new URL(cluster.leader.url).host}`,
    );
    const chosen = connect(both, { connections: 1 });
    await chosen`insert into written values (4)`;
    await chosen.end();
    starting.close();
  });

  test("a silent host is skipped, and not tried again once the leader is known", async () => {
    const silent = await startSilentHost();
    const [leader, standby] = [cluster.leader, cluster.standby].map(({ url }) => new URL(url).host);
    const chosen = connect(
      cluster.url.replace(/@[^/]+/, `@${silent.host},${silent.host},${standby},${leader}`),
      {
        connections: 4,
      },
    );
    await chosen`insert into written values (4)`;
    expect(silent.asked()).toBe(2);
    const others = Array.from({ length: 4 }, () => chosen.begin((tx) => tx`select pg_sleep(0.2)`));
    await Promise.all(others);
    expect(silent.asked()).toBe(2);
    await chosen.end();
    silent.close();
  });

  test("a silent host is tried once per process, for any number of pools", async () => {
    const silent = await startSilentHost();
    const url = cluster.url.replace(
      /@[^/]+/,
      `@${silent.host},${new URL(cluster.leader.url).host}`,
    );
    for (const number of [4, 4, 4]) {
      const chosen = connect(url, { connections: 1 });
      await chosen`insert into written values (${number})`;
      await chosen.end();
    }
    expect(silent.asked()).toBe(1);
    silent.close();
  });

  test.skipIf(!hasIpv6)("a host can have an IPv6 address", async () => {
    const leader = new URL(cluster.leader.url);
    const far = createServer((client) => {
      const server = createConnection(Number(leader.port), leader.hostname);
      client.on("error", () => server.destroy());
      server.on("error", () => client.destroy());
      client.pipe(server).pipe(client);
    }).listen(0, "::1");
    await once(far, "listening");
    const there = `[::1]:${(far.address() as AddressInfo).port}`;
    for (const hosts of [there, `${new URL(cluster.standby.url).host},${there}`]) {
      const chosen = connect(cluster.url.replace(/@[^/]+/, `@${hosts}`), { connections: 1 });
      await chosen`insert into written values (4)`;
      await chosen.end();
    }
    far.close();
  });

  test("the first statement of a lost connection fails, and later ones succeed", async () => {
    const network = await startTcpProxy(cluster.leader.url);
    const [near, far] = [network.through(cluster.leader.url), cluster.standby.url];
    const both = near.replace(/@[^/]+/, `@${new URL(near).host},${new URL(far).host}`);
    const chosen = connect(both, { connections: 1 });
    const lost = chosen`select pg_sleep(3)`.then(() => "answered", String);
    const sleepers = () => sql`
      select from pg_stat_activity where query = 'select pg_sleep(3)' and state = 'active'
    `;
    await expect.poll(async () => (await sleepers()).length).toBe(1);
    network.cut();
    expect(await lost).toContain("CONNECTION_CLOSED");
    await chosen`insert into written values (5)`;
    await chosen.end();
    network.close();
  });

  test("a leader that becomes read-only is abandoned after its first refusal", async () => {
    const inHand = Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`);
    await Promise.all(inHand); // four connections are open now
    await Promise.all(
      Array.from({ length: 4 }, () =>
        sql.begin(async (tx) => {
          await tx`select pg_sleep(0.2)`;
          await tx`select set_config('default_transaction_read_only', 'on', false)`;
        }),
      ),
    );
    await expect(write(4)).rejects.toMatchObject({ code: "25006" });
    await Promise.all([5, 6, 7, 8, 9].map(write));
  });

  test("the replica is used once it has been promoted", async () => {
    await cluster.leader.stop();
    await expect(write(10)).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await cluster.promote();
    await expect.poll(() => write(11).then(() => "written")).toBe("written");
  });
});
