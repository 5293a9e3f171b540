import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { walletSteps } from "./steps.ts";
import { walletRules } from "./wallet.ts";

/** ShopeePay reports from its own app and from Shopee (`shopee`). A transfer's text begins with the payer's name. */
const shopeepayApp: AppFormat = {
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

/**
 * ShopeePay inside Shopee, where buyers and sellers chat, comment and review. The titles are those seen above
 * ShopeePay's notifications. If a merchant can choose, ShopeePay's own app is the safer one to watch.
 */
const shopee: AppFormat = {
  ...shopeepayApp,
  id: "shopee",
  name: "Shopee",
  packages: ["com.shopee.id"],
  strangers: "messages",
  own_titles: ["ShopeePay", "Isi Saldo Berhasil", "Pembayaran Berhasil"],
};

/** Both the title and the body contain the amount of the one payment. Neither names a payer. */
const shopeePartner: AppFormat = {
  id: "shopee_partner",
  name: "Shopee Partner",
  other_names: ["ShopeePay"],
  packages: ["com.shopeepay.merchant.id"],
  kind: "merchant",
  strangers: "messages",
  own_titles: [
    "Pembayaran sebesar {amount} diterima",
    "Pembayaran sebesar {amount}",
    "Shopee Partner",
  ],
  rules: [
    {
      name: "payment_in",
      type: "CREDIT",
      body: [
        "Pembayaran sebesar {amount}[ telah][ berhasil] diterima[ dari ShopeePay][ pada transaksi {reference}]",
      ],
      samples: [
        {
          title: "Pembayaran sebesar Rp1.000 diterima",
          body: "Pembayaran sebesar Rp1.000 telah diterima pada transaksi 20820696390000001.",
          amount: 1000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran sebesar Rp{dots} diterima",
    body: "Pembayaran sebesar Rp{dots} telah diterima pada transaksi 20820696390000001.",
  },
};

export const shopeepay: Bank = {
  code: "SHOPEEPAY",
  name: "ShopeePay",
  channel_id: "c20ce7ed-6b5e-58d9-bb87-6a745739b5b1",
  number: "mobile",
  sentence_words: [],
  account_words: ["shopeepay"],
  mark: { letters: "SP", ground: "#d63a17" },
  steps: walletSteps("ShopeePay"),
  apps: [
    { app_id: "b54497aa-d33b-5d47-bf59-9f701f310a6e", format: shopeepayApp },
    { format: shopee },
    {
      app_id: "3da1a5f4-ddf1-5a0a-9b52-ec2ebf932de1",
      acquirer: "ID.CO.SHOPEE.WWW",
      format: shopeePartner,
    },
  ],
};
