import path from "node:path";
import { expect, test } from "vitest";
import { axeViolations, isScrolledSideways } from "../../checkout-web/tests/open-page.ts";
import { openShop, newMerchant } from "../../contract-tests/support/shop.ts";
import { visit } from "./open-dashboard.ts";

/** Not in git; kept by CI for people to look at. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const shop = await openShop({ holder: "PT SARI RASA NUSANTARA" });
const newcomer = await newMerchant();

const pages = {
  "sign-in": { address: "/sign-in", as: undefined },
  overview: { address: "/", as: shop },
  "overview-new": { address: "/", as: newcomer },
  "api-keys": { address: "/api-keys", as: shop },
  security: { address: "/security", as: shop },
  "audit-log": { address: "/audit-log", as: shop },
  "not-found": { address: "/nothing-here", as: shop },
};

const screens = {
  desktop: { viewport: { width: 1280, height: 860 }, colorScheme: "light", locale: "en-GB" },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "id-ID" },
  "small-phone": { viewport: { width: 320, height: 568 }, colorScheme: "light", locale: "id-ID" },
} as const;

const cases = Object.entries(pages).flatMap(([name, page]) =>
  Object.entries(screens).map(([screen, options]) => ({
    name: `${name}-${screen}`,
    page,
    options,
  })),
);

test.each(cases)(
  "$name fits its screen and has nothing that axe finds",
  async ({ name, page: { address, as }, options }) => {
    const page = await visit(address, { as, ...options });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("progressbar").first().waitFor({ state: "detached" });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  },
);
