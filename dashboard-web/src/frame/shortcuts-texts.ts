import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  shortcuts: {
    keys: "Tombol keyboard",
    keysHint: "Selama Anda mengetik, hanya Ctrl K yang aktif.",
    on: "Pakai tombol tanpa Ctrl",
    next: "Baris berikutnya",
    previous: "Baris sebelumnya",
    enter: "Buka baris ini",
    escape: "Tutup rincian",
    search: "Cari di daftar",
    palette: "Cari tagihan, transfer, atau halaman",
    help: "Tampilkan tombol-tombol ini",
    placeholder: "Kode, pelanggan, pengirim, jumlah, halaman, atau panduan",
    pages: "Halaman",
    payments: "Tagihan",
    manual: "Tagihan manual",
    mutations: "Transfer",
    guides: "Panduan",
    nothing: "Tidak ada yang cocok.",
    nothingSince: (moment: string) => `Sampai tagihan dari ${moment} tidak ada yang cocok.`,
    inList: (search: string) => `Cari “${search}” di semua tagihan`,
    failed: "Pencarian gagal. Coba lagi.",
    found: (count: number) => `${count} hasil`,
  },
};

const en: typeof id = {
  shortcuts: {
    keys: "Keyboard shortcuts",
    keysHint: "While you type, only Ctrl K works.",
    on: "Use keys without Ctrl",
    next: "Next row",
    previous: "Previous row",
    enter: "Open this row",
    escape: "Close the details",
    search: "Search the list",
    palette: "Find an invoice, a transfer or a page",
    help: "Show these shortcuts",
    placeholder: "Code, customer, sender, amount, page or guide",
    pages: "Pages",
    payments: "Invoices",
    manual: "Manual invoices",
    mutations: "Transfers",
    guides: "Guides",
    nothing: "No results.",
    nothingSince: (moment) => `No results back to invoices of ${moment}.`,
    inList: (search) => `Search all invoices for “${search}”`,
    failed: "The search failed. Try again.",
    found: (count) => (count === 1 ? "1 result" : `${count} results`),
  },
};

export const shortcutsTexts = textsOf({ id, en });
