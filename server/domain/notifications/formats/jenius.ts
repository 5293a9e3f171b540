import type { AppFormat } from "./format.ts";

/** Keywords were seen ("Money in", "telah masuk", "Saldo Aktif"); the sentence is made from them. */
export const jenius: AppFormat = {
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
