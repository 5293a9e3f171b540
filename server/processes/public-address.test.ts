import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  cookieOf,
  ofOwnPage,
  personWith,
  type Person,
} from "../../contract-tests/support/dashboard.ts";
import { dataOf, expectRefusal, nobody } from "../../contract-tests/support/http.ts";
import type { PublicAddressTrial } from "../contract/dashboard/gateway-settings.ts";
import { limits } from "../contract/limits.ts";
import { testPublicAddress } from "../domain/gateway-settings/public-address.ts";
import { createWebhookClient } from "../outside/webhook-client.ts";
import { startServer, type RunningServer } from "../server.ts";
import { readConfig } from "../start/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testGateway, testSecret } from "../testing/fixtures.ts";
import { freePort } from "../testing/free-port.ts";
import { nothingOutside } from "../testing/nothing-outside.ts";

/**
 * Tests the public address as the server's owner does, over real HTTP. Servers on the loopback address imitate the
 * public ones.
 */

let databases: TestDatabase[];
const servers: RunningServer[] = [];
const fronts: Server[] = [];

beforeEach(() => {
  databases = [];
});
afterEach(async () => {
  for (const front of fronts.splice(0)) {
    front.closeAllConnections();
    front.close();
  }
  for (const server of servers.splice(0)) await server.close();
  for (const database of databases) await database.drop();
});

async function start(settings: Record<string, string>): Promise<RunningServer> {
  const database = await createTestDatabase();
  databases.push(database);
  const server = await startServer(
    readConfig({
      DATABASE_URL: database.url,
      TEPAT_SECRET: testSecret,
      WEBHOOK_ALLOW_PRIVATE: "true",
      HOST: "127.0.0.1",
      PORT: "0",
      ...settings,
    }),
    pino({ level: "silent" }),
  );
  servers.push(server);
  return server;
}

const account = { merchant_name: "Toko", email: "toko@shop.example", password: "a calm lake" };

async function ownerOf({ url, firstAccountAddress }: RunningServer): Promise<Person> {
  const opened = await nobody(url).send({
    method: "POST",
    path: "/dashboard/api/first-account",
    headers: ofOwnPage,
    json: { ...account, token: firstAccountAddress?.split("#token=")[1] },
  });
  dataOf(opened);
  return personWith(cookieOf(opened.headers), url);
}

const trialPath = "/dashboard/api/operator/settings/public-address/tests";

async function tried(server: RunningServer): Promise<PublicAddressTrial> {
  return dataOf<PublicAddressTrial>(await (await ownerOf(server)).post(trialPath, {}));
}

async function listening(server: Server, scheme = "http"): Promise<string> {
  fronts.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server at the public address. Its response can need the gateway's own address. */
async function behind(
  respond: (
    question: { url: string; body: string },
    gateway: string,
  ) => Promise<Response> | Response | "reset",
): Promise<{ trial: PublicAddressTrial; asked: string[] }> {
  const asked: string[] = [];
  let gateway = "";
  const answer: RequestListener = async (request, response) => {
    asked.push(`${request.method} ${request.url?.split("?")[0]}`);
    const found = await respond({ url: request.url ?? "", body: await text(request) }, gateway);
    if (found === "reset") return void request.socket.resetAndDestroy();
    response.writeHead(found.status, Object.fromEntries(found.headers));
    response.end(Buffer.from(await found.arrayBuffer()));
  };
  const url = await listening(createServer(answer));
  const server = await start({ PUBLIC_URL: url });
  gateway = server.url;
  const trial = await tried(server);
  expect(trial.url).toBe(url);
  return { trial, asked };
}

const works = { problem: null, http_status: 200 };

test("a proxy in front of this server proves the address, with one request", async () => {
  const { trial, asked } = await behind(({ url, body }, gateway) =>
    fetch(`${gateway}${url}`, { method: "POST", body }),
  );
  expect(trial).toMatchObject(works);
  expect(asked).toEqual(["POST /identity"]);
});

test.each([
  ["no proxy", {}, {}, false],
  ["a proxy that is not trusted", {}, { "x-forwarded-for": "192.0.2.1" }, true],
  ["one of no proxies", { TRUST_PROXY: "0" }, { "x-forwarded-for": "192.0.2.1" }, true],
  ["a trusted proxy", { TRUST_PROXY: "1" }, { "x-forwarded-for": "192.0.2.1" }, false],
  [
    "a proxy of a trusted network",
    { TRUST_PROXY: "127.0.0.1" },
    { "x-forwarded-for": "::1" },
    false,
  ],
])("through %s the test reports whether a proxy is untrusted", async (_, settings, headers, is) => {
  let gateway = "";
  const front = createServer((request, response) => {
    void fetch(`${gateway}${request.url}`, { method: "POST", headers }).then(async (found) => {
      response.writeHead(found.status);
      response.end(await found.text());
    });
  });
  const server = await start({ PUBLIC_URL: await listening(front), ...settings });
  gateway = server.url;
  expect(await tried(server)).toMatchObject({ ...works, has_untrusted_proxy: is });
});

test("the address for a proxy on this computer is the one at which the server listens", async () => {
  const server = await start({});
  const settings = await (await ownerOf(server)).get("/dashboard/api/operator/settings");
  expect(dataOf(settings)).toMatchObject({ public_address: { local_url: server.url } });
});

test("this server's own port proves the address", async () => {
  const port = String(await freePort());
  const server = await start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  expect(await tried(server)).toMatchObject(works);
});

test("another gateway does not prove the address, though its software is the same", async () => {
  const other = await start({ TEPAT_SECRET: "the secret of another gateway, long enough" });
  const { trial } = await behind(({ url, body }) =>
    fetch(`${other.url}${url}`, { method: "POST", body }),
  );
  expect(trial).toMatchObject({ problem: "other_server", http_status: 404 });
});

test.each<[string, string, () => Response | "reset"]>([
  ["a page", "other_server", () => new Response("<h1>Selamat datang</h1>")],
  ["a proxy without a server behind it", "no_gateway", () => new Response("", { status: 502 })],
  ["a tunnel that is not running", "no_gateway", () => new Response("1033", { status: 530 })],
  ["a connection that breaks", "connection_failed", () => "reset"],
])("%s at the address is reported as %s", async (_, problem, respond) => {
  expect((await behind(respond)).trial).toMatchObject({ problem });
});

/** Starts a server that writes for as long as its client listens. `isCut` resolves when the client has gone. */
async function writingForEver(write: (response: ServerResponse) => void) {
  const { promise: isCut, resolve } = Promise.withResolvers<void>();
  const front = createServer((_, response) => {
    response.on("close", resolve);
    write(response);
  });
  return { url: await listening(front), isCut };
}

test("an endless page is cut off after its first part", async () => {
  const block = "x".repeat(limits.bodyBytes);
  const { url, isCut } = await writingForEver((response) => {
    const fill = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", fill);
    fill();
  });
  const server = await start({ PUBLIC_URL: url });
  expect(await tried(server)).toMatchObject({ problem: "other_server", http_status: 200 });
  await isCut;
});

test("a page that arrives byte by byte is cut off when the time is over", async () => {
  const { url, isCut } = await writingForEver((response) => {
    const timer = setInterval(() => response.write("x"), 5);
    response.on("close", () => clearInterval(timer));
  });
  const database = await createTestDatabase();
  databases.push(database);
  const client = createWebhookClient({
    allowPrivate: true,
    limits: { exchangeMilliseconds: 200 },
  });
  const trial = await testPublicAddress(
    testGateway(database.sql, { publicUrl: url }),
    { ...nothingOutside.settingsInForce, publicUrl: url },
    (address) => client.post({ url: address, headers: {}, body: "" }),
  );
  expect(trial).toMatchObject({ problem: "timeout" });
  await isCut;
});

test("a server that repeats the question does not prove the address", async () => {
  const { trial } = await behind(({ url, body }) => Response.json({ url, body }));
  expect(trial).toMatchObject({ problem: "other_server" });
});

test("a redirect is not followed, not even to this server", async () => {
  const { trial } = await behind(
    ({ url }, gateway) =>
      new Response(null, { status: 307, headers: { location: `${gateway}${url}` } }),
  );
  expect(trial).toMatchObject({ problem: "other_server", http_status: 307 });
});

test("a closed port is a refused connection", async () => {
  const server = await start({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}` });
  expect(await tried(server)).toMatchObject({ problem: "connection_refused", http_status: null });
});

test("an unknown name is not found", async () => {
  const server = await start({ PUBLIC_URL: "https://pay.invalid" });
  expect(await tried(server)).toMatchObject({ problem: "dns_error", http_status: null });
});

test("a certificate that no authority signed is not trusted", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-address-"));
  const [key, cert] = [path.join(folder, "key"), path.join(folder, "cert")];
  execFileSync(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=127.0.0.1 -keyout ${key} -out ${cert}`.split(
      " ",
    ),
    { stdio: "pipe" },
  );
  const asked: string[] = [];
  const front = createTlsServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (request, response) => {
      asked.push(request.url ?? "");
      response.end();
    },
  );
  await rm(folder, { recursive: true });
  const server = await start({ PUBLIC_URL: await listening(front, "https") });
  expect(await tried(server)).toMatchObject({ problem: "tls_error", http_status: null });
  expect(asked).toEqual([]);
});

test("with strangers on the gateway, a private address is not asked", async () => {
  const asked: string[] = [];
  const url = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    }),
  );
  const server = await start({ PUBLIC_URL: url, WEBHOOK_ALLOW_PRIVATE: "false" });
  expect(await tried(server)).toMatchObject({ problem: "destination_not_allowed" });
  expect(asked).toEqual([]);
});

test("only the gateway's owner can have the address asked", async () => {
  const asked: string[] = [];
  const url = await listening(
    createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    }),
  );
  const server = await start({ PUBLIC_URL: url, ALLOW_SIGN_UP: "true" });
  await ownerOf(server);
  const stranger = await nobody(server.url).send({
    method: "POST",
    path: "/dashboard/api/sign-up",
    headers: ofOwnPage,
    json: { ...account, email: "lain@shop.example" },
  });
  dataOf(stranger);
  const by = personWith(cookieOf(stranger.headers), server.url);
  expectRefusal(await by.post(trialPath, {}), 404, "not_found");
  expectRefusal(
    await nobody(server.url).send({
      method: "POST",
      path: trialPath,
      headers: ofOwnPage,
      json: {},
    }),
    401,
    "unauthorized",
  );
  expect(asked).toEqual([]);
});

test.each([
  ["GET", "/identity?challenge=x", 405],
  ["POST", "/identity", 404],
  ["POST", "/identity?challenge=x", 404],
  ["POST", `/identity?challenge=${"x".repeat(1_000)}`, 404],
])("%s %s without this gateway's own challenge gets %i", async (method, question, status) => {
  const server = await start({});
  expect((await fetch(`${server.url}${question}`, { method })).status).toBe(status);
});
