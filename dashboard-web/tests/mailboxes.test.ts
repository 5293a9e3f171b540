import { afterAll, beforeAll, describe, expect, test } from "vitest";
import path from "node:path";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { type Dovecot, noDovecot, startDovecot } from "../../server/testing/dovecot.ts";
import { button, visit } from "./open-dashboard.ts";
import { newMerchant, type Merchant } from "./people.ts";

/** Not in git; kept by CI for people to look at. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/mailboxes");

const openOcbc = async ({ person }: Pick<Merchant, "person">) =>
  dataOf(
    await person.post("/dashboard/api/accounts", {
      channel_id: "d6881044-a5d7-57aa-acfa-bd66e7592588",
      account_number: "123456789012",
      account_name: "TOKO CONTOH",
    }),
  );

describe.skipIf(noDovecot !== null)("an email address", () => {
  const password = "app-password-of-the-shop";
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot(password);
  }, 60_000);
  afterAll(() => dovecot?.remove());

  test("is connected with its app password, and shown with its health", async () => {
    const merchant = await newMerchant();
    await openOcbc(merchant);
    const page = await visit("/devices", { as: merchant });
    await button(page, "Connect a phone").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Choose Your bank's emails" }).click();
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@gmail.com");
    await dialog.getByRole("link", { name: "Create an app password" }).waitFor();
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@hotmail.com");
    await dialog.getByText("Microsoft's email accepts no app passwords.").waitFor();
    await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@toko.example");
    await dialog.getByLabel("IMAP server").fill(`127.0.0.1:${dovecot.port}`);
    await dialog.getByLabel("App password").fill("wrong");
    await dialog.getByLabel(/OCBC 123456789012/).check();
    await takePicture(page, path.join(pictures, "form.png"));
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByText("The mail server refused the address or the password.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel("App password").fill(password);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "kasir@toko.example" }).waitFor();
    await page.getByText("No email of a bank has arrived").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByText("No phones yet").count()).toBe(0);
    await takePicture(page, path.join(pictures, "card.png"));
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, "card-dark.png"));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "card-phone.png"));

    await button(page, "Disconnect").click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("No phones yet").waitFor();
    expect(await page.getByRole("heading", { name: "kasir@toko.example" }).count()).toBe(0);
  });

  test("is asked for in Indonesian on a phone", async () => {
    const merchant = await newMerchant();
    const page = await visit("/devices", {
      as: merchant,
      locale: "id-ID",
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    const dialog = page.getByRole("dialog");
    const choose = async () => {
      await button(page, "Hubungkan HP").first().click();
      await dialog.getByRole("button", { name: "Pilih Email dari bank" }).click();
    };
    await choose();
    await dialog.getByText("Tambahkan dulu rekening Anda").waitFor();
    await button(page, "Tutup").last().click();
    await openOcbc(merchant);
    await choose();
    await dialog.getByRole("textbox", { name: "Alamat email" }).fill("kasir@gmail.com");
    await dialog.getByRole("link", { name: "Buat sandi aplikasi" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
    await takePicture(page, path.join(pictures, "form-phone-id.png"));
  });
});
