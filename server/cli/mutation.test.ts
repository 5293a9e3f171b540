import { afterAll, beforeAll, expect, test } from "vitest";
import type { MutationWithReason } from "../contract/mutation-reasons.ts";
import type { Payment } from "../contract/payments.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  misunderstandingOf,
  refusalOf,
  settingsOf,
  type Cli,
} from "../testing/cli-process.ts";
import { reportNotifications } from "../domain/mutations/mutations.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
} from "../testing/fixtures.ts";
import { commands } from "./mutation.ts";

let database: TestDatabase;
let cli: Cli;
let shop: Shop;
let payment: Payment;
let matched: string;
let unmatched: string;

beforeAll(async () => {
  database = await createTestDatabase();
  cli = cliWith(settingsOf(database));
  const gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway);
  const device = await approvedDevice(gateway, shop);
  const paid = await pendingPayment(gateway, shop);
  payment = await pendingPayment(gateway, shop, {
    payment_code: "INV-7",
    payment_amount: 80_000,
    customer_name: "Siti Contoh",
  });
  const report = async (amount: number) =>
    (await reportTransfer(gateway, device, amount)).mutation_id as string;
  matched = await report(paid.payment_total);
  unmatched = await report(80_000);
});
afterAll(() => database.drop());

const idsOf = async (...args: string[]) =>
  (
    await jsonOf<MutationWithReason[]>(
      cli,
      "mutation",
      "list",
      "--merchant",
      shop.merchant_id,
      ...args,
    )
  ).map(({ id }) => id);

test("mutation list lists all transfers, the unmatched ones, or those with one reason", async () => {
  expect(await idsOf()).toEqual([unmatched, matched]);
  expect(await idsOf("--limit", "1")).toEqual([unmatched]);
  expect(await idsOf("--unmatched")).toEqual([unmatched]);
  expect(await idsOf("--reason", "matched")).toEqual([matched]);
});

test("mutation unread lists notifications that might be transfers, and why they do not count", async () => {
  const gateway = gatewayOfCli(database);
  const device = await approvedDevice(gateway, shop);
  const told = (body: string, package_name = "com.bca") => ({
    key: "1",
    package_name,
    title: "BCA",
    body,
    posted_at: "2026-11-21T10:00:00.000Z",
  });
  const doubtful = told("Transfer masuk Rp50.000 dari BUDI gagal");
  await reportNotifications(gateway, device, [told("Halo Rp1", "com.stranger")]);
  await reportNotifications(gateway, device, [told("Uangmu bertambah Rp75.001")]);
  await reportNotifications(gateway, device, [doubtful]);
  const unread = ["mutation", "unread", "--merchant", shop.merchant_id];
  expect(await jsonOf(cli, ...unread)).toMatchObject([
    { body: doubtful.body, reason: "contradictory", device_name: device.device_name },
    { body: "Uangmu bertambah Rp75.001", reason: "unknown_wording", posted_at: doubtful.posted_at },
  ]);
  expect(await jsonOf(cli, ...unread, "--limit", "1")).toHaveLength(1);
});

test("mutation explain prints the reason, the next step and similar invoices", async () => {
  const { code, stdout } = await cli("mutation", "explain", "--mutation", unmatched);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "No pending or recently ended invoice of this account has the total Rp80.000.",
  );
  expect(stdout).toContain("Check similar invoices");
  expect(stdout).toMatch(/90 +INV-7 +- +\d+ +PENDING +Siti Contoh +The unique amount of Rp\d+ was/);
  expect(await jsonOf(cli, "mutation", "explain", "--mutation", unmatched)).toMatchObject({
    id: unmatched,
    match_reason: "no_such_total",
    near_misses: [{ payment_code: "INV-7", score: 90 }],
  });
});

test("mutation explain names the invoice that a matched transfer paid", async () => {
  const { stdout } = await cli("mutation", "explain", "--mutation", matched);
  expect(stdout).toMatch(/This transfer paid INV-[^,]+, whose total is exactly Rp/);
  expect(stdout).not.toContain("Perhaps");
});

test("mutation suggest lists the transfers that might have paid an invoice", async () => {
  const args = ["--merchant", shop.merchant_id, "--payment", payment.payment_code];
  const likely = await jsonOf(cli, "mutation", "suggest", ...args);
  expect(likely).toMatchObject([{ mutation_id: unmatched, score: 90 }]);
});

test("mutation suggest names an unknown invoice", async () => {
  const args = ["--merchant", shop.merchant_id, "--payment", "NO-SUCH"];
  expect(await refusalOf(cli, "mutation", "suggest", ...args)).toContain(
    "has no invoice NO-SUCH. Check the code.",
  );
});

const unknown = "018f0000-0000-7000-8000-000000000000";

test.each([
  [["list", "--merchant", unknown], `There is no merchant ${unknown}`],
  [["explain", "--mutation", unknown], `There is no mutation ${unknown}`],
  [["suggest", "--merchant", unknown, "--payment", "INV-7"], `There is no merchant ${unknown}`],
])("mutation %s refuses unknown arguments", async (args, refusal) => {
  expect(await refusalOf(cli, "mutation", ...args)).toContain(refusal);
});

test("mutation list refuses an unknown reason", async () => {
  const args = ["mutation", "list", "--merchant", unknown, "--reason", "luck"];
  expect(await misunderstandingOf(commands, ...args)).toMatch(
    /^--reason must be one of matched, matched_by_hand, .*, not "luck"\. To see/,
  );
});
