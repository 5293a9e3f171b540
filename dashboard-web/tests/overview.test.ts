import { expect, test } from "vitest";
import { dataOf } from "../../contract-tests/support/http.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { importedStatement } from "../../contract-tests/support/statements.ts";
import { isScrolledSideways } from "../../web-shared/testing/open-page.ts";
import { button, heading, turnTo, visit } from "./open-dashboard.ts";
import { approvedDevice, newMerchant, openShop } from "./people.ts";
import { onePixelFile } from "./sample-files.ts";

test("a new owner is led from an empty account to a paid test invoice", async () => {
  const merchant = await newMerchant();
  const page = await visit("/", { as: merchant });
  await page.getByText("0 of 5 done").waitFor();
  await page.getByText("Next: Your shop").waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  // As in the settings, a shop may have no number.
  const phone = page.getByLabel("WhatsApp number for customers (optional)", { exact: true });
  await button(page, "Save").click();
  await page.getByLabel("Account number").waitFor();
  await page.locator("li", { hasText: "Your shop" }).getByText("Done").waitFor();
  await page.goto(page.url().replace(/\?.*$/u, "?step=shop"));
  await phone.fill("0812 3456 7890");
  await page.getByLabel("Choose a picture").setInputFiles(onePixelFile);
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await page.getByLabel("Colour").fill("#8a2be2");
  await button(page, "Save").click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain("Where your money arrives");
  expect(dataOf(await merchant.person.get("/dashboard/api/settings"))).toMatchObject({
    contact_phone: "0812 3456 7890",
    accent_color: "#8a2be2",
    logo_url: expect.stringMatching(/^data:image\/jpeg;base64,/u),
  });

  await page.getByLabel("Bank or wallet", { exact: true }).selectOption("BCA");
  await page.getByLabel("Account number").fill("1234567890");
  await page.getByLabel("Account holder").fill("TOKO CONTOH");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await button(page, "Create a test invoice").click();
  await page.getByText("This total tells Tepat which customer paid.").waitFor();
  // Nothing is shared with a customer yet, so no warning stands between the person and the payment.
  expect(await page.locator(".notice").count()).toBe(0);
  await page.reload();
  await button(page, "Pay as a test").click();
  await page.getByText("The test invoice is paid.").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain("The test invoice is paid.");
  await page.getByText("Paid", { exact: true }).waitFor();
  await page.getByRole("link", { name: "View as a customer" }).waitFor();
  await button(page, "See real payments").click();
  await button(page, "Choose how").click();
  await page.getByLabel("An Android phone").check();
  await page.getByRole("dialog").getByRole("button", { name: "Choose MacroDroid" }).click();
  await page.getByText("Close", { exact: true }).click();
  await button(page, "Switch on two-factor authentication").waitFor();
  expect(await page.locator(".checklist .mark").allInnerTexts()).toEqual(["1", "2", "3", "4", "5"]);

  await page.getByRole("link", { name: "Later" }).click();
  await page.getByText("3 of 5 done").waitFor();
  await page.getByText(/^Your test invoice of Rp[\d.]+ was paid\./u).waitFor();
  await page.getByRole("link", { name: "See the test invoice" }).click();
  await page.getByRole("heading", { level: 1, name: /^TEST-/u }).waitFor();
  await page.goBack();
  await page.getByText("3 of 5 done").waitFor();
  expect(await page.getByText("Tepat cannot see payments").count()).toBe(0);
  await button(page, "Do not show again").click();
  await page.getByText("Tepat cannot see payments").waitFor();
  expect(await page.getByText("of 5 done").count()).toBe(0);
  await turnTo(page, "/payments");
  await page.getByText("No invoices yet").waitFor();
  await page.getByRole("link", { name: "See test invoices" }).click();
  await page.getByRole("link", { name: /^TEST-/u }).waitFor();
});

test("beside the open guide, a shop whose only source is a bank statement is told that its account has none", async () => {
  const shop = await openShop();
  const { account_id, account_number } = shop.account;
  await importedStatement(shop.person, { account_id, account_number: account_number ?? "" });
  const page = await visit("/", { as: shop });
  await page.getByText(/of 5 done/u).waitFor();
  await page.getByText("Tepat cannot see payments").waitFor();
});

test("beside the open guide, a shop with a real invoice is told that its account has no source", async () => {
  const shop = await openShop();
  await pendingPayment(shop);
  const page = await visit("/", { as: shop });
  await page.getByText(/of 5 done/u).waitFor();
  await page.getByText("Tepat cannot see payments").waitFor();
});

test("the guide leads on from a skipped step, and not back to it", async () => {
  const shop = await openShop();
  const page = await visit("/guide", { as: shop });
  await button(page, "Skip this step").click();
  await button(page, "Create a test invoice").click();
  await button(page, "Pay as a test").click();
  await button(page, "See real payments").click();
  await button(page, "Skip this step").click();
  await button(page, "Switch on two-factor authentication").waitFor();
  await button(page, "Skip this step").click();
  // The address of the server is not a step of a person who does not own the server.
  await button(page, "Finish").waitFor();
  expect(await page.getByText("Let customers open your links").count()).toBe(0);
  expect(await page.getByLabel("WhatsApp number for customers").count()).toBe(0);
  await button(page, "Finish").click();
  await page.getByText("Tepat cannot see payments").waitFor();
});

test("a test invoice of the guide that has expired can be made anew", async () => {
  const shop = await openShop();
  dataOf(await shop.person.post("/dashboard/api/test-payments", {}));
  const page = await visit("/guide?step=payment", {
    as: shop,
    prepare: (opened) =>
      opened
        .route(/\/dashboard\/api\/payments\/TEST-/, async (route) => {
          const response = await route.fetch();
          const text = (await response.text()).replaceAll('"PENDING"', '"EXPIRED"');
          await route.fulfill({ response, body: text });
        })
        .then(() => undefined),
  });
  await page.getByText("Expired", { exact: true }).waitFor();
  expect(await button(page, "Pay as a test").count()).toBe(0);
  await page.unroute(/\/dashboard\/api\/payments\/TEST-/);
  await button(page, "Create a test invoice").click();
  await button(page, "Pay as a test").waitFor();
});

test.each([
  ["http://localhost:8080", "Your shop is set up, but customers outside your Wi-Fi"],
  ["https://pay.example", "Your shop is ready to take payments."],
])("the end of the guide of a shop at %s says: %s", async (public_url, sentence) => {
  const page = await visit("/guide", {
    as: await newMerchant(),
    prepare: (opened) =>
      opened
        .route("**/dashboard/api/checklist", async (route) => {
          const response = await route.fetch();
          const body = (await response.json()) as { data: { steps: object[] } };
          const steps = body.data.steps.map((step) => ({ ...step, is_done: true }));
          const data = { ...body.data, steps, public_url };
          await route.fulfill({ response, json: { ...body, data } });
        })
        .then(() => undefined),
  });
  await page.getByText(sentence).waitFor();
});

test.each([
  ["http://localhost:8080", "Customers cannot open your links yet"],
  [null, "Customers outside your Wi-Fi cannot open your links yet"],
])("the overview of a shop whose only computer is at %s says: %s", async (name, sentence) => {
  const page = await visit("/", {
    as: await openShop(),
    prepare: (opened) =>
      opened
        .route("**/dashboard/api/attention", async (route) => {
          const local = { kind: "address_local", count: 1, is_more: false, name };
          const data = {
            looked_at: new Date().toISOString(),
            items: [{ ...local, since: null, days_left: null, total: null }],
            phones: { well: 1, simulated: 0 },
            last_heard_at: null,
          };
          await route.fulfill({ json: { success: true, data } });
        })
        .then(() => undefined),
  });
  await page.getByRole("link", { name: sentence, exact: true }).waitFor();
});

test("a step of the guide that requires an account states that", async () => {
  const page = await visit("/guide?step=payment", { as: await newMerchant() });
  await page.getByText("First add the account where your money arrives.").waitFor();
  expect(await button(page, "Create a test invoice").count()).toBe(0);
  await page.getByRole("link", { name: "Where your money arrives" }).click();
  await page.getByLabel("Account number").waitFor();
});

test("today's payments appear in the figures and in the table of days", async () => {
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

test.each([600, 768, 820, 1_024, 1_200])(
  "the period and the account of the overview stay in their card at %d pixels",
  async (width) => {
    const shop = await openShop();
    const second = await shop.person.post("/dashboard/api/accounts", {
      channel_id: shop.account.channel_id,
      account_number: "9876543210",
      account_name: "TOKO CONTOH",
    });
    expect(second.status).toBe(201);
    const device = await approvedDevice(shop);
    const { payment_total } = await pendingPayment(shop);
    await device.report(transfer(payment_total));
    const page = await visit("/", { as: shop, locale: "id-ID", viewport: { width, height: 900 } });
    await page.getByText("Semua rekening").first().waitFor({ state: "attached" });
    expect(await isScrolledSideways(page)).toBe(false);
  },
);

test("on a phone the menu leads to every page, by keyboard too", async () => {
  const shop = await openShop();
  const page = await visit("/", { as: shop, viewport: { width: 390, height: 844 } });
  await heading(page, "Overview").waitFor();
  await button(page, "More").click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  expect(await menu.getByRole("link").allInnerTexts()).toEqual([
    "Overview",
    "Counter",
    "Invoices",
    "Money in",
    "Accounts and sources",
    "Help",
    "Settings",
    "Developers",
  ]);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("More");
  await page.keyboard.press("Enter");
  await menu.getByRole("link", { name: "Accounts and sources" }).press("Enter");
  await heading(page, "Accounts").waitFor();
  await page.getByRole("link", { name: "Sources", exact: true }).press("Enter");
  await heading(page, "Sources").waitFor();
});

test("going back while a page appears works", async () => {
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

test("a field focused while its page appears keeps the focus", async () => {
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

test("a menu opened while the page appears stays open", async () => {
  const page = await visit("/", {
    as: await openShop(),
    viewport: { width: 390, height: 844 },
    whenAppears: { selector: ".bar button", act: (button) => button.click() },
  });
  await page.getByRole("dialog", { name: "Menu" }).waitFor();
});
