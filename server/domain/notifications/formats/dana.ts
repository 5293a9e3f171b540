import type { AppFormat } from "./format.ts";
import { walletRules } from "./wallet.ts";

/** DANA and DANA Bisnis share one package. */
export const dana: AppFormat = {
  id: "dana",
  name: "DANA",
  packages: ["id.dana"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "business_in",
      type: "CREDIT",
      body: [
        "{amount}[ dari {sender}][ telah][ berhasil] diterima (DANA Bisnis|di DANA Bisnis|oleh DANA Bisnis)",
        "{amount}[ (telah|berhasil)] diterima dari {sender}",
        "Pembayaran QRIS dari {sender} sebesar {amount} berhasil diterima[ ke saldo (tokomu|toko kamu|DANA Bisnis)]",
      ],
      samples: [
        { title: "Pembayaran Masuk", body: "Rp29.000 diterima DANA Bisnis.", amount: 29_000 },
        {
          title: "Pembayaran Masuk",
          body: "Rp1.000 dari PT BANK JAGO TBK berhasil diterima DANA Bisnis.",
          amount: 1000,
          sender: "PT BANK JAGO TBK",
        },
        {
          title: "Pembayaran Masuk",
          body: "Rp 1.500.000 diterima dari Budi Contoh",
          amount: 1_500_000,
          sender: "Budi Contoh",
        },
        {
          body: "Pembayaran QRIS dari Budi Contoh sebesar Rp 150.231 berhasil diterima ke saldo tokomu.",
          amount: 150_231,
          sender: "Budi Contoh",
        },
      ],
    },
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "{amount} dari {sender} (udah|sudah|telah|berhasil) masuk ke (DANA|saldo DANA)[ (kamu|Anda)]",
        "{amount}[ (udah|sudah|telah|berhasil)] masuk ke (DANA|saldo DANA)[ (kamu|Anda)][ dari pembayaran QRIS]",
      ],
      samples: [
        { body: "Rp75.000 masuk ke DANA kamu dari pembayaran QRIS", amount: 75_000 },
        {
          body: "Rp75.000 dari Budi Contoh telah masuk ke saldo DANA kamu.",
          amount: 75_000,
          sender: "Budi Contoh",
        },
      ],
    },
    ...walletRules("DANA"),
    {
      name: "sent",
      type: "DEBIT",
      body: ["{amount} (telah|sudah|berhasil) dikirim ke {receiver}"],
      samples: [{ body: "Rp19.000 telah dikirim ke BUDI CONTOH - ****0004", amount: 19_000 }],
    },
    {
      name: "paid",
      type: "DEBIT",
      body: [
        "Pembayaran ke {receiver} berhasil. {amount} terpotong[ dari saldo DANA][ (kamu|Anda)]",
      ],
      samples: [
        {
          body: "Pembayaran ke Tokopedia berhasil. Rp150.000 terpotong dari saldo DANA.",
          amount: 150_000,
        },
      ],
    },
    {
      name: "loan_offer",
      reason: "promotion",
      body: ["Dana Cicil {text}", "{place} siap cair[ {text}]"],
      samples: [
        { body: "Pinjamanmu siap cair sekarang" },
        { body: "Dana Cicil hingga Rp5.000.000 siap cair ke saldo kamu. Ajukan sekarang!" },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran Masuk",
    body: "Rp{dots} dari {sender} berhasil diterima DANA Bisnis.",
  },
};
