import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { webhookEvent } from "../contract/webhook-event.ts";
import { changeAccount } from "../domain/accounts/accounts.ts";
import { changeMerchant } from "../domain/merchants/merchants.ts";
import { readPayment } from "../domain/payments/payments.ts";
import { selectDeliveries } from "../domain/webhooks/webhooks.sql.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  misunderstandingOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { brokenInvariants } from "../testing/invariants.ts";
import { shopWithAccount, type Shop, type TestGateway } from "../testing/fixtures.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";
import { commands } from "./trigger.ts";

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;
let shop: Shop;
let receiver: WebhookReceiver;
let answerStatus = 200;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith(settingsOf(database));
});
afterAll(() => database.drop());
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  answerStatus = 200;
  receiver = await startWebhookReceiver({ respond: () => ({ status: answerStatus }) });
  return () => receiver.close();
});

interface Printed {
  payment_code: string;
  webhook_id: string;
}

const words = (event_type: string, ...args: string[]) => [
  "trigger",
  event_type,
  "--merchant",
  shop.merchant_id,
  ...args,
];

const statusOf = async ({ payment_code }: Printed) =>
  (await readPayment(gateway, { ...shop, payment_code })).payment_status;

describe("trigger", () => {
  test("payment.paid creates and pays an invoice, and its webhook is due", async () => {
    await changeMerchant(gateway, shop.merchant_id, { webhook_url: "https://shop.example/" });
    const printed = await jsonOf<Printed>(cli, ...words("payment.paid"));
    const [delivery] = await selectDeliveries(database.sql, { ...shop, limit: 1 });
    expect(printed).toEqual({
      event_type: "payment.paid",
      payment_code: delivery?.payment_code,
      webhook_id: delivery?.delivery_id,
      forwarded_to: null,
    });
    expect(await statusOf(printed)).toBe("PAID");
  });

  test("names the id that listen shows for an event without a webhook URL", async () => {
    const { payment_code, webhook_id } = await jsonOf<Printed>(cli, ...words("payment.paid"));
    const { payment_id } = await readPayment(gateway, { ...shop, payment_code });
    expect(webhook_id).toBe(`msg_${payment_id.replaceAll("-", "")}`);
  });

  test.each([
    ["payment.paid", "PAID"],
    ["payment.cancelled", "CANCELLED"],
    ["payment.expired", "EXPIRED"],
  ])("%s posts its event to --forward-to", async (event_type, status) => {
    await changeMerchant(gateway, shop.merchant_id, {
      sends_cancelled_events: true,
      sends_expired_events: true,
    });
    const url = `${receiver.url}/hook`;
    const printed = await jsonOf<Printed>(cli, ...words(event_type, "--forward-to", url));
    expect(printed).toMatchObject({ event_type, forwarded_to: url, http_status: 200 });
    expect(await statusOf(printed)).toBe(status);
    const [webhook, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(webhook?.headers["webhook-id"]).toBe(printed.webhook_id);
    expect(JSON.parse(webhook?.body ?? "")).toMatchObject({
      type: event_type,
      data: { payment_code: printed.payment_code, payment_status: status },
    });
  });

  test.each([
    ["payment.part_received", "PENDING"],
    ["payment.underpaid", "PAID"],
    ["payment.overpaid", "PAID"],
    ["payment.refunded", "PAID"],
  ])("%s causes the difference and posts its event to --forward-to", async (event_type, status) => {
    await changeMerchant(gateway, shop.merchant_id, {
      webhook_url: "https://shop.example/",
      sends_difference_events: true,
    });
    const printed = await jsonOf<Printed>(cli, ...words(event_type, "--forward-to", receiver.url));
    expect(printed).toMatchObject({ event_type, http_status: 200 });
    expect(await statusOf(printed)).toBe(status);
    const [webhook, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(webhook?.headers["webhook-id"]).toBe(printed.webhook_id);
    const event = webhookEvent.parse(JSON.parse(webhook?.body ?? ""));
    expect(event).toMatchObject({ type: event_type, data: { payment_code: printed.payment_code } });
    expect(await brokenInvariants(database.sql)).toEqual([]);
  });

  test("of a difference names the missing setting of the merchant", async () => {
    const { code, stderr } = await cli(...words("payment.refunded"));
    expect([code, stderr]).toEqual([
      0,
      `The merchant does not receive payment.refunded. Run npx tepat merchant update --merchant ${shop.merchant_id} --difference-events true, with a --webhook-url\n`,
    ]);
    const forwarding = await cli(...words("payment.refunded", "--forward-to", receiver.url));
    expect(forwarding.code).toBe(1);
    expect(receiver.received).toEqual([]);
  });

  test("warns if the merchant does not get such events", async () => {
    const { code, stderr } = await cli(...words("payment.cancelled"));
    expect([code, stderr]).toEqual([
      0,
      `The merchant does not receive payment.cancelled. To switch it on, run npx tepat merchant update --merchant ${shop.merchant_id} --cancelled-events true\n`,
    ]);
  });

  test("stays within the account's bounds", async () => {
    shop = await shopWithAccount(gateway, { account_max_amount: 5000 });
    const { payment_code } = await jsonOf<Printed>(cli, ...words("payment.paid"));
    const payment = await readPayment(gateway, { ...shop, payment_code });
    expect(payment.payment_amount).toBe(5000);
  });

  test("exits with 1 if the server refuses the event", async () => {
    answerStatus = 400;
    const args = words("payment.paid", "--forward-to", receiver.url, "--json");
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stderr]).toEqual([
      1,
      `${receiver.url} did not accept the event (HTTP status 400).\n`,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ http_status: 400 });
  });

  test("refuses an unknown merchant and one without an active account", async () => {
    await changeAccount(gateway, shop.account_id, { account_active: false });
    expect(await refusalOf(cli, ...words("payment.paid"))).toContain("no active account");
    const unknown = ["--merchant", "018f0000-0000-7000-8000-000000000000"];
    const refusal = await refusalOf(cli, "trigger", "payment.paid", ...unknown);
    expect(refusal).toContain("There is no merchant");
    const args = ["trigger", "payment.paid", ...unknown, "--forward-to", "localhost"];
    expect(await misunderstandingOf(commands, ...args)).toContain("--forward-to must");
  });
});
