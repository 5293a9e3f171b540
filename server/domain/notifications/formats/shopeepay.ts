import type { AppFormat } from "./format.ts";
import { walletRules } from "./wallet.ts";

/** ShopeePay reports from its own app and from Shopee (`shopee.ts`). A transfer's text begins with the payer's name. */
export const shopeepay: AppFormat = {
  id: "shopeepay",
  name: "ShopeePay",
  packages: ["com.shopeepay.id"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "{sender} (mengirimkan|mengirim) (dana|saldo|uang)[ sebesar] {amount} ke ShopeePay-mu[ melalui {place}]",
        "Kamu menerima (dana|saldo|transfer|transfer saldo|transfer ShopeePay)[ (sebesar|senilai)] {amount} dari {sender}",
        "{amount}[ (telah|sudah|berhasil)] masuk ke (ShopeePay|saldo ShopeePay)[-mu][ (kamu|Anda)]",
        "(Transfer|Dana) {amount}[ (telah|sudah|berhasil)] diterima[ dari {sender}]",
      ],
      samples: [
        { title: "ShopeePay", body: "Rp 150.000 telah masuk ke ShopeePay Anda", amount: 150_000 },
        {
          title: "ShopeePay",
          body: "BUDI CONTOH mengirimkan dana sebesar Rp500.000 ke ShopeePay-mu melalui BI-Fast.",
          amount: 500_000,
          sender: "BUDI CONTOH",
        },
        {
          title: "ShopeePay",
          body: "Kamu menerima transfer saldo sebesar Rp 75.105 dari Mega.",
          amount: 75_105,
          sender: "Mega",
        },
        { title: "ShopeePay", body: "Dana Rp 100.000 diterima", amount: 100_000 },
      ],
    },
    ...walletRules("ShopeePay"),
    {
      name: "paid",
      type: "DEBIT",
      body: [
        "Kamu[ telah] berhasil membayar {amount} (ke|di|kepada) {receiver}",
        "Pembayaran {amount} (di|ke) {receiver}[ telah] berhasil",
      ],
      samples: [
        {
          title: "Pembayaran Berhasil",
          body: "Kamu berhasil membayar Rp35.000 ke WARUNG ABC memakai ShopeePay.",
          amount: 35_000,
        },
        {
          title: "ShopeePay",
          body: "Pembayaran Rp 50.000 di Alfamart berhasil. Kamu mendapatkan 50 Koin Shopee.",
          amount: 50_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "ShopeePay",
    body: "{sender} mengirimkan dana sebesar Rp{dots} ke ShopeePay-mu melalui BI-Fast.",
  },
};
