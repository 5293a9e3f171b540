import { expect, test } from "vitest";
import { formTexts } from "./form-texts.ts";

test.each([
  ["Nama bank", "Isi nama bank."],
  ["Harga (rupiah)", "Isi harga."],
  ["WhatsApp pelanggan", "Isi WhatsApp pelanggan."],
  ["QRIS toko", "Isi QRIS toko."],
])("a missing %s is asked for as: %s", (label, sentence) => {
  expect(formTexts.form.missing(label, false)).toBe(sentence);
});
