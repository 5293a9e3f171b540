import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../start/config.ts";
import { createLog } from "../start/log.ts";
import { startServer, type RunningServer } from "../server.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedPhone,
  paymentInput,
  shopWithAccount,
  transferNotification,
  type Shop,
} from "../testing/fixtures.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

let database: TestDatabase;
let server: RunningServer;
let receiver: WebhookReceiver;
let shop: Shop;
let token: string;
const log: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startWebhookReceiver();
  const settings = {
    ...settingsOf(database),
    HOST: "127.0.0.1",
    PORT: "0",
    TRANSPORT: "node",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
  server = await startServer(
    readConfig(settings),
    createLog("debug", { write: (line) => void log.push(line) }),
  );
  const gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway);
  ({ device_token: token } = await approvedPhone(gateway, shop));
});

afterAll(async () => {
  await server.close();
  await receiver.close();
  await database.drop();
});

const post = (path: string, headers: Record<string, string>, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const createPayment = (headers: Record<string, string> = {}) =>
  post(
    "/gateway/payments",
    { "x-api-key": shop.api_key, ...headers },
    paymentInput(shop, { payment_webhook_url: `${receiver.url}/webhook` }),
  );

/** Returns every counter and histogram of the gateway, with the sum of its series. */
async function scrapeCounters(): Promise<Map<string, number>> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const counters = new Map<string, number>();
  for (const [, name, type] of text.matchAll(/^# TYPE (tepat_\w+) (counter|histogram)$/gm)) {
    const sample = new RegExp(
      `^${name}${type === "histogram" ? "_count" : ""}(?:{.*})? (.+)$`,
      "gm",
    );
    const values = [...text.matchAll(sample)].map(([, value]) => Number(value));
    counters.set(
      name as string,
      values.reduce((sum, value) => sum + value, 0),
    );
  }
  return counters;
}

test("every counter of /metrics moves while a payment is created, paid and announced", async () => {
  const before = await scrapeCounters();
  expect(before.size).toBeGreaterThan(7);

  const created = await createPayment();
  const { data } = (await created.json()) as { data: { payment_total: number } };
  const notifications = [transferNotification(data.payment_total)];
  const reported = await post("/worker/mutations", { "x-device-token": token }, { notifications });
  expect(reported.status).toBe(200);
  await receiver.waitFor(1);

  // An attempt is counted when its response has been read, and jobs run at their own times. This gateway has no
  // replica.
  const still = async () =>
    [...(await scrapeCounters())].filter(
      ([name, value]) => value <= (before.get(name) ?? 0) && name !== "tepat_replica_reads_total",
    );
  await expect.poll(still, { interval: 250 }).toEqual([]);
});

test("a payment appears in its counters", async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  for (const line of [
    "tepat_payments_created_total 1",
    "tepat_payments_ended_total 1",
    'tepat_notifications_total{outcome="matched",bank="BCA",app="BCA mobile"} 1',
    'tepat_match_delay_seconds_count{since="received"} 1',
    'tepat_webhook_attempts_total{result="success"} 1',
    'tepat_http_request_seconds_count{operation="createPayment",status="201"} 1',
    'tepat_http_request_seconds_count{operation="reportMutations",status="200"} 1',
    "tepat_database_up 1",
  ])
    expect(text).toContain(`${line}\n`);
});

test("a refusal is counted for its operation", async () => {
  await createPayment({ "x-api-key": "pgk_live_nobody" });
  // The figures of /metrics can be a second old.
  await expect
    .poll(async () => (await fetch(`${server.url}/metrics`)).text())
    .toContain('tepat_http_request_seconds_count{operation="createPayment",status="403"} 1\n');
});

const linesOf = (request_id: string) =>
  log.map((line) => JSON.parse(line)).filter((line) => line.request_id === request_id);

test("each request logs one line, with the id of its caller", async () => {
  const answer = await createPayment({ "x-request-id": "checkout-77.a" });
  expect(answer.headers.get("x-request-id")).toBe("checkout-77.a");
  expect(linesOf("checkout-77.a")).toEqual([
    expect.objectContaining({
      msg: "request",
      operation: "createPayment",
      method: "POST",
      status: 201,
      duration_ms: expect.any(Number),
      remote_address: "127.0.0.1",
    }),
  ]);
});

test("an id that could forge a log line is replaced", async () => {
  const answer = await createPayment({ "x-request-id": 'x","level":50' });
  const id = answer.headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(linesOf(id)).toHaveLength(1);
});

test("no credential is in the log, not even one in a path", async () => {
  await post(`/worker/notify/${token}`, {}, {});
  await post(`/worker/notify/${token}/more`, {}, {});
  const text = log.join("");
  expect(text).toContain('"path":"/worker/notify/[redacted]/more"');
  expect(text).not.toContain(token);
  expect(text).not.toContain(shop.api_key);
});

test("an unexpected error is logged with its cause and the id that the response shows", async () => {
  await database.sql`alter table payments rename to payments_away`;
  const answer = await fetch(`${server.url}/gateway/payments/INV-1`, {
    headers: { "x-api-key": shop.api_key },
  });
  await database.sql`alter table payments_away rename to payments`;
  expect(answer.status).toBe(500);
  const id = answer.headers.get("x-request-id") ?? "";
  expect(linesOf(id)[0]).toMatchObject({
    level: 50,
    msg: "internal_error",
    operation: "getPayment",
    err: { message: expect.stringContaining("payments") },
  });
});
