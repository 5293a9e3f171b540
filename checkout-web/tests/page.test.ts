import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { startCheckoutServer, type CheckoutServer } from "./checkout-server.ts";
import {
  axeViolations,
  isScrolledSideways,
  openPage,
  readQrCode,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { hostilePage, longPage, qrisPage, qrisPayload, transferPage } from "./sample-pages.ts";

let browser: Browser;
let server: CheckoutServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    launchBrowser(),
    startCheckoutServer(inject("checkoutBuild")),
  ]);
});

// A test that failed leaves no page behind that the next one would hear.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const small = { viewport: { width: 320, height: 568 } };

describe("a transfer", () => {
  test("shows what to pay, where, how, and for what", async () => {
    const { page, complaints } = await openPage(browser, server.show(transferPage()));
    const text = await page.innerText("main");
    for (const part of [
      "Bayar tepat sejumlah ini",
      "BCA",
      "PT SARI RASA NUSANTARA",
      "Isi rekening tujuan",
      "Kopi susu gula aren",
      "Rp120.000",
      "Kode unik",
      "INV/2026/11",
      "Siti Rahayu",
    ]) {
      expect(text).toContain(part);
    }
    expect(await page.innerText(".figure mark")).toBe("123");
    expect(await page.textContent(".figure .off-screen")).toBe("Rp150.123");
    expect(await page.title()).toBe("Rp150.123 · Kedai Sari Rasa");
    expect(complaints).toEqual([]);
  });

  test("copies amount and number as a bank's app takes them, and says so", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

    await page.getByRole("button", { name: "Salin jumlah" }).click();
    await page.getByText("Jumlah Rp150.123 disalin.").waitFor({ state: "attached" });
    expect(await clipboard()).toBe("150123");
    await page.getByRole("button", { name: "Tersalin" }).waitFor();

    await page.getByRole("button", { name: "Salin nomor" }).click();
    await page.getByText("Nomor 1234567890 disalin.").waitFor({ state: "attached" });
    expect(await clipboard()).toBe("1234567890");
  });

  test("copies without the clipboard API, and the keyboard stays where it was", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.addEventListener("copy", () => {
            const { value } = document.activeElement as HTMLTextAreaElement;
            document.documentElement.dataset["copied"] = value;
          });
        }),
    });
    const button = page.getByRole("button", { name: "Salin nomor" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Nomor 1234567890 disalin.").waitFor({ state: "attached" });
    expect(await page.getAttribute("html", "data-copied")).toBe("1234567890");
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("copy");
  });

  test("a picture that does not come leaves no gap, and none is asked for with a referrer", async () => {
    const referrers: (string | undefined)[] = [];
    const { page } = await openPage(browser, server.show(transferPage()), {
      before: (page) =>
        page.route("https://shop.example/*.jpg", (route) => {
          referrers.push(route.request().headers()["referer"]);
          return route.abort();
        }),
    });
    await page.getByText("Kopi susu").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => !document.querySelector("img"));
    expect(referrers).toEqual([undefined]);
  });
});

describe("a QRIS payment", () => {
  test("the code on the screen reads as the payload, in the dark and at 320 pixels too", async () => {
    const { page } = await openPage(browser, server.show(qrisPage()), {
      ...small,
      colorScheme: "dark",
      deviceScaleFactor: 2,
    });
    expect(await readQrCode(browser, await takePicture(page))).toBe(qrisPayload);
    expect(await page.innerText("figcaption")).toContain("NMID ID1099000000002");
    expect(await isScrolledSideways(page)).toBe(false);
  });

  test("the saved picture reads as the payload", async () => {
    const shown = qrisPage({ view: { payment_code: "INV/../2026 11" } });
    const { page, complaints } = await openPage(browser, server.show(shown));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Simpan gambar QR" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("qris-INV-2026-11.png");
    const picture = await readFile(await download.path());
    expect(await readQrCode(browser, picture)).toBe(qrisPayload);
    expect(complaints).toEqual([]);
  });

  test("without a code the page says so", async () => {
    const { page } = await openPage(browser, server.show(qrisPage({ qr: null, qr_size: null })));
    await page.getByText("Kode QR tidak tersedia").waitFor();
  });
});

describe("without a script", () => {
  test("everything that is needed to pay is there, and nothing that would not work", async () => {
    const { page } = await openPage(browser, server.show(qrisPage()), {
      javaScriptEnabled: false,
      deviceScaleFactor: 2,
    });
    expect(await readQrCode(browser, await takePicture(page))).toBe(qrisPayload);
    for (const text of ["Muat ulang halaman ini", "Pindai kode QR", "NMID", "Bayar sebelum"]) {
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    }
    expect(await page.locator("button:visible").count()).toBe(0);
    expect(await page.locator(".timer:visible").count()).toBe(0);
  });

  test("the languages are links, and the check loads the page again", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      javaScriptEnabled: false,
    });
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("Pay exactly this amount").waitFor();
    await page.getByRole("link", { name: "Check" }).click();
    await page.getByText("Pay exactly this amount").waitFor();
  });
});

test("the language changes without a reload and is remembered", async () => {
  const { page } = await openPage(browser, `${server.show(transferPage())}?lang=id`);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByText("Pay exactly this amount").waitFor();
  expect(await page.innerText(".figure mark")).toBe("123");
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await page.getAttribute(".steps ol", "lang")).toBe("id");
  expect(new URL(page.url()).search).toBe("");
  expect(server.requests.filter((request) => request.startsWith("GET /pay/0"))).toHaveLength(1);
  const cookies = await page.context().cookies(page.url());
  expect(cookies).toEqual([
    expect.objectContaining({ name: "tepat_lang", value: "en", path: "/pay", sameSite: "Lax" }),
  ]);
});

test("hostile texts are texts", async () => {
  const { page, complaints } = await openPage(browser, server.show(hostilePage()));
  await page.locator(".timer").waitFor();
  expect(await page.title()).toContain("</script>");
  expect(await page.innerText(".bank")).toContain("<img src=x onerror=alert(1)>{{7*7}}");
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator("main a").evaluateAll((links) => links.length)).toBe(1);
  expect(complaints).toEqual([]);

  server.become("PAID");
  await page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
  expect(await page.locator("main a").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test.each(["{", "7", "[null]"])(
  "order items %s cost the page nothing else",
  async (order_items) => {
    const { page, complaints } = await openPage(
      browser,
      server.show(transferPage({ view: { order_items, instructions: order_items } })),
    );
    await page.locator(".timer").waitFor();
    expect(await page.innerText(".figure")).toContain("123");
    expect(complaints).toEqual([]);
  },
);

test("long texts and the longest amount fit on 320 pixels", async () => {
  const { page } = await openPage(browser, server.show(longPage()), small);
  await page.locator(".timer").waitFor();
  expect(await isScrolledSideways(page)).toBe(false);
  await page.locator("summary").click();
  expect(await isScrolledSideways(page)).toBe(false);
});

test("letters of twice the size fit on 320 pixels", async () => {
  const million = { amount_original: 1_250_000, amount_total: 1_250_123 };
  for (const shown of [transferPage({ view: million }), qrisPage()]) {
    const { page } = await openPage(browser, server.show(shown), small);
    await page.locator(".timer").waitFor();
    const lettersBefore = await fontSize(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await fontSize(page)).toBe(2 * lettersBefore);
    expect(await isScrolledSideways(page)).toBe(false);
  }
});

const fontSize = (page: Page) =>
  page
    .locator(".hint")
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));

test("a name that is written from the right does not turn its quantity around", async () => {
  const line = { name: "abc \u202E cba", price: 1, quantity: 12, subtotal: 12 };
  const shown = transferPage({ view: { order_items: JSON.stringify([line]) } });
  const { page } = await openPage(browser, server.show(shown));
  const [name, quantity] = await Promise.all(
    [".product-name bdi", ".quantity"].map((part) => page.locator(part).boundingBox()),
  );
  expect(quantity?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? Infinity));
});

test("all that can be used is reached with the keyboard, in the order of the page", async () => {
  const { page } = await openPage(browser, server.show(transferPage()));
  await page.locator(".timer").waitFor();
  const names: (string | undefined)[] = [];
  for (let index = 0; index < 7; index += 1) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute("aria-label") ?? focused?.textContent;
      }),
    );
  }
  expect(names).toEqual([
    "ID, Bahasa Indonesia",
    "EN, English",
    "Salin jumlah",
    "Salin nomor",
    "Periksa",
    "2 barang",
    "Kopi susu gula aren, 1 liter",
  ]);
});

describe("axe finds nothing", () => {
  const yellow = { merchant: { accent_color: "#ffd400" } };
  const states = {
    transfer: transferPage(yellow),
    QRIS: qrisPage({ merchant: { accent_color: "#101010" } }),
    PAID: transferPage({ ...yellow, view: { status: "PAID" } }),
    EXPIRED: transferPage({ view: { status: "EXPIRED" } }),
    CANCELLED: transferPage({ view: { status: "CANCELLED" } }),
    not_found: { kind: "not_found", language: "id" },
    error: { kind: "error", language: "id" },
    rate_limited: { kind: "rate_limited", language: "id" },
  } as const;

  test.each(Object.entries(states))("in %s, in both languages and schemes", async (_, shown) => {
    const { page } = await openPage(browser, server.show(shown), { reducedMotion: "reduce" });
    const address = page.url();
    for (const language of ["id", "en"]) {
      await page.goto(`${address}?lang=${language}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page)).toEqual([]);
      }
    }
  });
});

test("on paper there is everything to pay with and no control", async () => {
  const { page } = await openPage(browser, server.show(longPage()));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".button:visible").count()).toBe(0);
  expect(await page.locator("nav:visible").count()).toBe(0);
  expect(await page.locator(".account .number").isVisible()).toBe(true);
  expect(await page.getByText("Bersatu- 40").isVisible()).toBe(true);
});
