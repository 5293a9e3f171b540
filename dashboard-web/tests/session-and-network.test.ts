import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { button, heading, sessionCookie, turnTo, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/session");

/** Imitates a phone when the person turns to another app. */
const hide = (page: Page) =>
  page.evaluate(() => {
    const shown = Object.getOwnPropertyDescriptor(Document.prototype, "visibilityState") ?? {};
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { ...shown, configurable: true });
  });

/** Returns the input that a reload would restore, as JSON. */
const keptInput = (page: Page) => page.evaluate(() => sessionStorage.getItem("tepat_typed"));

test.each([
  ["en-GB", { width: 1280, height: 860 }, "Sign in"],
  ["id-ID", { width: 320, height: 568 }, "Masuk"],
])(
  "an ended session shows a notice, keeps typed text, and continues after signing in, in %s",
  async (locale, viewport, submit) => {
    const shop = await openShop();
    const page = await visit("/accounts/new", {
      cookie: await sessionCookie(shop),
      locale,
      viewport,
    });
    const holder = page.locator("input[name=account_name]");
    await holder.fill("HALF A NAME");
    // The person has signed out elsewhere, so the session's cookie is no longer valid.
    await shop.person.delete("/dashboard/api/sessions");
    await page.context().clearCookies();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const dialog = page.locator("dialog.session-ended");
    await dialog
      .getByText(locale === "en-GB" ? "Your session has ended." : "Sesi Anda berakhir.")
      .waitFor();
    await dialog.locator("input[name=password]").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, `ended-${locale}.png`));
    await dialog.locator("input[name=email]").fill(shop.email);
    await dialog.locator("input[name=password]").fill(shop.password);
    await dialog.getByRole("button", { name: submit, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await holder.inputValue()).toBe("HALF A NAME");
    expect(new URL(page.url()).pathname).toBe("/dashboard/accounts/new");
  },
);

test("switching the language keeps typed text, also in added rows", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  await page.getByLabel("A list of goods or services").check();
  await page.getByLabel("Customer's name").fill("Siti Rahayu");
  await page.locator("[name='items.0.name']").fill("Kemeja batik");
  await page.getByRole("button", { name: "Add an item" }).click();
  await page.getByRole("button", { name: "Add an item" }).click();
  await page.locator("[name='items.2.name']").fill("Ongkos kirim");
  await page.locator("[name='items.2.price']").fill("18.500");
  await page.getByText("Deadline, email and note").click();
  await page.locator("[name=deadline_seconds]").selectOption({ index: 4 });
  await page.getByRole("button", { name: /^ID/u }).first().click();
  await heading(page, "Buat tagihan").waitFor();
  await expect.poll(() => page.locator("[name='items.2.price']").inputValue()).toBe("18.500");
  expect(await page.locator("[name='items.2.name']").inputValue()).toBe("Ongkos kirim");
  expect(await page.locator("[name='items.0.name']").inputValue()).toBe("Kemeja batik");
  expect(await page.locator("[name=customer_name]").inputValue()).toBe("Siti Rahayu");
  expect(await page.locator("[name=deadline_seconds]").inputValue()).toBe(String(7 * 86_400));
  // The page uses the restored input: the preview shows the name.
  await page.getByText("Untuk Siti Rahayu").waitFor();
  // The input is restored once, and not when the person returns from another page.
  const address = page.url();
  await page.goto(address.replace("invoices/new", "payments"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto(address);
  await page.locator("[name=customer_name]").waitFor();
  expect(await page.locator("[name=customer_name]").inputValue()).toBe("");
});

test("a reload keeps a half written invoice or link, because phones unload pages", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  // The form is not below the address of the list, and belongs to its entry in the menu.
  await page.locator("nav [aria-current]", { hasText: "Invoices" }).first().waitFor();
  await page.locator("[name=payment_amount]").fill("150000");
  await page.locator("[name=customer_name]").fill("Siti Rahayu");
  await page.reload();
  await expect.poll(() => page.locator("[name=customer_name]").inputValue()).toBe("Siti Rahayu");
  expect(await page.locator("[name=payment_amount]").inputValue()).toBe("150.000");
  // No message reaches this number.
  await page.locator("[name=customer_phone]").fill("08");
  await button(page, "Create invoice").click();
  await page.getByText("Enter a phone number of 8 to 15 digits").waitFor();
  await page.locator("[name=customer_phone]").fill("+62 812-3456-7890");
  // The page saves the input when the person looks at another app.
  await hide(page);
  expect(await keptInput(page)).toContain("Siti Rahayu");
  // A sent invoice leaves nothing behind.
  await button(page, "Create invoice").click();
  await page.waitForURL("**/payments/*");
  expect(await keptInput(page)).toBeNull();
  await turnTo(page, "/invoices/new");
  expect(await page.locator("[name=customer_name]").inputValue()).toBe("");
  await page.reload();
  await page.locator("[name=customer_name]").waitFor();
  expect(await page.locator("[name=customer_name]").inputValue()).toBe("");

  await turnTo(page, "/links/new");
  await page.locator("[name=link_name]").fill("Kelas batik");
  await page.reload();
  await expect.poll(() => page.locator("[name=link_name]").inputValue()).toBe("Kelas batik");
});

test("the back button finds a half written invoice again, and a new one is empty", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  const name = page.locator("[name=customer_name]");
  const toInvoices = page.getByRole("link", { name: "All invoices" });
  const toNew = page.getByRole("link", { name: "New invoice" }).first();
  await page.getByLabel("A list of goods or services").check();
  await name.fill("Siti Rahayu");
  await page.getByRole("button", { name: "Add an item" }).click();
  await page.locator("[name='items.1.price']").fill("18.500");
  await toInvoices.click();
  await name.waitFor({ state: "detached" });
  await page.goBack();
  await expect.poll(() => page.locator("[name='items.1.price']").inputValue()).toBe("18.500");
  expect(await name.inputValue()).toBe("Siti Rahayu");

  await toInvoices.click();
  await name.waitFor({ state: "detached" });
  await toNew.click();
  await name.waitFor();
  expect(await name.inputValue()).toBe("");
});

/** Sends the form. The server takes it, and its response is lost. */
async function sendWithoutResponse(page: Page, resource: string, name: string): Promise<void> {
  const address = `**/dashboard/api/${resource}`;
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, name).click();
  await page.locator("form .notice").waitFor();
  await page.unroute(address);
}

test("an invoice sent again after a lost response and a reload is created once", async () => {
  const shop = await openShop();
  const page = await visit("/invoices/new", { as: shop });
  await page.locator("[name=payment_amount]").fill("150000");
  await page.locator("[name=customer_name]").fill("Siti Rahayu");
  await sendWithoutResponse(page, "invoices", "Create invoice");
  await page.reload();
  await expect.poll(() => page.locator("[name=customer_name]").inputValue()).toBe("Siti Rahayu");
  await button(page, "Create invoice").click();
  await page.waitForURL("**/payments/*");
  const invoices = async () => {
    const answer = await shop.person.get("/dashboard/api/payments?is_manual=true");
    return dataOf<{ items: unknown[] }>(answer).items.length;
  };
  expect(await invoices()).toBe(1);
  // The next invoice, even with the same contents, is another one.
  await turnTo(page, "/invoices/new");
  await page.locator("[name=payment_amount]").fill("150000");
  await page.locator("[name=customer_name]").fill("Siti Rahayu");
  await button(page, "Create invoice").click();
  await page.waitForURL("**/payments/*");
  expect(await invoices()).toBe(2);
});

test("a link sent again after a lost response and a reload is created once", async () => {
  const shop = await openShop();
  const page = await visit("/links/new", { as: shop });
  await page.locator("[name=link_name]").fill("Kelas batik");
  await page.locator("[name=amounts]").fill("150000");
  await page.locator("[name=slug]").fill(`kelas-${shop.merchant_id}`);
  await sendWithoutResponse(page, "links", "Create a link");
  await page.reload();
  await expect.poll(() => page.locator("[name=link_name]").inputValue()).toBe("Kelas batik");
  await button(page, "Create a link").click();
  await heading(page, "Kelas batik").waitFor();
  expect(dataOf(await shop.person.get("/dashboard/api/links"))).toHaveLength(1);
});

test("input that was saved for a reload is gone after signing out", async () => {
  const page = await visit("/invoices/new", { as: await openShop() });
  await page.locator("[name=customer_name]").fill("Siti Rahayu");
  await hide(page);
  expect(await keptInput(page)).toContain("Siti Rahayu");
  await button(page, "Sign out").click();
  await page.waitForURL("**/sign-in");
  await expect.poll(() => keptInput(page)).toBeNull();
});

test("switching the language keeps an email address before signing in, and never a password", async () => {
  const page = await visit("/sign-in");
  await page.locator("input[name=email]").fill("siti@shop.example");
  await page.locator("input[name=password]").fill("a calm lake");
  await page.getByRole("button", { name: /^ID/u }).first().click();
  await page.getByRole("button", { name: "Masuk", exact: true }).waitFor();
  await expect.poll(() => page.locator("input[name=email]").inputValue()).toBe("siti@shop.example");
  expect(await page.locator("input[name=password]").inputValue()).toBe("");
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(
    "calm",
  );
});

test("no data of one person is kept for the next person who signs in", async () => {
  const [shop, other] = [await openShop("First shop"), await openShop("Second shop")];
  const page = await visit("/accounts/new", { as: shop });
  const holder = page.locator("input[name=account_name]");
  await holder.fill("HALF A NAME");
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const dialog = page.locator("dialog.session-ended");
  await dialog.locator("input[name=email]").fill(other.email);
  await dialog.locator("input[name=password]").fill(other.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => holder.inputValue()).toBe("");
});

test("an unvisited page opens without a connection, because its script is already loaded, unless the browser saves data", async () => {
  const shop = await openShop();
  const saved: string[] = [];
  await visit("/payments", {
    as: shop,
    prepare: async (opened) => void opened.on("request", (request) => saved.push(request.url())),
  });
  const page = await visit("/payments", { as: shop, loadsAhead: true });
  // The last of all pages.
  await page.waitForResponse(/\/assets\/operator/u);
  // The other window is older, so it would have loaded some of these pages too.
  expect(saved.filter((url) => /assets\/payments-/u.test(url))).not.toEqual([]);
  expect(saved.filter((url) => /assets\/(?:links|mutations|devices)-/u.test(url))).toEqual([]);
  await page.waitForLoadState("networkidle").catch(() => null);
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Accounts" }).first().click();
  await heading(page, "Accounts").waitFor();
  await page.context().setOffline(false);
  await page.getByText(String(shop.account.account_number)).first().waitFor();
});

test("a page with a missing script appears automatically when the server answers", async () => {
  const shop = await openShop();
  const page = await visit("/payments", { as: shop });
  await page.route(/\/assets\/accounts/u, (route) => route.abort());
  await page.getByRole("link", { name: "Accounts" }).first().click();
  await page.getByText("could not be loaded").waitFor();
  await page.unroute(/\/assets\/accounts/u);
  await heading(page, "Accounts").waitFor();
});
