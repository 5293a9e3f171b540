import { expect, test } from "vitest";
import { button, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

/** Pages translate the server's codes. They ignore the server's English texts. */

test("new English texts of the server change no word of a page in Indonesian", async () => {
  const shop = await openShop();
  const page = await visit("/settings", { as: shop, locale: "id-ID" });
  await page.route("**/dashboard/api/settings", async (route) => {
    const response = await route.fetch();
    if (response.ok()) return route.fulfill({ response });
    const refusal = (await response.json()) as { errors: Record<string, string> };
    expect(Object.keys(refusal.errors)).toEqual(["contact_phone", "shop_url"]);
    const reworded = (text: string) => `Reworded, and with a comma: ${text.toUpperCase()}`;
    const errors = Object.entries(refusal.errors).map(([field, text]) => [field, reworded(text)]);
    const json = { ...refusal, message: "Reworded.", errors: Object.fromEntries(errors) };
    return route.fulfill({ response, json });
  });
  await page.getByLabel("Telepon atau WhatsApp").fill("hijau");
  await page.getByLabel("Situs web toko").fill("http://shop.example/");
  await button(page, "Simpan").click();
  await page.getByText("Periksa isian yang ditandai.").waitFor();
  expect(await page.locator(".field-error").allInnerTexts()).toEqual([
    "Isi alamat https yang lengkap, misalnya https://toko.example.",
    "Harus berupa nomor telepon, 8 sampai 15 angka, misalnya 0812 3456 7890.",
  ]);
  expect(await page.locator("main").innerText()).not.toContain("Reworded");
});
