import { textsOf } from "../../base/texts/texts-of.ts";

/** The texts of the card for invoices that expired without payment. */

const id = {
  unpaid: {
    title: "Kedaluwarsa tanpa pembayaran",
    hint: "Tagihan ini tidak dapat dibayar lagi. Tanyakan apakah pelanggan masih ingin membayar, lalu buat tagihan baru.",
  },
};

const en: typeof id = {
  unpaid: {
    title: "Expired without payment",
    hint: "These invoices can no longer be paid. Ask whether the customer still wants to pay, then create a new invoice.",
  },
};

export const unpaidTexts = textsOf({ id, en });
