import assert from "node:assert/strict";
import { afterAll, beforeAll, expect, inject, test, type TestContext } from "vitest";
import { freePort } from "../../contract-tests/support/service.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import {
  categories,
  installLighthouse,
  startLighthouse,
  wasBusy,
  type Audit,
  type Lighthouse,
} from "../../web-shared/testing/lighthouse.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { staticQris } from "../../contract-tests/support/qris.ts";
import { approvedDevice, grantDays, invoiceByHand, newMerchant, openShop } from "./people.ts";

/**
 * Runs as `npm test -- --all --project lighthouse`: tests the pages as Lighthouse sees them on a
 * phone.
 */

const scoreMin = 95;
/** The lowest score for speed leaves room for a slow machine: the overview has 91 to 99 on two of them. */
const speedMin = 80;
/** The number of attempts. Each after the first allows for how busy the machine was at the one before it. */
const attemptsMax = 5;

const { base_url } = inject("service");
let lighthouse: Lighthouse | undefined;
let obstacle: string | null = null;
const rows: Record<string, Audit["scores"]> = {};

beforeAll(async () => {
  obstacle = await installLighthouse();
  if (obstacle === null) lighthouse = await startLighthouse(await freePort());
});
afterAll(async () => {
  await lighthouse?.stop();
  console.table(rows);
});

async function best(address: string, headers: Record<string, string>): Promise<Audit> {
  assert(lighthouse);
  let found: Audit | undefined;
  let last: Audit | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const next: Audit = await lighthouse.audit(address, {
      headers,
      benchmark_index: last?.benchmark_index,
    });
    last = next;
    if (!found || next.scores.performance > found.scores.performance) found = next;
    if (found.scores.performance >= speedMin) break;
  }
  assert(found);
  return found;
}

const lowest = ({ scores }: Audit) =>
  Math.min(...categories.filter((name) => name !== "performance").map((name) => scores[name]));

async function expectGood(context: TestContext, name: string, address: string, headers = {}) {
  if (obstacle !== null) return context.skip(obstacle);
  const audit = await best(base_url + address, headers);
  rows[name] = audit.scores;
  const faults = audit.faults.join("\n");
  expect(lowest(audit), faults).toBeGreaterThanOrEqual(scoreMin);
  if (wasBusy(audit)) return;
  expect(audit.scores.performance, faults).toBeGreaterThanOrEqual(speedMin);
}

test("the payment page of a transfer", async (context) => {
  const { payment_id } = await pendingPayment(await openShop());
  await expectGood(context, "transfer", `/pay/${payment_id}`);
});

test("the payment page of QRIS", async (context) => {
  const merchant = await newMerchant();
  const account = dataOf<Account>(
    await merchant.person.post("/dashboard/api/accounts", {
      channel_id: "e240c24d-11cc-569e-92a8-1ddf6cd56642",
      qris: staticQris,
      app_id: "adeb8c35-1457-571c-9522-f7a1589ddba2",
    }),
  );
  await grantDays(account);
  const { payment_id } = await pendingPayment({ ...merchant, account });
  await expectGood(context, "QRIS", `/pay/${payment_id}`);
});

test("a receipt, and a cancelled invoice", async (context) => {
  const shop = await openShop();
  const phone = await approvedDevice(shop);
  const paid = await pendingPayment(shop);
  await phone.report(transfer(paid.payment_total));
  await expectGood(context, "receipt", `/pay/${paid.payment_id}`);
  const cancelled = await pendingPayment(shop);
  dataOf(await shop.delete(`/gateway/payments/${cancelled.payment_code}`));
  await expectGood(context, "cancelled", `/pay/${cancelled.payment_id}`);
});

test("the page of a link, and of an invoice without an account", async (context) => {
  const shop = await openShop();
  await approvedDevice(shop);
  const link = dataOf<{ slug: string }>(
    await shop.person.post("/dashboard/api/links", { link_name: "Kopi susu", amounts: [25_000] }),
  );
  await expectGood(context, "link", `/l/${link.slug}`);
  const invoice = await invoiceByHand(shop, { account_id: null, payment_amount: 150_000 });
  await expectGood(context, "choosing a bank", `/i/${invoice.sale_id}`);
});

test("signing in to the dashboard", async (context) => {
  await expectGood(context, "sign-in", "/dashboard/sign-in", { "accept-language": "en" });
});

test("the overview", async (context) => {
  const shop = await openShop();
  const phone = await approvedDevice(shop);
  const paid = await pendingPayment(shop);
  await phone.report(transfer(paid.payment_total));
  await expectGood(context, "overview", "/dashboard", { cookie: shop.person.cookie });
});
