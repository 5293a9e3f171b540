import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/**
 * The title "Kamu Menerima Dana Nih!" has been seen, but its body has not. The incoming wordings come from public
 * tests.
 */
const bluApp: AppFormat = {
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

export const blu: Bank = {
  code: "BLU",
  name: "blu by BCA Digital",
  channel_id: "2458713a-ba7f-56b9-b57c-cd1cbf10f9a4",
  number: [12],
  sentence_words: [],
  account_words: [],
  mark: { letters: "BLU", ground: "#0097b2" },
  steps: transferSteps("blu by BCA Digital"),
  apps: [{ app_id: "7f63295c-6e91-5ed4-8e4e-eda13ea1ddbd", format: bluApp }],
  mail: { domains: ["blubybcadigital.id"] },
};
