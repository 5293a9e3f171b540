import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, sessionCookie, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const words = {
  "en-GB": {
    missing: "My bank is not in the list",
    add: "Add the bank",
    name: "Bank's name",
    app: "The bank's app on your phone",
    wrong: "Use another name",
    code: "Code from your authenticator app",
    confirmCode: "Confirm",
    channel: "Bank or wallet",
    number: "Account number",
    holder: "Account holder",
    review: "Review",
    isRight: "Save this number",
    accounts: "Accounts",
    title: "Banks that you added",
    edit: /^Edit/u,
    save: "Save",
    used: "Used by an account",
  },
  "id-ID": {
    missing: "Bank saya tidak ada di daftar",
    add: "Tambah bank",
    name: "Nama bank",
    app: "Aplikasi bank di HP Anda",
    wrong: "Pakai nama lain",
    code: "Kode dari aplikasi autentikator",
    confirmCode: "Konfirmasi",
    channel: "Bank atau dompet",
    number: "Nomor rekening",
    holder: "Nama pemilik rekening",
    review: "Periksa",
    isRight: "Nomornya benar: simpan",
    accounts: "Rekening",
    title: "Bank yang Anda tambahkan",
    edit: /^Ubah/u,
    save: "Simpan",
    used: "Dipakai sebuah rekening",
  },
} as const;

async function fits(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page), `${name} ${colorScheme}`).toEqual([]);
    expect(await isScrolledSideways(page), `${name} ${colorScheme}`).toBe(false);
    await takePicture(page, path.join(folder, `${name}-${colorScheme}.png`));
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test.each([
  ["en-GB", { width: 1440, height: 900 }],
  ["id-ID", { width: 390, height: 844 }],
] as const)(
  "a shop adds its bank, an account, and renames the bank: %s",
  async (locale, viewport) => {
    const t = words[locale];
    const name = `own-banks-${locale}`;
    const shop = await openShop();
    const cookie = await sessionCookie(shop);
    const app = await enrolAuthenticator(shop);
    const page = await visit("/accounts/new", { cookie, locale, viewport });
    await button(page, t.missing).click();
    const dialog = page.getByRole("dialog", { name: t.add });
    await dialog.getByLabel(t.name).fill("BCA Prioritas");
    await dialog
      .getByLabel(t.app)
      .fill("https://play.google.com/store/apps/details?id=id.contoh.bankdesa&hl=id");
    await dialog.getByRole("button", { name: t.add }).click();
    await page.getByLabel(t.code).fill(app.code());
    await page.getByRole("button", { name: t.confirmCode, exact: true }).click();
    await dialog.getByText(t.wrong, { exact: false }).waitFor();
    await fits(page, `${name}-add`);
    await dialog.getByLabel(t.name).fill("Bank Desa Sejahtera");
    await dialog.getByRole("button", { name: t.add }).click();
    await dialog.waitFor({ state: "detached" });

    const channel = page.getByLabel(t.channel, { exact: true });
    await expect
      .poll(() => channel.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text))
      .toBe("Bank Desa Sejahtera");
    await page.getByLabel(t.number).fill("1234567890");
    await page.getByLabel(t.holder).fill("TOKO CONTOH");
    await button(page, t.review).click();
    await button(page, t.isRight).click();
    await page.getByRole("heading", { level: 1, name: /Bank Desa Sejahtera/u }).waitFor();
    await fits(page, `${name}-account`);

    await page.goto(page.url().replace(/accounts\/.*$/u, "accounts"));
    const banks = page.locator(".card", { hasText: t.title });
    await banks.getByText(t.used).waitFor();
    await banks.getByRole("button", { name: t.edit }).click();
    await page.getByRole("dialog").getByLabel(t.name).fill("BPR Makmur Contoh");
    await page.getByRole("dialog").getByRole("button", { name: t.save }).click();
    await banks.getByText("BPR Makmur Contoh").first().waitFor();
    await fits(page, name);
  },
);
