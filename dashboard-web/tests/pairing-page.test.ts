import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { androidAppIn, createAndroidAppPage } from "../../server/http/pages/android-app.ts";
import { firstOf } from "../../server/http/pages/page.ts";
import { loadPairingPages } from "../../server/http/pages/pairing-page.ts";
import type { HttpRequest } from "../../server/http/transport/message.ts";
import { androidPackage } from "../../server/testing/android-package.ts";
import {
  axeViolations,
  isScrolledSideways,
  openPage,
  takePicture,
} from "../../web-shared/testing/open-page.ts";

/**
 * Tests `/pair#CODE` on a phone: the server's own pages, with the app and without it, behind a listener that records
 * the requests.
 */

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/pairing");

const code = "pgp_0123456789ABCDEFGHIJKLMNOPQRSTUV_000000";
const apk = androidPackage("1.2.3");
const android =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";

const browser = await chromium.connect(inject("browserAddress"));
let folder: string;
let server: Server;
let origin: string;
let hasApp: boolean;
/** The application id of the server's file. */
let appId: string;
let asked: string[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tepat-pair-"));
  const file = path.join(folder, "tepat-worker.apk");
  await writeFile(file, apk);
  const inFolder = androidAppIn(file);
  const findApp = async () => {
    const app = await inFolder();
    return hasApp && app ? { ...app, name: appId } : null;
  };
  const findPage = firstOf(
    createAndroidAppPage(findApp),
    await loadPairingPages(() => "https://pay.example.com", findApp),
  );
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const sent = JSON.stringify(incoming.headers) + Buffer.concat(chunks).toString("utf8");
    asked.push(`${incoming.method} ${incoming.url} ${sent}`);
    const [at = "", query = ""] = (incoming.url ?? "").split("?");
    const request = {
      path: at,
      query,
      header: (name: string) => incoming.headers[name],
    } as unknown as HttpRequest;
    const answer = await findPage(at)?.respond(request);
    response.writeHead(answer?.status ?? 404, { ...answer?.headers }).end(answer?.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  hasApp = true;
  appId = "id.tepat.worker";
  asked = [];
});

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, complaints } = await openPage(browser, origin + address, {
    userAgent: android,
    ...options,
  });
  expect(complaints).toEqual([]);
  return page;
}

const openButton = (page: Page) => page.locator("#open");
const notes = async (page: Page) => page.locator(".note:visible").allTextContents();

async function isSound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
}

test.each([
  ["id-ID", "light", "Hubungkan HP ini"],
  ["en-GB", "dark", "Connect this phone"],
  ["en-GB", "light", "Connect this phone"],
  ["id-ID", "dark", "Hubungkan HP ini"],
] as const)(
  "on a phone in %s, %s, the page passes the code to the app",
  async (locale, colorScheme, title) => {
    const page = await open(`/pair#${code}`, { locale, colorScheme });
    expect(await page.locator("h1").textContent()).toBe(title);
    expect(await page.locator("html").getAttribute("lang")).toBe(locale.slice(0, 2));
    const intent = await openButton(page).getAttribute("href");
    const [handed = "", rest = ""] = (intent ?? "").split("#Intent;");
    expect(handed).toBe(
      `intent://pair?server=${encodeURIComponent(origin)}&code=${encodeURIComponent(code)}`,
    );
    const extras = new Map(rest.split(";").map((part) => part.split("=", 2) as [string, string]));
    expect(extras.get("scheme")).toBe("tepat");
    expect(extras.get("package")).toBe("id.tepat.worker");
    expect(decodeURIComponent(extras.get("S.browser_fallback_url") ?? "")).toBe(
      `${origin}/pair?app=missing&lang=${locale.slice(0, 2)}#${code}`,
    );
    expect(rest.endsWith(";end")).toBe(true);
    await page.locator("details summary").last().click();
    expect(await page.locator("#server").textContent()).toBe(origin);
    expect(await page.locator("#code").textContent()).toBe(code);
    await isSound(page);
    await takePicture(page, path.join(pictures, `${locale.slice(0, 2)}-${colorScheme}.png`));
  },
);

test("a merchant's own build is opened by its own application id", async () => {
  appId = "com.example.shop.tepat";
  const page = await open(`/pair#${code}`);
  expect(await openButton(page).getAttribute("href")).toContain(";package=com.example.shop.tepat;");
});

test("no request to the server contains the code", async () => {
  const page = await open(`/pair#${code}`);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: "Connect this phone" }).waitFor();
  await page.locator("details summary").last().click();
  expect(await page.locator("#code").textContent()).toBe(code);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the app" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("tepat-worker.apk");
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.join("\n")).not.toContain(code.slice(0, 12));
});

test("the page offers the server's app with version, size and checksum", async () => {
  const page = await open(`/pair#${code}`, { locale: "en-GB" });
  const text = await page.locator("main").innerText();
  expect(text).toContain("Version 1.2.3, 1 kB");
  await page.getByText("Check that the file is genuine").click();
  const sum = createHash("sha256").update(apk).digest("hex");
  expect(await page.locator("main").innerText()).toContain(sum);
});

test.each([
  ["id-ID", "Android menolak aplikasinya?", ["MacroDroid", "kabel", "24 jam"]],
  ["en-GB", "Does Android refuse the app?", ["MacroDroid", "cable", "24 hours"]],
])(
  "a person in %s whose Android refuses the app reads three ways on",
  async (locale, question, ways) => {
    const page = await open(`/pair#${code}`, { locale, colorScheme: "dark" });
    await page.getByText(question).click();
    const text = await page.locator("details[open]").innerText();
    for (const way of ways) expect(text).toContain(way);
    await isSound(page);
    await takePicture(page, path.join(pictures, `refused-${locale.slice(0, 2)}.png`));
  },
);

test("without the app it names the ways that work now", async () => {
  hasApp = false;
  const page = await open(`/pair#${code}`, { locale: "en-GB" });
  expect(await page.getByRole("link", { name: "Download the app" }).count()).toBe(0);
  const text = await page.locator("main").innerText();
  expect(text).toContain("This server does not offer the Tepat app");
  expect(text).toContain("MacroDroid from the Play Store");
  expect(text).not.toMatch(/operator|apk|Termux/iu);
  expect(await page.getByRole("link", { name: "Guide" }).getAttribute("href")).toBe("docs/phone");
  expect(await openButton(page).isVisible()).toBe(false);
  await isSound(page);
  await takePicture(page, path.join(pictures, "without-app.png"));
  await page.getByText("Does this phone already have the Tepat app?").click();
  expect(await openButton(page).isVisible()).toBe(true);
  await isSound(page);
  await takePicture(page, path.join(pictures, "without-app-open.png"));
});

test.each(["", "#", "#pgp%20x", "#<img>", `#${"x".repeat(201)}`])(
  "an address with the code %j explains where to find the code, and offers nothing to open",
  async (fragment) => {
    const page = await open(`/pair${fragment}`, { locale: "en-GB" });
    expect((await notes(page))[0]).toContain("This address has no code");
    expect(await openButton(page).isVisible()).toBe(false);
    await isSound(page);
  },
);

test("a new code's address in the same tab opens that code's page", async () => {
  const page = await open("/pair#first");
  await page.evaluate(() => (location.hash = "second"));
  await expect
    .poll(() => openButton(page).getAttribute("href"), { interval: 100 })
    .toContain("code=second#Intent");
});

test("a person who returns without the app reads that the app is missing", async () => {
  const page = await open(`/pair?app=missing&lang=en#${code}`);
  expect((await notes(page))[0]).toContain("The app is not installed yet");
  expect(await openButton(page).getAttribute("href")).toContain(code);
});

test("a plain http address shows a warning, and a computer shows advice to use a phone", async () => {
  const page = await open(`/pair#${code}`, {
    locale: "en-GB",
    userAgent: "Mozilla/5.0 (X11; Linux)",
  });
  const told = (await notes(page)).join("\n");
  expect(told).toContain("not an Android phone");
  expect(told).toContain("not encrypted");
});

test("without a script the page explains how to enter the code in the app", async () => {
  const page = await open(`/pair#${code}`, { javaScriptEnabled: false, locale: "en-GB" });
  expect(await page.locator("body").innerText()).toContain("copy the whole address of this page");
  expect(await page.getByRole("link", { name: "Download the app" }).isVisible()).toBe(true);
  expect(await page.locator("#no-code").isVisible()).toBe(false);
});

test("the gateway serves the page with a strict content policy, and the neighbouring operations' paths still work", async () => {
  const { base_url } = inject("service");
  const response = await fetch(`${base_url}/pair`, { headers: { "accept-language": "en" } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'/,
  );
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await response.text()).toContain("Connect this phone");
  expect((await fetch(`${base_url}/pair/x`)).status).toBe(404);
  expect((await fetch(`${base_url}/pair`, { method: "POST" })).status).toBe(405);
});
