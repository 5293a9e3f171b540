import type { AppFormat } from "./format.ts";
import { walletRules } from "./wallet.ts";

/** GoPay reports from its own app and from Gojek (`gojek.ts`). */
export const gopay: AppFormat = {
  id: "gopay",
  name: "GoPay",
  packages: ["com.gojek.gopay"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "{amount} dari {sender} (udah|sudah|telah) masuk ke (GoPay|saldo GoPay)[ (kamu|Anda)]",
      ],
      samples: [
        {
          title: "Transfer masuk",
          body: "Rp1 dari contohuser udah masuk ke GoPay kamu.",
          amount: 1,
          sender: "contohuser",
        },
      ],
    },
    {
      name: "payment_in",
      type: "CREDIT",
      body: [
        "[Pembayaran diterima! ]{amount}[ (udah|sudah|telah)] masuk ke (GoPay|saldo GoPay)[ (kamu|Anda)][ dari QRIS]",
        "[Pembayaran diterima! ]{amount}[ (udah|sudah|telah)] masuk ke (GoPay|saldo GoPay)[ (kamu|Anda)] dari {sender}",
      ],
      samples: [
        {
          title: "GoPay",
          body: "Pembayaran diterima! Rp 50.000 masuk ke GoPay Anda dari QRIS",
          amount: 50_000,
        },
        {
          title: "GoPay",
          body: "Rp7.500 udah masuk ke GoPay kamu dari SITI CONTOH.",
          amount: 7500,
          sender: "SITI CONTOH",
        },
      ],
    },
    ...walletRules("GoPay"),
    {
      name: "sent",
      type: "DEBIT",
      body: ["{amount} (udah|sudah|telah) dikirim ke {receiver}"],
      samples: [
        { title: "GoPay", body: "Rp500.000 udah dikirim ke BCA BUDI CONTOH.", amount: 500_000 },
      ],
    },
    {
      name: "paid",
      type: "DEBIT",
      body: [
        "Pembayaran {amount} (ke|di) {receiver} berhasil",
        "(GoPay|Saldo GoPay) kamu terpotong {amount}[ untuk {receiver}]",
      ],
      samples: [
        { title: "GoPay", body: "GoPay kamu terpotong Rp15.000 untuk Indomaret.", amount: 15_000 },
        { title: "GoPay", body: "Pembayaran Rp 48.000 ke Solaria berhasil!", amount: 48_000 },
      ],
    },
  ],
  incoming_sample: {
    title: "Transfer masuk",
    body: "Rp{dots} dari {sender} udah masuk ke GoPay kamu.",
  },
};
