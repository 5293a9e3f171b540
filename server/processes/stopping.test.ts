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
      const server = await startServerProcess(
        {
          DATABASE_URL: database.url,
          TEPAT_SECRET: testSecret,
          HOST: "127.0.0.1",
          LOG_LEVEL: "error",
          TRANSPORT: transport,
        },
        node,
      );
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
      // Until they have been read, only the test considers them in flight. Earlier bytes are read before this answer.
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

/** What a process has still to write into the merchant's request log is written before it ends. */
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

test("the same signal twice at once, as npm hands on what the terminal has sent too, ends it in order", async () => {
  const server = await startServerProcess({
    DATABASE_URL: database.url,
    TEPAT_SECRET: testSecret,
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    TRANSPORT: "node",
  });
  const first = server.terminate();
  expect(await Promise.all([first, server.terminate()])).toEqual([0, 0]);
  expect(server.output()).toContain("stopping");
});
