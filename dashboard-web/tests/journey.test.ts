import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { openPage, readQrCode } from "../../web-shared/testing/open-page.ts";
import { tepat } from "../../contract-tests/support/command-line.ts";
import { registeredDevice, transfer, type Device } from "../../contract-tests/support/device.ts";
import { callerWith, dataOf, merchantWith } from "../../contract-tests/support/http.ts";
import { staticQris } from "../../contract-tests/support/qris.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { openMailbox } from "./mailbox.ts";
import { browser, button, heading, visit } from "./open-dashboard.ts";
import { chosenWay } from "./pairing-ways.ts";
import { grantDays } from "./people.ts";

/**
 * Tests the way from an empty gateway to paid invoices, in a browser. The only command is `merchant create`.
 */

const { base_url } = inject("service");
const mailbox = await openMailbox(inject("mailPort"));
afterAll(() => mailbox[Symbol.asyncDispose]());

const password = "a calm lake at dawn";

const go = (page: Page, address: string) =>
  page.goto(new URL(`/dashboard${address}`, base_url).href);

async function signedIn(email: string): Promise<Page> {
  const page = await visit("/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
  await heading(page, "Overview").waitFor();
  return page;
}

async function addBankAccount(page: Page) {
  await go(page, "/accounts/new");
  await page.getByLabel("Bank or wallet", { exact: true }).selectOption("BCA");
  await page.getByLabel("Account number").fill("1234567890");
  await page.getByLabel("Account holder").fill("BU TINI");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await heading(page, "BCA 1234567890").waitFor();
}

async function addQris(page: Page) {
  await go(page, "/accounts/new");
  await page.getByLabel("QRIS", { exact: true }).check();
  await page.getByText("Enter the code as text").click();
  await page.getByLabel("Text of the QRIS code").fill(staticQris);
  await button(page, "Check code").click();
  await page.getByText("Use another app").click();
  // The phone of this test reports the notifications of this app.
  await page.getByLabel("App that reports transfers").selectOption("com.bca");
  await button(page, "Add an account").click();
  await heading(page, "KEDAI UJI (QRIS) ··0019").waitFor();
}

async function connectPhone(page: Page): Promise<Device> {
  await go(page, "/devices");
  const dialog = await chosenWay(page, "The Tepat app, by cable");
  const picture = dialog.getByRole("img", { name: "QR code that connects a phone" });
  const offer = new URL((await readQrCode(browser, await picture.screenshot())) ?? "");
  const token = offer.hash.slice(1);
  const phone = await registeredDevice(callerWith({ "x-pairing-token": token }));
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button(page, "Approve").click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });
  return phone;
}

async function paidInvoice(page: Page, phone: Device) {
  await go(page, "/invoices/new");
  await page.getByLabel("Amount (Rp)").fill("150.000");
  await page.getByLabel("Customer's name").fill("Siti");
  await page.getByLabel("Receiving account").selectOption({ label: "BCA 1234567890" });
  await button(page, "Create invoice").click();
  const share = page.getByRole("link", { name: "Send by WhatsApp" });
  const text = new URL((await share.getAttribute("href")) ?? "").searchParams.get("text") ?? "";
  const total = /Rp(150\.\d{3})/u.exec(text)?.[1]?.replace(".", "");
  await phone.report(transfer(Number(total)));
  await page.getByText("Paid", { exact: true }).waitFor();
}

async function paidLink(page: Page, phone: Device) {
  await go(page, "/links");
  await page.getByRole("link", { name: "Create a link" }).click();
  await page.getByLabel("Name", { exact: true }).first().fill("Kopi susu");
  await page.getByLabel("Amount (Rp)").fill("85.000");
  const slug = `kopi-${randomUUID().slice(0, 8)}`;
  await page.getByLabel("Address: /l/…").fill(slug);
  await button(page, "Create a link").click();
  await heading(page, "Kopi susu").waitFor();

  const customer = await openPage(browser, `${base_url}/l/${slug}`);
  await customer.page.getByLabel("Nama", { exact: true }).fill("Agus");
  await customer.page.getByLabel(/BCA/u).check();
  await customer.page.getByRole("button", { name: "Lanjut ke pembayaran" }).click();
  const amount = customer.page.getByText(/^Rp85\.\d{3}$/u).first();
  const total = (await amount.innerText()).replaceAll(/\D/gu, "");
  await phone.report(transfer(Number(total)));
  await customer.page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
  expect(customer.complaints).toEqual([]);
  await customer.page.context().close();
}

async function paidSale(page: Page, phone: Device) {
  await page.getByLabel("Amount").fill("25000");
  await button(page, "Charge").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img").waitFor();
  const total = (await dialog.locator(".till-total").innerText()).replaceAll(/\D/gu, "");
  await phone.report(transfer(Number(total)));
  await button(page, "Next customer").click();
  await dialog.waitFor({ state: "detached" });
}

test("a merchant without a program is paid by an invoice, a link and at the counter, by a cashier too", async () => {
  const email = `${randomUUID()}@shop.example`;
  const created = await tepat<{ api_key: string }>(
    "merchant create",
    "--name",
    "Warung Bu Tini",
    "--email",
    email,
    "--password",
    password,
  );
  const page = await signedIn(email);
  await addBankAccount(page);
  await addQris(page);
  // The gateway of these tests sells days of quota. A new gateway gives the first thirty.
  const { get } = merchantWith(created.api_key);
  for (const account of dataOf<Account[]>(await get("/gateway/accounts"))) await grantDays(account);
  const phone = await connectPhone(page);

  await paidInvoice(page, phone);
  await paidLink(page, phone);
  await go(page, "/counter");
  await paidSale(page, phone);

  await go(page, "/team");
  await button(page, "Invite a team member").first().click();
  const dialog = page.getByRole("dialog");
  const cashiers = `${randomUUID()}@shop.example`;
  await dialog.getByLabel("Email").fill(cashiers);
  await dialog.getByLabel("Role").selectOption({ label: "Cashier" });
  await dialog.getByRole("button", { name: "Invite a team member" }).click();
  const link = new URL(await mailbox.linkTo(cashiers));
  const till = await visit(link.pathname.replace("/dashboard", "") + link.hash);
  await till.getByLabel("Your name").fill("Budi");
  await till.getByLabel("Password").fill(password);
  await button(till, "Join").click();
  await heading(till, "Counter").waitFor();
  await paidSale(till, phone);
  await till.getByText("2 of 2 paid").waitFor();

  const payments = dataOf<{ payment_status: string }[]>(await get("/gateway/payments"));
  expect(payments.map(({ payment_status }) => payment_status)).toEqual([
    "PAID",
    "PAID",
    "PAID",
    "PAID",
  ]);
});
