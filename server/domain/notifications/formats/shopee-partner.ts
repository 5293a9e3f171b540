import type { AppFormat } from "./format.ts";

/** The amount is in the title and in the body, for one payment. No payer is named. */
export const shopeePartner: AppFormat = {
  id: "shopee_partner",
  name: "Shopee Partner",
  packages: ["com.shopeepay.merchant.id"],
  kind: "merchant",
  strangers: "messages",
  own_titles: ["Pembayaran sebesar {amount} diterima"],
  rules: [
    {
      name: "payment_in",
      type: "CREDIT",
      body: [
        "Pembayaran sebesar {amount}[ telah][ berhasil] diterima[ pada transaksi {reference}]",
      ],
      samples: [
        {
          title: "Pembayaran sebesar Rp1.000 diterima",
          body: "Pembayaran sebesar Rp1.000 telah diterima pada transaksi 20820696390000001.",
          amount: 1000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran sebesar Rp{dots} diterima",
    body: "Pembayaran sebesar Rp{dots} telah diterima pada transaksi 20820696390000001.",
  },
};
