import type { AppFormat } from "./format.ts";

/** The title "Kamu Menerima Dana Nih!" was seen, but not its body. The incoming wordings come from public tests. */
export const blu: AppFormat = {
  id: "blu",
  name: "blu by BCA Digital",
  packages: ["com.bcadigital.blu"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "Kamu menerima (dana|transfer|transfer dana)[ sebesar] {amount} dari {sender}[ (di|ke) bluAccount[ kamu]]",
      ],
      samples: [
        {
          body: "Kamu menerima transfer sebesar Rp 250.000 dari SITI CONTOH.",
          amount: 250_000,
          sender: "SITI CONTOH",
        },
      ],
    },
    {
      name: "paid",
      type: "DEBIT",
      body: ["Pembayaran[ di] {receiver} {amount}[ dengan {place}] telah berhasil"],
      samples: [
        {
          body: "Pembayaran di TOKO CONTOH Rp 452.370,00 dengan bluDebit Card telah berhasil",
          amount: 452_370,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Kamu Menerima Dana Nih!",
    body: "Kamu menerima transfer sebesar Rp {dots} dari {sender}.",
  },
};
