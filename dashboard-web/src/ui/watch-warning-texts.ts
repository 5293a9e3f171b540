import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  watch: {
    noAccount:
      "Belum ada rekening yang aktif. Pelanggan yang membuka tautan belum bisa membayar. Tambah atau aktifkan rekening.",
    offline: (phone: string) =>
      `Tepat tidak bisa melihat pembayaran sekarang: ${phone} tidak tersambung.`,
    noSource:
      "Tepat tidak bisa melihat pembayaran sekarang: tidak ada sumber yang memantau rekening Anda.",
    noDays: "Hari pemakaian semua rekening habis.",
    noneUsable:
      "Sekarang tidak ada rekening yang dapat menerima pembayaran. Sebagian kehabisan hari pemakaian, dan yang lain tidak dipantau.",
    noChoice: "Pelanggan yang membuka tautan belum bisa membayar.",
    toAccounts: "Lihat rekening",
    toPhone: "Periksa HP",
    toSources: "Periksa sumber",
  },
};

const en: typeof id = {
  watch: {
    noAccount:
      "No account is switched on yet. Customers who open a link cannot pay. Add an account or switch one on.",
    offline: (phone) => `Tepat cannot see payments now: ${phone} is offline.`,
    noSource: "Tepat cannot see payments now: no source watches your accounts.",
    noDays: "No account has days of use left.",
    noneUsable:
      "No account can receive payments now. Some have no days of use left, and no source watches the others.",
    noChoice: "Customers who open a link cannot pay yet.",
    toAccounts: "See the accounts",
    toPhone: "Check the phone",
    toSources: "Check the sources",
  },
};

export const watchWarningTexts = textsOf({ id, en });
