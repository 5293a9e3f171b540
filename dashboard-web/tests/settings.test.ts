import path from "node:path";
import { expect, test } from "vitest";
import { takePicture } from "../../web-shared/testing/open-page.ts";
import type { MerchantSettings } from "../src/base/generated/types.gen.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

test("a website needs no https://, and an invoice code is chosen or written by example", async () => {
  const shop = await openShop();
  const saved = async () =>
    dataOf<MerchantSettings>(await shop.person.get("/dashboard/api/settings"));
  const page = await visit("/settings", { as: shop });
  await page.getByLabel("Website of the shop (optional)", { exact: true }).fill("toko.example");
  await page.getByLabel("Name of the business", { exact: true }).waitFor();
  const code = page.getByLabel("Invoice code", { exact: true });
  expect(await code.locator("option").allInnerTexts()).toEqual([
    expect.stringMatching(/^INV-\d{4}-0001$/u),
    expect.stringMatching(/^INV-\d{6}-0001$/u),
    expect.stringMatching(/^INV-\d{8}-0001$/u),
    "Other",
  ]);
  await code.selectOption({ index: 1 });
  await button(page, "Save").click();
  await expect.poll(saved).toMatchObject({
    shop_url: "https://toko.example",
    sale_code_pattern: "INV-{year}{month}-{number}",
  });
  const website = page.getByLabel("Website of the shop");
  await expect.poll(() => website.inputValue()).toBe("https://toko.example");

  await code.selectOption("Other");
  const own = page.getByLabel("Your own invoice code");
  await own.fill("TOKO/");
  await button(page, "Save").click();
  await page.getByText("Add the number exactly once").waitFor();
  await button(page, "Number").click();
  await page.getByText("TOKO/0001").waitFor();
  await button(page, "Save").click();
  await expect.poll(saved).toMatchObject({ sale_code_pattern: "TOKO/{number}" });
});

test("unsaved settings survive a reload, and saved ones are shown as saved", async () => {
  const shop = await openShop();
  const page = await visit("/settings", { as: shop });
  const name = page.getByLabel("Name of the business", { exact: true });
  const address = page.getByLabel("Postal address");
  await address.fill("Jalan Merdeka 1");
  await page.reload();
  await expect.poll(() => address.inputValue()).toBe("Jalan Merdeka 1");
  const before = dataOf<MerchantSettings>(await shop.person.get("/dashboard/api/settings"));
  expect(before.contact_address).toBeNull();
  const unsaved = page.getByText("Your unsaved changes are filled in again.");
  await unsaved.waitFor();
  await button(page, "Discard changes").click();
  await unsaved.waitFor({ state: "detached" });
  await expect.poll(() => address.inputValue()).toBe("");
  await address.fill("Jalan Merdeka 1");
  await page.reload();
  await unsaved.waitFor();
  await takePicture(page, path.join(folder, "settings-restored.png"));
  await page.getByRole("link", { name: "Team" }).click();
  await heading(page, "Team").waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await unsaved.waitFor();
  expect(await address.inputValue()).toBe("Jalan Merdeka 1");
  await button(page, "Save").click();
  await unsaved.waitFor({ state: "detached" });
  await page.getByText("Saved", { exact: false }).first().waitFor();
  dataOf(await shop.person.post("/dashboard/api/settings", { merchant_name: "Toko Lain" }));
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe("Toko Lain");
  expect(await address.inputValue()).toBe("Jalan Merdeka 1");
  expect(await unsaved.count()).toBe(0);
});

test("the menu has the developers' pages while the shop has an API key", async () => {
  const shop = await openShop();
  const [key] = dataOf<{ key_id: string }[]>(await shop.person.get("/dashboard/api/api-keys"));
  dataOf(await shop.person.delete(`/dashboard/api/api-keys/${key?.key_id}`));
  const page = await visit("/settings", { as: shop });
  const inMenu = page.locator(".menu").getByRole("link", { name: "Developers" });
  await page.getByText("Connect your own website or app to Tepat.").waitFor();
  expect(await inMenu.count()).toBe(0);
  await page.getByRole("link", { name: "Open the developer pages" }).click();
  await heading(page, "API keys").waitFor();
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await heading(page, "Settings").waitFor();
  await expect.poll(() => inMenu.count()).toBe(0);

  await page.getByRole("link", { name: "Open the developer pages" }).click();
  await button(page, "Create an API key").first().click();
  await page.getByRole("dialog").getByRole("textbox").fill("Shop");
  await page.getByLabel("Test key").check();
  await page.getByRole("dialog").getByRole("button", { name: "Create an API key" }).click();
  await button(page, "I have saved it").click();
  await page.getByRole("link", { name: "Overview", exact: true }).first().click();
  await heading(page, "Overview").waitFor();
  await inMenu.waitFor();
  const another = await visit("/", { as: shop });
  await another.locator(".menu").getByRole("link", { name: "Developers" }).waitFor();
});
