import type { AppFormat } from "./format.ts";

/** No captured text of OVO is public: these wordings come from public tests. */
export const ovo: AppFormat = {
  id: "ovo",
  name: "OVO",
  packages: ["ovo.id"],
  kind: "account",
  rules: [
    {
      name: "money_in",
      type: "CREDIT",
      body: [
        "(Uang|Dana|Transfer) masuk[ sebesar] {amount}[ dari {sender}] ke (OVO|OVO Cash|saldo OVO)[ (Anda|kamu)]",
        "{amount} dari {sender} (udah|sudah|telah|berhasil) masuk ke (OVO|OVO Cash|saldo OVO)[ (Anda|kamu)]",
      ],
      samples: [{ body: "Uang masuk Rp 100.000 ke saldo OVO Anda", amount: 100_000 }],
    },
    {
      name: "top_up",
      type: "CREDIT",
      body: [
        "(Top up|Isi saldo|Top up OVO|Top up OVO Cash)[ sebesar] {amount}[ ke (OVO|OVO Cash)] berhasil",
      ],
      samples: [{ body: "Top Up OVO Cash sebesar Rp100.000 berhasil", amount: 100_000 }],
    },
    {
      name: "paid",
      type: "DEBIT",
      body: ["Berhasil bayar {amount} di {receiver}"],
      samples: [{ body: "Berhasil bayar Rp 52.000 di Janji Jiwa.", amount: 52_000 }],
    },
  ],
  incoming_sample: { title: "OVO", body: "Uang masuk Rp {dots} dari {sender} ke saldo OVO Anda" },
};
