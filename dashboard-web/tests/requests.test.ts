import assert from "node:assert/strict";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import {
  axeViolations,
  inEachLook,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { paymentInput } from "../../contract-tests/support/shop.ts";
import { button, heading, keptWindow, visit } from "./open-dashboard.ts";
import { newMerchant, openShop } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop();
const payment_code = "KATERING-IBU-HJ-SITI/2026-11-0043";
const payment = `/gateway/payments/${encodeURIComponent(payment_code)}`;

beforeAll(async () => {
  const json = paymentInput(shop, { payment_code });
  const create = { method: "POST", path: "/gateway/payments", json };
  await shop.send({ ...create, headers: { "x-request-id": "order-1001" } });
  await shop.send({ ...create, headers: { "x-request-id": "order-1001-again" } });
  await shop.get("/gateway/accounts");
  await shop.get("/gateway/payments?page=1&per_page=20");
  await shop.get(payment);
  await shop.get("/gateway/payments/unknown");
  const api = "/dashboard/api/logged-requests";
  await vi.waitFor(
    async () => {
      const { text } = await shop.person.get(api);
      if (!text.includes("/unknown")) throw new Error("the last request is not logged yet");
    },
    { timeout: 30_000, interval: 200 },
  );
});

const rows = (page: Page) => page.getByRole("row");
const panel = (page: Page) => page.getByRole("complementary", { name: "Request" });

test("a refused request explains its code and links to the guide and the invoice", async () => {
  const page = await visit("/requests", { as: shop });
  await expect.poll(() => rows(page).count()).toBe(7);
  await page.getByLabel("Responses").selectOption("Errors only");
  await expect.poll(() => rows(page).count()).toBe(3);
  await page.getByRole("link", { name: "POST /gateway/payments", exact: true }).click();
  await panel(page).getByText("This payment_code is already used").waitFor();
  await panel(page).getByText("order-1001-again").waitFor();
  await panel(page).getByText("does not help").waitFor();
  const guide = panel(page).getByRole("link", { name: "Read about this error in the guide" });
  expect(await guide.getAttribute("href")).toBe("/docs/errors#payment_code_conflict");

  // The address keeps the filter and the shown request.
  await page.reload();
  await panel(page).getByText("This payment_code is already used").waitFor();
  await panel(page).getByRole("link", { name: "Open page" }).click();
  await heading(page, "Request").waitFor();
  await page.getByText("This payment_code is already used").waitFor();
  await page.getByRole("link", { name: "Request log" }).first().click();

  await page.getByRole("link", { name: `GET ${payment}`, exact: true }).click();
  await panel(page).getByText("This request succeeded").waitFor();
  await panel(page).getByRole("link", { name: "Open the invoice" }).click();
  await heading(page, payment_code).waitFor();
});

test("the search finds a path and a request id", async () => {
  const page = await visit("/requests", { as: shop });
  await page.getByLabel("Request id").fill("order-1001");
  await page.getByLabel("Request id").press("Enter");
  await expect.poll(() => rows(page).count()).toBe(2);
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect.poll(() => rows(page).count()).toBe(7);
  await page.keyboard.press("/");
  await page.keyboard.type("ACCOUNTS");
  await page.keyboard.press("Enter");
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(new URL(page.url()).search).toBe("?path=ACCOUNTS");
  await page.getByLabel("Path").fill("nothing-like-it");
  await page.getByLabel("Path").press("Enter");
  await page.getByText("No matching requests").waitFor();
});

test("an empty log explains which requests it will list", async () => {
  const page = await visit("/requests", { as: await newMerchant() });
  await page.getByText("appear here about a second after their response").waitFor();
});

const looks = [
  { width: 320, locale: "id-ID", colorScheme: "dark" },
  { width: 390, locale: "id-ID", colorScheme: "light" },
  { width: 720, locale: "en-GB", colorScheme: "dark" },
  { width: 1024, locale: "id-ID", colorScheme: "light" },
  { width: 1440, locale: "en-GB", colorScheme: "light" },
  { width: 1440, locale: "id-ID", colorScheme: "dark" },
] as const;

const windows = {
  "id-ID": keptWindow({ as: shop, locale: "id-ID" }),
  "en-GB": keptWindow({ as: shop, locale: "en-GB" }),
};

async function inspect(page: Page, picture: string): Promise<void> {
  await takePicture(page, path.join(folder, `${picture}.png`));
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
}

const named = ({ width, locale, colorScheme }: (typeof looks)[number]) => ({
  name: `${width}-${locale.slice(0, 2)}-${colorScheme}`,
  viewport: { width, height: 900 },
  colorScheme,
});

test.each(looks)(
  "at $width pixels, $locale, $colorScheme the request log and a request fit, and axe finds nothing",
  async (look) => {
    const page = await windows[look.locale]("/requests", named(look));
    await expect.poll(() => rows(page).count()).toBe(7);
    await inspect(page, `requests-${named(look).name}`);
    await page.getByRole("link", { name: "POST /gateway/payments", exact: true }).first().click();
    await page.getByRole("link", { name: /guide|panduan/u }).waitFor();
    await inspect(page, `request-${named(look).name}`);
  },
);

test.each(["id-ID", "en-GB"] as const)(
  "in %s the code sample fits in the page and in the dialog with the key",
  async (locale) => {
    const [first, ...others] = looks.filter((look) => look.locale === locale).map(named);
    assert(first);
    const page = await visit("/api-keys", { as: await openShop(), locale, ...first });
    const inspectAll = (what: string) =>
      inEachLook(page, [first, ...others], ({ name }) => inspect(page, `${what}-${name}`));
    await page.locator(".code-sample pre").waitFor();
    await inspectAll("api-keys");
    await button(page, /^(Create an API key|Buat kunci API)$/u).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Server");
    await page.getByRole("dialog").getByRole("textbox").press("Enter");
    await page.getByRole("dialog").locator(".code-sample pre").waitFor();
    await inspectAll("api-key-made");
  },
);
