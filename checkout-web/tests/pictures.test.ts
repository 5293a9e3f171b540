import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CheckoutPage, UnavailablePage } from "../src/page.ts";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { startCheckoutServer, type CheckoutServer } from "./checkout-server.ts";
import { isScrolledSideways, openPage, takePicture } from "../../web-shared/testing/open-page.ts";
import { longPage, partOf, qrisPage, transferPage } from "./sample-pages.ts";

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/checkout");

let browser: Browser;
let server: CheckoutServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startCheckoutServer()]);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const phone = { viewport: { width: 390, height: 844 } };
const smallPhone = { viewport: { width: 320, height: 568 } };
const desktop = { viewport: { width: 1280, height: 900 } };
const paper = { viewport: { width: 700, height: 990 } };
const dark = { colorScheme: "dark" } as const;

const yellow = { merchant: { accent_color: "#ffd400" } };
const paid = transferPage({ ...yellow, view: { status: "PAID" } });
const expired = transferPage({ language: "en", view: { status: "EXPIRED" } });
const cancelled = transferPage({ view: { status: "CANCELLED" } });
const inTwoSeconds = () =>
  transferPage({ view: { expires_at: new Date(Date.now() + 2_000).toISOString() } });

interface Picture {
  shown: CheckoutPage | UnavailablePage;
  on: Parameters<typeof openPage>[2];
  /** Brings the page into the state for the picture. */
  when?(page: Page): Promise<unknown>;
}

const toPaper = (page: Page) => page.emulateMedia({ media: "print" });

async function loseConnection(page: Page) {
  await page.locator(".timer").waitFor();
  await page.context().setOffline(true);
  await page.getByText("Tidak ada koneksi internet").waitFor();
}

const pictures: Record<string, Picture> = {
  "transfer-phone": { shown: transferPage(), on: phone },
  "transfer-phone-dark-english": {
    shown: transferPage({ language: "en" }),
    on: { ...phone, ...dark },
  },
  "transfer-small": { shown: transferPage(), on: smallPhone },
  "transfer-desktop": { shown: transferPage(), on: desktop },
  "transfer-desktop-dark-yellow": { shown: transferPage(yellow), on: { ...desktop, ...dark } },
  "transfer-phone-yellow": { shown: transferPage(yellow), on: phone },
  "transfer-paper": { shown: transferPage(), on: paper, when: toPaper },
  "transfer-no-script": { shown: transferPage(), on: { ...phone, javaScriptEnabled: false } },
  "transfer-offline": { shown: transferPage(), on: phone, when: loseConnection },
  "qris-phone": { shown: qrisPage({ change_path: "/i/1?change=1" }), on: phone },
  "qris-small-dark-english": {
    shown: qrisPage({ language: "en" }),
    on: { ...smallPhone, ...dark },
  },
  "qris-desktop": { shown: qrisPage(), on: desktop },
  "qris-paper": { shown: qrisPage(), on: paper, when: toPaper },
  "part-phone": { shown: partOf(transferPage()), on: phone },
  "part-desktop-dark-english": {
    shown: partOf(transferPage({ language: "en" })),
    on: { ...desktop, ...dark },
  },
  "part-qris-phone-dark": { shown: partOf(qrisPage()), on: { ...phone, ...dark } },
  "part-ask-english": {
    shown: partOf(qrisPage({ language: "en" }), { is_payable: false }),
    on: phone,
  },
  "part-too-much": {
    shown: partOf(transferPage(), { amount: -500, is_payable: false }),
    on: smallPhone,
  },
  "long-small": { shown: longPage(), on: smallPhone },
  "long-desktop": { shown: longPage(), on: desktop },
  "receipt-desktop": { shown: paid, on: desktop },
  "receipt-dark-english": {
    shown: transferPage({ language: "en", view: { status: "PAID" } }),
    on: { ...phone, ...dark },
  },
  "receipt-small-no-script": { shown: paid, on: { ...smallPhone, javaScriptEnabled: false } },
  "receipt-paper": { shown: paid, on: paper, when: toPaper },
  "time-is-up-phone": {
    shown: inTwoSeconds(),
    on: phone,
    when: (page) => page.getByRole("heading", { name: "Waktu habis" }).waitFor(),
  },
  "paid-phone": { shown: paid, on: phone },
  "paid-desktop-dark": { shown: paid, on: { ...desktop, ...dark } },
  "expired-small-dark-english": { shown: expired, on: { ...smallPhone, ...dark } },
  "cancelled-phone": { shown: cancelled, on: phone },
  "not-found-phone": { shown: { kind: "not_found", language: "id" }, on: phone },
  "error-phone-dark": { shown: { kind: "error", language: "id" }, on: { ...phone, ...dark } },
  "rate-limited-desktop": { shown: { kind: "rate_limited", language: "en" }, on: desktop },
};

test.each(Object.entries(pictures))(
  "%s fits its screen and follows the content policy",
  async (name, { shown, on = {}, when }) => {
    const { page, complaints } = await openPage(browser, server.show(shown), {
      ...on,
      deviceScaleFactor: 2,
      reducedMotion: "reduce",
    });
    await when?.(page);
    await takePicture(page, path.join(folder, `${name}.png`));
    if (on.javaScriptEnabled !== false) expect(await isScrolledSideways(page)).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
