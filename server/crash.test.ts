import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { registerDevice, approveDevice } from "./domain/devices.ts";
import { createNotificationReader } from "./domain/notification-text.ts";
import { createGateway, openDatabase } from "./open-gateway.ts";
import {
  paymentInput,
  shopWithAccount,
  transferNotification,
  type Shop,
} from "./testing/fixtures.ts";
import { brokenInvariants } from "./testing/invariants.ts";
import { randomFrom } from "./testing/random.ts";
import { startServerProcess, type ServerProcess } from "./testing/server-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./testing/webhook-receiver.ts";

/** Real processes, real SIGKILLs, an embedded database with durable writes. */

const rounds = 6;
const clients = 8;

let dataDirectory: string;
let settings: Record<string, string>;
let shop: Shop;
let device_token: string;
let merchantServer: WebhookReceiver;

/** What a client was told, and may rely on for ever. */
const created = new Map<string, number>();
const paid = new Set<string>();

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "tepat-crash-"));
  settings = {
    TEPAT_DATA_DIR: dataDirectory,
    LOG_LEVEL: "error",
    RATE_LIMIT_READ: "1000000",
    RATE_LIMIT_WRITE: "1000000",
    RATE_LIMIT_WORKER: "1000000",
    WEBHOOK_RETRY_SCHEDULE: "0.2,0.2,0.2,0.2,0.2",
  };
  merchantServer = await startWebhookReceiver();
  const database = await openDatabase(readConfig(settings), "tepat test");
  const gateway = createGateway(readConfig(settings), database, {
    notificationReader: () => createNotificationReader(),
    wakeWebhookSender: () => {},
    announcePayments: () => {},
  });
  shop = await shopWithAccount(gateway);
  const device = await registerDevice(gateway.sql, {
    merchant_id: shop.merchant_id,
    device_name: "Phone",
    installation_id: "crash",
    model: null,
    app_version: null,
  });
  await approveDevice(gateway.sql, device.device_id);
  ({ device_token } = device);
  await database.close();
}, 60_000);

afterAll(async () => {
  await merchantServer.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("kill -9 at any moment loses no acknowledged invoice, match or webhook", async () => {
  const random = randomFrom("kill -9");
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startServerProcess(settings);
    const load = Array.from({ length: clients }, (_, client) =>
      runClient(server.url, round, client),
    );
    await wait(300 + random() * 900);
    // Every other time the database dies too.
    if (round % 2 === 1) await killDatabase();
    await server.kill();
    interrupted += (await Promise.all(load)).reduce((sum, count) => sum + count, 0);
  }

  const server = await startServerProcess(settings);
  try {
    await expectEverything(server);
    console.log(
      `${rounds} kills: ${created.size} invoices and ${paid.size} matches acknowledged, ${interrupted} requests interrupted, lost 0`,
    );
  } finally {
    expect(await server.terminate()).toBe(0);
  }
}, 150_000);

/** Creates and pays until the server is gone. Answers how many requests it never heard back from. */
async function runClient(url: string, round: number, client: number): Promise<number> {
  for (let turn = 0; ; turn++) {
    const payment_code = `${round}-${client}-${turn}`;
    try {
      const payment = await call(
        `${url}/gateway/payments`,
        { "x-api-key": shop.api_key },
        {
          ...paymentInput(shop, {
            payment_code,
            payment_amount: 10_000 * (client + 1),
            payment_webhook_url: `${merchantServer.url}/hook`,
          }),
        },
      );
      created.set(payment_code, payment.payment_total);
      const [report] = await call(
        `${url}/worker/mutations`,
        { "x-device-token": device_token },
        { notifications: [transferNotification(payment.payment_total)] },
      );
      if (report.matched_payment_code === payment_code) paid.add(payment_code);
    } catch {
      return 1;
    }
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of several operations
async function call(url: string, headers: Record<string, string>, body: object): Promise<any> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
  const answer = (await response.json()) as { data: unknown };
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** SIGKILL for the postmaster; its children notice and go. */
async function killDatabase(): Promise<void> {
  const file = join(dataDirectory, "postgres", "postmaster.pid");
  const [pid] = (await readFile(file, "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}

async function expectEverything(server: ServerProcess): Promise<void> {
  expect(created.size).toBeGreaterThan(20);
  expect(paid.size).toBeGreaterThan(20);
  for (const [code, payment_total] of created) {
    const response = await fetch(`${server.url}/gateway/payments/${code}`, {
      headers: { "x-api-key": shop.api_key },
    });
    const { data } = (await response.json()) as {
      data: { payment_total: number; payment_status: string };
    };
    expect(data.payment_total).toBe(payment_total);
    if (paid.has(code)) expect(data.payment_status).toBe("PAID");
  }

  // The longest that a killed sender's lease holds a delivery back is 20 seconds.
  const giveUpAt = Date.now() + 40_000;
  let missing = [...paid];
  while (missing.length > 0 && Date.now() < giveUpAt) {
    await wait(200);
    const told = new Set(
      merchantServer.received.map(({ body }) => JSON.parse(body).data.payment_code as string),
    );
    missing = missing.filter((code) => !told.has(code));
  }
  expect(missing).toEqual([]);
  const bodies = new Map<unknown, string>();
  for (const { headers, body } of merchantServer.received) {
    expect(bodies.get(headers["webhook-id"]) ?? body).toBe(body);
    bodies.set(headers["webhook-id"], body);
  }

  const database = await openDatabase(readConfig(settings), "tepat test");
  expect(await brokenInvariants(database.sql)).toEqual([]);
  await database.close();
}
