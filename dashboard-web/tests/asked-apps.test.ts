import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, sessionCookie, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const words = {
  "en-GB": {
    asked: "Is this your bank?",
    yes: /^Yes, my bank/u,
    no: /^Not my bank/u,
    refused: "Apps that are not your bank",
    knownName: "Use another name",
    name: "Bank's name",
    add: "Continue to the account",
    code: "Code from your authenticator app",
    confirmCode: "Confirm",
    addAccount: "Add an account",
    app: "App that reports transfers",
  },
  "id-ID": {
    asked: "Apakah ini bank Anda?",
    yes: /^Ya, ini bank saya/u,
    no: /^Bukan bank saya/u,
    refused: "Aplikasi yang bukan bank Anda",
    knownName: "Pakai nama lain",
    name: "Nama bank",
    add: "Lanjutkan ke rekening",
    code: "Kode dari aplikasi autentikator",
    confirmCode: "Konfirmasi",
    addAccount: "Tambah rekening",
    app: "Aplikasi yang memberi tahu",
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
  "a shopkeeper answers whether each unknown app is the bank's: %s",
  async (locale, viewport) => {
    const t = words[locale];
    const name = `asked-apps-${locale}`;
    const shop = await openShop();
    const device = await approvedDevice(shop);
    const cookie = await sessionCookie(shop);
    const app = await enrolAuthenticator(shop);
    const income = (key: string, package_name: string, app_name: string) =>
      transfer(150_123, {
        key,
        package_name,
        app_name,
        title: "Dana masuk",
        body: "Dana masuk Rp150.123 dari BUDI CONTOH",
      });
    await device.report(
      income("one", "id.contoh.bankdesa", "Bank Desa Sejahtera"),
      income("two", "id.contoh.tiruan", "BCA mobile"),
    );
    const page = await visit("/reconciliation", { cookie, locale, viewport });
    await page.getByRole("heading", { name: t.asked }).waitFor();
    await fits(page, name);

    const fake = page.locator(".asked-app", { hasText: "id.contoh.tiruan" });
    await fake.getByRole("button", { name: t.no }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.no }).click();
    await page.getByText(t.refused).waitFor();

    await button(page, t.yes).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t.name).fill("Bank BCA");
    await dialog.getByRole("button", { name: t.add }).click();
    await page.getByLabel(t.code).fill(app.code());
    await page.getByRole("button", { name: t.confirmCode, exact: true }).click();
    await dialog.getByText(t.knownName, { exact: false }).waitFor();
    await fits(page, `${name}-yes`);
    await dialog.getByLabel(t.name).fill("Bank Desa Sejahtera");
    await dialog.getByRole("button", { name: t.add }).click();

    await heading(page, t.addAccount).waitFor();
    expect(await page.getByLabel(t.app).inputValue()).toBe("id.contoh.bankdesa");
    await fits(page, `${name}-account`);
  },
);
