import { expect, test } from "vitest";
import { dataOf } from "../../contract-tests/support/http.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, grantDays, newMerchant, openShop } from "./people.ts";

test("a person new is led from an empty account to the first paid invoice", async () => {
  const merchant = await newMerchant();
  const page = await visit("/", { as: merchant });
  await page.getByText("0 of 5 done").waitFor();
  await page.getByRole("link", { name: "Add a receiving account" }).click();
  await heading(page, "Accounts").waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.getByRole("link", { name: "Add an account" }).click();
  await page.getByLabel("Bank or wallet", { exact: true }).selectOption("BCA");
  await page.getByLabel("Account number").fill("1234567890");
  await page.getByLabel("Account holder").fill("TOKO CONTOH");
  await button(page, "Review").click();
  await button(page, "Add an account").click();
  await heading(page, "BCA 1234567890").waitFor();

  await page.getByRole("link", { name: "Overview" }).click();
  const progress = (done: number) => page.getByText(`${done} of 5 done`).waitFor();
  await progress(1);
  const [account] = dataOf<Account[]>(await merchant.get("/gateway/accounts"));
  if (!account) throw new Error("the account that was added is not listed");
  await grantDays(account);
  const phone = await approvedDevice(merchant);
  await progress(2);
  // The key was used above, so the steps of a shop with a program are open.
  await page.getByRole("link", { name: "Use an API key" }).waitFor();
  const payment = await pendingPayment({ ...merchant, account });
  await progress(3);
  await phone.report(transfer(payment.payment_total));
  await progress(4);
  const total = `Rp${payment.payment_total.toLocaleString("id-ID")}`;
  await page.locator(".income-total").getByText(total, { exact: true }).waitFor();
});

test("a person without a program is led to the form of an invoice, and not to keys and webhooks", async () => {
  const page = await visit("/", { as: await newMerchant() });
  await page.getByText("0 of 5 done").waitFor();
  const key = page.getByRole("link", { name: "Use an API key" });
  expect(await key.isVisible()).toBe(false);
  await page.getByText("Do you have your own site or app?").click();
  await key.waitFor();
  await page.getByRole("link", { name: "Create the first invoice" }).click();
  await heading(page, "New invoice").waitFor();
});

test("today's payments are in the figures and in the table of days", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const paid = await pendingPayment(shop);
  await pendingPayment(shop);
  await device.report(transfer(paid.payment_total));
  const page = await visit("/", { as: shop });
  const total = `Rp${paid.payment_total.toLocaleString("id-ID")}`;
  await page.locator(".income-total").getByText(total, { exact: true }).waitFor();
  await page.getByText("As a table", { exact: true }).click();
  const today = page.locator(".days tbody tr").first();
  expect(await today.locator("td").allInnerTexts()).toEqual(
    expect.arrayContaining(["1", total, "Rp0"]),
  );
  await page.getByRole("button", { name: "7 days" }).click();
  await expect.poll(() => page.locator(".days tbody tr").count()).toBe(7);
});

test("on a phone every page is reached through the menu, by keyboard too", async () => {
  const shop = await openShop();
  const page = await visit("/", { as: shop, viewport: { width: 390, height: 844 } });
  await button(page, "More").click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  expect(await menu.getByRole("link").allInnerTexts()).toEqual([
    "Overview",
    "Counter",
    "Invoices",
    "Money in",
    "Accounts and phones",
    "Team",
    "Settings",
    "Developers",
  ]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More");
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Accounts and phones" }).press("Enter");
  await heading(page, "Accounts").waitFor();
  await page.getByRole("link", { name: "Phones", exact: true }).press("Enter");
  await heading(page, "Phones").waitFor();
});

test("a step back in the moment in which the page appears is followed", async () => {
  const page = await visit("/sign-up", {
    whenAppears: {
      selector: "#app > *",
      act: () => {
        history.replaceState(null, "", "/dashboard/sign-in");
        dispatchEvent(new PopStateEvent("popstate"));
      },
    },
  });
  await heading(page, "Sign in").waitFor();
});

test("a field that is entered in the moment in which its page appears keeps the focus", async () => {
  const page = await visit("/webhooks", {
    as: await openShop(),
    whenAppears: { selector: "input[type=search]", act: (input) => input.focus() },
  });
  await heading(page, "Webhooks").waitFor();
  await page.getByRole("link", { name: "Invoices", exact: true }).click();
  await page.getByLabel("Search").waitFor();
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("search");
});

test("a menu that is opened in the moment in which it appears stays open", async () => {
  const page = await visit("/", {
    as: await openShop(),
    viewport: { width: 390, height: 844 },
    whenAppears: { selector: ".bar button", act: (button) => button.click() },
  });
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
});
