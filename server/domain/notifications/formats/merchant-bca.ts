import type { AppFormat } from "./format.ts";

/** The package was seen, but not its texts: the wording is made from descriptions. */
export const merchantBca: AppFormat = {
  id: "merchant_bca",
  name: "Merchant BCA",
  packages: ["com.bca.msb"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["Pembayaran QRIS sebesar {amount} dari {sender}[ telah] berhasil[ diterima]"],
      samples: [
        {
          title: "Transaksi QRIS Berhasil",
          body: "Pembayaran QRIS sebesar Rp 150.123,00 dari BUDI CONTOH berhasil.",
          amount: 150_123,
          sender: "BUDI CONTOH",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Transaksi QRIS Berhasil",
    body: "Pembayaran QRIS sebesar Rp {dots},00 dari {sender} berhasil.",
  },
};
