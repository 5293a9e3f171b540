import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../db/client.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openEventSource } from "../testing/event-source.ts";
import {
  approvedPhone,
  paymentInput,
  shopWithAccount,
  transferNotification,
  type Shop,
} from "../testing/fixtures.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import {
  pgBouncerSessions,
  pgBouncerVersion,
  startPgBouncer,
  type PgBouncer,
} from "../testing/pgbouncer.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";
import { startTcpProxy } from "../testing/tcp-proxy.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/** Runs two server processes behind PgBouncer in transaction mode, with deploy/pgbouncer.ini. */

const isAbsent = pgBouncerVersion === undefined;

describe.skipIf(isAbsent)(`a pooler${isAbsent ? " (skipped: no pgbouncer)" : ""}`, () => {
  let database: TestDatabase;
  let pooler: PgBouncer;
  let receiver: WebhookReceiver;
  let shops: (Shop & { device_token: string })[];
  let here: ServerProcess;
  let there: ServerProcess;

  const started = new AsyncDisposableStack();

  beforeAll(async () => {
    database = started.adopt(await createTestDatabase(), ({ drop }) => drop());
    receiver = started.adopt(await startWebhookReceiver(), ({ close }) => close());
    pooler = started.use(await startPgBouncer(database.url));
    const gateway = gatewayOfCli(database);
    shops = [];
    while (shops.length < 10) {
      const shop = await shopWithAccount(gateway);
      shops.push({ ...shop, ...(await approvedPhone(gateway, shop)) });
    }
    const { PORT: _, ...settings } = settingsOf(database);
    const start = async () =>
      started.adopt(
        await startServerProcess({
          ...settings,
          DATABASE_URL: pooler.url,
          DATABASE_DIRECT_URL: database.url,
          HOST: "127.0.0.1",
          WEBHOOK_ALLOW_PRIVATE: "true",
          LOG_LEVEL: "error",
        }),
        ({ kill }) => kill(),
      );
    [here, there] = await Promise.all([start(), start()]);
  });
  afterAll(() => started.disposeAsync());

  async function ask(
    server: ServerProcess,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) {
    const answer = await fetch(`${server.url}${path}`, {
      headers: { "content-type": "application/json", ...headers },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return { status: answer.status, data };
  }

  const create = (server: ServerProcess, shop: Shop, payment_webhook_url?: string) =>
    ask(
      server,
      "/gateway/payments",
      { "x-api-key": shop.api_key },
      paymentInput(shop, payment_webhook_url === undefined ? {} : { payment_webhook_url }),
    );

  const pay = (server: ServerProcess, device_token: string, total: number) =>
    ask(
      server,
      "/worker/mutations",
      { "x-device-token": device_token },
      { notifications: [transferNotification(total)] },
    );

  test("gives its sessions the settings of direct ones", async () => {
    const settingsThrough = async (url: string) => {
      const sql = connect(url, { connections: 1 });
      const rows = await sql`
        select name, setting
        from pg_settings
        where name in ('plan_cache_mode', 'jit', 'statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')
        order by name
      `;
      await sql.end({ timeout: 1 });
      return [...rows];
    };
    expect(await settingsThrough(pooler.url)).toEqual(await settingsThrough(database.url));
  });

  test("carries creates, matches and notifications of two processes over a few shared sessions", async () => {
    const created = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        create(index % 2 === 0 ? here : there, shops[index % shops.length] as Shop),
      ),
    );
    expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
    const [{ count: sessions } = { count: 0 }] = await database.sql<{ count: number }[]>`
      select count(*)
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'tepat server'
    `;
    expect(sessions).toBeGreaterThan(0);
    expect(sessions).toBeLessThanOrEqual(pgBouncerSessions);

    const paid = await Promise.all(
      created.map(({ data }, index) => {
        const { device_token } = shops[index % shops.length] as { device_token: string };
        return pay(index % 3 === 0 ? here : there, device_token, Number(data["payment_total"]));
      }),
    );
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]));
    const statuses = await database.sql`
      select distinct payment_status
      from payments
    `;
    expect([...statuses]).toEqual([{ payment_status: "PAID" }]);
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("shows every process the matches of the others", async () => {
    const shop = shops[0] as Shop & { device_token: string };
    const { data } = await create(here, shop, `${receiver.url}/webhook`);
    const events = await openEventSource(
      `${there.url}/checkout/${String(data["payment_id"])}/events`,
    );
    await expect.poll(() => events.events.length).toBe(1);
    await pay(here, shop.device_token, Number(data["payment_total"]));
    // Without an announcement, the payment would be read again only after 15 seconds.
    await expect.poll(() => events.events.at(-1)?.data["status"]).toBe("PAID");
    await receiver.waitFor(1);
  });

  test("is used again after a restart", async () => {
    await pooler.kill();
    pooler.start();
    await expect.poll(async () => (await create(here, shops[1] as Shop)).status).toBe(201);
    await expect.poll(async () => (await create(there, shops[1] as Shop)).status).toBe(201);
  });

  /**
   * By default, PgBouncer repeats the error of a failed login for 15 seconds without asking the database again.
   */
  test("retries a returned database long before PgBouncer's own 15 seconds", async () => {
    const network = await startTcpProxy(database.url);
    await using behind = await startPgBouncer(network.through(database.url));
    const sql = connect(behind.url, { connections: 1 });
    const asked = () => sql`select 1 as answer`.then(([row]) => row?.["answer"], String);
    await expect.poll(asked).toBe(1);
    network.close();
    await expect.poll(asked).not.toBe(1);
    const back = await startTcpProxy(database.url, network.port);
    await expect.poll(asked, { timeout: 10_000 }).toBe(1);
    await sql.end({ timeout: 1 });
    back.close();
  });
});
