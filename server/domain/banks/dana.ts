import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import type { StatementLayout } from "./statement-layout.ts";
import { walletSteps } from "./steps.ts";
import { walletRules } from "./wallet.ts";

/** DANA and DANA Bisnis share one package. */
const danaApp: AppFormat = {
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

const danaSettlement: StatementLayout = {
  name: "dana_settlement",
  title: { id: "Settlement DANA", en: "DANA settlement" },
  also_of: ["QRIS"],
  columns: {
    settlement_txn_id: "reference",
    txn_id: "description",
    txn_type: "direction",
    acquirement_id: "description",
    mid: null,
    settle_date: "day",
    merchant_name: null,
    txn_amount: "amount",
    txn_currency: "currency",
  },
  needs: [["settlement_txn_id", "txn_id", "txn_type", "settle_date", "txn_amount"]],
  inSen: true,
  dayOnly: true,
};

export const dana: Bank = {
  code: "DANA",
  name: "DANA",
  channel_id: "0ba7139a-6e1c-5fa9-bea7-d64ef9aab485",
  number: "mobile",
  sentence_words: [],
  account_words: ["dana"],
  mark: { letters: "DANA", ground: "#1173d4" },
  steps: walletSteps("DANA"),
  apps: [
    { app_id: "2d1cd869-80cc-5427-80e4-9eff2b9d7f28", acquirer: "ID.DANA.WWW", format: danaApp },
  ],
  statements: {
    from: {
      id: "DANA Bisnis: laporan settlement, CSV.",
      en: "DANA Bisnis: settlement report, CSV.",
    },
    layouts: [danaSettlement],
  },
};
