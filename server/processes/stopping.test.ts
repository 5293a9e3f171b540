import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  paymentInput,
  shopWithAccount,
  testGateway,
  testSecret,
  type Shop,
} from "../testing/fixtures.ts";
import { transports } from "../testing/listener-process.ts";
import { RawConnection } from "../testing/raw-connection.ts";
import { startServerProcess } from "../testing/server-process.ts";

/** Sends SIGTERM, on both transports (fault C14). */

let database: TestDatabase;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  shop = await shopWithAccount(testGateway(database.sql));
});
afterAll(() => database.drop());

const inFlight = 20;

for (const { transport, node, note } of transports()) {
  test.skipIf(node === undefined)(
    `SIGTERM with ${transport}: requests in flight are answered, new ones refused, and it ends in time${note}`,
    async () => {
      const server = await startServerProcess(settingsOf(transport), node);
      const port = Number(new URL(server.url).port);
      const alreadyLogged = await loggedRequests();
      const begun = await Promise.all(
        Array.from({ length: inFlight }, async () => {
          const body = JSON.stringify(paymentInput(shop));
          const connection = await RawConnection.open(port);
          connection.send(
            `POST /gateway/payments HTTP/1.1\r\nHost: tepat\r\nX-Api-Key: ${shop.api_key}\r\n` +
              `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
          );
          return { connection, rest: body.slice(20) };
        }),
      );
      // A request is in flight only after the server has read it. The server reads earlier bytes before it responds
      // here.
      for (const path of ["/healthz", "/healthz"]) await fetch(`${server.url}${path}`);

      const ended = server.terminate();
      await expect.poll(() => isRefused(port)).toBe(true);
      const answers = await Promise.all(
        begun.map(({ connection, rest }) => connection.send(rest).response()),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(await ended).toBe(0);
      expect(await loggedRequests()).toBe(alreadyLogged + inFlight);
    },
  );
}

const noticeSeconds = 4;

for (const { transport, node, note } of transports()) {
  test.skipIf(node === undefined)(
    `SIGTERM with ${transport} and STOP_DELAY_SECONDS: /readyz says 503 while requests are answered, and then it ends${note}`,
    async () => {
      const settings = { ...settingsOf(transport), STOP_DELAY_SECONDS: String(noticeSeconds) };
      const server = await startServerProcess(settings, node);
      const readiness = () => fetch(`${server.url}/readyz`);
      expect((await readiness()).headers.get("connection")).not.toBe("close");

      const ended = server.terminate();
      await expect.poll(async () => (await readiness()).status, { interval: 20 }).toBe(503);
      const answers = await Promise.all([
        readiness(),
        fetch(`${server.url}/gateway/payments`, {
          method: "POST",
          headers: { "X-Api-Key": shop.api_key, "Content-Type": "application/json" },
          body: JSON.stringify(paymentInput(shop)),
        }),
      ]);
      expect(await answers[0].json()).toMatchObject({ message: "The process is stopping." });
      expect(answers[1].status).toBe(201);
      // Otherwise a proxy would send the next request over a connection that is about to be closed.
      expect(answers.map(({ headers }) => headers.get("connection"))).toEqual(["close", "close"]);
      expect(await ended).toBe(0);
    },
  );
}

test("Ctrl-C does not wait for load balancers", async () => {
  const server = await startServerProcess({ ...settingsOf("node"), STOP_DELAY_SECONDS: "60" });
  expect(await server.terminate("SIGINT")).toBe(0);
});

const settingsOf = (transport: string): Record<string, string> => ({
  DATABASE_URL: database.url,
  TEPAT_SECRET: testSecret,
  HOST: "127.0.0.1",
  LOG_LEVEL: "error",
  TRANSPORT: transport,
});

/** Counts the request log's entries. A process writes the waiting entries before it ends. */
async function loggedRequests(): Promise<number> {
  const [row] = await database.sql`
    select count(*)::integer as count from api_requests where merchant_id = ${shop.merchant_id}
  `;
  return row?.["count"] as number;
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const refused = await once(socket, "connect").then(
    () => false,
    () => true,
  );
  socket.destroy();
  return refused;
}

const burstMilliseconds = 50;

test.each(["SIGINT", "SIGHUP"] as const)(
  "repeated %s, as npm forwards the terminal's signal too, ends the server in order",
  async (signal) => {
    const server = await startServerProcess({ ...settingsOf("node"), LOG_LEVEL: "info" });
    const ended = server.terminate(signal);
    // One of the signals arrives while the code still handles the first.
    for (const since = performance.now(); performance.now() - since < burstMilliseconds;) {
      void server.terminate(signal);
    }
    expect(await ended).toBe(0);
    expect(server.output()).toContain("stopping");
  },
);
