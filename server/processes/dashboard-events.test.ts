import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { colleague, visitor, type Visitor } from "../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openEventSource, type EventSourceConnection } from "../testing/event-source.ts";
import {
  pendingPayment,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { findUwsNode } from "../testing/listener-process.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";

/** Runs two real server processes on one database, one of each transport if this machine has both. */

const uws = findUwsNode();
const programs = {
  node: process.execPath,
  ...("node" in uws && { uws: uws.node }),
};

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
const servers: Partial<Record<keyof typeof programs | "other", ServerProcess>> = {};

async function start(transport: string, program: string): Promise<ServerProcess> {
  const { PORT: _, ...settings } = settingsOf(database);
  return startServerProcess(
    { ...settings, HOST: "127.0.0.1", TRANSPORT: transport, LOG_LEVEL: "warn" },
    program,
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway);
  await pendingPayment(gateway, shop); // this uses the account's day of quota
  person = await visitor(gateway, shop);
  [servers.node, servers.other] = await Promise.all([
    start("node", programs.node),
    programs.uws === undefined ? start("node", programs.node) : start("uws", programs.uws),
  ]);
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.terminate()));
  await database.drop();
});

/** Returns only events of payments, because a stream also announces a new session. */
const paymentEventsOf = ({ events }: EventSourceConnection) =>
  events.filter(({ event }) => event === "payment");

const cookieOf = ({ token }: Visitor) => ({ cookie: `tepat_session=${token}` });

describe.each([
  { transport: "node", here: "node", there: "other" },
  { transport: "uws", here: "other", there: "node" },
] as const)("over $transport", ({ transport, here, there }) => {
  const urlOf = (name: "node" | "other") => `${servers[name]?.url}/dashboard/api`;
  const eventsOf = (visiting: Visitor) =>
    openEventSource(`${urlOf(here)}/events`, cookieOf(visiting));

  test.skipIf(transport === "uws" && !("node" in uws))(
    "changes from another process reach a page, and a session ended there ends its streams",
    async () => {
      const elsewhere = await visitor(gateway, shop);
      const source = await eventsOf(elsewhere);
      expect(source.response.statusCode).toBe(200);
      expect(source.response.headers).toMatchObject({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store, no-transform",
      });
      const { payment_code } = await pendingPayment(gateway, shop);
      await expect
        .poll(() => paymentEventsOf(source))
        .toMatchObject([{ event: "payment", data: { id: payment_code } }]);
      const response = await fetch(`${urlOf(there)}/session`, {
        method: "DELETE",
        headers: { ...cookieOf(elsewhere), "sec-fetch-site": "same-origin" },
      });
      expect(response.status).toBe(200);
      await expect.poll(() => source.isOpen(), { interval: 5 }).toBe(false);
    },
  );
});

test("a cashier learns of a change, but not of the invoice", async () => {
  const cashier = await colleague(gateway, shop, "cashier");
  const source = await openEventSource(
    `${servers.node?.url}/dashboard/api/events`,
    cookieOf(cashier),
  );
  // The page has already read a change from before the stream's first check, so the test makes several
  // changes.
  const codes: string[] = [];
  await expect
    .poll(
      async () => {
        codes.push((await pendingPayment(gateway, shop)).payment_code);
        return paymentEventsOf(source).map(({ data }) => data);
      },
      { interval: 500 },
    )
    .toContainEqual({ id: null });
  source.close();
  for (const code of codes) expect(JSON.stringify(source.events)).not.toContain(code);
});

test.each([{}, { cookie: "tepat_session=" }, { cookie: `tepat_session=${"A".repeat(43)}` }])(
  "a caller without a session gets no stream: %j",
  async (headers) => {
    const response = await fetch(`${servers.node?.url}/dashboard/api/events`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthorized" });
  },
);

test("other methods are not allowed", async () => {
  const response = await fetch(`${servers.node?.url}/dashboard/api/events`, {
    method: "POST",
    headers: cookieOf(person),
  });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("HEAD gets the stream's headers and uses no place", async () => {
  const visiting = await visitor(gateway, shop);
  const url = `${servers.node?.url}/dashboard/api/events`;
  for (let count = 0; count <= limits.streamsPerSession; count += 1) {
    const response = await fetch(url, { method: "HEAD", headers: cookieOf(visiting) });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  }
  const source = await openEventSource(url, cookieOf(visiting));
  expect(source.response.statusCode).toBe(200);
  source.close();
});

test(`a session can have ${limits.streamsPerSession} open streams, and a merchant ${limits.streamsPerMerchant}`, async () => {
  const open = (visiting: Visitor) =>
    openEventSource(`${servers.node?.url}/dashboard/api/events`, cookieOf(visiting));
  const visitors = [person];
  while (visitors.length <= limits.streamsPerMerchant / limits.streamsPerSession) {
    visitors.push(await visitor(gateway, shop));
  }
  const stranger = await visitor(gateway, await shopWithAccount(gateway));
  const last = visitors.pop() ?? person;
  const sources = [];
  for (const visiting of visitors) {
    for (let count = 0; count < limits.streamsPerSession; count += 1) {
      sources.push(await open(visiting));
    }
    expect((await open(visiting)).response.statusCode).toBe(429);
  }
  expect(sources.map(({ response }) => response.statusCode)).toEqual(sources.map(() => 200));
  expect((await open(last)).response.statusCode).toBe(429);
  const another = await open(stranger);
  expect(another.response.statusCode).toBe(200);
  for (const source of [...sources, another]) source.close();
  await expect.poll(async () => (await open(last)).response.statusCode).toBe(200);
});
