import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { button, heading, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

/**
 * The document, the style and the scripts from the sign-in page to the overview, compressed, without the chart and the
 * typeface.
 */
const firstLoadBytesMax = 60_000;

const isCounted = (address: string) =>
  !/\/api\/|\.woff2?$/u.test(address) && address.includes("/dashboard");

/**
 * Returns whether a file belongs to the chart, which only the overview loads, when it has something
 * to draw.
 */
const isChart = (address: string) => /(?:chart|uplot)[\w.-]*$/iu.test(address);

test.each([
  ["id-ID", "Masuk", "Ringkasan", "Alamat email", "Kata sandi", "Siapkan toko Anda"],
  ["en-GB", "Sign in", "Overview", "Email address", "Password", "Set up your shop"],
])(
  "in %s, from signing in to the overview at most 60 kB are loaded",
  async (locale, signIn, overview, email, password, guide) => {
    const shop = await openShop();
    const responses: Response[] = [];
    const page = await visit("/sign-in", {
      locale,
      viewport: { width: 390, height: 844 },
      // The clock stands still, so that the pages that load ahead do not load.
      prepare: async (opened) => {
        await opened.clock.install();
        opened.on("response", (response) => responses.push(response));
      },
    });
    await heading(page, signIn).waitFor();
    await page.getByLabel(email).fill(shop.email);
    await page.getByLabel(password, { exact: true }).fill(shop.password);
    await button(page, signIn).click();
    await heading(page, overview).waitFor();
    // A new shop's overview ends with the guide's card, whose script is loaded after the overview's data.
    await page.getByRole("heading", { level: 2, name: guide }).waitFor();

    const loaded = await sizes(responses);
    const counted = loaded.filter(({ file }) => !isChart(file));
    const bytes = counted.reduce((sum, { gzip }) => sum + gzip, 0);
    console.log(`from signing in to the overview, ${locale}: ${bytes} bytes, gzip`);
    console.table(loaded);
    // The document, and at least its script, its style sheet and the two pages.
    const names = counted.map(({ file }) => file);
    expect(names).toContain("sign-in");
    expect(names).toContainEqual(expect.stringMatching(/^guide-card-(?!texts)/u));
    expect(counted.length).toBeGreaterThan(4);
    expect(bytes).toBeLessThanOrEqual(firstLoadBytesMax);
    await expectOneLanguage(page, locale);
  },
);

async function sizes(responses: readonly Response[]) {
  const files = responses.filter((response) => response.ok() && isCounted(response.url()));
  const measured = await Promise.all(
    files.map(async (response) => ({
      file: new URL(response.url()).pathname.split("/").at(-1) ?? "",
      gzip: gzipSync(await response.body(), { level: 9 }).length,
    })),
  );
  return measured.toSorted((a, b) => b.gzip - a.gzip);
}

async function expectOneLanguage(page: Page, locale: string) {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
}
