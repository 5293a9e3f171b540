import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { walletSteps } from "./steps.ts";
import { walletRules } from "./wallet.ts";

/** No captured text of OVO is public. These wordings come from public tests. */
const ovoApp: AppFormat = {
  id: "ovo",
  name: "OVO",
  packages: ["ovo.id"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "money_in",
      type: "CREDIT",
      body: [
        "(Uang|Dana|Transfer) masuk[ sebesar] {amount}[ dari {sender}] ke (OVO|OVO Cash|saldo OVO)[ (Anda|kamu)]",
        "{amount} (udah|sudah|telah|berhasil) masuk ke (OVO|OVO Cash|saldo OVO|akun OVO)[ (Anda|kamu)]",
        "{sender} (mengirimkan|mengirim) (dana|saldo|uang)[ sebesar] {amount} ke (OVO|OVO Cash|saldo OVO|akun OVO)[-mu][ (Anda|kamu)]",
      ],
      samples: [
        { body: "Rp103.433 telah masuk ke akun OVO Anda", amount: 103_433 },
        { body: "Uang masuk Rp 100.000 ke saldo OVO Anda", amount: 100_000 },
        {
          body: "BUDI CONTOH mengirimkan dana sebesar Rp50.000 ke OVO kamu.",
          amount: 50_000,
          sender: "BUDI CONTOH",
        },
      ],
    },
    ...walletRules("OVO"),
    {
      name: "paid",
      type: "DEBIT",
      body: ["Berhasil bayar {amount} di {receiver}"],
      samples: [{ body: "Berhasil bayar Rp 52.000 di Janji Jiwa.", amount: 52_000 }],
    },
  ],
  incoming_sample: { title: "OVO", body: "Uang masuk Rp {dots} dari {sender} ke saldo OVO Anda" },
};

export const ovo: Bank = {
  code: "OVO",
  name: "OVO",
  channel_id: "0ed5dfe4-e1e1-5329-9f91-22280dca773e",
  number: "mobile",
  sentence_words: [],
  account_words: ["ovo"],
  mark: { letters: "OVO", ground: "#4b2a87" },
  steps: walletSteps("OVO"),
  apps: [{ app_id: "861dd3e6-1f13-50a1-b92f-bd8cc9035c25", format: ovoApp }],
};
