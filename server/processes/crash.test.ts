import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountFor } from "../chaos/accounting.ts";
import { runClient } from "../chaos/clients.ts";
import { newLedger } from "../chaos/ledger.ts";
import { startMoodyReceiver, type MoodyReceiver } from "../chaos/receiver.ts";
import { readConfig } from "../start/config.ts";
import { createNotificationReader } from "../domain/notifications/notification-text.ts";
import { openGateway, openDatabase } from "../start/open-gateway.ts";
import { approvedPhone, shopWithAccount, type Shop } from "../testing/fixtures.ts";
import { randomFrom } from "../testing/random.ts";
import { startServerProcess } from "../testing/server-process.ts";

/**
 * Runs the same as `npm start` on one machine: a server with its embedded database. The test kills both and restarts
 * them.
 */

const rounds = 3;
const clients = 8;

let dataDirectory: string;
let settings: Record<string, string>;
let shop: Shop;
let device_token: string;
let merchantServer: MoodyReceiver;

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
  merchantServer = await startMoodyReceiver(Math.random);
  const database = await openDatabase(readConfig(settings), "tepat test");
  const gateway = await openGateway(readConfig(settings), database, {
    notificationReader: () => createNotificationReader(),
    wakeWebhookSender: () => {},
    announcePayments: () => {},
  });
  shop = await shopWithAccount(gateway);
  ({ device_token } = await approvedPhone(gateway, shop));
  await database.close();
});

afterAll(async () => {
  await merchantServer.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("kill -9 at any moment loses no acknowledged invoice, match or webhook", async () => {
  const random = randomFrom("kill -9");
  const ledger = newLedger();
  for (let round = 0; round < rounds; round++) {
    const { url, kill } = await startServerProcess(settings);
    // `isUp` is false, because a server that is about to be killed does not have to respond.
    const server = { name: "all", url, answersRequests: true, generation: round, isUp: false };
    const over = new AbortController();
    const load = Array.from({ length: clients }, (_, client) =>
      runClient(
        { servers: [server], shop, device_token, webhook_url: `${merchantServer.url}/hook` },
        ledger,
        { name: `${round}-${client}`, random, until: over.signal },
      ),
    );
    const before = ledger.paid.size;
    await expect.poll(() => ledger.paid.size, { interval: 5 }).toBeGreaterThan(before + 4);
    await wait(random() * 900);
    // In every second round, the database is killed too.
    if (round % 2 === 1) await killDatabase();
    await kill();
    over.abort();
    await Promise.all(load);
  }

  const server = await startServerProcess(settings);
  try {
    expect(ledger.created.size).toBeGreaterThan(20);
    expect(ledger.paid.size).toBeGreaterThan(10);
    const database = await openDatabase(readConfig(settings), "tepat test");
    const complaints = await accountFor(database.sql, ledger, merchantServer);
    await database.close();
    expect([...ledger.broken, ...complaints]).toEqual([]);
    console.log(
      `${rounds} kills: ${ledger.created.size} invoices and ${ledger.paid.size} matches acknowledged, ${ledger.unanswered} requests interrupted, lost 0`,
    );
  } finally {
    expect(await server.terminate()).toBe(0);
  }
});

/** Sends SIGKILL to PostgreSQL's main process. Its child processes notice and end. */
async function killDatabase(): Promise<void> {
  const file = join(dataDirectory, "postgres", "postmaster.pid");
  const [pid] = (await readFile(file, "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
}
