import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../start/config.ts";
import { changeAccount } from "../domain/accounts/accounts.ts";
import { changeMerchant } from "../domain/merchants/merchants.ts";
import { selectMerchantPage } from "../domain/overview/operator.sql.ts";
import { selectChecklist } from "../domain/overview/overview.sql.ts";
import { cancelPayment, readPayment } from "../domain/payments/payments.ts";
import { startServer, type RunningServer } from "../server.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import vectors from "../testing/data/qris.json" with { type: "json" };
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  shopWithAccount,
  tryCreate,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { startWebhookReceiver } from "../testing/webhook-receiver.ts";

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;
let shop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const simulation = (payment_code: string) => [
  "simulate",
  "transfer",
  "--merchant",
  shop.merchant_id,
  "--payment",
  payment_code,
];

const paid = (payment_code: string) => ({
  outcome: "recorded",
  matched_payment_code: payment_code,
  payment_status: "PAID",
});

async function simulatedDevices() {
  return database.sql`
    select device_id, device_name, device_status from devices
    where merchant_id = ${shop.merchant_id} and installation_id = 'simulated'
  `;
}

describe("without a server, simulate transfer", () => {
  test("pays the invoice with the bank's own text, and prints it", async () => {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    expect(await jsonOf(cli, ...simulation(payment_code))).toEqual({
      package_name: "com.bca",
      app_name: "BCA mobile",
      title: "Catatan Finansial",
      body: `Pemasukan sebesar IDR ${payment_total.toLocaleString("en-US")}.00 dari BUDI CONTOH di kategori Transfer Rekening.`,
      posted_at: expect.stringMatching(/Z$/),
      reported_to: expect.stringContaining("the database"),
      mutation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...paid(payment_code),
    });
    expect(await readPayment(gateway, { ...shop, payment_code })).toMatchObject({
      payment_status: "PAID",
      is_manual_match: false,
    });
  });

  test("uses one simulated device for every invoice of a merchant", async () => {
    for (let time = 0; time < 2; time++) {
      const { payment_code } = await pendingPayment(gateway, shop);
      const { code, stdout } = await cli(...simulation(payment_code));
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^matched_payment_code +${payment_code}$`, "m"));
    }
    expect(await simulatedDevices()).toMatchObject([
      { device_name: "Simulated Worker", device_status: "ACTIVE" },
    ]);
  });

  test.each([
    ["with a package in mixed case", { channel: "JAGO", app_package: "COM.jago.DigitalBanking" }],
    ["of QRIS", { channel: "QRIS", qris: vectors.vectors[0]?.static, account_number: undefined }],
  ])("pays an account %s", async (_, options) => {
    const { account_id } = await addAccount(gateway, shop, options);
    const { payment_code } = await pendingPayment(gateway, shop, { account_id });
    expect(await jsonOf(cli, ...simulation(payment_code))).toMatchObject(paid(payment_code));
  });

  test("pays only its own merchant's invoice with that code", async () => {
    const stranger = await shopWithAccount(gateway);
    const theirs = await pendingPayment(gateway, stranger);
    await pendingPayment(gateway, shop, { payment_code: theirs.payment_code });
    await jsonOf(cli, ...simulation(theirs.payment_code));
    expect(
      await readPayment(gateway, { ...stranger, payment_code: theirs.payment_code }),
    ).toMatchObject({
      payment_status: "PENDING",
    });
  });
});

describe("the simulated phone", () => {
  test("does not count as a watcher: invoices are refused until a real phone is online", async () => {
    const watched = await shopWithAccount(gateway);
    const paidBefore = await pendingPayment(gateway, watched);
    const words = ["simulate", "transfer", "--merchant", watched.merchant_id];
    await jsonOf(cli, ...words, "--payment", paidBefore.payment_code);
    await changeMerchant(gateway, watched.merchant_id, { refuse_offline_accounts: true });
    expect(await tryCreate(gateway, watched)).toBe("no_active_quota");
    const trigger = ["trigger", "payment.paid", "--merchant", watched.merchant_id];
    expect(await refusalOf(cli, ...trigger)).toContain("No source watches this account now");

    await approvedDevice(gateway, watched);
    expect(await tryCreate(gateway, watched)).toMatchObject({ payment_status: "PENDING" });
  });

  test("does not count as a phone in the first steps and the operator's figures", async () => {
    const fresh = await shopWithAccount(gateway);
    const { payment_code } = await pendingPayment(gateway, fresh);
    const words = ["simulate", "transfer", "--merchant", fresh.merchant_id];
    await jsonOf(cli, ...words, "--payment", payment_code);
    expect(await selectChecklist(database.sql, fresh.merchant_id)).toMatchObject({ source: false });
    const [summary] = await selectMerchantPage(database.sql, {
      before: null,
      search: null,
      limit: 1,
    });
    expect(summary).toMatchObject({ merchant_id: fresh.merchant_id, device_count: 0 });
  });

  test("stays revoked until it is approved again", async () => {
    const wary = await shopWithAccount(gateway);
    const { payment_code } = await pendingPayment(gateway, wary);
    const words = ["simulate", "transfer", "--merchant", wary.merchant_id];
    await jsonOf(cli, ...words, "--payment", payment_code);
    const [device] = await database.sql<{ device_id: string }[]>`
      select device_id from devices where merchant_id = ${wary.merchant_id}
    `;
    const { device_id = "" } = device ?? {};
    await jsonOf(cli, "device", "revoke", "--device", device_id);

    const second = await pendingPayment(gateway, wary);
    const again = [...words, "--payment", second.payment_code];
    expect(await refusalOf(cli, ...again)).toBe(
      `The merchant's simulated phone is revoked. To let it report again, run npx tepat device approve --device ${device_id}`,
    );
    const trigger = ["trigger", "payment.paid", "--merchant", wary.merchant_id];
    expect(await refusalOf(cli, ...trigger)).toContain("simulated phone is revoked");
    expect(await readPayment(gateway, { ...wary, ...second })).toMatchObject({
      payment_status: "PENDING",
    });

    await jsonOf(cli, "device", "approve", "--device", device_id);
    expect(await jsonOf(cli, ...again)).toMatchObject(paid(second.payment_code));
  });
});

describe("simulate transfer exits with 1", () => {
  test.each([
    ["CANCELLED", (payment_code: string) => cancelPayment(gateway, { ...shop, payment_code })],
    ["PAID", (payment_code: string) => jsonOf(cli, ...simulation(payment_code))],
    [
      "EXPIRED",
      (payment_code: string) => database.sql`
        update payments set payment_expired_at = now() where payment_code = ${payment_code}`,
    ],
  ])(
    "for an invoice in status %s, and shows the transfer that stays unmatched",
    async (status, finish) => {
      const { payment_code } = await pendingPayment(gateway, shop);
      await finish(payment_code);
      const { code, stdout, stderr } = await cli(...simulation(payment_code), "--json");
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`did not pay ${payment_code}, because it is ${status}.`),
      ]);
      expect(JSON.parse(stdout)).toMatchObject({
        outcome: "recorded",
        matched_payment_code: null,
        payment_status: status,
      });
    },
  );

  test("without sending anything for an invoice that only another device can pay", async () => {
    const { account_id } = await addAccount(gateway, shop);
    const { device_id } = await approvedDevice(gateway, shop);
    await changeAccount(gateway, account_id, { device_id });
    const { payment_code } = await pendingPayment(gateway, shop, { account_id });
    const countOf = async () => (await database.sql`select count(*) from mutations`)[0]?.["count"];
    const before = await countOf();
    const refusal = await refusalOf(cli, ...simulation(payment_code));
    expect(refusal).toContain(`Only device ${device_id} can pay this invoice`);
    expect(refusal).toContain("an account that is bound to no device");
    expect(await countOf()).toBe(before);
  });

  test("for an app whose notifications are unknown", async () => {
    const { account_id } = await addAccount(gateway, shop, { app_package: "com.unheard.of" });
    const { payment_code } = await pendingPayment(gateway, shop, { account_id });
    expect(await refusalOf(cli, ...simulation(payment_code))).toContain("com.unheard.of");
  });

  test("for an unknown invoice or merchant", async () => {
    expect(await refusalOf(cli, ...simulation("NO-SUCH"))).toBe(
      "Toko Contoh has no invoice NO-SUCH. Check the code, or add --test for an invoice of a test key.",
    );
    const id = "018f0000-0000-7000-8000-000000000000";
    const args = ["simulate", "transfer", "--merchant", id, "--payment", "NO-SUCH"];
    expect(await refusalOf(cli, ...args)).toBe(
      `There is no merchant ${id}. To list the merchants, run npx tepat merchant list`,
    );
  });
});

describe("with a server, simulate transfer", () => {
  let server: RunningServer;
  let settings: Record<string, string>;
  beforeAll(async () => {
    settings = {
      ...settingsOf(database),
      PORT: "0",
      HOST: "127.0.0.1",
      WEBHOOK_ALLOW_PRIVATE: "true",
    };
    server = await startServer(readConfig(settings), pino({ level: "silent" }));
  });
  afterAll(() => server.close());

  const cliOfServer = () => cliWith({ ...settings, PORT: new URL(server.url).port });

  test("reports to the server, which sends the webhook at once", async () => {
    const receiver = await startWebhookReceiver();
    const { payment_code } = await pendingPayment(gateway, shop, {
      payment_webhook_url: receiver.url,
    });
    expect(await jsonOf(cliOfServer(), ...simulation(payment_code))).toMatchObject({
      reported_to: `http://localhost:${new URL(server.url).port}`,
      ...paid(payment_code),
    });
    const [webhook] = await receiver.waitFor(1);
    expect(JSON.parse(webhook?.body ?? "")).toMatchObject({
      type: "payment.paid",
      data: { payment_code },
    });
    await receiver.close();
  });

  test("reports to the database if the server uses another one", async () => {
    const otherDatabase = await createTestDatabase();
    const otherShop = await shopWithAccount(gatewayOfCli(otherDatabase));
    const { payment_code } = await pendingPayment(gatewayOfCli(otherDatabase), otherShop);
    const otherCli = cliWith({ ...settingsOf(otherDatabase), PORT: new URL(server.url).port });
    const args = [
      "simulate",
      "transfer",
      "--merchant",
      otherShop.merchant_id,
      "--payment",
      payment_code,
    ];
    expect(await jsonOf(otherCli, ...args)).toMatchObject({
      reported_to: expect.stringContaining("the database"),
      ...paid(payment_code),
    });
    await otherDatabase.drop();
  });
});

describe("with another program on the port, simulate transfer reports to the database for", () => {
  test.each([
    ["with a page", 200, "<html>"],
    ["with other JSON", 200, '{"data": []}'],
    ["with an error", 500, "{}"],
    ["with a redirect", 307, ""],
  ])("%s", async (_, status, body) => {
    const stranger = createServer((_request, response) => {
      response.writeHead(status, { location: "http://127.0.0.1:1/" }).end(body);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => stranger.once("listening", resolve));
    const { port } = stranger.address() as AddressInfo;
    const { payment_code } = await pendingPayment(gateway, shop);
    const cliNearby = cliWith({ ...settingsOf(database), PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect(await jsonOf(cliNearby, ...simulation(payment_code))).toMatchObject({
      reported_to: expect.stringContaining("the database"),
      ...paid(payment_code),
    });
    await new Promise((resolve) => stranger.close(resolve));
  });
});
