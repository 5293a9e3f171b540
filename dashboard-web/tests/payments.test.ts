import path from "node:path";
import { read, utils } from "@e965/xlsx";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { addAccount, pendingPayment, readPayment } from "../../contract-tests/support/shop.ts";
import { Authenticator, enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, sessionCookie, turnTo, view, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

test("an invoice is found, shows that it is paid, and has a history of the payment", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const payment = await pendingPayment(shop, { payment_code: "INV/2026/11 Kopi" });
  const other = await pendingPayment(shop, { customer_name: "Budi Santoso" });

  const page = await visit("/payments", { as: shop });
  await page.getByRole("link", { name: other.payment_code }).waitFor();
  await page.getByLabel("Search").fill("inv/2026/11");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: other.payment_code }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: payment.payment_code }).click();
  await page.getByRole("link", { name: "Open page" }).click();
  await heading(page, payment.payment_code).waitFor();
  await page.getByText("Pending", { exact: true }).waitFor();

  await device.report(transfer(payment.payment_total));
  await page.getByText("Paid, matched automatically").waitFor();
  await page.getByText("Transfer recorded").waitFor();
  await page.getByText("SITI RAHAYU", { exact: true }).first().waitFor();
  await page.goBack();
  await button(page, "Close").click();
  await page.getByLabel("Search").fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Paid", exact: true }).click();
  await page.getByRole("link", { name: payment.payment_code }).waitFor();
  await page.getByRole("link", { name: other.payment_code }).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?status=PAID");
});

test("selected invoices are saved as a table, and the pending ones among them cancelled", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const [paid, one, other] = [
    await pendingPayment(shop),
    await pendingPayment(shop),
    await pendingPayment(shop),
  ];
  await device.report(transfer(paid.payment_total));
  const page = await visit("/payments", { as: shop, viewport: { width: 1680, height: 900 } });
  await page.getByRole("columnheader", { name: "Deadline" }).waitFor();
  await page.getByRole("columnheader", { name: "Paid at" }).waitFor();
  await page.getByRole("checkbox", { name: paid.payment_code }).check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Clear" }).click();
  await bar.waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: paid.payment_code }).check();
  await page.getByRole("checkbox", { name: one.payment_code }).check();
  expect(await axeViolations(page)).toEqual([]);
  const saved = page.waitForEvent("download");
  await bar.getByRole("link", { name: "CSV" }).click();
  const lines = (await text(await (await saved).createReadStream())).trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([
    one.payment_code,
    paid.payment_code,
  ]);
  await button(page, "Cancel 1 invoice").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel 1 invoice" }).click();
  await page.locator(".tag", { hasText: "Cancelled" }).waitFor();
  expect((await readPayment(shop, one.payment_code)).payment_status).toBe("CANCELLED");
  expect((await readPayment(shop, other.payment_code)).payment_status).toBe("PENDING");
});

test("a person without two-factor authentication switches it on in place, and then matches the invoice", async () => {
  const shop = await openShop();
  const { payment_code } = await pendingPayment(shop);
  const page = await visit(`/payments/${payment_code}`, { as: shop });
  await page.getByText("To mark an invoice as paid yourself, first switch on two-factor").waitFor();
  await takePicture(page, path.join(folder, "match-without-two-factor.png"));
  expect(await button(page, "Mark as paid").count()).toBe(0);
  await button(page, "Switch on two-factor authentication").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cannot scan?").click();
  const app = new Authenticator(await dialog.locator("pre").innerText());
  await dialog.getByLabel("Code from your authenticator app").fill(app.code());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await button(page, "Mark as paid").click();
  // Without a transfer there is nothing to choose.
  await dialog.getByText("Tepat found no transfer for this invoice.").waitFor();
  expect(await dialog.getByRole("radio").count()).toBe(0);
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("Paid, matched manually").waitFor();
});

test("a chip has no number without a match, even if older invoices were not counted", async () => {
  const page = await visit("/payments", {
    as: await openShop(),
    prepare: (opened) =>
      opened
        .route("**/dashboard/api/payment-counts*", async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('"is_complete":true', '"is_complete":false');
          await route.fulfill({ response, body });
        })
        .then(() => undefined),
  });
  const status = page.getByRole("list", { name: "Status" });
  await status.and(page.getByTitle("Tepat does not count older ones.")).waitFor();
  await status.getByRole("link", { name: "Pending", exact: true }).waitFor();
});

test("the chips count only waiting invoices, and only a shop with several accounts sees an account in each row", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await pendingPayment(shop);
  const paid = await pendingPayment(shop);
  await device.report(transfer(paid.payment_total), transfer(13_000));
  const page = await visit("/payments", { as: shop });
  const status = page.getByRole("list", { name: "Status" });
  await status.getByRole("link", { name: "Pending (1)", exact: true }).waitFor();
  for (const name of ["All", "Part paid", "Paid", "Expired"])
    await status.getByRole("link", { name, exact: true }).waitFor();
  const account = page.getByRole("columnheader", { name: "Account" });
  expect(await account.count()).toBe(0);
  await takePicture(page, path.join(folder, "payments-one-account.png"));
  await turnTo(page, "/mutations");
  await page.getByText("13.000").first().waitFor();
  expect(await account.count()).toBe(0);
  await takePicture(page, path.join(folder, "transfers-one-account.png"));
  // During a search, the chips count the invoices found.
  await pendingPayment(shop, { customer_name: "Ratna Dewi" });
  await turnTo(page, "/payments");
  await status.getByRole("link", { name: "Pending (2)", exact: true }).waitFor();
  await page.getByRole("searchbox").pressSequentially("ratna d");
  await status.getByRole("link", { name: "Pending (1)", exact: true }).waitFor();
  await status.getByRole("link", { name: "Paid", exact: true }).click();
  await page.getByText("No matching invoices").waitFor();
  await status.getByRole("link", { name: "Pending (1)", exact: true }).waitFor();

  await addAccount(shop, { channel: "BRI", number: "002201000123456" });
  await turnTo(page, "/payments");
  await account.waitFor();
  await turnTo(page, "/mutations");
  await account.waitFor();
});

test("the shop's metadata is found by key:value and shown on the invoice's page", async () => {
  const shop = await openShop();
  const metadata = { order_id: "A-17", cabang: "<b>Bandung</b> ".repeat(10).trim(), empty: "" };
  const noted = await pendingPayment(shop, { metadata });
  const other = await pendingPayment(shop, { metadata: { order_id: "A-18" } });
  const list = await visit("/payments?search=order_id:a-17", { as: shop });
  await list.getByRole("link", { name: noted.payment_code }).waitFor();
  expect(await list.getByRole("link", { name: other.payment_code }).count()).toBe(0);
  const page = await visit(`/payments/${noted.payment_code}`, { as: shop });
  const notes = page.getByRole("heading", { name: "Notes from the shop" });
  await notes.waitFor();
  await page.getByText("A-17", { exact: true }).waitFor();
  await page.getByText(metadata.cabang).waitFor();
  await takePicture(page, path.join(folder, "invoice-notes-desktop.png"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await isScrolledSideways(page)).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "invoice-notes-phone.png"));
});

test.each(["Asia/Jayapura", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "days and times of the list use the gateway's time zone, also for a browser in %s",
  async (timezoneId) => {
    const shop = await openShop();
    const { payment_code } = await pendingPayment(shop);
    const inJakarta = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: "Asia/Jakarta",
    });
    const list = await visit("/payments", { as: shop, timezoneId });
    await list.getByRole("link", { name: payment_code }).waitFor();
    const created = list.locator("td.when time").first();
    const at = new Date((await created.getAttribute("datetime")) ?? "");
    expect(await created.getAttribute("title")).toContain(inJakarta.format(at));
    await list.getByText("Times: WIB").waitFor();
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jakarta" }).format(at);
    const page = await visit(`/payments?from=${day}&until=${day}`, { as: shop, timezoneId });
    const file = page.locator('a[href*="payments.csv?created_from"]');
    const { searchParams } = new URL((await file.getAttribute("href")) ?? "", page.url());
    const from = searchParams.get("created_from") ?? "";
    expect(Date.parse(from)).toBe(Date.parse(`${day}T00:00:00+07:00`));
    expect(Date.parse(searchParams.get("created_before") ?? "") - Date.parse(from)).toBe(
      86_400_000,
    );
    expect(await isScrolledSideways(page)).toBe(false);
  },
);

test("invoices are found by customer, amount and day, and exported as found", async () => {
  const shop = await openShop();
  const wanted = await pendingPayment(shop, { customer_name: "Budi Santoso" });
  const other = await pendingPayment(shop, { payment_amount: 75_000 });
  const page = await visit("/payments", { as: shop });
  const row = (code: string) => page.getByRole("link", { name: code });
  for (const search of ["budi", String(wanted.payment_total)]) {
    await page.getByLabel("Search").fill(search);
    await page.keyboard.press("Enter");
    await row(other.payment_code).waitFor({ state: "detached" });
    await row(wanted.payment_code).waitFor();
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download results as CSV" }).click(),
  ]);
  const file = await text(await download.createReadStream());
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jakarta" }).format(new Date());
  expect(download.suggestedFilename()).toBe(`Invoices ${day}.csv`);
  expect(file).toContain(wanted.payment_code);
  expect(file).not.toContain(other.payment_code);
  const [workbook] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download results as Excel" }).click(),
  ]);
  expect(workbook.suggestedFilename()).toBe(`Invoices ${day}.xlsx`);
  const { Sheets } = read(await buffer(await workbook.createReadStream()));
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets["Tepat"] ?? {});
  expect(rows).toMatchObject([{ Invoice: wanted.payment_code, Total: wanted.payment_total }]);

  await button(page, "Filters").click();
  await page.getByLabel("Created from").fill("2099-01-01");
  await page.getByText("No matching invoices").waitFor();
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await row(other.payment_code).waitFor();
  await page.getByLabel("Created until").fill("2020-01-01");
  await page.getByText("No matching invoices").waitFor();
});

test("unmatched transfers are matched manually, and one code counts for several minutes", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const page = await visit("/payments", { cookie: await sessionCookie(shop) });
  const app = await enrolAuthenticator(shop);
  await page.reload();
  const first = await pendingPayment(shop);
  const second = await pendingPayment(shop, { payment_amount: 210_000 });
  await device.report(transfer(first.payment_amount));

  await page.goto(page.url().replace(/payments$/u, `payments/${first.payment_code}`));
  await button(page, "Mark as paid").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Rp150.000").waitFor();
  const leftOff = `The unique amount of Rp${first.payment_unique} was left off.`;
  await dialog.getByText(leftOff).waitFor();
  // No option is preselected, and the first button books nothing.
  expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await button(page, "Next: compare").isDisabled()).toBe(true);
  await dialog.getByRole("radio").first().check();
  await button(page, "Next: compare").dblclick();
  const compared = dialog.getByRole("table", { name: "The transfer and the invoice" });
  await compared.getByText(`Rp${first.payment_unique} too little.`).waitFor();
  await compared.getByText("SITI RAHAYU", { exact: true }).waitFor();
  await takePicture(page, path.join(folder, "match-compared.png"));
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, path.join(folder, "match-compared-phone.png"));
  expect(await isScrolledSideways(page)).toBe(false);
  expect((await readPayment(shop, first.payment_code)).payment_status).toBe("PENDING");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  const code = page.getByLabel("Code from your authenticator app");
  await code.fill(app.wrongCode());
  await button(page, "Confirm").click();
  await page.getByRole("alert").getByText("The code is wrong").waitFor();
  await code.fill(app.code());
  await button(page, "Confirm").click();
  await page.getByText("Paid, matched manually").waitFor();
  const matched = await readPayment(shop, first.payment_code);
  expect(matched).toMatchObject({ payment_status: "PAID", is_manual_match: true });
  expect(matched.manual_matched_mutation_id).not.toBeNull();

  await page.goto(page.url().replace(first.payment_code, second.payment_code));
  await button(page, "Mark as paid").click();
  await dialog.getByText("You confirm that you received the money.").waitFor();
  // A transfer that arrives while the dialog is open is offered, and later ones do not move the choice.
  await device.report(transfer(second.payment_amount));
  await dialog.getByText("Rp210.000").waitFor();
  await dialog.getByRole("radio").first().check();
  await button(page, "Next: compare").click();
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await page.getByText("Paid, matched manually").waitFor();
  expect((await readPayment(shop, second.payment_code)).manual_matched_mutation_id).not.toBeNull();
});

test.each([
  ["another name", "Agus Wijaya", 1],
  ["no name", null, 0],
])("a transfer beside an invoice whose customer has %s", async (_, customer_name, sentences) => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await enrolAuthenticator(shop);
  const { payment_code, payment_amount } = await pendingPayment(shop, {
    customer_name: "Agus Wijaya",
  });
  await device.report(transfer(payment_amount));
  const page = await visit(`/payments/${payment_code}`, {
    as: shop,
    prepare: (opened) =>
      opened
        .route(`**/dashboard/api/payments/${payment_code}`, async (route) => {
          const response = await route.fetch();
          const text = await response.text();
          const body = text.replaceAll('"Agus Wijaya"', JSON.stringify(customer_name));
          await route.fulfill({ response, body });
        })
        .then(() => undefined),
  });
  await button(page, "Mark as paid").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("was left off").waitFor();
  expect(await dialog.getByText("The names differ").count()).toBe(sentences);
});

test("a second report of a transfer is matched after a person separates the two", async () => {
  const shop = await openShop();
  const [device, otherPhone] = [await approvedDevice(shop), await approvedDevice(shop)];
  const paid = await pendingPayment(shop);
  const told = transfer(paid.payment_total);
  await device.report(told);
  const [second] = await otherPhone.report(told);
  const page = await visit(`/mutations/${second?.mutation_id}`, {
    as: shop,
    viewport: { width: 390, height: 844 },
    locale: "id-ID",
  });
  await page.getByText("Laporan lain tentang uang yang sama").waitFor();
  await page.getByRole("link", { name: paid.payment_code }).waitFor();
  await button(page, "Ini dua transfer").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("table", { name: "Apakah ini dua transfer?" }).waitFor();
  await dialog.getByText(paid.payment_code).waitFor();
  await takePicture(page, path.join(folder, "two-transfers-phone.png"));
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  await dialog.getByRole("button", { name: "Ini dua transfer" }).click();
  await page.getByText("Laporan lain tentang uang yang sama").waitFor({ state: "detached" });
  await page.getByText("Pembayaran kedua", { exact: true }).waitFor();
});

test("an invoice is cancelled after a confirmation", async () => {
  const shop = await openShop();
  const { payment_code } = await pendingPayment(shop);
  const page = await visit(`/payments/${payment_code}`, { as: shop });
  await button(page, "Cancel invoice").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Back" }).click();
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
  await button(page, "Cancel invoice").click();
  await dialog.getByRole("button", { name: "Cancel invoice" }).click();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
  expect((await readPayment(shop, payment_code)).payment_status).toBe("CANCELLED");
});

test("an unmatched transfer shows the reason and the similar invoice", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_amount));
  const page = await visit("/mutations", { as: shop });
  await page.locator(".tag").getByText("No invoice with this total").waitFor();
  await view(page, "Late").click();
  await page.getByText("No late transfers").waitFor();
  await view(page, "Unmatched").click();
  await page.getByRole("row").nth(1).getByRole("link").click();
  const paid = `Rp${payment.payment_amount.toLocaleString("id-ID")}`;
  await page
    .getByText(`No pending or recently ended invoice of this account has the total ${paid}.`)
    .waitFor();
  const leftOff = `The unique amount of Rp${payment.payment_unique} was left off.`;
  const details = page.getByRole("complementary", { name: "Transfer" });
  await details.getByText(leftOff).waitFor();
  await details.getByRole("link", { name: payment.payment_code }).click();
  await heading(page, payment.payment_code).waitFor();
  await page.goBack();
  await expect.poll(() => view(page, "Unmatched").getAttribute("aria-current")).toBe("true");
});

test("long lists can be paged forward and back", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const oldest = await pendingPayment(shop);
  for (let count = 0; count < 25; count += 1) await pendingPayment(shop);
  await device.report(...Array.from({ length: 26 }, (_, each) => transfer(1_000_000 + each)));
  const page = await visit("/payments", { as: shop });
  const rows = page.locator(".table tbody tr, .rows > li");
  for (const [way, list] of [
    [[/^Invoices/], "All invoices"],
    // The room opens the page that needs a decision first.
    [[/^Money in/, /^Transfers$/], "Transfers"],
  ] as const) {
    for (const name of way) await page.getByRole("link", { name }).first().click();
    await heading(page, list).waitFor();
    await expect.poll(() => rows.count()).toBe(25);
    expect(await button(page, "Newer").isDisabled()).toBe(true);
    await page.getByText("1–25 of 26", { exact: true }).waitFor();
    await button(page, "Older").click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByText("26 of 26", { exact: true }).waitFor();
    const text = list === "All invoices" ? oldest.payment_code : "Rp1.000.0";
    expect(await rows.innerText()).toContain(text);
    expect(await button(page, "Older").isDisabled()).toBe(true);
    await button(page, "Newer").click();
    await expect.poll(() => rows.count()).toBe(25);
  }
});
