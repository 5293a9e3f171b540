import { setTimeout as wait } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeMerchant } from "../domain/merchants/merchants.ts";
import { cancelPayment, readPayment } from "../domain/payments/payments.ts";
import { selectDeliveries } from "../domain/webhooks/webhooks.sql.ts";
import { startListening, type CliListener } from "../testing/cli-listener.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  misunderstandingOf,
  refusalOf,
  settingsOf,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { freePort } from "../testing/free-port.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";
import { commands } from "./listen.ts";

let database: TestDatabase;
let gateway: TestGateway;
let settings: Record<string, string>;
let shop: Shop;
let receiver: WebhookReceiver;
let answerStatus = 204;
let answerBody = "";

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  // This gateway sends nothing to private addresses, but the developer's own machine is allowed.
  settings = {
    ...settingsOf(database),
    PUBLIC_URL: "https://pay.example",
    WEBHOOK_ALLOW_PRIVATE: "false",
  };
});
afterAll(() => database.drop());
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  answerStatus = 204;
  answerBody = "";
  receiver = await startWebhookReceiver({
    respond: () => ({ status: answerStatus, body: answerBody }),
  });
  return () => receiver.close();
});

const hook = () => `${receiver.url}/hook?a=b`;
const listening = (...args: string[]): Promise<CliListener> =>
  startListening(settings, "--merchant", shop.merchant_id, "--forward-to", hook(), ...args);

async function paidPayment(input: { payment_webhook_url?: string } = {}) {
  const { payment_code, payment_total } = await pendingPayment(gateway, shop, input);
  await reportTransfer(gateway, await approvedDevice(gateway, shop), payment_total);
  return readPayment(gateway, { ...shop, payment_code });
}

/** Long enough to notice something that must not come. */
const quietMilliseconds = 700;

describe("listen", () => {
  test("forwards the event of a payment without any address, signed for the merchant", async () => {
    await using _listener = await listening();
    const payment = await paidPayment();
    const [webhook] = await receiver.waitFor(1);
    expect(webhook?.path).toBe("/hook?a=b");
    const headers = webhook?.headers as Record<string, string>;
    expect(headers["webhook-id"]).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(new Webhook(shop.webhook_secret).verify(webhook?.body ?? "", headers)).toEqual({
      type: "payment.paid",
      timestamp: payment.payment_updated_at,
      data: payment,
    });
  });

  test("forwards the id and the bytes of the merchant's own webhook", async () => {
    await using _listener = await listening();
    await paidPayment({ payment_webhook_url: `${receiver.url}/shop` });
    const [forwarded] = await receiver.waitFor(1);
    const [delivery] = await selectDeliveries(database.sql, { ...shop, limit: 1 });
    const cli = cliWith({ ...settings, WEBHOOK_ALLOW_PRIVATE: "true" });
    await jsonOf(cli, "webhook", "resend", "--delivery", delivery?.delivery_id ?? "");
    const [, sent] = await receiver.waitFor(2);
    expect(sent?.path).toBe("/shop");
    expect(forwarded?.body).toBe(sent?.body);
    const ignored = { "webhook-timestamp": "", "webhook-signature": "", host: "" };
    expect({ ...forwarded?.headers, ...ignored }).toEqual({ ...sent?.headers, ...ignored });
  });

  test("prints a line for each event and its answer, of a refusal also the text", async () => {
    await using listener = await listening();
    const first = await paidPayment();
    await receiver.waitFor(1);
    answerStatus = 400;
    answerBody = "no_match\u001b[2J";
    const second = await paidPayment();
    await receiver.waitFor(2);
    await expect.poll(() => listener.stdout().split("\n")).toHaveLength(3);
    const line = (code: string, outcome: string) =>
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d  payment.paid  ${code}  msg_\\w+  HTTP status ${outcome}$`);
    const [one, two] = listener.stdout().split("\n");
    expect(one).toMatch(line(first.payment_code, String.raw`204 after \d+ ms`));
    expect(two).toMatch(line(second.payment_code, String.raw`400 after \d+ ms  no_match \[2J`));
  });

  test("prints an object a line with --json, and goes on when nobody is there", async () => {
    const url = `http://localhost:${await freePort()}/`;
    const args = ["--merchant", shop.merchant_id, "--forward-to", url, "--json"];
    await using listener = await startListening(settings, ...args);
    const codes = [(await paidPayment()).payment_code, (await paidPayment()).payment_code];
    await expect.poll(() => listener.stdout().split("\n")).toHaveLength(3);
    const printed = listener
      .stdout()
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text) as object);
    expect(printed).toEqual(
      codes.map((payment_code) => ({
        event_type: "payment.paid",
        payment_code,
        webhook_id: expect.stringMatching(/^msg_/),
        forwarded_to: url,
        http_status: null,
        error_code: expect.stringMatching(/^connection_/),
        response_head: "",
        duration_ms: expect.any(Number),
      })),
    );
  });

  test("leaves out what the merchant has not switched on", async () => {
    const { payment_code: unwanted } = await pendingPayment(gateway, shop);
    const { payment_code: wanted } = await pendingPayment(gateway, shop);
    await using _listener = await listening();
    await cancelPayment(gateway, { ...shop, payment_code: unwanted });
    await wait(quietMilliseconds);
    await changeMerchant(gateway, shop.merchant_id, { sends_cancelled_events: true });
    await cancelPayment(gateway, { ...shop, payment_code: wanted });
    const webhooks = await receiver.waitFor(1);
    expect(webhooks.map(({ body }) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({
        type: "payment.cancelled",
        data: expect.objectContaining({ payment_code: wanted, payment_status: "CANCELLED" }),
      }),
    ]);
  });

  test("starts from now, and with --since from before, under the same id", async () => {
    const { payment_id } = await paidPayment();
    for (let time = 0; time < 2; time += 1) {
      await using _listener = await listening("--since", "1h");
      await receiver.waitFor(time + 1);
    }
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual(Array(2).fill(`msg_${payment_id.replaceAll("-", "")}`));
    await using _listener = await listening();
    await wait(quietMilliseconds);
    expect(receiver.received).toHaveLength(2);
  });

  test("survives that the database throws everybody out", async () => {
    await using listener = await listening();
    const throwOut = () => database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'tepat cli' and datname = current_database()
    `;
    for (let time = 1; time <= 3; time += 1) {
      expect((await throwOut()).count).toBeGreaterThan(0);
      await paidPayment();
      await receiver.waitFor(time);
    }
    expect(await listener.interrupt()).toBe(0);
    expect(receiver.received).toHaveLength(3);
  });

  test("ends with 0 on Ctrl-C, also while it waits for an answer", async () => {
    const idle = await listening();
    expect(await idle.interrupt()).toBe(0);
    const slow = await startWebhookReceiver({ respond: () => ({ delay_milliseconds: 3_600_000 }) });
    const url = ["--merchant", shop.merchant_id, "--forward-to", slow.url];
    const busy = await startListening(settings, ...url);
    await paidPayment();
    await slow.waitFor(1);
    expect(await busy.interrupt()).toBe(0);
    expect(busy.stdout()).toBe("");
    await slow.close();
  });
});

test("listen refuses an unknown merchant, and does not understand other addresses and times", async () => {
  const unknown = ["--merchant", "018f0000-0000-7000-8000-000000000000"];
  const refusal = await refusalOf(cliWith(settings), "listen", ...unknown, "--forward-to", hook());
  expect(refusal).toContain("There is no merchant");
  for (const url of ["localhost:3000", "ftp://localhost/", "http://a:b@localhost/"]) {
    const args = [...unknown, "--forward-to", url];
    expect(await misunderstandingOf(commands, "listen", ...args)).toContain("--forward-to must");
  }
  for (const since of ["10", "m", "1.5m", "1w", "99999d"]) {
    const args = [...unknown, "--forward-to", hook(), "--since", since];
    expect(await misunderstandingOf(commands, "listen", ...args)).toContain("--since must");
  }
});
