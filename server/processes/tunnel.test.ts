import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  cookieOf,
  ofOwnPage,
  personWith,
  type Person,
} from "../../contract-tests/support/dashboard.ts";
import { dataOf, nobody } from "../../contract-tests/support/http.ts";
import type {
  GatewayPublicAddress,
  GatewaySettings,
} from "../contract/dashboard/gateway-settings.ts";
import { limits } from "../contract/limits.ts";
import type { SettingsInForce } from "../domain/gateway-settings/settings-in-force.ts";
import { followTunnel } from "../domain/gateway-settings/tunnel.ts";
import { tunnelProgramIn, type TunnelProgram } from "../domain/gateway-settings/tunnel-program.ts";
import { startServer, type RunningServer } from "../server.ts";
import { readConfig } from "../start/config.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { testGateway, testSecret } from "../testing/fixtures.ts";
import { nothingOutside } from "../testing/nothing-outside.ts";

/**
 * Tests the tunnel that the gateway runs itself, over real HTTP. A small program on the PATH, which prints as
 * cloudflared does, stands for it.
 */

let database: TestDatabase;
let folder: string;
const servers: RunningServer[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "tepat-tunnel-"));
  vi.stubEnv("PATH", folder);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
  await database.drop();
});

/** Puts a program on the PATH. It writes its arguments and process id to a file, then does as the script says. */
async function install(script: string): Promise<void> {
  const file = path.join(folder, "cloudflared");
  const program = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const say = (url) => console.error("INF |  " + url + "   |");
const run = { args: process.argv.slice(2), pid: process.pid, variables: Object.keys(process.env) };
appendFileSync(${JSON.stringify(path.join(folder, "runs"))}, JSON.stringify(run) + "\\n");
setInterval(() => {}, 1000);
${script}
`;
  await writeFile(file, program);
  await chmod(file, 0o755);
}

async function runs(): Promise<{ args: string[]; pid: number; variables: string[] }[]> {
  const text = await readFile(path.join(folder, "runs"), "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function start(): Promise<RunningServer> {
  const config = readConfig({
    DATABASE_URL: database.url,
    TEPAT_SECRET: testSecret,
    HOST: "127.0.0.1",
    PORT: "0",
  });
  const server = await startServer({ ...config, runsTunnel: true }, pino({ level: "silent" }));
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

const settingsPath = "/dashboard/api/operator/settings";
const turnOn = (owner: Person) => owner.post(`${settingsPath}/tunnel`, {});
const addressOf = async (owner: Person): Promise<GatewayPublicAddress> =>
  dataOf<GatewaySettings>(await owner.get(settingsPath)).public_address;

const settingsWithTunnel = (): SettingsInForce => ({
  ...nothingOutside.settingsInForce,
  saved: { public_address: { url: null, tunnel: "first" } },
});

const foggy = "https://foggy-lake.trycloudflare.com";
const prints = `say(${JSON.stringify(foggy)});`;

test("the address that the program prints is the public address until the owner removes it", async () => {
  await install(prints);
  const server = await start();
  const owner = await ownerOf(server);
  expect(await addressOf(owner)).toMatchObject({
    set_by: null,
    tunnel: { state: "off", former_url: null },
  });
  dataOf(await turnOn(owner));
  await expect.poll(async () => (await addressOf(owner)).url).toBe(foggy);
  expect(await addressOf(owner)).toMatchObject({ set_by: "dashboard", tunnel: { state: "on" } });
  const [run] = await runs();
  expect(run?.args).toEqual([
    "tunnel",
    "--config",
    "/dev/null",
    "--no-autoupdate",
    "--url",
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  ]);
  expect(run?.args.at(-1)).not.toBe(server.url);
  expect(run?.variables).not.toContain("DATABASE_URL");
  const metrics = await fetch(`${run?.args.at(-1)}/metrics`);
  expect(metrics.status).toBe(404);
  expect((await fetch(`${run?.args.at(-1)}/healthz`)).status).toBe(200);

  dataOf(
    await owner.send({
      method: "DELETE",
      path: "/dashboard/api/operator/saved-settings/public_address",
      headers: ofOwnPage,
    }),
  );
  await expect.poll(() => isAlive(run?.pid ?? 0)).toBe(false);
  expect(await addressOf(owner)).toMatchObject({ set_by: null, tunnel: { state: "off" } });
  const [entry] = await database.sql<{ action: string; object_id: string }[]>`
    select action, object_id from audit_entries where action like 'gateway_setting.%' order by entry_id
  `;
  expect(entry).toEqual({ action: "gateway_setting.changed", object_id: "public_address" });
});

test("the program ends with the gateway, and the next start takes its new address", async () => {
  await install(prints);
  const first = await start();
  const owner = await ownerOf(first);
  dataOf(await turnOn(owner));
  await expect.poll(async () => (await addressOf(owner)).url).toBe(foggy);
  const [run] = await runs();
  servers.pop();
  await first.close();
  expect(isAlive(run?.pid ?? 0)).toBe(false);

  await install(`say("https://clear-sky.trycloudflare.com");`);
  const again = await start();
  const { cookie } = owner as Person & { cookie: string };
  const same = personWith(cookie, again.url);
  await expect
    .poll(async () => (await addressOf(same)).url)
    .toBe("https://clear-sky.trycloudflare.com");
  expect((await addressOf(same)).tunnel).toMatchObject({ state: "on", former_url: foggy });
});

test("a program that dies later is started again, and its address is no longer given out", async () => {
  await install(`${prints} setTimeout(() => process.exit(1), 300);`);
  const server = await start();
  const owner = await ownerOf(server);
  dataOf(await turnOn(owner));
  await expect.poll(async () => (await addressOf(owner)).url).toBe(foggy);
  await expect.poll(async () => (await addressOf(owner)).tunnel?.state).toBe("starting");
  await install(`say("https://clear-sky.trycloudflare.com");`);
  await expect
    .poll(async () => (await addressOf(owner)).url)
    .toBe("https://clear-sky.trycloudflare.com");
});

test.each([
  ["prints nothing", ""],
  [
    "prints a wrong address",
    `say("https://evil.example"); say("https://x.trycloudflare.com.evil.example");`,
  ],
  [
    "names Cloudflare's own address in an error",
    `say("Post https://api.trycloudflare.com/tunnel: EOF");`,
  ],
])("a program that %s gives no address", async (_, script) => {
  await install(script);
  const server = await start();
  const owner = await ownerOf(server);
  dataOf(await turnOn(owner));
  await expect.poll(async () => (await runs()).length).toBe(1);
  expect(await addressOf(owner)).toMatchObject({ set_by: null, tunnel: { state: "starting" } });
});

test("a program that the computer does not have is downloaded first", async () => {
  const settings = settingsWithTunnel();
  const program: TunnelProgram = {
    ...tunnelProgramIn(folder),
    download: () => install(prints),
  };
  const close = vi.fn(async () => {});
  const tunnel = followTunnel(testGateway(database.sql), settings, {
    program,
    listen: async () => ({ port: 9, close }),
    log: pino({ level: "silent" }),
  });
  await expect.poll(() => settings.tunnel).toBe("on");
  await tunnel.close();
  expect(close).toHaveBeenCalledOnce();
});

test("a refused download starts nothing", async () => {
  const settings = settingsWithTunnel();
  const download = async () => {
    expect(settings.tunnel).toBe("downloading");
    throw new Error("another SHA-256");
  };
  const tunnel = followTunnel(testGateway(database.sql), settings, {
    program: { ...tunnelProgramIn(folder), download },
    listen: async () => ({ port: 9, close: async () => {} }),
    log: pino({ level: "silent" }),
  });
  await expect.poll(() => settings.tunnel).toBe("failed");
  expect(await runs()).toEqual([]);
  await tunnel.close();
});

test.each([
  ["exits at once", "process.exit(1);", 30_000],
  ["never prints an address", "", 200],
])("a program that %s is given up after a few restarts", async (_, script, addressMilliseconds) => {
  await install(script);
  const settings = settingsWithTunnel();
  const close = vi.fn(async () => {});
  const tunnel = followTunnel(testGateway(database.sql), settings, {
    program: tunnelProgramIn(folder),
    listen: async () => ({ port: 9, close }),
    log: pino({ level: "silent" }),
    restartMilliseconds: 1,
    addressMilliseconds,
  });
  await expect.poll(() => settings.tunnel, { timeout: 60_000 }).toBe("failed");
  // At a busy time, a program can be ended before it has written its line.
  expect((await runs()).length).toBeLessThanOrEqual(1 + limits.tunnelRestarts);
  for (const { pid } of await runs()) expect(isAlive(pid)).toBe(false);
  expect(close).toHaveBeenCalledOnce();
  await tunnel.close();
});
