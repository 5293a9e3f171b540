import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment, readPayment } from "../../contract-tests/support/shop.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, sessionCookie, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/dashboard");

const rupiah = (amount: number) => `Rp${amount.toLocaleString("en-US").replaceAll(",", ".")}`;
const wording = (amount: number, payer: string) =>
  `Notifikasi saldo mobile: ada kenaikan ${rupiah(amount)} a/n ${payer} ref TRX00012345.`;

const words = {
  "en-GB": {
    likely: "Possible payments",
    confirm: "Confirm payment",
    pay: "Mark as paid",
    code: "Code from your authenticator app",
    confirmCode: "Confirm",
    teach: "Teach this wording",
    reference: "Reference",
    same: "Must be the same",
    save: "Teach",
    twice: "Mark each part only once.",
    taught: "Taught wordings",
    hits: "read once",
    off: "Switch off",
    on: "Switch on",
    remove: "Remove",
    oneText: "1 notification might be a payment",
    mutations: "Transfers",
    amountWord: "Amount",
  },
  "id-ID": {
    likely: "Mungkin pembayaran",
    confirm: "Uangnya sudah masuk",
    pay: "Nyatakan lunas",
    code: "Kode dari aplikasi autentikator",
    confirmCode: "Konfirmasi",
    teach: "Ajarkan kata-kata ini",
    reference: "Nomor referensi",
    same: "Harus sama persis",
    save: "Ajarkan",
    twice: "Tandai setiap bagian satu kali saja.",
    taught: "Kata-kata yang Anda ajarkan",
    hits: "1 kali dibaca",
    off: "Nonaktifkan",
    on: "Aktifkan",
    remove: "Hapus",
    oneText: "1 notifikasi mungkin pembayaran",
    mutations: "Transfer",
    amountWord: "Jumlah",
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
  ["en-GB", { width: 1280, height: 860 }],
  ["id-ID", { width: 320, height: 700 }],
] as const)(
  "a confirmed notification teaches its wording, and the next one pays automatically: %s",
  async (locale, viewport) => {
    const t = words[locale];
    const name = `teaching-${locale}`;
    const shop = await openShop();
    const device = await approvedDevice(shop);
    const cookie = await sessionCookie(shop);
    const page = await visit("/", { cookie, locale, viewport });
    const app = await enrolAuthenticator(shop);
    const first = await pendingPayment(shop);
    await device.report(transfer(1, { body: wording(first.payment_total, "BUDI CONTOH") }));

    await page.reload();
    await page.getByRole("link", { name: t.oneText }).click();
    await heading(page, t.mutations).waitFor();
    await page.getByRole("heading", { name: t.likely }).waitFor();
    await fits(page, `${name}-likely`);
    await page.goto(page.url().replace(/mutations$/u, "reconciliation"));
    await page.getByRole("heading", { name: t.likely }).waitFor();
    await fits(page, `${name}-reconciliation`);
    await page.goBack();

    expect((await readPayment(shop, first.payment_code)).payment_status).toBe("PENDING");
    await button(page, new RegExp(`^${t.confirm}`, "u")).click();
    await button(page, t.pay).click();
    await page.getByLabel(t.code).fill(app.code());
    await page.getByRole("button", { name: t.confirmCode, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.teach });
    await dialog.locator(".template mark.amount").waitFor();
    expect(await readPayment(shop, first.payment_code)).toMatchObject({
      payment_status: "PAID",
      is_manual_match: true,
    });
    await fits(page, `${name}-marks`);

    // With the keyboard only: the mark of the reference is removed, and set again.
    const template = dialog.locator(".template");
    const reference = dialog.getByRole("button", { name: /^TRX00012345/u });
    await dialog.getByRole("radio", { name: t.same }).focus();
    await page.keyboard.press("Space");
    await reference.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => template.innerText()).toMatch(/ref TRX00012345$/u);
    await dialog.getByRole("radio", { name: t.reference }).focus();
    await page.keyboard.press("Space");
    await reference.focus();
    await page.keyboard.press("Space");
    await expect.poll(() => template.innerText()).toMatch(new RegExp(`ref ${t.reference}$`, "u"));

    // A part that is marked twice cannot be taught.
    const plain = ["Notifikasi", "saldo", "mobile", "ada", "kenaikan"];
    for (const word of plain) await dialog.getByRole("button", { name: word, exact: true }).click();
    await dialog.getByText(t.twice, { exact: false }).waitFor();
    expect(await dialog.getByRole("button", { name: t.save, exact: true }).count()).toBe(0);
    await fits(page, `${name}-refused`);
    for (const word of plain) {
      await dialog.getByRole("button", { name: new RegExp(`^${word}\\b`, "u") }).click();
    }
    await dialog.getByRole("button", { name: t.save, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: t.taught }).waitFor();

    const next = await pendingPayment(shop);
    await device.report(transfer(1, { body: wording(next.payment_total, "SITI AMINAH") }));
    expect(await readPayment(shop, next.payment_code)).toMatchObject({
      payment_status: "PAID",
      is_manual_match: false,
    });
    await page.reload();
    await page.getByText(t.hits).waitFor();
    await fits(page, `${name}-rules`);

    await button(page, t.off).click();
    await button(page, t.on).waitFor();
    await button(page, t.remove).click();
    await page.getByRole("dialog").getByRole("button", { name: t.remove }).click();
    await page.getByRole("heading", { name: t.taught }).waitFor({ state: "detached" });
  },
);

test("a person can teach a wording later, from the transfer", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const cookie = await sessionCookie(shop);
  const app = await enrolAuthenticator(shop);
  const first = await pendingPayment(shop);
  await device.report(
    transfer(1, { body: wording(first.payment_total, "BUDI CONTOH") }),
    transfer(75_118, { key: "another" }),
  );
  const page = await visit("/mutations", { cookie });
  const unread = page.locator(".card", { hasText: "Notifications that Tepat could not read" });
  await unread.getByText("BCA mobile, ", { exact: false }).first().waitFor();
  expect(await unread.innerText()).not.toContain("com.bca");
  const dialog = page.getByRole("dialog", { name: "Teach this wording" });
  const teach = page.getByRole("button", { name: "Teach this wording", exact: true });
  await button(page, /^Confirm payment/u).click();
  await button(page, "Mark as paid").click();
  await page.getByLabel("Code from your authenticator app").fill(app.code());
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await dialog.waitFor({ state: "detached" });

  // A text that a rule has read cannot be taught again.
  await page.getByRole("link", { name: "SITI RAHAYU" }).click();
  await page.getByRole("heading", { name: "Rp75.118" }).waitFor();
  expect(await teach.count()).toBe(0);
  await page.goBack();

  await page.getByRole("link", { name: "BCA mobile", exact: true }).click();
  await teach.click();
  await dialog.locator(".template mark.amount").waitFor();
  await dialog.getByRole("button", { name: "Teach", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const next = await pendingPayment(shop);
  await device.report(transfer(1, { body: wording(next.payment_total, "SITI AMINAH") }));
  expect(await readPayment(shop, next.payment_code)).toMatchObject({
    payment_status: "PAID",
    is_manual_match: false,
  });
});

test("a doubtful notification is offered with the reason, pays, and teaches its wording", async () => {
  const doubted = (amount: number, payer: string) =>
    `Dana masuk ${rupiah(amount)} dari ${payer} ke rekening Simpanan Emas xxxx1234`;
  const shop = await openShop();
  const device = await approvedDevice(shop);
  const cookie = await sessionCookie(shop);
  const app = await enrolAuthenticator(shop);
  const first = await pendingPayment(shop);
  await device.report(transfer(1, { body: doubted(first.payment_total, "BUDI CONTOH") }));
  const page = await visit("/mutations", { cookie, viewport: { width: 390, height: 844 } });
  const reason = "The sender's name does not look like a name.";
  await page.locator(".likely-text").getByText(reason).waitFor();
  await fits(page, "teaching-doubtful");
  await button(page, /^Confirm payment/u).click();
  const confirmation = page.getByRole("dialog", { name: `Mark ${first.payment_code} as paid?` });
  await confirmation.getByText(reason).waitFor();
  await fits(page, "teaching-doubtful-confirm");
  await button(page, "Mark as paid").click();
  await page.getByLabel("Code from your authenticator app").fill(app.code());
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Teach this wording" });
  await dialog.getByRole("button", { name: "Teach", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const next = await pendingPayment(shop);
  await device.report(transfer(1, { body: doubted(next.payment_total, "SITI AMINAH") }));
  expect(await readPayment(shop, next.payment_code)).toMatchObject({
    payment_status: "PAID",
    is_manual_match: false,
  });
});
