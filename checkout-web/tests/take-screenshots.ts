/** `node checkout-web/tests/take-screenshots.ts [name]`: every state of the page, in `artifacts/checkout/`. */

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { launchBrowser } from "./browser.ts";
import { startCheckoutServer } from "./checkout-server.ts";
import { longPage, qrisPage, transferPage } from "./sample-pages.ts";
import type { CheckoutPage, UnavailablePage } from "../src/page.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "../artifacts/checkout");
const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 568 };
const desktop = { width: 1280, height: 900 };

/** A picture of a product, as pictures go. */
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM0mHf7PwAFHwKfR2cf2QAAAABJRU5ErkJggg==",
  "base64",
);

const expired = (language: "id" | "en") =>
  transferPage({ language, view: { status: "EXPIRED", account_number: "" } });

type Picture = [
  name: string,
  shown: CheckoutPage | UnavailablePage,
  viewport: typeof phone,
  more?: { dark?: boolean; print?: boolean; noScript?: boolean },
];

const pictures: Picture[] = [
  ["transfer-390", transferPage(), phone],
  ["transfer-390-dark-en", transferPage({ language: "en" }), phone, { dark: true }],
  ["transfer-320", transferPage(), smallPhone],
  ["transfer-desktop", transferPage(), desktop],
  ["transfer-desktop-dark", transferPage(), desktop, { dark: true }],
  ["transfer-print", transferPage(), { width: 700, height: 1000 }, { print: true }],
  ["transfer-no-script", transferPage(), phone, { noScript: true }],
  ["transfer-yellow", transferPage({ merchant: { accent_color: "#ffd400" } }), phone],
  ["qris-390", qrisPage(), phone],
  ["qris-320-dark", qrisPage({ language: "en" }), smallPhone, { dark: true }],
  ["qris-desktop", qrisPage(), desktop],
  ["qris-print", qrisPage(), { width: 700, height: 1000 }, { print: true }],
  ["long-320", longPage(), smallPhone],
  ["long-desktop", longPage(), desktop],
  ["paid-390", transferPage({ view: { status: "PAID" } }), phone],
  [
    "paid-desktop-dark-yellow",
    transferPage({ merchant: { accent_color: "#ffd400" }, view: { status: "PAID" } }),
    desktop,
    { dark: true },
  ],
  ["expired-390", expired("id"), phone],
  ["expired-320-dark", expired("en"), smallPhone, { dark: true }],
  ["cancelled-desktop", transferPage({ view: { status: "CANCELLED" } }), desktop],
  ["not-found-390", { kind: "not_found", language: "id" }, phone],
  ["error-390-dark", { kind: "error", language: "id" }, phone, { dark: true }],
  ["rate-limited-desktop", { kind: "rate_limited", language: "en" }, desktop],
];

await mkdir(folder, { recursive: true });
const server = await startCheckoutServer(path.join(root, "dist"));
const browser = await launchBrowser();
const [wanted = ""] = process.argv.slice(2);
for (const [name, shown, viewport, more = {}] of pictures) {
  if (!name.includes(wanted)) continue;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 2,
    colorScheme: more.dark ? "dark" : "light",
    javaScriptEnabled: !more.noScript,
    timezoneId: "Asia/Jakarta",
  });
  const page = await context.newPage();
  await page.route("https://shop.example/**", (route) =>
    route.fulfill({ contentType: "image/png", body: onePixel }),
  );
  if (more.print) await page.emulateMedia({ media: "print" });
  await page.goto(server.show(shown));
  if (!more.noScript) await page.waitForTimeout(700);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  await context.close();
}
await browser.close();
await server.stop();
