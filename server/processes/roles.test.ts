import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedPhone,
  shopWithAccount,
  testGateway,
  testSecret,
  transferNotification,
  type Shop,
} from "../testing/fixtures.ts";
import { call, create, report } from "../testing/gateway-client.ts";
import { hasRedis, startRedisProcess } from "../testing/redis-process.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/** Tests each role in real processes on one database. */

let database: TestDatabase;
let shop: Shop;
let device_token: string;
let merchantServer: WebhookReceiver;
const started: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const gateway = testGateway(database.sql);
  shop = await shopWithAccount(gateway);
  ({ device_token } = await approvedPhone(gateway, shop));
  merchantServer = await startWebhookReceiver();
});
afterEach(async () => {
  const codes = await Promise.all(started.splice(0).map((server) => server.terminate()));
  if (codes.some((code) => code !== 0)) throw new Error(`servers ended with ${codes.join(", ")}`);
});
afterAll(async () => {
  await merchantServer.close();
  await database.drop();
});

async function start(settings: Record<string, string>, args: string[] = []) {
  const server = await startServerProcess(
    {
      DATABASE_URL: database.url,
      TEPAT_SECRET: testSecret,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      WEBHOOK_ALLOW_PRIVATE: "true",
      ...settings,
    },
    process.execPath,
    { args },
  );
  started.push(server);
  return server;
}

async function pay(server: ServerProcess): Promise<string> {
  const payment_webhook_url = `${merchantServer.url}/hook`;
  const created = await create(server.url, shop, { payment_webhook_url });
  const { payment_code, payment_total } = created.body.data;
  const reported = await report(server.url, device_token, [transferNotification(payment_total)]);
  expect(reported.body.data[0].matched_payment_code).toBe(payment_code);
  return payment_code;
}

/** Postpones the jobs. Returns the number of running jobs, which will schedule their next runs. */
async function postponeJobs(): Promise<number> {
  await database.sql`
    update pgboss.job set start_after = now() + interval '1 day' where state in ('created', 'retry')
  `;
  return (await database.sql`select from pgboss.job where state = 'active'`).count;
}

const told = () =>
  merchantServer.received.map(({ body }) => JSON.parse(body).data.payment_code as string);

test("an API process sends no webhook and runs no job, and a job process soon sends due ones", async () => {
  const api = await start({}, ["--role", "api"]);
  const owed = await pay(api);
  await wait(2500);
  expect(merchantServer.received).toEqual([]);
  const [queue] = await database.sql`select from pg_namespace where nspname = 'pgboss'`;
  expect(queue).toBeUndefined();

  await start({}, ["--role", "jobs"]);
  await expect.poll(told).toEqual([owed]);

  // The job that runs every ten seconds is postponed, so this delivery works only because the API process
  // announces it.
  await expect.poll(postponeJobs).toBe(0);
  const next = await pay(api);
  await expect.poll(told).toEqual([owed, next]);
});

test("a job process reports its health, and refuses other requests as not found", async () => {
  const jobs = await start({ ROLE: "jobs" });
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    expect((await fetch(`${jobs.url}${path}`)).status, path).toBe(200);
  }
  const elsewhere = {
    success: false,
    code: "internal_error",
    message: expect.stringContaining("ROLE=jobs"),
  };
  expect(await create(jobs.url, shop)).toEqual({ status: 503, body: elsewhere });
  for (const path of [
    "/gateway/payments/INV-1",
    "/checkout/1",
    "/worker/device",
    "/dashboard",
    "/",
  ]) {
    const answer = await call({ url: `${jobs.url}${path}`, method: "GET", headers: {} });
    expect(answer, path).toEqual({ status: 503, body: elsewhere });
  }
  const [payment] = await database.sql`select from payments where payment_status = 'PENDING'`;
  expect(payment).toBeUndefined();
});

const isRedisInstalled = hasRedis();

test.skipIf(!isRedisInstalled)(
  `two processes share a limit, and continue without Redis${isRedisInstalled ? "" : " (skipped: no redis-server is installed)"}`,
  async () => {
    const redis = await startRedisProcess();
    const limited = { ROLE: "api", REDIS_URL: redis.url, RATE_LIMIT_WRITE: "3" };
    const [first, second] = [await start(limited), await start(limited)];
    const statuses: number[] = [];
    for (const server of [first, second, first, second, first]) {
      statuses.push((await create(server.url, shop)).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);

    await redis.kill();
    const alone = await Promise.all([first, second].map(({ url }) => create(url, shop)));
    expect(alone.map(({ status }) => status)).toEqual([201, 201]);
  },
);

test("an unknown argument of npm start is refused", async () => {
  await expect(start({}, ["--roles", "api"])).rejects.toThrow("npm start -- [--role api|jobs|all]");
});
