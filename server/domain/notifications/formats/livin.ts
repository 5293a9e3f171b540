import type { AppFormat } from "./format.ts";

/** The wordings with "rek." look like those of a device; the others come from public tests. */
export const livin: AppFormat = {
  id: "livin",
  name: "Livin' by Mandiri",
  packages: ["id.bmri.livin"],
  kind: "account",
  strangers: "remarks",
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
      name: "account_credited",
      type: "CREDIT",
      body: ["Dana {amount} masuk ke rek. {account}"],
      samples: [
        {
          title: "Ini Dia Transaksi Terbaru Anda",
          body: "Dana Rp 1.405.792,00 masuk ke rek. ****0001",
          amount: 1_405_792,
        },
      ],
    },
    {
      name: "account_debited",
      type: "DEBIT",
      body: ["Dana {amount} didebit dari rek. {account}"],
      samples: [
        {
          title: "Ini Dia Transaksi Terbaru Anda",
          body: "Dana Rp 480.040,00 didebit dari rek. ****0001. Login ke Livin' by Mandiri untuk cek Mutasi Transaksi.",
          amount: 480_040,
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
    title: "Ini Dia Transaksi Terbaru Anda",
    body: "Dana Rp {dots},00 masuk ke rek. ****0001",
  },
};
