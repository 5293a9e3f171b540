import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runClient } from "../chaos/clients.ts";
import { newLedger } from "../chaos/ledger.ts";
import type { Reachable } from "../chaos/supervisor.ts";
import { createEmptyDatabase, type TestDatabase } from "../testing/database.ts";
import { testSecret, type Shop } from "../testing/fixtures.ts";
import { call } from "../testing/gateway-client.ts";
import {
  hasPreviousRelease,
  previousReleaseReason,
  unpackPreviousRelease,
} from "../testing/previous-release.ts";
import { randomFrom } from "../testing/random.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/** Runs the previous release beside this one on one database under load, as when processes are replaced one by one. */

const root = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);

let database: TestDatabase;
let folder: string;
let merchantServer: WebhookReceiver;
let settings: Record<string, string>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  if (!hasPreviousRelease) return;
  database = await createEmptyDatabase();
  merchantServer = await startWebhookReceiver();
  folder = await unpackWithPackages();
  settings = {
    DATABASE_URL: database.url,
    TEPAT_SECRET: testSecret,
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    WEBHOOK_ALLOW_PRIVATE: "true",
    RATE_LIMIT_READ: "1000000",
    RATE_LIMIT_WRITE: "1000000",
    RATE_LIMIT_WORKER: "1000000",
  };
});
afterAll(async () => {
  if (!hasPreviousRelease) return;
  await Promise.all(started.map((server) => server.kill()));
  await merchantServer.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

test.skipIf(!hasPreviousRelease)(
  `nothing fails while this release takes the place of the previous one${previousReleaseReason}`,
  async () => {
    const old = await startServerProcess(settings, process.execPath, {
      entry: path.join(folder, "server/main.mjs"),
    });
    started.push(old);
    const { shop, device_token } = await openShop(old);
    const servers = [standing("previous", old)];
    const ledger = newLedger();
    const over = new AbortController();
    const random = randomFrom("a rolling upgrade");
    const load = ["first", "second", "third"].map((name) =>
      runClient(
        { servers, shop, device_token, webhook_url: `${merchantServer.url}/hook` },
        ledger,
        {
          name,
          random,
          until: over.signal,
        },
      ),
    );

    const next = await startServerProcess(settings);
    started.push(next);
    servers.push(standing("this", next));
    await wait(3_000);
    await expect.poll(() => ledger.created.size).toBeGreaterThan(20);
    // Does what a load balancer does: it sends no new requests there, waits for the running ones, and then stops the
    // process.
    servers.shift();
    await wait(500);
    expect(await old.terminate()).toBe(0);
    await wait(1_000);
    over.abort();
    await Promise.all(load);

    console.log(
      `${ledger.requests} requests, ${ledger.created.size} invoices, ${ledger.paid.size} matches; ` +
        `${ledger.failed} failed, ${ledger.unanswered} unanswered`,
    );
    expect(ledger).toMatchObject({ failed: 0, unanswered: 0, broken: [] });
    const told = () =>
      new Set(merchantServer.received.map(({ body }) => JSON.parse(body).data.payment_code));
    await expect
      .poll(() => [...ledger.paid.keys()].filter((code) => !told().has(code)))
      .toEqual([]);
    expect(await next.terminate()).toBe(0);
  },
);

/** Unpacks the release's own files, with this checkout's packages. */
async function unpackWithPackages(): Promise<string> {
  const target = await unpackPreviousRelease("server", "openapi", "package.json");
  for (const modules of ["node_modules", "server/node_modules"]) {
    symlinkSync(path.join(root, modules), path.join(target, modules));
  }
  return target;
}

/** Uses the previous release's own commands, because the schema is still its. */
async function openShop(server: ServerProcess): Promise<{ shop: Shop; device_token: string }> {
  const tepat = async (...args: string[]) => {
    const entry = path.join(folder, "server/cli/main.mjs");
    const env = { PATH: process.env["PATH"], ...settings };
    const { stdout } = await run(process.execPath, [entry, ...args, "--json"], { env });
    return JSON.parse(stdout);
  };
  const email = "toko@example.com";
  const shop = await tepat(
    "merchant",
    "create",
    "--name",
    "Toko",
    "--email",
    email,
    "--account",
    "BCA",
  );
  const registered = await call({
    url: `${server.url}/worker/devices`,
    headers: { "x-api-key": shop.api_key },
    body: { device_name: "Phone", installation_id: "upgrade" },
  });
  const { device_id, device_token } = registered.body.data;
  await tepat("device", "approve", "--device", device_id);
  return { shop, device_token };
}

/** Nobody starts it again. */
const standing = (name: string, { url }: ServerProcess): Reachable => ({
  name,
  url,
  answersRequests: true,
  generation: 0,
  isUp: true,
});
