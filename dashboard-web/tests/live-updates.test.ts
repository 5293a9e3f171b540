import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { limits } from "../src/base/limits.ts";
import { visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

/** Disables the slow refresh, so that only events change the page. */
const withoutRefresh = (page: Page) =>
  page.evaluate((refreshMilliseconds) => {
    const { setInterval, setTimeout } = window;
    const never = (milliseconds = 0) => (milliseconds < refreshMilliseconds ? milliseconds : 2e9);
    const later =
      (schedule: typeof setInterval | typeof setTimeout) =>
      (work: TimerHandler, milliseconds?: number, ...rest: unknown[]) =>
        schedule(work, never(milliseconds), ...rest);
    Object.assign(window, { setInterval: later(setInterval), setTimeout: later(setTimeout) });
    for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id);
  }, limits.refreshMilliseconds);

test("changes appear automatically, and typed text, focus and scroll position are kept", async () => {
  const shop = await openShop();
  const phone = await approvedDevice(shop);
  const first = await pendingPayment(shop);
  const page = await visit("/payments", { as: shop, viewport: { width: 390, height: 400 } });
  const row = page.getByRole("row").filter({ hasText: first.payment_code });
  await row.getByText("Pending").waitFor();
  // The list is searched while a person types, so the text must match both invoices.
  await page.getByLabel("Search").fill("INV-");
  await page.evaluate(() => scrollTo(0, 120));
  const place = () => page.evaluate(() => [document.activeElement?.getAttribute("name"), scrollY]);
  const before = await place();
  await withoutRefresh(page);

  await phone.report(transfer(first.payment_total));
  await row.getByText("Paid").waitFor();
  const second = await pendingPayment(shop);
  await page.getByRole("link", { name: second.payment_code }).waitFor();
  expect(await page.getByLabel("Search").inputValue()).toBe("INV-");
  expect(await place()).toEqual(before);
});

test("without a connection the page stays and reports it quietly, then catches up", async () => {
  const shop = await openShop();
  const first = await pendingPayment(shop);
  const page = await visit("/payments", { as: shop });
  await page.getByRole("link", { name: first.payment_code }).waitFor();
  await page.context().setOffline(true);
  // A pending response can still arrive after the first request without a response.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return page.getByText("No connection.").isVisible();
    })
    .toBe(true);
  await page.getByRole("link", { name: first.payment_code }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);

  const second = await pendingPayment(shop);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: second.payment_code }).waitFor();
  await page.getByText("No connection.").waitFor({ state: "detached" });
});

test("without an event stream the page polls automatically", async () => {
  const shop = await openShop();
  const page = await visit("/sign-in");
  await page.clock.install();
  await page.route("**/dashboard/api/events", (route) => route.fulfill({ status: 429, body: "" }));
  await page.getByLabel("Email address").fill(shop.email);
  await page.getByLabel("Password", { exact: true }).fill(shop.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Invoices", exact: true }).first().click();
  await page.getByText("No invoices yet").waitFor();
  const payment = await pendingPayment(shop);
  await page.clock.runFor(16_000);
  await page.getByRole("link", { name: payment.payment_code }).waitFor();
});
