import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  crossedLooks,
  inEachLook,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import {
  expiredPayment,
  paymentPath,
  pendingPayment,
  readPayment,
} from "../../contract-tests/support/shop.ts";
import { formatRupiah } from "../../web-shared/src/money.ts";
import { Authenticator, enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, sessionCookie, turnTo, view, visit } from "./open-dashboard.ts";
import { approvedDevice, bookPart, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

async function confirm(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code from your authenticator app").fill(code);
  await button(page, "Confirm").click();
}

test("a transfer without its unique amount is accepted with one button and a code", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const cookie = await sessionCookie(shop);
  const app = await enrolAuthenticator(shop);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_amount));
  const page = await visit("/reconciliation", { cookie });
  await page.getByText(`Rp${payment.payment_unique} too little.`).waitFor();
  await page.getByText(`The unique amount of Rp${payment.payment_unique} was left off.`).waitFor();
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
  await page.getByRole("radio", { name: payment.payment_code }).check();
  // No other invoice is like the transfer, and less than a unique amount is missing.
  expect(await page.getByLabel("Mark the invoice as paid").isChecked()).toBe(true);
  await button(page, "Next: compare").click();
  const dialog = page.getByRole("dialog");
  const compared = dialog.getByRole("table", { name: "The transfer and the invoice" });
  await compared.getByText(`Rp${payment.payment_unique} too little.`).waitFor();
  await dialog
    .getByText(`Rp${payment.payment_unique} is waived. The checkout page becomes the receipt.`)
    .waitFor();
  await takePicture(page, path.join(folder, "decision-compared.png"));
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Mark ${payment.payment_code} as paid` }).click();
  await confirm(page, app.code());
  await page.getByText("No transfers to review").waitFor();
  expect((await readPayment(shop, payment.payment_code)).payment_status).toBe("PAID");
  await page.getByRole("link", { name: "Decided", exact: true }).click();
  await page.getByText(`Paid ${payment.payment_code}.`).waitFor();
});

test("an invoice that is paid in part is shown so in the decision, beside the transfer and in the search", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const app = await enrolAuthenticator(shop);
  const { payment_code, payment_total } = await pendingPayment(shop);
  await bookPart(shop, { device, app, payment_code, amount: payment_total - 20_000 });
  await device.report(transfer(19_000));
  const page = await visit("/reconciliation", { as: shop });
  await page.getByRole("combobox", { name: "Find" }).fill(payment_code);
  await page.getByRole("option", { name: payment_code }).click();
  const candidate = page.locator(".candidate", { hasText: payment_code });
  await candidate.getByText("Part paid", { exact: true }).waitFor();
  // The transfer leaves a sum missing, so both outcomes make sense.
  await page.getByLabel("Record a part payment, and wait for the rest").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find an invoice" }).fill(payment_code);
  await page.getByRole("option", { name: payment_code }).getByText("Part paid").waitFor();

  // The missing sum resembles the invoice, so the list and the transfer's own page name it.
  await device.report(transfer(20_000));
  await page.keyboard.press("Escape");
  const row = page.getByRole("navigation", { name: "Transfers" }).getByRole("link");
  await row.filter({ hasText: `The rest of ${payment_code.slice(0, 8)}…` }).waitFor();
  await turnTo(page, "/mutations");
  const rows = page.getByRole("row");
  await rows.filter({ hasText: "Part payment" }).waitFor();
  await rows.filter({ hasText: "Rp20.000" }).getByRole("link").first().click();
  const near = page.locator(".near");
  await near.getByText("Part paid", { exact: true }).waitFor();
});

test("the ledger names money whose sender is unknown", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const app = await enrolAuthenticator(shop);
  const { payment_code } = await pendingPayment(shop);
  await bookPart(shop, { device, app, payment_code, amount: 20_000 });
  const page = await visit(`/payments/${payment_code}`, {
    as: shop,
    prepare: async (opened) => {
      await opened.route(`**/dashboard/api/payments/${payment_code}`, async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        await route.fulfill({
          response,
          body: text.replaceAll(/"sender":"[^"]*"/gu, '"sender":null'),
        });
      });
    },
  });
  await page.getByText("+ Unknown sender").waitFor();
});

test.each([390, 1440])(
  "a row with a long invoice code keeps the sender's name, %i wide, and a surplus is no part",
  async (width) => {
    const shop = await openShop();
    const device = await approvedDevice(shop);
    const payment_code = "WEB-SHOP-ORDER-2026-11-28-000000000123456";
    const { payment_total } = await pendingPayment(shop, { payment_code });
    const sent = Math.ceil((payment_total + 1) / 1000) * 1000;
    await device.report(transfer(sent));
    const page = await visit("/reconciliation", { as: shop, viewport: { width, height: 900 } });
    const row = page.getByRole("navigation", { name: "Transfers" }).getByRole("link");
    await row
      .getByText(`Like WEB-SHOP…00123456: ${formatRupiah(sent - payment_total)} over`)
      .waitFor();
    const sender = row.locator(".sender");
    expect(await sender.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
    await takePicture(page, path.join(folder, `decision-long-code-${width}.png`));
    if (width < 900) await row.click();
    await page.getByRole("radio", { name: payment_code }).check();
    // A question with a single answer is not asked.
    await page.getByText("Mark the invoice as paid.").waitFor();
    expect(await page.getByText("What should happen to this transfer?").count()).toBe(0);
  },
);

test("an invoice that is not similar is found by its customer or amount, with arrow keys or a finger", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const wanted = await pendingPayment(shop, { customer_name: "Putri Ayu Ningsih" });
  await pendingPayment(shop, { customer_name: "Bagas Prakoso" });
  await device.report(transfer(31_000));
  const page = await visit("/reconciliation", { as: shop });
  const field = page.getByRole("combobox", { name: "Find the invoice" });
  const options = page.getByRole("group", { name: "Newest pending invoices" }).getByRole("option");
  await expect
    .poll(() => options.locator(".finder-text > span").allInnerTexts())
    .toEqual(["Bagas Prakoso", "Putri Ayu Ningsih"]);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "decision-finder.png"));
  // Enter without a text chooses nothing.
  await field.press("Enter");
  expect(await page.getByRole("radio").count()).toBe(0);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  const radio = page.getByRole("radio", { name: wanted.payment_code });
  await expect.poll(() => radio.isChecked()).toBe(true);
  await page.getByText("too little.").waitFor();
  // Only the invoice is chosen, because an invoice that is not similar suggests no outcome.
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(1);
  // The field kept the focus, and searches again.
  await page.keyboard.type("Bagas");
  await page.getByRole("option", { name: "Bagas Prakoso" }).waitFor();

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const small = await visit("/reconciliation", { as: shop, ...phone });
  await small.getByRole("navigation", { name: "Transfers" }).getByRole("link").tap();
  const search = small.getByRole("combobox", { name: "Find the invoice" });
  await search.fill("no such customer");
  await small.getByText("No invoices found.").waitFor();
  await search.fill(String(wanted.payment_total));
  await small.getByRole("option", { name: "Putri Ayu Ningsih" }).tap();
  await expect
    .poll(() => small.getByRole("radio", { name: wanted.payment_code }).isChecked())
    .toBe(true);
  expect(await isScrolledSideways(small)).toBe(false);
  await takePicture(small, path.join(folder, "decision-found.png"));
});

test("a slow first choice of an invoice does not replace the second", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const slow = await pendingPayment(shop, { customer_name: "Putri Ayu" });
  const quick = await pendingPayment(shop, { customer_name: "Bagas Prakoso" });
  await device.report(transfer(31_000));
  const page = await visit("/reconciliation", { as: shop });
  const held = Promise.withResolvers<void>();
  await page.route(`**/dashboard/api/payments/${slow.payment_code}*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("combobox", { name: "Find the invoice" }).focus();
  await page.getByRole("option", { name: "Putri" }).click();
  await page.getByRole("option", { name: "Bagas" }).click();
  const radio = page.getByRole("radio", { name: quick.payment_code });
  await expect.poll(() => radio.isChecked()).toBe(true);
  const late = page.waitForResponse((response) => response.url().includes(slow.payment_code));
  held.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await radio.isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: slow.payment_code }).count()).toBe(0);
});

test("no outcome is preselected while two invoices are like the transfer, and another sender is named", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const first = await pendingPayment(shop, { customer_name: "Dewi Lestari" });
  await pendingPayment(shop, { customer_name: "Agus Wijaya" });
  await device.report(transfer(first.payment_amount));
  const page = await visit("/reconciliation", { as: shop });
  await page.getByText("The names differ: sender SITI RAHAYU, customer Agus Wijaya.").waitFor();
  await page.getByRole("radio", { name: first.payment_code }).check();
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(1);
  expect(await button(page, "Next: compare").isDisabled()).toBe(true);
});

test.each(["reduce", "no-preference"] as const)(
  "on a phone, the next question comes into view when an invoice is chosen, with motion %s",
  async (reducedMotion) => {
    const shop = await openShop();
    const device = await approvedDevice(shop);
    for (let count = 0; count < 5; count++) await pendingPayment(shop);
    const { payment_amount } = await pendingPayment(shop);
    await device.report(transfer(payment_amount));
    const page = await visit("/reconciliation", {
      as: shop,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      prepare: (opened) => opened.emulateMedia({ reducedMotion }),
    });
    await page.getByRole("navigation", { name: "Transfers" }).getByRole("link").tap();
    const next = button(page, "Next: compare");
    const radio = page.getByRole("radio").first();
    await radio.waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    expect((await radio.boundingBox())?.y).toBeLessThan(844);
    await radio.check();
    const menu = page.getByRole("navigation", { name: "Menu" });
    const top = (await menu.boundingBox())?.y ?? 0;
    const bottom = async () => {
      const box = await next.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBeLessThanOrEqual(top);
  },
);

test("two-factor authentication is asked for before the decision, and switched on without losing the choice", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_amount));
  const viewport = { width: 390, height: 844 };
  const page = await visit("/reconciliation", {
    as: shop,
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole("navigation", { name: "Transfers" }).getByRole("link").click();
  await page.getByText("To mark an invoice as paid yourself, first switch on two-factor").waitFor();
  await page.getByRole("radio", { name: payment.payment_code }).check();
  await page.getByLabel("Mark the invoice as paid").check();
  expect(await button(page, "Next: compare").count()).toBe(0);
  await button(page, "Switch on two-factor authentication").click();
  const dialog = page.getByRole("dialog");
  const link = dialog.getByRole("link", { name: "Open in your authenticator app" });
  expect(await link.getAttribute("href")).toMatch(/^otpauth:/u);
  expect(await axeViolations(page)).toEqual([]);
  const app = new Authenticator(await dialog.locator("pre").innerText());
  await dialog.getByLabel("Code from your authenticator app").fill(app.code());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await button(page, "Next: compare").click();
  await button(page, `Mark ${payment.payment_code} as paid`).click();
  await page.getByText("No transfers to review").waitFor();
});

test("several transfers of one sender are marked as not mine, and one decision is undone", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await device.report(transfer(777_001), transfer(777_002), transfer(777_003));
  const page = await visit("/reconciliation", { as: shop });
  await page.getByRole("link", { name: "Decide several at once" }).click();
  const ticks = page.locator("tbody").getByRole("checkbox");
  await ticks.first().check();
  await button(page, "Also select 2 more from the same sender").click();
  // The decision can be undone, so its button does not warn.
  expect(await button(page, "Mark as not mine").getAttribute("class")).not.toContain("danger");
  await button(page, "Mark as not mine").click();
  const dialog = page.getByRole("dialog", { name: "Mark 3 transfers, Rp2.331.006, as not mine?" });
  await dialog.getByRole("button", { name: "Mark as not mine" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No transfers need a decision").waitFor();
  await view(page, "Decided").click();
  await page.getByRole("row").filter({ hasText: "777.002" }).getByRole("checkbox").check();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, "Undo these decisions").click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo these decisions" }).click();
  await expect.poll(() => ticks.count()).toBe(2);
  await view(page, "To decide").click();
  await page.getByText("1 transfer · Rp777.002 received").waitFor();
});

test("a refund recorded by the shop's server is sent, and the ledger shows it", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const cookie = await sessionCookie(shop);
  const { payment_code, payment_total } = await pendingPayment(shop);
  await device.report(transfer(payment_total));
  const refund = { reference: "RF-1", amount: 40_000, reason: "One of three was returned" };
  const { status } = await shop.post(`${paymentPath(payment_code)}/refunds`, refund);
  expect(status).toBe(201);
  const page = await visit("/reconciliation", { cookie });
  await page.getByRole("heading", { name: "Refunds to send" }).waitFor();
  await takePicture(page, path.join(folder, "refunds-to-send.png"));
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("link", { name: payment_code }).click();
  await page.getByText("− To be sent").waitFor();
  await button(page, "Record as sent").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Recipient").fill("SITI RAHAYU, BCA 1234567890");
  await takePicture(page, path.join(folder, "refund-sending.png"));
  await dialog.getByRole("button", { name: "Record as sent" }).click();
  await page.getByText("− SITI RAHAYU, BCA 1234567890").waitFor();
  expect(await page.getByText("− To be sent").count()).toBe(0);
  await takePicture(page, path.join(folder, "refund-sent.png"));
  await page.goto(page.url().replace(/payments\/.*$/u, "reconciliation"));
  await page.getByText("No transfers to review").waitFor();
  expect(await page.getByRole("heading", { name: "Refunds to send" }).count()).toBe(0);
});

test("parts are booked and accepted, a second payment is refunded, and the ledger shows both", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const cookie = await sessionCookie(shop);
  const app = await enrolAuthenticator(shop);
  const payment = await pendingPayment(shop);
  await device.report(transfer(payment.payment_amount));
  const page = await visit("/reconciliation", { cookie });
  await page.getByRole("radio", { name: payment.payment_code }).check();
  await page.getByLabel("Record a part payment, and wait for the rest").check();
  await button(page, "Next: compare").click();
  await button(page, `Record as a part payment of ${payment.payment_code}`).click();
  await confirm(page, app.code());
  await page.getByRole("heading", { name: "Part-paid invoices" }).waitFor();
  await page.getByRole("link", { name: payment.payment_code }).click();
  await heading(page, payment.payment_code).waitFor();
  const rest = page.getByRole("row", { name: "Still missing" });
  await rest.getByText(`Rp${payment.payment_unique}`).waitFor();
  await button(page, "Accept the amount received").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Accept the amount received" }).click();
  await page.getByRole("rowheader", { name: "Shortfall waived" }).waitFor();

  await device.report(transfer(77_000));
  await page.goto(page.url().replace(/payments\/.*$/u, "reconciliation"));
  await page.getByText("No similar invoices").waitFor();
  await page.getByRole("combobox", { name: "Find the invoice" }).fill(payment.payment_code);
  await page.keyboard.press("Enter");
  await page.getByText("A second transfer for this invoice").waitFor();
  await page.getByLabel("Record the refund that I sent").check();
  await button(page, "Next: compare").click();
  await page.getByLabel("Amount refunded").fill("0");
  await page.getByLabel("Reason").fill("Paid twice");
  await button(page, `Record the refund of ${payment.payment_code}`).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Amount refunded").fill("77000");
  await button(page, `Record the refund of ${payment.payment_code}`).click();
  await page.getByText("No transfers to review").waitFor();

  await page.goto(page.url().replace("reconciliation", `payments/${payment.payment_code}`));
  await page.getByRole("heading", { name: "Money in and out" }).waitFor();
  await button(page, "Record a refund").click();
  await dialog.getByLabel("Amount refunded").fill("999999");
  await dialog.getByLabel("Recipient").fill("SITI RAHAYU, BCA 1234567890");
  await dialog.getByLabel("Reason").fill("Goods came back");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await dialog.getByText("Enter a number of at most").waitFor();
  // Half a rupiah once made this a refund of a hundred times the sum.
  await dialog.getByLabel("Amount refunded").fill("1.000,50");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await dialog.getByText("Enter a whole number").waitFor();
  await dialog.getByLabel("Amount refunded").fill("Rp 1.000,00");
  expect(await dialog.getByLabel("Amount refunded").inputValue()).toBe("1.000");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("Goods came back").waitFor();
  await page.getByText("− SITI RAHAYU, BCA 1234567890").waitFor();

  await page.locator(".tag").getByText("Part refunded", { exact: true }).waitFor();
  // The amounts add up on the page.
  const money = page.locator(".card").filter({ hasText: "Refunded" });
  const sum = page.getByRole("table", { name: "Balance of this invoice" });
  const amounts = (await sum.getByRole("cell").allInnerTexts()).map((text) =>
    Number(`${text.startsWith("−") ? "-" : ""}${text.replaceAll(/\D/gu, "")}`),
  );
  expect(amounts.slice(0, -1).reduce((total, each) => total + each, 0)).toBe(amounts.at(-1));
  expect(await sum.getByRole("row").allInnerTexts()).toEqual([
    expect.stringMatching(/^Received\sRp227\.000/u),
    expect.stringMatching(/^Refunded\s− Rp78\.000/u),
    expect.stringMatching(/^Kept\s= Rp149\.000/u),
  ]);
  const history = page.locator(".timeline");
  for (const words of ["Money received", "Shortfall waived", "Money refunded"])
    await history.getByText(words).first().waitFor();
  await takePicture(page, path.join(folder, "ledger.png"));
  await button(page, "Withdraw this record").last().click();
  await dialog.getByText("No money moves. Only the record is withdrawn.").waitFor();
  await takePicture(page, path.join(folder, "refund-withdrawn.png"));
  await dialog.getByRole("button", { name: "Withdraw this record" }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => button(page, "Withdraw this record").count()).toBe(1);
  await money.getByText("Rp77.000").first().waitFor();
  await history.getByText("Refund record withdrawn").waitFor();
  await history.getByText("Rp1.000, SITI RAHAYU, BCA 1234567890").first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, path.join(folder, "ledger-phone.png"));
  expect(await isScrolledSideways(page)).toBe(false);
});

test("a transfer with a decision shows it and the invoice, and is not offered for another invoice", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const payment = await pendingPayment(shop);
  const [part, stray] = await device.report(
    transfer(payment.payment_amount, { key: "part" }),
    transfer(42_000, { key: "stray" }),
  );
  const page = await visit(`/reconciliation?transfer=${part?.mutation_id}`, { as: shop });
  await page.getByRole("radio", { name: payment.payment_code }).check();
  await page.getByLabel("Record a part payment, and wait for the rest").check();
  await button(page, "Next: compare").click();
  await button(page, `Record as a part payment of ${payment.payment_code}`).click();
  await button(page, "Mark as not mine").click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as not mine" }).click();
  await page.getByText("No transfers to review").waitFor();

  for (const address of ["/reconciliation?show=closed", "/mutations"]) {
    await turnTo(page, address);
    const results = page.locator(".tag, .transfer-row .hint");
    await results.getByText("Part payment", { exact: true }).first().waitFor();
    await results.getByText("Not mine").first().waitFor();
    expect(await results.getByText("No invoice with this total").count()).toBe(0);
  }
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(folder, "decided-transfers.png"));
  await turnTo(page, `/mutations/${stray?.mutation_id}`);
  await page.getByText("This transfer will pay no invoice.").waitFor();
  expect(await page.getByText("Possible invoices").count()).toBe(0);
  await turnTo(page, `/mutations/${part?.mutation_id}`);
  await page
    .getByText(`The money is recorded as a part payment of ${payment.payment_code}.`)
    .waitFor();
  expect(await page.getByText("Possible invoices").count()).toBe(0);
  expect(await page.locator("main").innerText()).not.toContain("manually");
  await turnTo(page, "/mutations");
  await page.getByRole("row").getByRole("link", { name: payment.payment_code }).click();
  await heading(page, payment.payment_code).waitFor();
});

test("another party's transfer is set aside, noted and reopened", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await device.report(transfer(42_000));
  const page = await visit("/reconciliation", { as: shop });
  await page.getByLabel("Note").fill("My brother's");
  await page.getByLabel("Assign to me").check();
  await button(page, "Save note").click();
  await page.locator(".done", { hasText: "Saved." }).waitFor();
  await button(page, "Mark as not mine").click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as not mine" }).click();
  await page.getByText("No transfers to review").waitFor();
  await page.getByRole("link", { name: "Decided", exact: true }).click();
  await page.getByText("Marked as not mine").waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("My brother's");
  await button(page, "Undo this decision").click();
  await page.getByText("No decisions yet").waitFor();
});

test("a refund without an invoice that was recorded by mistake is withdrawn, and the transfer waits again", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await device.report(transfer(42_000));
  const page = await visit("/reconciliation", { as: shop });
  await button(page, "Record a refund").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Recipient").fill("SITI RAHAYU, BCA 1234567890");
  await dialog.getByLabel("Reason").fill("Sent by mistake");
  await dialog.getByRole("button", { name: "Record refund" }).click();
  await page.getByText("No transfers to review").waitFor();
  await page.getByRole("link", { name: "Decided", exact: true }).click();
  await page.getByText("Rp42.000 was refunded to SITI RAHAYU").waitFor();
  await button(page, "Withdraw this record").click();
  await dialog.getByRole("button", { name: "Withdraw this record" }).click();
  await page.getByText("No decisions yet").waitFor();
  await page.getByRole("link", { name: "Waiting for a decision" }).click();
  await page.getByRole("navigation", { name: "Transfers" }).getByText("Rp42.000").waitFor();
});

test.each([390, 1280])(
  "at %i pixels a decision is confirmed in sight, and the next transfer opens",
  async (width) => {
    const shop = await openShop();
    const device = await approvedDevice(shop);
    await device.report(transfer(42_001), transfer(42_002), transfer(42_003));
    const page = await visit("/reconciliation", { as: shop, viewport: { width, height: 844 } });
    const rows = page.getByRole("navigation", { name: "Transfers" }).getByRole("link");
    await rows.first().waitFor();
    const tab = page.locator(".tabs").getByRole("link", { name: "To decide" });
    await expect.poll(() => tab.innerText()).toBe("To decide (3)");
    const room = page.getByRole("link", { name: /^Money in/ }).and(page.locator(":visible"));
    const opens = () => room.getAttribute("href");
    expect(await opens()).toBe("/dashboard/reconciliation");
    await room.getByRole("img", { name: "To decide: 3" }).waitFor();
    const isPhone = width === 390;
    // On a phone the list is alone, so none of its rows is selected.
    expect(await page.locator(".transfer-row [aria-current]").count()).toBe(isPhone ? 0 : 1);
    const names = await rows.locator(".amount").allInnerTexts();
    await rows.nth(1).click();
    await page.getByRole("heading", { name: names[1] ?? "" }).waitFor();
    const views = page.getByRole("list", { name: "View" });
    expect(await views.count()).toBe(isPhone ? 0 : 1);
    expect(await page.locator(".tabs").isVisible()).toBe(!isPhone);
    if (isPhone) {
      const card = await page.locator(".reconcile-panel .card").first().boundingBox();
      expect(card?.y).toBeLessThan(844 / 4);
      await takePicture(page, path.join(folder, "reconciliation-alone.png"));
    }
    const putAside = async () => {
      await button(page, "Mark as not mine").click();
      await page.getByRole("dialog").getByRole("button", { name: "Mark as not mine" }).click();
    };
    await putAside();
    await page
      .getByText("Saved. This is the next transfer.")
      .and(page.locator(".notice p"))
      .waitFor();
    await page.getByRole("heading", { name: names[2] ?? "" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // On a desktop, the list is still beside the transfer.
    expect(await rows.first().isVisible()).toBe(!isPhone);
    expect(await axeViolations(page)).toEqual([]);
    await putAside();
    await page.getByRole("heading", { name: names[0] ?? "" }).waitFor();
    await putAside();
    await page.getByText("No transfers to review").waitFor();
    await page.locator(".notice").getByText("Saved.", { exact: true }).waitFor();
    await expect.poll(opens).toBe("/dashboard/mutations");
  },
);

test.each([
  ["desktop", 1280, "light", "en-GB"],
  ["phone", 320, "dark", "id-ID"],
] as const)(
  "%s: the page is accessible and fits, also by keyboard",
  async (name, width, colorScheme, locale) => {
    const shop = await openShop();
    const device = await approvedDevice(shop);
    const payment = await pendingPayment(shop);
    await device.report(transfer(payment.payment_amount), transfer(75_500));
    const options = { as: shop, viewport: { width, height: 860 }, colorScheme, locale };
    const page = await visit("/reconciliation", options);
    const amount = page.getByRole("link", { name: /Rp150\.000/u });
    await amount.waitFor();
    await takePicture(page, path.join(folder, `reconciliation-list-${name}.png`));
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await amount.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("radio").first().waitFor();
    await takePicture(page, path.join(folder, `reconciliation-${name}.png`));
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
  },
);

/**
 * Creates an expired invoice and a transfer that came in time but is reported only now, because the phone had held
 * it back.
 */
async function reportedLate(shop: Awaited<ReturnType<typeof openShop>>) {
  const device = await approvedDevice(shop);
  const expired = await expiredPayment(shop);
  const posted_at = new Date(Date.parse(expired.payment_expired_at) - 100).toISOString();
  await device.report(transfer(expired.payment_total, { posted_at }));
  return { device, expired };
}

test("a transfer in time with a late report has its own explanation", async () => {
  const shop = await openShop();
  await reportedLate(shop);
  const cookie = await sessionCookie(shop);
  const page = await visit("/mutations", { cookie, viewport: { width: 390, height: 844 } });
  await page.getByText("In time, reported late").first().waitFor();
  await page.goto(page.url().replace(/mutations$/u, "reconciliation"));
  await page.getByText("In time, reported late").first().click();
  await page.getByText("This transfer arrived in time, but Tepat learned of it").waitFor();
  await page.getByText("Details and reason").click();
  await page.getByText("and the source reported it on").waitFor();
  await takePicture(page, path.join(folder, "reconciliation-in-time.png"));
  expect(await page.getByText("A late transfer").count()).toBe(0);
});

test("only a transfer from after an expired invoice's deadline is called late", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const expired = await expiredPayment(shop);
  const deadline = Date.parse(expired.payment_expired_at);
  const postedAt = (time: number) => ({ posted_at: new Date(time).toISOString() });
  await device.report(
    transfer(expired.payment_amount, postedAt(deadline - 100)),
    transfer(expired.payment_total - 2500, postedAt(deadline + 100)),
  );
  const page = await visit("/reconciliation", { as: shop });
  const transfers = page.getByRole("navigation", { name: "Transfers" });
  const candidate = page.locator(".candidate", { hasText: expired.payment_code });
  const amountOf = (amount: number) => `Rp${amount.toLocaleString("id-ID")}`;
  await transfers.getByText(amountOf(expired.payment_amount)).click();
  await candidate.getByText(`Rp${expired.payment_unique} too little.`).waitFor();
  await candidate.getByText("Expired", { exact: true }).waitFor();
  await transfers.getByText(amountOf(expired.payment_total - 2500)).click();
  await candidate.getByText("A late transfer for this invoice.").waitFor();
});

const followUpWords = {
  "en-GB": {
    mark: "In time, reported late",
    title: "The customer paid in time",
    action: "Create a paid follow-up invoice",
    code: "Code from your authenticator app",
    confirm: "Confirm",
    paid: (code: string) => `Paid ${code}.`,
  },
  "id-ID": {
    mark: "Tepat waktu, terlambat diketahui",
    title: "Pelanggan membayar tepat waktu",
    action: "Buat tagihan susulan yang lunas",
    code: "Kode dari aplikasi autentikator",
    confirm: "Konfirmasi",
    paid: (code: string) => `Melunasi ${code}.`,
  },
};

const desktop = { name: "desktop", viewport: { width: 1440, height: 900 } };
const phone = { name: "phone", viewport: { width: 390, height: 844 } };

test.each(crossedLooks(phone, desktop))(
  "in %s a transfer in time is listed first, and one button creates its paid invoice",
  async (locale, looks) => {
    const words = followUpWords[locale];
    const shop = await openShop();
    const { device, expired } = await reportedLate(shop);
    await device.report(transfer(75_500));
    const cookie = await sessionCookie(shop);
    const app = await enrolAuthenticator(shop);
    const page = await visit("/reconciliation", { cookie, locale, ...looks[0] });
    const look = (step: string) =>
      inEachLook(page, looks, async ({ name }) => {
        await takePicture(page, path.join(folder, `follow-up-${step}-${name}-${locale}.png`));
        expect(await axeViolations(page)).toEqual([]);
        expect(await isScrolledSideways(page)).toBe(false);
      });
    const rows = page.locator(".transfer-row");
    await rows.first().getByText(words.mark).waitFor();
    expect(await rows.count()).toBe(2);
    await look("list");
    await rows.first().getByRole("link").click();
    await page.getByRole("heading", { name: words.title }).waitFor();
    await page.getByRole("radio").first().waitFor();
    await look("card");
    await button(page, words.action).click();
    const dialog = page.getByRole("dialog");
    const submit = dialog.getByRole("button", { name: words.action });
    await submit.waitFor();
    await look("asked");
    await submit.dblclick();
    await page.getByLabel(words.code).fill(app.code());
    await button(page, words.confirm).click();
    await expect.poll(() => rows.count()).toBe(1);
    const code = `${expired.payment_code}-2`;
    expect(await readPayment(shop, code)).toMatchObject({
      payment_status: "PAID",
      payment_total: expired.payment_total,
      is_manual_match: true,
    });
    expect((await readPayment(shop, expired.payment_code)).payment_status).toBe("EXPIRED");
    await turnTo(page, "/reconciliation?show=closed");
    await rows.first().getByRole("link").click();
    await page.getByText(words.paid(code)).waitFor();
    await look("decided");
    await turnTo(page, `/payments/${expired.payment_code}`);
    await page.locator(".timeline").getByRole("link", { name: code }).waitFor();
    await look("expired");
  },
);
