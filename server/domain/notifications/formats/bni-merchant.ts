import type { AppFormat } from "./format.ts";

/** It needs no word such as "masuk": the merchant's app says where the payment came from, so it is income. */
export const bniMerchant: AppFormat = {
  id: "bni_merchant",
  name: "BNI Merchant",
  packages: ["id.co.bni.merchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "transaction_in",
      type: "CREDIT",
      body: ["Transaksi sebesar {amount} dari {sender} telah berhasil"],
      samples: [
        {
          body: "Transaksi Sebesar Rp 1.000 dari BLU BCA telah berhasil",
          amount: 1000,
          sender: "BLU BCA",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "BNI Merchant",
    body: "Transaksi Sebesar Rp {dots} dari {sender} telah berhasil",
  },
};
