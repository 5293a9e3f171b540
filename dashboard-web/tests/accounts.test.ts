import path from "node:path";
import type { Locator } from "playwright-core";
import { toBuffer } from "qrcode";
import { expect, inject, test } from "vitest";
import { axeViolations, takePicture } from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { dataOf, merchantWith } from "../../contract-tests/support/http.ts";
import { crc16, staticQris } from "../../contract-tests/support/qris.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import type { Account } from "../../contract-tests/support/resources.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, grantDays, newMerchant, openShop, operator } from "./people.ts";

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/accounts");
/** Returns the test's code with another text of the same length in it. */
function qrisWith(text: string, other: string): string {
  const unsigned = staticQris.slice(0, -4).replace(text, other);
  return unsigned + crc16(unsigned);
}

const qrisOfNobody = qrisWith("COM.GO-JEK.WWW", "ID.CO.NOBODY.W");

test("adding a bank account shows each problem at its field", async () => {
  const merchant = await newMerchant();
  const page = await visit("/accounts", { as: merchant });
  await page.getByText("No accounts yet").waitFor();
  await page.getByRole("link", { name: "Add an account" }).click();
  const bank = page.getByLabel("Bank or wallet", { exact: true });
  // No option is preselected.
  expect(await bank.inputValue()).toBe("");
  await button(page, "Review").click();
  await expect.poll(() => bank.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Choose a bank or wallet.").waitFor();
  await page.getByText("YOUR NAME").waitFor();
  const number = page.getByLabel("Account number");
  expect(await number.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByLabel("Account holder").getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByLabel("Smallest amount").isVisible()).toBe(false);
  expect(await page.getByLabel("App that reports transfers").isVisible()).toBe(false);
  await bank.selectOption("BCA");
  await page.getByLabel("Account holder").fill("PT SARI RASA");
  await number.fill(" 012-345 6789 ");
  await page.getByText("Other settings (optional)").click();
  await page.getByLabel("Smallest amount").fill("10.000");
  await button(page, "Review").click();
  await page.locator(".review").getByText("0123 4567 89").waitFor();
  await expect.poll(() => page.getByRole("radio").count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "review.png"));
  await button(page, "Change").click();
  expect(await number.inputValue()).toBe(" 012-345 6789 ");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await heading(page, "BCA 0123456789").waitFor();
  const [account] = dataOf<Account[]>(await merchant.get("/gateway/accounts"));
  expect(account).toMatchObject({ account_name: "PT SARI RASA", account_min_amount: 10_000 });
});

test("a new account's fields survive a reload, and the account's page says that it was added", async () => {
  const page = await visit("/accounts/new", { as: await newMerchant() });
  await page.getByLabel("Bank or wallet", { exact: true }).selectOption("BCA");
  await page.getByLabel("Account number").fill("1234567890");
  await page.getByLabel("Account holder").fill("TOKO CONTOH");
  await page.reload();
  await expect.poll(() => page.getByLabel("Account holder").inputValue()).toBe("TOKO CONTOH");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await page.getByText("Account added.").first().waitFor();
});

test("an account without free days shows the reason until it has days", async () => {
  const shop = await openShop();
  const page = await visit("/accounts", { as: shop });
  let account_quota = 0;
  // The tests' server sells days and gives none for free, so the test sets the reason in the
  // response.
  await page.route("**/dashboard/api/accounts/*", async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: object };
    const json = { ...rest, data: { ...data, account_quota, no_free_days: "known_number" } };
    await route.fulfill({ response: answer, json });
  });
  const path = `/dashboard/accounts/${shop.account.account_id}`;
  await page.goto(new URL(path, page.url()).href);
  const reason = page.getByText("Each account number gets free days once");
  await reason.waitFor();
  account_quota = 30;
  await page.reload();
  await page.getByLabel("Account number").waitFor();
  expect(await reason.count()).toBe(0);
});

test.each(["pasted", "a picture"])(
  "the contents of a QRIS code, %s, are shown before saving",
  async (how) => {
    const merchant = await newMerchant();
    const page = await visit("/accounts/new", { as: merchant });
    await page.getByLabel("QRIS", { exact: true }).check();
    const text = page.getByLabel("Text of the QRIS code");
    if (how === "pasted") {
      await page.getByText("Enter the code as text").click();
      await text.fill(staticQris.replace("BANDUNG", "JAKARTA"));
      await button(page, "Check code").click();
      await expect.poll(() => text.getAttribute("aria-invalid")).toBe("true");
      await text.fill(staticQris);
      await button(page, "Check code").click();
    } else {
      const buffer = await toBuffer(staticQris, { width: 1_800 });
      await page
        .getByLabel("Choose a picture of the static QRIS")
        .setInputFiles({ name: "qris.png", mimeType: "image/png", buffer });
    }
    for (const shown of [
      "Check that this code is yours",
      "KEDAI UJI",
      "go-jek.com",
      "This name differs",
    ]) {
      await page.getByText(shown).waitFor();
    }
    for (const shown of ["BANDUNG", "ID1099000000019"]) {
      await page.getByText(shown).waitFor();
    }
    await button(page, "Add an account").click();
    await heading(page, "KEDAI UJI (QRIS) ··0019").waitFor();
    // The code says where the money arrives, so its page has no number and holder to change.
    await page.getByLabel("Smallest amount").fill("10.000");
    expect(await page.locator("[name=account_number], [name=account_name]").count()).toBe(0);
    await button(page, "Save").first().click();
    await page.getByText("Saved").first().waitFor();
  },
);

test("a duplicate account number is added only after a tick", async () => {
  const shop = await openShop();
  const page = await visit("/accounts/new", { as: shop });
  await page
    .getByLabel("Bank or wallet", { exact: true })
    .selectOption({ label: shop.account.channel_name ?? "" });
  await page.getByLabel("Account number").fill(shop.account.account_number ?? "");
  await page.getByLabel("Account holder").fill("TOKO KEDUA");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await page.getByText("You already have an account with this number").waitFor();
  await page.getByLabel("Add a second account").check();
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await heading(page, `BCA ${shop.account.account_number}`).waitFor();
  expect(dataOf<Account[]>(await shop.get("/gateway/accounts"))).toHaveLength(2);
});

test.each([
  ["en-GB", "Review", "Save this number", "BCA numbers have 10", "This number is correct"],
  ["id-ID", "Periksa", "Nomornya benar", "nomor BCA 10 angka", "Nomornya memang begitu"],
])("an unusual account number is accepted after confirmation, in %s", async (...words) => {
  const [locale, review, add, doubt, tick] = words;
  const colourOf = (place: Locator) => place.evaluate((node) => getComputedStyle(node).color);
  const merchant = await newMerchant();
  const page = await visit("/accounts/new", { as: merchant, locale });
  await page.locator("select[name=channel_id]").selectOption("BCA");
  await page.locator("input[name=account_name]").fill("12345");
  const number = page.locator("input[name=account_number]");
  await number.fill("12345678O9");
  // The page asks a person to compare only a number that could be right.
  await button(page, review).click();
  await expect.poll(() => number.getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("input[name=account_name]").getAttribute("aria-invalid")).toBe("true");
  const refused = await colourOf(page.locator(".field-error").first());
  await number.fill("123456789");
  expect(await number.getAttribute("aria-invalid")).toBe("false");
  await page.locator("input[name=account_name]").fill("SITI");
  await button(page, review).click();
  await page.getByText(doubt).waitFor();
  // A red sentence would need a field with a red border, and the number can be right.
  expect(await colourOf(page.getByText(doubt))).not.toBe(refused);
  await page.getByLabel(tick).check();
  await button(page, review).click();
  await button(page, add).click();
  await heading(page, "BCA 123456789").waitFor();
});

test("a wallet's number is called a phone number in the new account's form", async () => {
  const page = await visit("/accounts/new", { as: await newMerchant() });
  await page.getByLabel("Account number").waitFor();
  await page.locator("select[name=channel_id]").selectOption("DANA");
  await page.getByLabel("Phone number").waitFor();
});

test("the form asks for the app of a QRIS code without one, and preselects none", async () => {
  const merchant = await newMerchant();
  const page = await visit("/accounts/new", { as: merchant });
  await page.getByLabel("QRIS", { exact: true }).check();
  await page.getByText("Enter the code as text").click();
  await page.getByLabel("Text of the QRIS code").fill(qrisOfNobody);
  await button(page, "Check code").click();
  const app = page.getByLabel("App that reports transfers");
  expect(await app.inputValue()).toBe("");
  await button(page, "Add an account").click();
  await expect.poll(() => app.getAttribute("aria-invalid")).toBe("true");
  await app.selectOption("com.gojek.gopaymerchant");
  await button(page, "Add an account").click();
  await heading(page, "KEDAI UJI (QRIS) ··0019").waitFor();
});

test("the app named by a QR code is shown and saved", async () => {
  const merchant = await newMerchant();
  const page = await visit("/accounts/new", { as: merchant });
  await page.getByLabel("QRIS", { exact: true }).check();
  await page.getByText("Enter the code as text").click();
  await page.getByLabel("Text of the QRIS code").fill(staticQris);
  await button(page, "Check code").click();
  await page.getByText("GoPay Merchant, according to this code").first().waitFor();
  await button(page, "Add an account").click();
  await heading(page, "KEDAI UJI (QRIS) ··0019").waitFor();
  const [account] = dataOf<Account[]>(await merchant.get("/gateway/accounts"));
  expect(account?.app_package).toBe("com.gojek.gopaymerchant");
});

test("every page names a QRIS account as its code does, and distinguishes two codes of one name", async () => {
  const shop = await openShop();
  const second = qrisWith("ID1099000000019", "ID1099000000028");
  const page = await visit("/accounts/new", { as: shop });
  for (const [code, end] of [
    [staticQris, "0019"],
    [second, "0028"],
  ] as const) {
    await page.goto(new URL("/dashboard/accounts/new", page.url()).href);
    await page.getByLabel("QRIS", { exact: true }).check();
    await page.getByText("Enter the code as text").click();
    await page.getByLabel("Text of the QRIS code").fill(code);
    await button(page, "Check code").click();
    await button(page, "Add an account").click();
    await heading(page, `KEDAI UJI (QRIS) ··${end}`).waitFor();
  }
  const list = await visit("/accounts", { as: shop });
  await list.getByText("ID1099000000019").waitFor();
  expect(await list.locator(".row-title").allInnerTexts()).toEqual([
    "BCA 1234567890\nTOKO CONTOH",
    "KEDAI UJI (QRIS) ··0019\nID1099000000019",
    "KEDAI UJI (QRIS) ··0028\nID1099000000028",
  ]);
  const qris = dataOf<Account[]>(await shop.get("/gateway/accounts")).slice(1);
  for (const account of qris) await grantDays(account);
  for (const { account_id } of qris) await pendingPayment(shop, { account_id });
  const invoices = await visit("/payments", { as: shop });
  await invoices.getByRole("row").nth(2).waitFor();
  expect((await invoices.locator("td.place").allInnerTexts()).toSorted()).toEqual([
    expect.stringMatching(/KEDAI UJI\s*··0019/u),
    expect.stringMatching(/KEDAI UJI\s*··0028/u),
  ]);
  await button(invoices, "Filters").click();
  expect(await invoices.getByLabel("Account").locator("option").allInnerTexts()).toEqual([
    "All",
    "BCA 1234567890",
    "KEDAI UJI (QRIS) ··0019",
    "KEDAI UJI (QRIS) ··0028",
  ]);
});

test("an account is edited and switched off, and a shop sets its own instructions and orders days", async () => {
  const shop = await openShop();
  const { device_id } = await approvedDevice(shop, { device_name: "Till phone" });
  const page = await visit(`/accounts/${shop.account.account_id}`, { as: shop });
  await page.getByLabel("Phone", { exact: true }).selectOption("Till phone");
  await page.getByLabel("Largest amount").fill("5.000.000");
  await button(page, "Save").first().click();
  await page.getByText("Saved").first().waitFor();
  await page.getByLabel("Smallest amount").fill("10.000");
  await page.getByLabel("Largest amount").fill("5.000");
  await button(page, "Save").first().click();
  await page.getByText("must not be less than the smallest").waitFor();
  expect(await page.locator(".done").count()).toBe(0);
  await page.getByLabel("Largest amount").fill("5.000.000");
  await button(page, "Save").first().click();
  await page.getByText("Saved").first().waitFor();
  await button(page, "Add a step").click();
  const step = page.getByLabel("Step", { exact: true });
  await page.getByLabel("Explanation").fill("Show it at the counter.");
  await button(page, "Save").last().click();
  await expect.poll(() => step.getAttribute("aria-invalid")).toBe("true");
  await step.fill("Send the receipt");
  await button(page, "Save").last().click();
  await expect.poll(() => page.locator(".done").count()).toBe(2);
  await button(page, "Switch off").click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await page.getByText("Switched off").waitFor();

  const [account] = dataOf<Account[]>(await shop.get("/gateway/accounts"));
  expect(account).toMatchObject({ account_max_amount: 5_000_000, account_active: false });
  const owned = await shop.person.get("/dashboard/api/accounts");
  expect(dataOf<{ device_id: string }[]>(owned)[0]?.device_id).toBe(device_id);
  const steps = await shop.get(`/gateway/channels/${account?.channel_id}/instructions`);
  expect(steps.text).toContain("Show it at the counter.");
});

test("an account names the sources that watch it, and says what happens without one", async () => {
  const shop = await openShop();
  const at = `/accounts/${shop.account.account_id}`;
  const page = await visit(at, { as: shop });
  const card = page.locator("section.card", {
    has: page.getByRole("heading", { name: "Sources" }),
  });
  await card.getByText("No source watches this account yet.").waitFor();
  const list = await visit("/accounts", { as: shop });
  await list.getByText("No source yet").waitFor();
  const next = list.getByRole("link", { name: "Connect a source" });
  expect(await next.getAttribute("href")).toMatch(/\/devices$/u);
  await card.getByText(/invoices stay pending until their deadline/u).waitFor();
  const phone = await approvedDevice(shop, { device_name: "Till phone" });
  await phone.report(transfer(123_456));
  await card.getByText("Till phone").waitFor();
  await list.getByText(/^Till phone\s+last seen /u).waitFor();
  expect(await axeViolations(list)).toEqual([]);
  await card.getByText("Active", { exact: true }).waitFor();
  await expect.poll(() => card.getByText("No source").count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "sources.png"));
  const small = { as: shop, viewport: { width: 390, height: 844 }, locale: "id-ID" };
  const dark = await visit(at, { ...small, colorScheme: "dark" });
  await dark.getByText("Terakhir terlihat").waitFor();
  await takePicture(dark, path.join(pictures, "sources-id-dark.png"));
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  const lastCard = await topOf(dark.locator(".card").last());
  expect(await topOf(button(dark, "Nonaktifkan"))).toBeGreaterThan(lastCard);
});

test("days of quota are ordered, paid by invoice, and credited on payment", async () => {
  const seller = merchantWith(inject("operator").api_key);
  const phone = await approvedDevice({ ...seller, person: await operator() });
  const shop = await openShop();
  const page = await visit(`/accounts/${shop.account.account_id}`, { as: shop });
  const days = page.getByLabel("How many days?");
  await days.fill("0");
  await button(page, "Add days").click();
  await expect.poll(() => days.getAttribute("aria-invalid")).toBe("true");
  await days.fill("7");
  await button(page, "Add days").click();
  const words = await page.getByText(/Pay exactly/u).innerText();
  const checkout = page.getByRole("link", { name: "Open the checkout page" });
  expect(await checkout.getAttribute("href")).toContain("/pay/");
  const total = /Pay exactly Rp([\d.]+)\./u.exec(words)?.[1]?.replaceAll(".", "");
  await phone.report(transfer(Number(total)));
  await page.getByText("37 days of use left", { exact: true }).waitFor();
  await page.getByText("Days added (2)").click();
  await page.getByText(/7 days, paid/u).waitFor();
});
