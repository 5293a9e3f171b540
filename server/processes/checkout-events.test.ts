import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { connect, type Sql } from "../db/client.ts";
import { cancelPayment } from "../domain/payments/payments.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openEventSource, type EventSourceConnection } from "../testing/event-source.ts";
import {
  approvedPhone,
  pendingPayment,
  shopWithAccount,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { transports } from "../testing/listener-process.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";

/** Runs two real server processes on one database. A customer watches one, and the phone reports to the other. */

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let device_token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway);
  ({ device_token } = await approvedPhone(gateway, shop));
});
afterAll(() => database.drop());

const statuses = ({ events }: EventSourceConnection) => events.map(({ data }) => data["status"]);

async function reportTo(server: ServerProcess, amount: number): Promise<void> {
  const response = await fetch(`${server.url}/worker/mutations`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-device-token": device_token },
    body: JSON.stringify({ notifications: [transferNotification(amount)] }),
  });
  expect(response.status).toBe(200);
}

for (const { transport, node, note } of transports()) {
  describe.skipIf(node === undefined)(`events over ${transport}${note}`, () => {
    let here: ServerProcess;
    let there: ServerProcess;

    const servers: ServerProcess[] = [];
    const start = async () => {
      const { PORT: _, ...settings } = settingsOf(database);
      const server = await startServerProcess(
        {
          ...settings,
          HOST: "127.0.0.1",
          TRANSPORT: transport,
          TRUST_PROXY: "1",
          RATE_LIMIT_CHECKOUT: "100000",
          RATE_LIMIT_WORKER: "100000",
          LOG_LEVEL: "warn",
        },
        node,
      );
      servers.push(server);
      return server;
    };
    beforeAll(async () => {
      [here, there] = await Promise.all([start(), start()]);
    });
    afterAll(() => Promise.all(servers.map((server) => server.terminate())));

    const eventsOf = (
      server: ServerProcess,
      payment_id: string,
      headers: Record<string, string> = {},
    ) => openEventSource(`${server.url}/checkout/${payment_id}/events`, headers);

    test("a match in one process reaches a customer of another, and ends the stream", async () => {
      const payment = await pendingPayment(gateway, shop);
      const source = await eventsOf(there, payment.payment_id);
      expect(source.response.headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      });
      await expect.poll(() => statuses(source)).toEqual(["PENDING"]);
      const reportedAt = Date.now();
      await reportTo(here, payment.payment_total);
      // The change must arrive sooner than the process reads watched payments again.
      const timeout = (limits.watchSeconds - 1) * 1_000;
      await expect
        .poll(() => statuses(source), { interval: 5, timeout })
        .toEqual(["PENDING", "PAID"]);
      const milliseconds = (source.events[1]?.at ?? 0) - reportedAt;
      console.log(`${transport}: PAID ${milliseconds} ms after the report was sent`);
      await expect.poll(() => source.isOpen()).toBe(false);
    });

    test("a final status is announced once, also to a later customer", async () => {
      const payment = await pendingPayment(gateway, shop);
      await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
      const source = await eventsOf(here, payment.payment_id);
      await expect.poll(() => source.isOpen()).toBe(false);
      expect(source.events).toMatchObject([{ event: "status", data: { status: "CANCELLED" } }]);
      expect(source.events[0]?.data["server_time"]).toMatch(/^\d{4}-.*Z$/);
    });

    test("a deadline is announced on time, and ends the stream", async () => {
      const deadline = Date.now() + 4_000;
      const payment = await pendingPayment(gateway, shop, {
        payment_expired_at: new Date(deadline).toISOString(),
      });
      const source = await eventsOf(here, payment.payment_id);
      await expect.poll(() => source.isOpen()).toBe(false);
      expect(statuses(source)).toEqual(["PENDING", "EXPIRED"]);
      const lateMilliseconds = (source.events[1]?.at ?? 0) - deadline;
      expect(lateMilliseconds).toBeGreaterThanOrEqual(0);
    });

    test.each([randomUUID(), "hello", "%ff"])("%s has no stream", async (id) => {
      const response = await fetch(`${here.url}/checkout/${id}/events`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    });

    test("other methods are not allowed", async () => {
      const url = `${here.url}/checkout/${randomUUID()}/events`;
      const response = await fetch(url, { method: "POST" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    });

    test.each([
      ["an address", () => "192.0.2.7", "192.0.2.8"],
      [
        "a network of IPv6",
        (host: number) => `2001:db8:0:7::${host.toString(16)}`,
        "2001:db8:0:8::1",
      ],
    ])(`%s can have ${limits.streamsPerAddress} open streams`, async (_, addressOf, stranger) => {
      const { payment_id } = await pendingPayment(gateway, shop);
      const open = (address: string) =>
        eventsOf(here, payment_id, { "x-forwarded-for": `198.51.100.9, ${address}` });
      const sources = await Promise.all(
        Array.from({ length: limits.streamsPerAddress }, (_, host) => open(addressOf(host))),
      );
      const [oneMore, another] = await Promise.all([open(addressOf(999)), open(stranger)]);
      expect(oneMore.response.statusCode).toBe(429);
      expect(another.response.statusCode).toBe(200);
      // The figures of /metrics can be a second old.
      await expect.poll(() => openStreams(here)).toBe(sources.length + 1);
      for (const source of [...sources, another]) source.close();
      await expect.poll(() => openStreams(here)).toBe(0);
      const again = await open(addressOf(999));
      expect(again.response.statusCode).toBe(200);
      again.close();
    });

    test("a thousand customers of one payment get the event together", async () => {
      const payment = await pendingPayment(gateway, shop);
      const before = await residentBytes(there);
      const sources = await Promise.all(
        Array.from({ length: 1_000 }, (_, index) =>
          eventsOf(there, payment.payment_id, {
            "x-forwarded-for": `198.18.${index >> 8}.${index & 255}`,
          }),
        ),
      );
      const bytesEach = Math.round(((await residentBytes(there)) - before) / sources.length);
      const reportedAt = Date.now();
      await reportTo(here, payment.payment_total);
      await expect
        .poll(() => sources.every((source) => statuses(source).at(-1) === "PAID"), {
          interval: 10,
        })
        .toBe(true);
      const last = Math.max(...sources.map(({ events }) => events.at(-1)?.at ?? 0));
      console.log(
        `${transport}: 1,000 streams of ${bytesEach} bytes each, the last told after ${last - reportedAt} ms`,
      );
      expect(bytesEach).toBeLessThan(100_000);
    });

    test("an outage of the database closes no stream, and changes made meanwhile are announced", async () => {
      const payment = await pendingPayment(gateway, shop);
      const source = await eventsOf(there, payment.payment_id);
      await expect.poll(() => statuses(source)).toEqual(["PENDING"]);
      await withoutDatabase(async (sql) => {
        // No announcement follows this change.
        await sql`
          update payments
          set payment_status = 'CANCELLED', released_at = now()
          where payment_id = ${payment.payment_id}
        `;
      });
      await expect.poll(() => statuses(source)).toEqual(["PENDING", "CANCELLED"]);
    });

    test("a stopping server ends its streams and exits in time", async () => {
      const { payment_id } = await pendingPayment(gateway, shop);
      const stopping = await start();
      const sources = await Promise.all(
        Array.from({ length: 50 }, () => eventsOf(stopping, payment_id)),
      );
      expect(await stopping.terminate()).toBe(0);
      await expect.poll(() => sources.some((source) => source.isOpen())).toBe(false);
      // The responses ended completely. The server did not cut them when it stopped waiting.
      expect(sources.every(({ response }) => response.complete)).toBe(true);
    });
  });
}

const residentBytes = (server: ServerProcess) => metricOf(server, "process_resident_memory_bytes");
const openStreams = (server: ServerProcess) => metricOf(server, "tepat_event_streams");

async function metricOf({ url }: ServerProcess, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, "m").exec(metrics)?.[1]);
}

/** Cuts every connection and refuses new ones, except the one that does the work. */
async function withoutDatabase(work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const url = new URL(database.url);
  url.pathname = "/postgres";
  const outside = connect(url.href, { connections: 1 });
  const inside = connect(database.url, { connections: 1 });
  await inside`select 1`;
  const [own] = await inside<{ pid: number }[]>`select pg_backend_pid() as pid`;
  try {
    await outside`alter database ${outside(name)} allow_connections false`;
    await outside`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = ${name}
        and backend_type = 'client backend'
        and pid <> ${own?.pid ?? 0}
    `;
    await work(inside);
  } finally {
    await outside`alter database ${outside(name)} allow_connections true`;
    await Promise.all([inside.end({ timeout: 1 }), outside.end({ timeout: 1 })]);
  }
}
