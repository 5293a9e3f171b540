import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  cookieOf,
  ofOwnPage,
  personWith,
  type Person,
} from "../../contract-tests/support/dashboard.ts";
import { dataOf, nobody, type Caller } from "../../contract-tests/support/http.ts";
import type { GatewaySettings } from "../contract/dashboard/gateway-settings.ts";
import { startServer, type RunningServer } from "../server.ts";
import { readConfig } from "../start/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testSecret } from "../testing/fixtures.ts";
import { transports } from "../testing/listener-process.ts";

/**
 * Tests that the gateway's owner can let phones of the local network connect, over real HTTP. A second loopback address
 * stands for the computer's address in its Wi-Fi.
 */

const inNetwork = "127.0.0.2";

let database: TestDatabase;
let network: string[];
const servers: RunningServer[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  network = [inNetwork];
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await database.drop();
});

const path = "/dashboard/api/operator/settings";
const account = {
  merchant_name: "Toko Contoh",
  email: "toko@shop.example",
  password: "a calm lake at dawn",
};

/** Starts a gateway without network settings, as with the embedded database. */
async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const settings = { DATABASE_URL: database.url, TEPAT_SECRET: testSecret, PORT: "0", ...env };
  const config = readConfig({ HOST: "127.0.0.1", ...settings });
  const server = await startServer(
    { ...config, opensLocalNetwork: "HOST" in env ? config.opensLocalNetwork : null },
    pino({ level: "silent" }),
    null,
    () => network,
  );
  servers.push(server);
  return server;
}

async function stop(server: RunningServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1);
  await server.close();
}

/** Returns the server's address in the network, on the same port. */
const fromNetwork = ({ url }: RunningServer) => url.replace("127.0.0.1", inNetwork);

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

const firstAccount = async (url: string, token: string | undefined) =>
  nobody(url).send({
    method: "POST",
    path: "/dashboard/api/first-account",
    headers: ofOwnPage,
    json: { ...account, ...(token !== undefined && { token }) },
  });

async function ownerOf(server: RunningServer, url = server.url): Promise<Person> {
  const token = server.firstAccountAddress?.split("#token=")[1];
  const opened = await firstAccount(url, token);
  dataOf(opened);
  return personWith(cookieOf(opened.headers), url);
}

const turn = async (by: Caller, is_open: boolean) =>
  dataOf<GatewaySettings>(await by.post(`${path}/local-network`, { is_open })).local_network;

/** uWebSockets.js might need another Node.js binary than the one that runs the tests. */
const ofThisProcess = transports().map(({ transport, node, note }) => ({
  transport,
  title: `with ${transport}${node === process.execPath ? "" : note || " (skipped)"}`,
  isHere: node === process.execPath,
}));

describe.each(ofThisProcess)("$title", ({ transport, isHere }) => {
  test.skipIf(!isHere)(
    "every process opens and closes its port to the network without a restart",
    async () => {
      const one = await start({ TRANSPORT: transport });
      const two = await start({ TRANSPORT: transport });
      expect(await answers(fromNetwork(one))).toBe(false);
      const owner = await ownerOf(one);

      const opened = await turn(owner, true);
      expect(opened).toMatchObject({
        set_by: "dashboard",
        is_open: true,
        addresses: [{ url: fromNetwork(one), qr_svg: expect.stringContaining("<svg") }],
      });
      expect(await answers(fromNetwork(one))).toBe(true);
      await expect.poll(() => answers(fromNetwork(two))).toBe(true);

      await stop(two);
      const again = await start({ TRANSPORT: transport });
      expect(await answers(fromNetwork(again))).toBe(true);

      expect(await turn(owner, false)).toMatchObject({ is_open: false, addresses: [] });
      expect(await answers(fromNetwork(one))).toBe(false);
      await expect.poll(() => answers(fromNetwork(again))).toBe(false);
      expect(await answers(again.url)).toBe(true);
    },
  );

  test.skipIf(!isHere)("a phone in the network closes it, and still gets the answer", async () => {
    const server = await start({ TRANSPORT: transport });
    const owner = await ownerOf(server);
    await turn(owner, true);
    const { cookie } = owner as Caller & { cookie: string };
    const phone = personWith(cookie, fromNetwork(server));
    expect(await turn(phone, false)).toMatchObject({ is_open: false });
    await expect.poll(() => answers(fromNetwork(server))).toBe(false);
  });
});

test("the network gets no metrics without a token, and the computer itself does", async () => {
  const server = await start();
  await turn(await ownerOf(server), true);
  const metrics = async (url: string) => (await fetch(`${url}/metrics`)).status;
  expect(await metrics(server.url)).toBe(200);
  expect(await metrics(fromNetwork(server))).toBe(404);
});

test("a device of the network cannot pretend to be another client", async () => {
  const server = await start({ TRUST_PROXY: "1" });
  const owner = await ownerOf(server);
  const { cookie } = owner;
  const change = (url: string, is_open: boolean, client: string) =>
    personWith(cookie, url).post(
      `${path}/local-network`,
      { is_open },
      { "x-forwarded-for": client },
    );
  dataOf(await change(server.url, true, "203.0.113.7"));
  dataOf(await change(fromNetwork(server), false, "203.0.113.8"));
  const seen = await database.sql<{ client_address: string }[]>`
    select client_address
    from audit_entries
    where action = 'gateway_setting.changed'
    order by entry_id
  `;
  expect(seen.map(({ client_address }) => client_address)).toEqual(["203.0.113.7", "127.0.0.1"]);
});

test("a laptop carried into another network asks there again, and not back home", async () => {
  const server = await start();
  const owner = await ownerOf(server);
  const read = async () => dataOf<GatewaySettings>(await owner.get(path)).local_network;
  await turn(owner, true);
  network = ["127.0.0.3"];
  const elsewhere = server.url.replace("127.0.0.1", "127.0.0.3");
  expect(await read()).toMatchObject({ is_open: false, addresses: [] });
  expect(await answers(elsewhere)).toBe(false);
  await expect.poll(() => answers(fromNetwork(server))).toBe(false);

  expect(await turn(owner, true)).toMatchObject({ is_open: true, addresses: [{ url: elsewhere }] });
  expect(await answers(elsewhere)).toBe(true);
  network = [inNetwork];
  expect(await read()).toMatchObject({ is_open: true, addresses: [{ url: fromNetwork(server) }] });
  await expect.poll(() => answers(elsewhere)).toBe(false);

  await turn(owner, false);
  network = ["127.0.0.3"];
  expect(await read()).toMatchObject({ is_open: false });
  expect(await answers(elsewhere)).toBe(false);
});

test("a switch pressed without a network opens none that comes later", async () => {
  network = [];
  const server = await start();
  const owner = await ownerOf(server);
  expect(await turn(owner, true)).toMatchObject({ is_open: true, addresses: [] });
  network = [inNetwork];
  const { local_network } = dataOf<GatewaySettings>(await owner.get(path));
  expect(local_network).toMatchObject({ is_open: false, addresses: [] });
  expect(await answers(fromNetwork(server))).toBe(false);
});

test.each([
  ["evil.example", 404],
  ["127.0.0.2.evil.example", 404],
  ["evil.local.example", 404],
  ["kasir.local", 200],
  ["192.168.1.5", 200],
  ["[fd00::5]", 200],
  ["pay.example", 200],
])("a browser that calls the computer %s gets %i", async (name, status) => {
  const server = await start({ PUBLIC_URL: "https://pay.example" });
  await turn(await ownerOf(server), true);
  const { port } = new URL(server.url);
  const asked = request({
    host: inNetwork,
    port,
    path: "/healthz",
    headers: { host: `${name}:${port}` },
  });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(status);
});

test("an address at which another program listens is reported as refused", async () => {
  const server = await start();
  const taken = await startServer(
    readConfig({
      DATABASE_URL: database.url,
      TEPAT_SECRET: testSecret,
      HOST: inNetwork,
      PORT: new URL(server.url).port,
    }),
    pino({ level: "silent" }),
  );
  servers.push(taken);
  const owner = await ownerOf(server);
  const refused = { is_open: true, addresses: [], refused_hosts: [inNetwork] };
  expect(await turn(owner, true)).toMatchObject(refused);
  await stop(taken);
  const { local_network } = dataOf<GatewaySettings>(await owner.get(path));
  const open = { addresses: [{ url: fromNetwork(server) }], refused_hosts: [] };
  expect(local_network).toMatchObject(open);
});

test("HOST wins over the dashboard", async () => {
  const open = await start();
  await turn(await ownerOf(open), true);
  const closed = await start({ HOST: "127.0.0.1" });
  expect(await answers(closed.url)).toBe(true);
  expect(await answers(fromNetwork(closed))).toBe(false);
});
