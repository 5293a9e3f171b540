import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** Only keywords have been seen ("Money in", "telah masuk", "Saldo Aktif"). The sentence is built from them. */
const jeniusApp: AppFormat = {
  id: "jenius",
  name: "Jenius",
  packages: ["com.btpn.dc"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "money_in",
      type: "CREDIT",
      body: [
        "[Money in: Uang sebesar ]{amount} dari {sender} telah masuk ke Saldo Aktif[ (kamu|Anda)]",
      ],
      samples: [
        {
          title: "Money in",
          body: "Rp150.123 dari BUDI CONTOH telah masuk ke Saldo Aktif kamu.",
          amount: 150_123,
          sender: "BUDI CONTOH",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Money in",
    body: "Rp{dots} dari {sender} telah masuk ke Saldo Aktif kamu.",
  },
};

export const jenius: Bank = {
  code: "JENIUS",
  name: "Jenius",
  channel_id: "fe8d0ea1-5f38-5257-ade9-dade750cab12",
  number: [11],
  sentence_words: [],
  account_words: ["jenius"],
  mark: { letters: "JEN", ground: "#0f86c9", shape: "M5 19h26v1.6H5z", shapeInk: "#ffd166" },
  steps: transferSteps("Jenius"),
  apps: [{ app_id: "90b40424-d896-5051-bd15-1899e4520642", format: jeniusApp }],
  mail: { domains: ["smbci.com"] },
};
