import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import {
  axeViolations,
  isScrolledSideways,
  openPage,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { createDocsPages } from "../../server/http/pages/docs-page.ts";
import { pageOf } from "../../server/http/pages/guide-addresses.ts";
import { guideWords } from "../../server/http/pages/guide-words.ts";
import type { HttpRequest } from "../../server/http/transport/message.ts";
import { markSvg } from "../../web-shared/src/mark-shapes.ts";

/**
 * Tests the guides as the gateway serves them, in a browser that reports everything that the policy
 * forbids.
 */

const docs = path.resolve(import.meta.dirname, "..");
const root = path.resolve(docs, "..");
/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.join(root, "artifacts/docs");
const guides = (await readdir(docs)).filter((name) => name.endsWith(".md"));

const browser = await launchBrowser();
const server = createServer((request, response) => {
  void answer(request.url ?? "/", request.headers, response);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

const findPage = createDocsPages();

async function answer(
  url: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(url, "http://localhost");
  if (pathname === "/openapi.json") {
    response.end(await readFile(path.join(root, "openapi/openapi.json")));
    return;
  }
  if (pathname.startsWith("/dashboard")) {
    // The mark and the typeface belong to the dashboard, which might not be built here.
    const isMark = pathname.endsWith(".svg");
    response.writeHead(200, isMark ? { "content-type": "image/svg+xml" } : {});
    response.end(isMark ? markSvg() : await typeface());
    return;
  }
  const header = (name: string) => headers[name];
  const request = { method: "GET", path: pathname, query: search.slice(1), header };
  try {
    const page = await findPage(pathname)?.respond(request as unknown as HttpRequest);
    response.writeHead(page?.status ?? 404, page?.headers).end(page?.body);
  } catch {
    response.writeHead(404).end();
  }
}

const typeface = () =>
  readFile(
    createRequire(import.meta.url).resolve(
      "@fontsource-variable/plus-jakarta-sans/files/plus-jakarta-sans-latin-wght-normal.woff2",
    ),
  );

/**
 * Opens an address of the site. At the end, returns the browser's requests to other servers and the errors
 * that it reported.
 */
async function visit(address: string, options: { width?: number; locale?: string } = {}) {
  const elsewhere: string[] = [];
  const failed: string[] = [];
  const errors: string[] = [];
  const { page, complaints } = await openPage(browser, `${origin}${address}`, {
    viewport: { width: options.width ?? 1280, height: 860 },
    locale: options.locale ?? "en-GB",
    async before(page) {
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !url.startsWith("data:")) elsewhere.push(url);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) failed.push(response.url());
      });
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
    },
  });
  return {
    page,
    async leave() {
      expect({ elsewhere, failed, errors, complaints }).toEqual({
        elsewhere: [],
        failed: [],
        errors: [],
        complaints: [],
      });
      await page.context().close();
    },
  };
}

test.each(guides)("%s is a page with its heading and without console errors", async (guide) => {
  const text = await readFile(path.join(docs, guide), "utf8");
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? "";
  const { page, leave } = await visit(pageOf(guide));
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(
    guide.endsWith(".id.md") ? "id" : "en",
  );
  await leave();
});

test.each([1280, 390])("a page is readable at a width of %d", async (width) => {
  const { page, leave } = await visit("/docs/phone", { width });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, `guide-${width}.png`));
  await leave();
});

test("commands are coloured, and long ones are wrapped", async () => {
  const { page, leave } = await visit("/docs/first-api-payment", { width: 390 });
  const colours = await page
    .locator("figure.code code span")
    .evaluateAll((spans) => new Set(spans.map((span) => getComputedStyle(span).color)).size);
  expect(colours).toBeGreaterThan(1);
  const cut = await page
    .locator("pre")
    .evaluateAll((blocks) => blocks.filter((each) => each.scrollWidth > each.clientWidth).length);
  expect(cut).toBe(0);
  await leave();
});

test.each([
  ["en-GB", "/docs", "Search the guides", "quarantine", "Settings"],
  ["id-ID", "/docs/id", "Cari di panduan", "pemindai", "QRIS"],
  ["id-ID", "/docs/id", "Cari di panduan", "refund", "Pengembalian uang"],
  ["id-ID", "/docs/id", "Cari di panduan", "QR", "QRIS"],
  ["id-ID", "/docs/id", "Cari di panduan", "WA", "Pembayaran pertama"],
  ["id-ID", "/docs/id", "Cari di panduan", "e-mail", "Pemberitahuan"],
])("in %s, %s finds a word and opens its guide", async (locale, address, label, word, title) => {
  const { page, leave } = await visit(address, { locale });
  await page.getByRole("searchbox", { name: label }).fill(word);
  await page.locator(".results a").filter({ hasText: title }).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await leave();
});

const questions = {
  "/docs": {
    "money has not arrived": "/docs/deciding",
    "customer paid but still pending": "/docs/deciding",
    "wrong amount": "/docs/deciding",
    "paid too little": "/docs/deciding",
    "customer paid twice": "/docs/refunds#record-a-refund",
    refund: "/docs/refunds",
    "wrong QR code": "/docs/qris",
    "forgot password": "/docs/team#password",
    "phone died": "/docs/phone#check-the-phone",
    "phone lost": "/docs/phone#check-the-phone",
    "notification does not arrive": "/docs/phone#check-the-phone",
    "print receipt": "/docs/selling#the-counter",
    "add employee": "/docs/team#your-team",
    "payment link": "/docs/selling#a-payment-link",
    "unique amount": "/docs/first-payment#4-pay-a-test-invoice",
    "bank statement": "/docs/statements",
    telegram: "/docs/notices",
    iphone: "/docs/sources#an-iphone",
    receipts: "/docs/selling#the-counter",
    fee: "/docs/first-payment#3-set-up-your-shop-and-your-bank-account",
  },
  "/docs/id": {
    "uang belum masuk": "/docs/id/deciding",
    "kenapa uang belum masuk ke rekening saya": "/docs/id/deciding",
    "sudah transfer tapi belum lunas": "/docs/id/deciding",
    "salah nominal": "/docs/id/deciding",
    "bayar kurang": "/docs/id/deciding",
    "bayar dua kali": "/docs/id/refunds",
    refund: "/docs/id/refunds",
    "kode qr salah": "/docs/id/qris",
    "lupa password": "/docs/id/team#kata-sandi",
    "hp mati": "/docs/id/phone#apakah-hp-nya-sehat",
    "hp hilang": "/docs/id/phone#apakah-hp-nya-sehat",
    "notifikasi tidak masuk": "/docs/id/phone#apakah-hp-nya-sehat",
    struk: "/docs/id/selling#kasir",
    "tambah karyawan": "/docs/id/team#tim-anda",
    "link pembayaran": "/docs/id/selling#tautan-pembayaran",
    "kode unik": "/docs/id/first-payment#4-bayar-tagihan-uji",
    "mutasi rekening": "/docs/id/statements",
    telegram: "/docs/id/notices",
    iphone: "/docs/id/sources#iphone",
    biaya: "/docs/id/first-payment#3-isi-toko-dan-rekening",
    webhook: "/docs/webhooks",
  },
};

test.each(Object.entries(questions))(
  "at %s a shopkeeper's question finds the section that answers it",
  async (address, expected) => {
    const locale = address === "/docs" ? "en-GB" : "id-ID";
    const { page, leave } = await visit(address, { locale });
    const found: Record<string, string | null> = {};
    for (const question of Object.keys(expected)) {
      await page.getByRole("searchbox").fill("");
      await page.locator(".results").waitFor({ state: "hidden" });
      await page.getByRole("searchbox").fill(question);
      const first = page.locator(".results a").first();
      found[question] = await first.getAttribute("href");
    }
    expect(found).toEqual(expected);
    await leave();
  },
);

test("search words belong to sections that exist", async () => {
  const sections = await Promise.all(
    ["en", "id"].map(async (language) => {
      const answer = await fetch(`${origin}/docs/assets/search-${language}.json`);
      return (await answer.json()) as string[][];
    }),
  );
  const addresses = sections
    .flat()
    .flatMap(([address = "", , anchor]) => [address, `${address}#${anchor}`]);
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(guideWords)));
});

test("a result shows whole words, and a shopkeeper's guide comes first", async () => {
  const { page, leave } = await visit("/docs");
  await page.getByRole("searchbox", { name: "Search the guides" }).fill("customer");
  const results = page.locator(".results a");
  await results.first().waitFor();
  const shown = await results.evaluateAll((links) =>
    links.map((link) => ({
      address: new URL((link as HTMLAnchorElement).href).pathname,
      text: link.querySelector("span")?.textContent ?? "",
    })),
  );
  const index = await page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>(".search input");
    return JSON.parse(await (await fetch(field?.dataset["index"] ?? "")).text()) as string[][];
  });
  for (const { address, text } of shown) {
    const words = text.split(" ").filter((word) => word !== "…");
    const contents = index.filter(([page]) => page === address).map(([, , , , each]) => each);
    const isWhole = contents.some((each) => ` ${each} `.includes(` ${words.join(" ")} `));
    expect(isWhole, `${address}: ${text}`).toBe(true);
    expect(text).not.toMatch(/<\/|">/);
  }
  await page.getByRole("searchbox").fill("counter");
  await results.first().waitFor();
  expect(await results.first().getAttribute("href")).toMatch(/^\/docs\/selling/);
  expect((await results.allTextContents()).join("\n")).not.toContain('{"');
  await leave();
});

test("a result shows the beginning of a section whose text lacks a word", async () => {
  const { page, leave } = await visit("/docs/id", { locale: "id-ID" });
  await page.getByRole("searchbox").fill("uang belum masuk");
  const excerpt = page.locator(".results a").first().locator("span");
  expect(await excerpt.textContent()).toMatch(/^Pelanggan sudah bayar/u);
  await leave();
});

test("the arrow keys move through the results, and Escape closes them", async () => {
  const { page, leave } = await visit("/docs/phone");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zzzzzz");
  await page.getByText("No results. Try fewer words.").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("refund");
  await page.locator(".results a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  expect(
    await page
      .locator(".results a")
      .first()
      .evaluate((link) => link.matches(":focus")),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator(".results").waitFor({ state: "hidden" });
  await leave();
});

test.each(["light", "dark"] as const)("the first page has its three doors, %s", async (scheme) => {
  for (const width of [1440, 820, 390]) {
    const { page, leave } = await visit("/docs", { width });
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of ["I have a shop", "I connect a site or program", "I run the server"])
      await page.getByRole("heading", { level: 2, name }).waitFor();
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, `home-${width}-${scheme}.png`));
    await leave();
  }
});

test.each([
  ["/docs", 1024],
  ["/docs", 700],
  ["/docs/id", 820],
])(
  "the first page %s names each guide once, with its doors in line at %d",
  async (address, width) => {
    const { page, leave } = await visit(address, { width });
    expect(await isScrolledSideways(page)).toBe(false);
    // The side menu names them on a wide screen.
    expect(
      await page.getByRole("heading", { name: /^(?:All guides|Semua panduan)$/u }).count(),
    ).toBe(width < 900 ? 1 : 0);
    const tops = await page
      .locator(".door ul")
      .evaluateAll((lists) => new Set(lists.map((list) => list.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    await leave();
  },
);

test("on a phone the bar is low, and its places are in the menu", async () => {
  const { page, leave } = await visit("/docs", { width: 390 });
  const bar = page.getByRole("banner");
  expect((await bar.boundingBox())?.height).toBeLessThan(175);
  const dashboard = bar.getByRole("link", { name: "Dashboard" });
  expect(await dashboard.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await dashboard.waitFor();
  await leave();
});

test("the chosen language outlasts the page, against the browser's", async () => {
  const { page, leave } = await visit("/docs/phone", { locale: "id-ID" });
  await page.getByRole("heading", { level: 1, name: "Menyiapkan HP" }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Set up a phone" }).waitFor();
  await page.waitForURL("**/docs/phone");
  await page.goto(`${origin}/docs`);
  await page.getByRole("heading", { level: 1, name: "Tepat guides" }).waitFor();
  await leave();
});

test("the API reference leads back to the guides", async () => {
  const { page, leave } = await visit("/docs");
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page.getByRole("heading", { name: "Rate limits" }).waitFor();
  await page.getByRole("link", { name: "Guides" }).last().click();
  await page.getByRole("heading", { level: 1, name: "Tepat guides" }).waitFor();
  await leave();
});

test("on a phone the menu opens and leads to a guide", async () => {
  const { page, leave } = await visit("/docs", { width: 390 });
  const menu = page.locator("nav.menu");
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Refunds" }).click();
  await page.getByRole("heading", { level: 1, name: "Refunds" }).waitFor();
  await leave();
});

test("a page can be read without JavaScript, with its menu", async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: "en-GB",
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/docs/errors`);
  await page.getByText("payment_code_conflict").first().waitFor();
  await page.locator("nav.menu").getByRole("link", { name: "Webhooks" }).waitFor();
  await context.close();
});
