import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import type { Payment } from "../../contract-tests/support/resources.ts";
import { openPage } from "../../web-shared/testing/open-page.ts";
import { connectToService, growShop } from "./grown-shop.ts";
import { browser, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

/**
 * Compares the README's pictures with running pages, by their texts, not by pixels. After a change of a page's words,
 * `npm run pictures` takes the pictures again.
 */
const isTaking = process.env["TAKE_README_PICTURES"] === "1";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "docs/pictures");
const bytesMax = 60_000;

const phoneScreen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const pictures = {
  checkout: { ...phoneScreen, locale: "en-GB" },
  "checkout.id": { ...phoneScreen, locale: "id-ID" },
  dashboard: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const;
type Name = keyof typeof pictures;

const database = connectToService();
afterAll(() => database.end());
const [shop, grownShop] = await Promise.all([
  openShop("Kedai Sari Rasa"),
  openShop("Kedai Sari Rasa"),
]);
const [phone] = await Promise.all([
  approvedDevice(grownShop, { device_name: "Shop phone" }),
  growShop(database, grownShop),
]);
// The shop has ended its guide, and the phone has reported.
await grownShop.person.post("/dashboard/api/checklist/end", {});
await phone.report({ ...transfer(1), title: "Promo", body: "Nikmati promo akhir pekan." });

const payment = dataOf<Payment>(
  await shop.post("/gateway/payments", {
    account_id: shop.account.account_id,
    payment_code: "INV-2026-042",
    payment_amount: 150_000,
    payment_expired_at: new Date(Date.now() + 86_400_000).toISOString(),
    customer_name: "Budi Santoso",
    customer_email: "budi@example.com",
  }),
);

async function checkout(name: "checkout" | "checkout.id"): Promise<Page> {
  const { page } = await openPage(browser, payment.payment_checkout_url, pictures[name]);
  await page.locator(".timer").waitFor();
  return page;
}

const pages: Record<Name, () => Promise<Page>> = {
  checkout: () => checkout("checkout"),
  "checkout.id": () => checkout("checkout.id"),
  async dashboard() {
    const page = await visit("/", { as: grownShop, ...pictures.dashboard });
    await heading(page, "Overview").waitFor();
    await page.locator(".income-chart canvas").waitFor();
    return page;
  },
};

const fileOf = (name: Name, ending: "webp" | "txt") => path.join(folder, `${name}.${ending}`);

test.each(Object.keys(pictures) as Name[])("the picture of the %s is current", async (name) => {
  const page = await pages[name]();
  const texts = await textsIn(page);
  if (isTaking) {
    await writeFile(fileOf(name, "webp"), await pictureOf(page));
    await writeFile(fileOf(name, "txt"), texts);
  }
  await page.context().close();
  expect(texts, "run npm run pictures").toBe(await readFile(fileOf(name, "txt"), "utf8"));
});

test.each(Object.keys(pictures) as Name[])("the picture of the %s is small", async (name) => {
  const picture = await readFile(fileOf(name, "webp"));
  expect(picture.length).toBeLessThanOrEqual(bytesMax);
  const page = await browser.newPage();
  const size = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/webp;base64,${data}`;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, picture.toString("base64"));
  await page.close();
  const { viewport, deviceScaleFactor: scale } = pictures[name];
  expect(size).toEqual({ width: scale * viewport.width, height: scale * viewport.height });
});

/** Returns the names in the picture, one per line. Numbers and dates differ between runs. */
async function textsIn(page: Page): Promise<string> {
  const texts = await page.locator("h1, h2, dt, th, nav a, button, .button").evaluateAll((all) =>
    all
      .filter((each) => {
        const { bottom, width } = each.getBoundingClientRect();
        // A word at the edge is left out: the countdown above it has one line or two.
        return width > 1 && bottom <= innerHeight && each.checkVisibility();
      })
      .map((each) => each.textContent.replaceAll(/\s+/gu, " ").trim()),
  );
  const words = texts.filter((text) => text !== "" && !/\d/u.test(text));
  return `${words.join("\n")}\n`;
}

/** Returns a picture as WebP. Chromium can write it, so no other program or package is needed. */
async function pictureOf(page: Page): Promise<Buffer> {
  const png = await page.screenshot();
  const paper = await browser.newPage();
  const webp = await paper.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.72).split(",")[1] ?? "";
  }, png.toString("base64"));
  await paper.close();
  return Buffer.from(webp, "base64");
}

test("the README's first screen names both commands and shows both pictures", async () => {
  const readme = await readFile(path.join(root, "README.md"), "utf8");
  const [firstScreen = ""] = readme.split(/^## First payment$/mu);
  expect(firstScreen.split("\n").length).toBeLessThanOrEqual(50);
  for (const command of ["npm start", "npm test"])
    expect(firstScreen).toMatch(new RegExp(`^${command}( +#.*)?$`, "mu"));
  for (const name of ["checkout", "dashboard"])
    expect(firstScreen).toMatch(
      new RegExp(`src="docs/pictures/${name}\\.webp"[^>]+alt="[^"]{20,}"`, "u"),
    );
});
