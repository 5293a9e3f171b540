import { expect, inject, test } from "vitest";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { startReceiver } from "../../contract-tests/support/webhook-receiver.ts";
import { openMailbox } from "./mailbox.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, newMerchant, openShop, operator } from "./people.ts";

test("an operator sees the server's health and failing webhooks, and grants days", async () => {
  await using receiver = await startReceiver(() => ({ status: 500 }));
  const name = `Toko ${Date.now()}`;
  const shop = await openShop(name);
  const phone = await approvedDevice(shop);
  const payment = await pendingPayment(shop, { payment_webhook_url: receiver.urlOf("hook") });
  await phone.report(transfer(payment.payment_total));
  await receiver.waitFor("hook", 3);

  const page = await visit("/", { as: { person: await operator() } });
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "This server" }).click();
  await page.getByRole("link", { name: "Merchants and server health" }).click();
  await heading(page, "Merchants and server health").waitFor();
  await page.getByText("can open the secrets in the database").waitFor();
  const failing = page
    .getByRole("listitem")
    .filter({ hasText: name })
    .filter({ hasText: "Failed" });
  await expect.poll(() => failing.innerText()).toMatch(/Failed\s+1/u);

  await page.getByLabel("Search").fill(shop.email.toUpperCase());
  await page.keyboard.press("Enter");
  const row = page.getByRole("listitem").filter({ hasText: shop.email });
  await expect.poll(() => row.innerText()).toMatch(/Invoices\s+1\s[^]*Days of use\s+29/u);
  await button(page, `Days of use ${name}`).click();
  const dialog = page.getByRole("dialog", { name });
  const days = dialog.getByLabel("How many days?");
  await days.fill("0");
  await dialog.getByRole("button", { name: "Grant days" }).click();
  await expect.poll(() => days.getAttribute("aria-invalid")).toBe("true");
  await days.fill("5");
  await dialog.getByRole("button", { name: "Grant days" }).click();
  await dialog.getByText("5 days added.").waitFor();
  await dialog.getByText("Days of use: 34 days").waitFor();
  await expect.poll(() => row.innerText()).toMatch(/Days of use\s+34/u);
});

test("the palette leads an operator to the merchants, and no other person", async () => {
  const found = async (as: NonNullable<Parameters<typeof visit>[1]>["as"]) => {
    const page = await visit("/", { as });
    await heading(page, "Overview").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find an invoice" }).fill("merchants");
    await page.getByText(/^(?:\d+ results?|No results\.)$/u).waitFor();
    return page;
  };
  const others = await found(await newMerchant());
  expect(await others.getByRole("option", { name: /^Merchants/u }).count()).toBe(0);
  const operators = await found({ person: await operator() });
  await operators.getByRole("option", { name: "Merchants and server health" }).click();
  await heading(operators, "Merchants and server health").waitFor();
});

test("an operator reads the server's health in Indonesian too", async () => {
  const page = await visit("/operator", { as: { person: await operator() }, locale: "id-ID" });
  await page.getByText("dapat membuka rahasia di basis data").waitFor();
  const checks = page.locator(".checks li");
  expect(await checks.locator("strong").allInnerTexts()).toEqual([
    "Basis data",
    "Migrasi",
    "TEPAT_SECRET",
    "Jam",
    "Pekerjaan berkala",
    "Batas permintaan",
  ]);
  expect(await checks.locator("span:last-child").allInnerTexts()).toEqual([
    expect.stringMatching(/^PostgreSQL \d/u),
    "terbaru",
    "dapat membuka rahasia di basis data",
    expect.stringMatching(/^selisih \d+,\d detik$/u),
    "selesai tepat waktu",
    "dihitung di satu tempat",
  ]);
});

test("the server's owner sees how it sends email, and tests it", async () => {
  await using mailbox = await openMailbox(inject("mailPort"));
  const { email } = inject("operator");
  const page = await visit("/notices", { as: { person: await operator() } });
  await page.getByRole("link", { name: "This server" }).click();
  await page
    .getByText("These settings come from the server's environment variables.")
    .first()
    .waitFor();
  await button(page, "Send a test email").click();
  await page.getByText(`Test email sent to ${email}.`).waitFor();
  expect(await mailbox.mailTo(email)).toContain("Test email from Tepat");
});

test("other team members have no operator page", async () => {
  const page = await visit("/operator", { as: await newMerchant() });
  await heading(page, "Page not found").waitFor();
  expect(await page.getByRole("link", { name: "This server" }).count()).toBe(0);
});
