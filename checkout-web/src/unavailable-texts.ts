import type { Language } from "../../web-shared/src/language.ts";

/** The texts of a page without a payment. The script of a payment's page does not contain them. */
const id = {
  not_found: {
    title: "Tagihan tidak ditemukan",
    hint: "Periksa kembali tautannya, atau minta tautan baru kepada penjual.",
  },
  error: {
    title: "Ada gangguan sebentar",
    hint: "Tagihan Anda aman. Halaman ini otomatis mencoba lagi.",
  },
  rate_limited: {
    title: "Terlalu banyak permintaan",
    hint: "Tunggu sebentar. Halaman ini otomatis mencoba lagi.",
  },
};

const en: typeof id = {
  not_found: {
    title: "Invoice not found",
    hint: "Check the link, or ask the seller for a new one.",
  },
  error: {
    title: "Something went wrong",
    hint: "Your invoice is safe. This page tries again automatically.",
  },
  rate_limited: {
    title: "Too many requests",
    hint: "Please wait a moment. This page tries again automatically.",
  },
};

export const unavailableTexts: Readonly<Record<Language, typeof id>> = { id, en };
