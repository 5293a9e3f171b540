import { afterAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../web-shared/testing/browser.ts";
import { startDevServer } from "../checkout-web/tests/dev-server.ts";
import { readQrCode } from "../web-shared/testing/open-page.ts";
import { formTexts } from "../checkout-web/src/forms/form-texts.ts";
import { unavailableTexts } from "../checkout-web/src/unavailable-texts.ts";
import { startTcpProxy } from "../server/testing/tcp-proxy.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, nobody } from "./support/http.ts";
import { staticQris } from "./support/qris.ts";
import type { CheckoutView } from "./support/resources.ts";
import { addAccount, openShop, pendingPayment } from "./support/shop.ts";

/** Tests the checkout page as Vite serves it. Nothing is inlined, so the page fetches the payment from a gateway. */

const { base_url } = inject("service");
const shop = await openShop({ holder: "TOKO CONTOH" });
const device = await approvedDevice(shop);
const qrisAccount = await addAccount(shop, {
  channel: "QRIS",
  qris: staticQris,
  number: "ID1099000000019",
  holder: "KEDAI UJI",
});
const browser = await launchBrowser();
afterAll(() => browser.close());
const dev = await startDevServer(base_url);
afterAll(() => dev.stop());

async function visit(url: string) {
  const page = await browser.newPage({ locale: "en-GB" });
  await page.goto(url);
  return page;
}

test("a transfer's page shows the amount and the account from a real gateway", async () => {
  const payment = await pendingPayment(shop);
  const page = await visit(dev.url + payment.payment_id);
  await page
    .getByText(`Rp${payment.payment_total.toLocaleString("id-ID")}`)
    .first()
    .waitFor();
  await page.getByText("TOKO CONTOH").first().waitFor();
  expect(await page.title()).toContain("TOKO CONTOH");
});

test("a QRIS page shows a code that a phone decodes to the gateway's payload", async () => {
  const payment = await pendingPayment(shop, { account_id: qrisAccount.account_id });
  const view = dataOf<CheckoutView>(await nobody().get(`/checkout/${payment.payment_id}`));
  const page = await visit(dev.url + payment.payment_id);
  const code = page.locator("svg.qr");
  await code.waitFor();
  expect(await readQrCode(browser, await code.screenshot())).toBe(view.qris_payload);
});

test("a transfer during the visit makes the page PAID", async () => {
  const payment = await pendingPayment(shop);
  const page = await visit(dev.url + payment.payment_id);
  await page.getByText("TOKO CONTOH").first().waitFor();
  await device.report(transfer(payment.payment_total));
  await page.locator(".paid-amount").waitFor();
});

test("for an unknown id the page reports this and does not ask again", async () => {
  const page = await visit(`${dev.url}01920f4e-7c1a-7b3e-9a77-1f2e3d4c5b6a`);
  await page.getByText(unavailableTexts.en.not_found.title).first().waitFor();
  expect(await page.getByText(formTexts.en.tryAgain).count()).toBe(0);
});

test("during an outage of the gateway the page reports it, and then shows the payment", async () => {
  const payment = await pendingPayment(shop);
  const first = await startTcpProxy(base_url);
  const behind = await startDevServer(`http://127.0.0.1:${first.port}`);
  first.close();
  const page = await visit(behind.url + payment.payment_id);
  await page.getByText(unavailableTexts.en.error.title).first().waitFor();
  const second = await startTcpProxy(base_url, first.port);
  await page.getByText("TOKO CONTOH").first().waitFor();
  await page.close();
  await behind.stop();
  second.close();
});
