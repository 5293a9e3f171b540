import { expect, test } from "vitest";
import { dataOf, merchantWith } from "../../contract-tests/support/http.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { pendingPayment, readPayment } from "../../contract-tests/support/shop.ts";
import { axeViolations, isScrolledSideways } from "../../web-shared/testing/open-page.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Returns the shop with a new test key. */
async function shopInTestMode(shop: Shop): Promise<Shop> {
  const made = await shop.person.post("/dashboard/api/api-keys", { label: "Try", is_test: true });
  const { api_key } = dataOf<{ api_key: string }>(made);
  const caller = merchantWith(api_key);
  const [account] = dataOf<Account[]>(await caller.get("/gateway/accounts"));
  return { ...shop, ...caller, api_key, account: account as Account };
}

test("a created test key is marked and shows its webhook secret", async () => {
  const shop = await openShop();
  const page = await visit("/api-keys", { as: shop });
  await button(page, "Create an API key").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/What is this key for/u).fill("Staging");
  await dialog.getByLabel("Test key: its invoices involve no money").check();
  await dialog.getByRole("button", { name: "Create an API key" }).click();
  const secrets = dialog.locator(".copyable pre");
  await expect.poll(() => secrets.count()).toBe(2);
  expect(await secrets.first().innerText()).toMatch(/^pgk_test_/u);
  expect(await secrets.last().innerText()).toMatch(/^whsec_/u);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Staging" });
  await row.getByText("Test", { exact: true }).waitFor();
  await page.getByRole("link", { name: "See test invoices" }).click();
  await page.getByText("No test invoices yet").waitFor();
});

test("invoices of a test key are separate, marked, and paid by one click", async () => {
  const shop = await openShop();
  const tests = await shopInTestMode(shop);
  const real = await pendingPayment(shop);
  const tested = await pendingPayment(tests);
  const page = await visit("/payments", { as: shop });
  const row = (code: string) => page.getByRole("link", { name: code });
  await row(real.payment_code).waitFor();
  expect(await row(tested.payment_code).count()).toBe(0);

  await button(page, "Filters").click();
  await page.getByLabel("Kind", { exact: true }).selectOption("Test");
  await row(tested.payment_code).waitFor();
  await row(real.payment_code).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?mode=test");
  await page.getByText("A simulated phone pays them").waitFor();
  await page.getByRole("row").getByText("Test", { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await row(tested.payment_code).click();
  const panel = page.getByRole("complementary", { name: tested.payment_code });
  await panel.getByRole("button", { name: "Pay as a test" }).waitFor();
  expect(await panel.getByRole("button", { name: "Mark as paid" }).count()).toBe(0);
  await page.getByRole("link", { name: "Open page" }).click();
  await heading(page, tested.payment_code).waitFor();
  expect(new URL(page.url()).search).toBe("?mode=test");
  await button(page, "Pay as a test").click();
  await page.getByText("Paid, matched automatically").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, "Pay as a test").waitFor({ state: "detached" });
  expect((await readPayment(tests, tested.payment_code)).payment_status).toBe("PAID");
  expect((await readPayment(shop, real.payment_code)).payment_status).toBe("PENDING");
});

test("cancelling a test invoice leaves the live one with the same code", async () => {
  const shop = await openShop();
  const tests = await shopInTestMode(shop);
  const payment_code = "INV-1";
  await pendingPayment(shop, { payment_code });
  await pendingPayment(tests, { payment_code });
  const page = await visit(`/payments/${payment_code}?mode=test`, {
    as: shop,
    viewport: { width: 320, height: 640 },
    colorScheme: "dark",
  });
  await button(page, "Cancel invoice").waitFor();
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await button(page, "Cancel invoice").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invoice" }).click();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  expect((await readPayment(tests, payment_code)).payment_status).toBe("CANCELLED");
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
});
