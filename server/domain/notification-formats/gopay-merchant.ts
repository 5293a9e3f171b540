import type { AppFormat } from "./format.ts";

/**
 * The body names the merchant's own shop and category, no payer; the title alone says that money came in.
 * Only "QRIS statis" was seen on a device, so the word between QRIS and "diterima" is left open.
 */
export const gopayMerchant: AppFormat = {
  id: "gopay_merchant",
  name: "GoPay Merchant",
  packages: ["com.gojek.gopaymerchant"],
  kind: "merchant",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      title: ["Pembayaran[ QRIS][ (statis|dinamis)][ berhasil] diterima"],
      body: [
        "{amount}[ dari {sender}] di {place}",
        "{amount}[ (udah|sudah|telah|berhasil)] diterima[ di {place}]",
      ],
      samples: [
        {
          title: "Pembayaran QRIS statis diterima",
          body: "Rp 1.127 di TOKO CONTOH UJI, Digital & Kreatif.",
          amount: 1127,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran QRIS statis diterima",
    body: "Rp {dots} di TOKO CONTOH, Digital & Kreatif.",
  },
};
