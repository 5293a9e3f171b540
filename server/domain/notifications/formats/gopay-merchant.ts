import type { AppFormat } from "./format.ts";

/**
 * The body names the merchant's own shop and category, but no payer; only the title says that money came in. Only "QRIS
 * statis" was seen on a device, so any word may stand between QRIS and "diterima".
 */
export const gopayMerchant: AppFormat = {
  id: "gopay_merchant",
  name: "GoPay Merchant",
  packages: ["com.gojek.gopaymerchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      title: ["Pembayaran[ QRIS][ (statis|dinamis)][ berhasil] diterima"],
      body: ["{amount}[ dari {sender}] di {place}"],
      samples: [
        {
          title: "Pembayaran QRIS statis diterima",
          body: "Rp 1.127 di TOKO CONTOH UJI, Digital & Kreatif.",
          amount: 1127,
        },
      ],
    },
    {
      name: "qris_in_body",
      type: "CREDIT",
      body: ["Pembayaran QRIS[ (statis|dinamis)] diterima[:] {amount} di {place}"],
      samples: [
        {
          title: "GoPay Merchant",
          body: "Pembayaran QRIS statis diterima: Rp 18.017 di TOKO CONTOH.",
          amount: 18_017,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran QRIS statis diterima",
    body: "Rp {dots} di TOKO CONTOH, Digital & Kreatif.",
  },
};
