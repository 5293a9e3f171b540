import { expect, test } from "vitest";
import { approvedDevice, transfer } from "../../contract-tests/support/device.ts";
import { newMerchant, openShop, pendingPayment } from "../../contract-tests/support/shop.ts";
import { button, heading, visit } from "./open-dashboard.ts";

test("somebody new is led from step to step", async () => {
  const merchant = await newMerchant();
  const page = await visit("/", { as: merchant });
  await page.getByText("0 of 8 done").waitFor();
  await page.getByRole("link", { name: "Add a receiving account" }).click();
  await heading(page, "Accounts").waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

test("what was paid today is in the figures and in the table of days", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const paid = await pendingPayment(shop);
  await pendingPayment(shop);
  await device.report(transfer(paid.payment_total));
  const page = await visit("/", { as: shop });
  const total = `Rp${paid.payment_total.toLocaleString("id-ID")}`;
  await page.locator(".figures").getByText(total).waitFor();
  await page.getByText("As a table").click();
  const today = page.getByRole("row").nth(1);
  expect((await today.innerText()).split(/\t|\n/u).slice(1)).toEqual(["2", "1", total]);
  await page.getByLabel("Period").selectOption("Last 7 days");
  await expect.poll(() => page.getByRole("row").count()).toBe(8);
});

test("on a phone every page is reached through the menu, by keyboard too", async () => {
  const shop = await openShop();
  const page = await visit("/", { as: shop, viewport: { width: 390, height: 844 } });
  await button(page, "More").click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Audit log" }).waitFor();
  expect(await menu.getByRole("link").count()).toBeGreaterThan(9);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More");
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Devices" }).press("Enter");
  await heading(page, "Devices").waitFor();
});
