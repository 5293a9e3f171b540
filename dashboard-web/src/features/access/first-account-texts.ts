import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  firstAccount: {
    title: "Buat akun Anda",
    lead: "Tepat membuat tagihan untuk pelanggan Anda, dan menandainya lunas begitu uangnya masuk ke rekening, dompet, atau QRIS Anda sendiri.",
    taken: "Akun pertama sudah dibuat. Silakan masuk.",
    wrongAddress:
      "Alamat ini salah. Salin seluruh alamat yang tertulis saat Tepat dijalankan, lalu buka lagi.",
  },
};

const en: typeof id = {
  firstAccount: {
    title: "Create your account",
    lead: "Tepat creates invoices for your customers, and marks each one as paid when the money reaches your own bank account, wallet or QRIS.",
    taken: "The first account already exists. Sign in instead.",
    wrongAddress:
      "This address is incomplete or wrong. Copy the whole address that Tepat printed when it started, and open it again.",
  },
};

export const firstAccountTexts = textsOf({ id, en });
