import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { liveWebhookSecrets } from "../domain/merchants/webhook-secrets.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
  misunderstandingOf,
} from "../testing/cli-process.ts";
import { commands } from "./webhook.ts";
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

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;
let shop: Shop;
let receiver: WebhookReceiver;
let answerStatus = 200;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith({ ...settingsOf(database), WEBHOOK_ALLOW_PRIVATE: "true" });
  receiver = await startWebhookReceiver({
    respond: () => ({ status: answerStatus, body: "thanks" }),
  });
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  answerStatus = 200;
});

interface PrintedDelivery {
  delivery_id: string;
  payment_code: string;
}

/** Creates a webhook that has not been sent, because no server runs. */
async function owedWebhook(payment_webhook_url = `${receiver.url}/hook`): Promise<string> {
  const payment = await pendingPayment(gateway, shop, { payment_webhook_url });
  await reportTransfer(gateway, await approvedDevice(gateway, shop), payment.payment_total);
  return payment.payment_code;
}

const list = (...args: string[]) =>
  jsonOf<PrintedDelivery[]>(cli, "webhook", "list", "--merchant", shop.merchant_id, ...args);

async function newestDelivery(): Promise<string> {
  const [delivery] = await list();
  return delivery?.delivery_id ?? "";
}

const unknownMerchant = "018f0000-0000-7000-8000-000000000000";
const unknownDelivery = `msg_${"0".repeat(32)}`;

describe("webhook list", () => {
  test("prints the merchant's deliveries, the newest first", async () => {
    const codes = [await owedWebhook(), await owedWebhook(), await owedWebhook()];
    const deliveries = await list();
    expect(deliveries.map(({ payment_code }) => payment_code)).toEqual(codes.toReversed());
    expect(deliveries[0]).toEqual({
      delivery_id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      event_type: "payment.paid",
      payment_code: codes[2],
      device_name: null,
      url: `${receiver.url}/hook`,
      delivery_status: "PENDING",
      attempt_count: 0,
      created_at: expect.stringMatching(/Z$/),
      next_attempt_at: expect.stringMatching(/Z$/),
    });
    expect(await list("--limit", "2")).toEqual(deliveries.slice(0, 2));
  });

  test("is a table without --json", async () => {
    const nothing = await cli("webhook", "list", "--merchant", shop.merchant_id);
    expect(nothing).toEqual({ code: 0, stdout: "None.\n", stderr: "" });
    const code = await owedWebhook();
    const { stdout } = await cli("webhook", "list", "--merchant", shop.merchant_id);
    expect(stdout).toMatch(/^delivery_id +event_type +payment_code/);
    expect(stdout.split("\n")[1]).toMatch(new RegExp(`^msg_\\w{32}  payment.paid +${code}`));
  });

  test("refuses an unknown merchant, and does not understand other limits", async () => {
    const unknown = ["webhook", "list", "--merchant", unknownMerchant];
    expect(await refusalOf(cli, ...unknown)).toContain("There is no merchant");
    for (const limit of ["0", "1001", "many"]) {
      expect(await misunderstandingOf(commands, ...unknown, "--limit", limit)).toContain(
        "--limit must",
      );
    }
  });
});

describe("webhook resend", () => {
  test("sends a delivery at once, and again with the same id and bytes", async () => {
    await owedWebhook();
    const delivery_id = await newestDelivery();
    const before = receiver.received.length;
    for (let time = 0; time < 2; time++) {
      expect(await jsonOf(cli, "webhook", "resend", "--delivery", delivery_id)).toEqual({
        delivery_id,
        delivery_status: "SUCCESS",
        http_status: 200,
        error_code: null,
        response_head: "thanks",
      });
    }
    const [first, second, ...others] = receiver.received.slice(before);
    expect(others).toEqual([]);
    expect(first?.headers["webhook-id"]).toBe(delivery_id);
    expect(second?.headers["webhook-id"]).toBe(delivery_id);
    expect(second?.body).toBe(first?.body);
    const attempts = await jsonOf<object[]>(cli, "webhook", "attempts", "--delivery", delivery_id);
    expect(attempts).toMatchObject([
      { attempt_number: 1, is_manual: true, http_status: 200 },
      { attempt_number: 2, is_manual: true, http_status: 200 },
    ]);
  });

  test("exits with 1 if the merchant's server refuses, and leaves the delivery unchanged", async () => {
    await owedWebhook();
    answerStatus = 500;
    const args = ["webhook", "resend", "--delivery", await newestDelivery(), "--json"];
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The webhook was not delivered (HTTP status 500)."),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ delivery_status: "PENDING", http_status: 500 });
  });

  test("exits with 1 if no server answers", async () => {
    await owedWebhook(`http://127.0.0.1:${await freePort()}/hook`);
    const { code, stderr } = await cli("webhook", "resend", "--delivery", await newestDelivery());
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The webhook was not delivered \(connection_/),
    ]);
  });

  test("calls no private address unless that is allowed", async () => {
    await owedWebhook();
    const strict = cliWith({ ...settingsOf(database), WEBHOOK_ALLOW_PRIVATE: "false" });
    const before = receiver.received.length;
    const { code, stderr } = await strict(
      "webhook",
      "resend",
      "--delivery",
      await newestDelivery(),
    );
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("The webhook was not delivered (destination_not_allowed)."),
    ]);
    expect(receiver.received).toHaveLength(before);
  });

  test("refuses an unknown delivery", async () => {
    const refusal = await refusalOf(cli, "webhook", "resend", "--delivery", unknownDelivery);
    expect(refusal).toContain(`Delivery ${unknownDelivery} does not exist`);
  });
});

describe("webhook rotate-secret", () => {
  test("prints a new secret, and the old one also signs for a day", async () => {
    const printed = await jsonOf(cli, "webhook", "rotate-secret", "--merchant", shop.merchant_id);
    expect(printed).toEqual({
      merchant_id: shop.merchant_id,
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const secretsAt = (at: Date | null) =>
      liveWebhookSecrets(gateway.sql, gateway.secrets, { merchant_id: shop.merchant_id, at });
    expect(await secretsAt(null)).toEqual([printed["webhook_secret"], shop.webhook_secret]);
    const tomorrow = new Date(Date.now() + 25 * 3_600_000);
    expect(await secretsAt(tomorrow)).toEqual([printed["webhook_secret"]]);
  });

  test("refuses an unknown merchant", async () => {
    const refusal = await refusalOf(cli, "webhook", "rotate-secret", "--merchant", unknownMerchant);
    expect(refusal).toBe(
      `There is no merchant ${unknownMerchant}. To list the merchants, run npx tepat merchant list`,
    );
  });
});
