import type { AppFormat } from "./format.ts";

/** The notification names neither payer nor receiver. */
export const wondr: AppFormat = {
  id: "wondr",
  name: "wondr by BNI",
  packages: ["id.bni.wondr"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "money_in",
      type: "CREDIT",
      body: [
        "[Transaksi diterima! ]Kamu (baru aja|baru saja) (terima|menerima) {amount}[ dari {sender}]",
      ],
      samples: [
        {
          title: "wondr by BNI",
          body: "Transaksi diterima! Kamu baru aja terima Rp600.000. Klik untuk cek detailnya.",
          amount: 600_000,
        },
      ],
    },
    {
      name: "money_out",
      type: "DEBIT",
      body: [
        "[Transaksi berhasil[!][!] ]Kamu (baru aja|baru saja) (transaksi|bayar|membayar|transfer)[ sebesar] {amount}[ (di|ke) {receiver}]",
      ],
      samples: [
        {
          body: "Transaksi Berhasil!! Kamu baru aja transaksi sebesar Rp500.000.",
          amount: 500_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "wondr by BNI",
    body: "Transaksi diterima! Kamu baru aja terima Rp{dots}. Klik untuk cek detailnya.",
  },
};
