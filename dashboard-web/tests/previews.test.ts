import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { texts } from "../../checkout-web/src/texts.ts";
import { visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop("Toko Sari Rasa");

const preview = (page: Page) => page.locator(".preview");

const looks = [
  { width: 1440, locale: "id-ID", colorScheme: "dark" },
  { width: 1440, locale: "en-GB", colorScheme: "light" },
] as const;

const open = (address: string, { width, ...look }: (typeof looks)[number]) =>
  visit(address, { as: shop, ...look, viewport: { width, height: 900 } });

const look = async (page: Page, name: string, { locale, colorScheme }: (typeof looks)[number]) => {
  await takePicture(page, path.join(folder, `preview-${name}-${locale}-${colorScheme}.png`));
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
};

test.each(looks)("a preview shows a new link's page during typing, in $locale", async (how) => {
  const page = await open("/links/new", how);
  await page.locator("[name=link_name]").fill("Kopi susu literan");
  await page.locator("textarea[name=description]").fill("Satu liter.\nTahan tiga hari.");
  await page.locator("[name=amounts]").fill("85.000");
  await expect.poll(() => preview(page).innerText()).toMatch(/Toko Sari Rasa\s+Kopi susu literan/u);
  expect(await preview(page).innerText()).toContain("Rp85.000");
  await look(page, "link", how);
  await page.locator("[name=kind]").selectOption("open");
  await page.locator("[name=amount_min]").fill("10000");
  await expect.poll(() => preview(page).innerText()).toContain("Rp10.000");
  expect(await preview(page).innerText()).not.toContain("Rp85.000");
  await page.locator("[name=amount_min]").fill("ten");
  await expect.poll(() => preview(page).innerText()).not.toContain("Rp10.000");
});

test.each(looks)(
  "a preview shows a new account as the payment page groups it, in $locale",
  async (how) => {
    const page = await open("/accounts/new", how);
    await page.locator("[name=channel_id]").selectOption("BCA");
    await page.locator("[name=account_number]").fill("12-3456 7890");
    await page.locator("[name=account_name]").fill("SITI RAHAYU");
    await expect.poll(() => preview(page).innerText()).toContain("1234 5678 90");
    expect(await preview(page).innerText()).toContain("SITI RAHAYU");
    await look(page, "account", how);
  },
);

test.each(looks)(
  "a preview shows the payment page's design before saving, in $locale",
  async (how) => {
    const page = await open("/settings", how);
    await page.locator("[name=merchant_name]").fill("Warung Bu Sari");
    await page.locator("[name=accent_color]").fill("#aa3300");
    await page.locator("[name=contact_phone]").fill("0812 3456 7890");
    await page.locator("[name=shop_url]").fill("shop.example");
    await expect
      .poll(() => preview(page).innerText())
      .toMatch(/^.*\s+W\s+Warung Bu Sari\s.*Rp150\.123\s.*0812 3456 7890/su);
    const { payExactly, lastDigits, copyAmount, seller, toShop } =
      texts[how.locale === "id-ID" ? "id" : "en"];
    for (const words of [payExactly, lastDigits, copyAmount, seller, toShop, "WhatsApp"])
      expect(await preview(page).innerText()).toContain(words);
    const color = () =>
      page
        .locator(".preview-button")
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await color()).toBe("rgb(170, 51, 0)");
    await look(page, "settings", how);
    // A text that is not a colour changes nothing.
    await page.locator("[name=accent_color]").fill("#aa330");
    await expect.poll(color).not.toBe("rgb(170, 51, 0)");
  },
);

test("on a phone the fields use the whole screen", async () => {
  const page = await visit("/links/new", { as: shop, viewport: { width: 390, height: 844 } });
  await page.locator("[name=link_name]").waitFor();
  expect(await preview(page).isVisible()).toBe(false);
  expect(await isScrolledSideways(page)).toBe(false);
});
