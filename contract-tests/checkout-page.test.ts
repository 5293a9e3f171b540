import type { Page } from "playwright-core";
import jsqr from "jsqr";
import { afterAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "../web-shared/testing/browser.ts";
import { tepat } from "./support/command-line.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, nobody } from "./support/http.ts";
import { staticQris } from "./support/qris.ts";
import type { CheckoutView, Payment } from "./support/resources.ts";
import { addAccount, briefPayment, openShop, paymentPath, pendingPayment } from "./support/shop.ts";

/** Tests the customer's page in a real browser (specification 4.9). */

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

/** Errors that the browser reported. A refused style or script appears only there. */
const complaints: string[] = [];

async function visit({ payment_id }: Payment, options: { script?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: "id-ID",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    javaScriptEnabled: options.script ?? true,
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(`${base_url}/pay/${payment_id}`);
  return page;
}

const textOf = (page: Page) => page.locator("body").innerText();

/** Formats an amount as on the page: `Rp150.123`. */
const rupiah = (amount: number) => `Rp${amount.toLocaleString("id-ID")}`;

/** Returns the time when the page first shows PAID, by this machine's clock. */
async function saysPaid(page: Page, total: number): Promise<number> {
  await page.locator(".paid-amount", { hasText: rupiah(total) }).waitFor();
  return Date.now();
}

describe("a customer who pays by bank transfer", () => {
  test("sees the amount to pay, and the payment's arrival without a reload", async () => {
    const payment = await pendingPayment(shop, {
      payment_return_url: "https://shop.example/thanks",
      customer_name: "</script><img src=x onerror=alert(1)>",
      customer_orders: [{ name: "<b>Kopi</b>", price: 75_000, quantity: 2, subtotal: 0 }],
    });
    const page = await visit(payment);
    const text = await textOf(page);
    expect(text.replaceAll(/\s/g, "")).toContain(rupiah(payment.payment_total));
    expect(text.replaceAll(/\s/g, "")).toContain("1234567890");
    expect(text).toContain("TOKO CONTOH");
    expect(text).toContain("<b>Kopi</b>");

    await page.evaluate("window.isSamePage = true");
    const [outcome] = await device.report(transfer(payment.payment_total));
    const matchedAt = Date.now();
    expect(outcome).toMatchObject({ matched_payment_code: payment.payment_code });
    const milliseconds = (await saysPaid(page, payment.payment_total)) - matchedAt;
    console.log(`TRANSFER: the page says PAID ${milliseconds} ms after the match`);
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    const back = page.locator("a", { hasText: "Toko" });
    expect(await back.getAttribute("href")).toBe(
      `https://shop.example/thanks?payment_code=${payment.payment_code}`,
    );
    await page.context().close();
  });

  test("sees both without JavaScript too", async () => {
    const payment = await pendingPayment(shop);
    const page = await visit(payment, { script: false });
    const text = (await textOf(page)).replaceAll(/\s/g, "");
    expect(text).toContain(rupiah(payment.payment_total));
    expect(text).toContain("1234567890");
    await page.context().close();
  });
});

test("a customer with QRIS sees a code of exactly the total, and the payment's arrival", async () => {
  const payment = await pendingPayment(shop, { account_id: qrisAccount.account_id });
  const view = dataOf<CheckoutView>(await nobody().get(`/checkout/${payment.payment_id}`));
  const page = await visit(payment);
  expect(await scannedCode(page)).toBe(view.qris_payload);
  expect(view.qris_payload).toContain(
    `54${String(payment.payment_total).length.toString().padStart(2, "0")}${payment.payment_total}`,
  );

  await tepat(
    "simulate transfer",
    "--payment",
    payment.payment_code,
    "--merchant",
    shop.merchant_id,
  );
  const matchedAt = Date.now();
  const milliseconds = (await saysPaid(page, payment.payment_total)) - matchedAt;
  console.log(`QRIS: the page says PAID ${milliseconds} ms after the simulated transfer`);
  await page.context().close();
});

describe("an open page", () => {
  /** Checks that the page shows no payment details. */
  async function expectNoDetails(page: Page): Promise<void> {
    const html = await page.content();
    for (const detail of ["1234567890", "TOKO CONTOH"]) expect(html).not.toContain(detail);
  }

  test("no longer shows payment details after a cancellation", async () => {
    const payment = await pendingPayment(shop);
    const page = await visit(payment);
    expect(await page.content()).toContain("1234567890");
    await shop.delete(paymentPath(payment.payment_code));
    await expect.poll(() => page.content()).not.toContain("1234567890");
    await expectNoDetails(page);
    await page.reload();
    await expectNoDetails(page);
    await page.context().close();
  });

  test("no longer shows payment details after the deadline", async () => {
    const payment = await briefPayment(shop, 2);
    const page = await visit(payment);
    await expect.poll(() => page.content()).not.toContain("1234567890");
    await expectNoDetails(page);
    await page.context().close();
  });
});

test("an unknown invoice has a page that explains this", async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${base_url}/pay/01890000-0000-7000-8000-000000000000`);
  expect(response?.status()).toBe(404);
  expect(response?.headers()["content-type"]).toContain("text/html");
  await page.close();
});

test.for(["HEAD", "GET"])("%s names the page's policy and forbids caching", async (method) => {
  const { payment_id } = await pendingPayment(shop);
  const response = await fetch(`${base_url}/pay/${payment_id}`, { method });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html === "").toBe(method === "HEAD");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  for (const [, style = ""] of html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);
  }
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
});

test("the page's script can be cached permanently, and is compressed", async () => {
  const { payment_id } = await pendingPayment(shop);
  const html = await (await fetch(`${base_url}/pay/${payment_id}`)).text();
  const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
  const response = await fetch(base_url + script, { headers: { "accept-encoding": "br" } });
  expect(response.headers.get("cache-control")).toContain("immutable");
  expect(response.headers.get("content-encoding")).toBe("br");
  expect((await fetch(`${base_url}${script}x`)).status).toBe(404);
});

test("the browser reports no errors", () => {
  expect(complaints).toEqual([]);
});

/** Reads the code on the page as a phone's camera would. */
async function scannedCode(page: Page): Promise<string | undefined> {
  const png = await page.locator("svg.qr").screenshot();
  const blank = await page.context().newPage();
  // This page has no policy. The pixels are passed as base64, because an array of millions of numbers is slow.
  const { width, height, pixels } = await blank.evaluate<{
    width: number;
    height: number;
    pixels: string;
  }>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png.toString("base64")}";
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    let pixels = "";
    for (let at = 0; at < data.length; at += 8192) pixels += String.fromCharCode(...data.subarray(at, at + 8192));
    return { width, height, pixels: btoa(pixels) };
  })()`);
  return jsqr.default(new Uint8ClampedArray(Buffer.from(pixels, "base64")), width, height)?.data;
}
