import type { AppFormat } from "./format.ts";

/** No captured text is public: these wordings come from public tests, amounts as `IDR 75.000` or `Rp 250.412`. */
export const livin: AppFormat = {
  id: "livin",
  name: "Livin' by Mandiri",
  packages: ["id.bmri.livin"],
  kind: "account",
  rules: [
    {
      name: "funds_in",
      type: "CREDIT",
      body: [
        "(Dana|Transfer) masuk[ sebesar] {amount} dari {sender}[ (telah|sudah)] berhasil diterima",
      ],
      samples: [
        {
          body: "Dana masuk Rp 250.412 dari BUDI CONTOH berhasil diterima.",
          amount: 250_412,
          sender: "BUDI CONTOH",
        },
      ],
    },
    {
      name: "livin_qr",
      type: "DEBIT",
      body: ["Transaksi Livin' (QR|QRIS) sebesar {amount} di {receiver} berhasil"],
      samples: [
        {
          body: "Transaksi Livin' QR sebesar IDR 75.000 di HokBen Paskal berhasil.",
          amount: 75_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Livin' by Mandiri",
    body: "Dana masuk Rp {dots} dari {sender} berhasil diterima.",
  },
};
