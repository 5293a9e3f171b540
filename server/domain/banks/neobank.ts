import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** The wordings come from the README of a public shop bot and from a public test. */
const neobankApp: AppFormat = {
  id: "neobank",
  name: "neobank",
  other_names: ["Neobank", "neobank plus"],
  packages: ["com.bnc.finance"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "qris_sale",
      type: "CREDIT",
      // The customer has paid. Later texts report the settlement.
      body: [
        "Pembayaran QRIS diterima, {amount} akan dikreditkan ke (Tabungan Reguler|rekening)[ (kamu|Anda)][ {account}]",
      ],
      samples: [
        {
          title: "Kamu menerima 1 pembayaran",
          body: "Pembayaran QRIS diterima, Rp150.123 akan dikreditkan ke Tabungan Reguler kamu 5859********0001",
          amount: 150_123,
        },
      ],
    },
  ],
  incoming_sample: { title: "Neobank", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

export const neobank: Bank = {
  code: "NEOBANK",
  name: "Neobank",
  channel_id: "e238b10d-2394-5634-8929-490645fcc4d4",
  number: [16],
  sentence_words: ["neobank"],
  account_words: ["neobank"],
  mark: { letters: "NEO", ground: "#5b5108" },
  steps: transferSteps("Neobank"),
  apps: [{ app_id: "c560b69d-2bda-51a5-b206-76e7bd45bce0", format: neobankApp }],
};
