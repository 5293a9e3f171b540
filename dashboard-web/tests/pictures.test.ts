import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeViolations, isScrolledSideways } from "../../checkout-web/tests/open-page.ts";
import { approvedDevice, registeredDevice, transfer } from "../../contract-tests/support/device.ts";
import {
  cancelledPayment,
  newMerchant,
  openShop,
  pendingPayment,
} from "../../contract-tests/support/shop.ts";
import {
  startReceiver,
  type WebhookReceiver,
} from "../../contract-tests/support/webhook-receiver.ts";
import { sessionCookie, visit } from "./open-dashboard.ts";

/** Not in git; kept by CI for people to look at. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop({ holder: "PT SARI RASA NUSANTARA" });
const device = await approvedDevice(shop);
await registeredDevice(shop, { device_name: "Spare phone", model: "Samsung A15" });

const customers = [
  "Budi Santoso",
  "Dewi Lestari",
  "Agus Wijaya",
  "Putri Ayu Ningsih",
  "Joko Susilo",
];

beforeAll(async () => {
  await using receiver = await startReceiver((name) => ({ status: name === "gone" ? 410 : 200 }));
  for (const name of ["shop", "gone"]) {
    const payment = await pendingPayment(shop, {
      payment_code: `INV-2026-11-00${name === "shop" ? 42 : 43}`,
      payment_webhook_url: receiver.urlOf(name),
    });
    await device.report(transfer(payment.payment_total));
    await untilHeard(receiver, name);
  }
  await Promise.all(customers.map((customer_name) => pendingPayment(shop, { customer_name })));
  await cancelledPayment(shop);
  await device.report(transfer(150_000), transfer(75_500));
});

/** Somebody with a shop, somebody who has just begun, and somebody who has not signed in. */
const cookies = {
  shop: await sessionCookie(shop),
  newcomer: await sessionCookie(await newMerchant()),
  nobody: undefined,
};

const pages: Record<string, [address: string, who: keyof typeof cookies]> = {
  "sign-in": ["/sign-in", "nobody"],
  overview: ["/", "shop"],
  "overview-new": ["/", "newcomer"],
  payments: ["/payments", "shop"],
  "payments-new": ["/payments", "newcomer"],
  "payments-none": ["/payments?search=nothing-like-it", "shop"],
  payment: ["/payments/INV-2026-11-0042", "shop"],
  mutations: ["/mutations", "shop"],
  accounts: ["/accounts", "shop"],
  "accounts-new": ["/accounts", "newcomer"],
  "new-account": ["/accounts/new", "shop"],
  account: [`/accounts/${shop.account.account_id}`, "shop"],
  devices: ["/devices", "shop"],
  "devices-new": ["/devices", "newcomer"],
  webhooks: ["/webhooks", "shop"],
  "webhooks-new": ["/webhooks", "newcomer"],
  settings: ["/settings", "shop"],
  "api-keys": ["/api-keys", "shop"],
  security: ["/security", "shop"],
  "audit-log": ["/audit-log", "shop"],
  "not-found": ["/nothing-here", "shop"],
};

test.each(Object.entries(pages))(
  "%s fits every screen, and axe finds nothing in either scheme",
  async (name, [address, who]) => {
    const cookie = cookies[who];
    const desktop = await visit(address, { cookie });
    await isComplete(desktop);
    await look(desktop, `${name}-desktop`);
    await desktop.context().close();

    const viewport = { width: 390, height: 844 };
    const phone = await visit(address, { cookie, viewport, locale: "id-ID", colorScheme: "dark" });
    await isComplete(phone);
    await look(phone, `${name}-phone-dark`);
    await phone.setViewportSize({ width: 320, height: 568 });
    expect(await isScrolledSideways(phone)).toBe(false);
    await phone.context().close();
  },
);

async function untilHeard(receiver: WebhookReceiver, name: string) {
  while (receiver.heard(name).length === 0) await wait(20);
}

async function isComplete(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
}

async function look(page: Page, name: string) {
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
}
