import type { AppFormat } from "./format.ts";

/** GoBiz, now called GoFood Merchant. It may put several payments into one notification; such a text stays unread. */
export const gofoodMerchant: AppFormat = {
  id: "gofood_merchant",
  name: "GoFood Merchant",
  packages: ["com.gojek.resto"],
  kind: "merchant",
  strangers: "messages",
  own_titles: ["Pembayaran QRIS diterima!", "Pembayaran QRIS diterima"],
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["{amount} berhasil diterima[.][ ID transaksi: {reference}]"],
      samples: [
        {
          title: "Pembayaran QRIS diterima!",
          body: "Rp15.000 berhasil diterima. ID transaksi: ABC123",
          amount: 15_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran QRIS diterima!",
    body: "Rp{dots} berhasil diterima. ID transaksi: tAA11BB2",
  },
};
