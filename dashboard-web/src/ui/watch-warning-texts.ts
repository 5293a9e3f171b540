import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  watch: {
    noAccount:
      "Belum ada rekening yang aktif. Pelanggan yang membuka tautan belum bisa membayar. Tambah atau aktifkan rekening.",
    nobodyWatches:
      "Saat ini tidak ada sumber yang memantau rekening. Tepat tidak akan melihat pembayaran, dan pelanggan yang memilih bank sendiri belum bisa membayar.",
    toAccounts: "Lihat rekening",
    toPhones: "Lihat sumber",
  },
};

const en: typeof id = {
  watch: {
    noAccount:
      "No account is switched on yet. Customers who open a link cannot pay. Add an account or switch one on.",
    nobodyWatches:
      "No source watches any account now. Tepat does not see payments, and customers who choose the bank themselves cannot pay yet.",
    toAccounts: "See the accounts",
    toPhones: "See the sources",
  },
};

export const watchWarningTexts = textsOf({ id, en });
