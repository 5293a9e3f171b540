import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { walletSteps } from "./steps.ts";
import { walletRules } from "./wallet.ts";

/** GoPay reports from its own app and from Gojek (`gojek`). */
const gopayApp: AppFormat = {
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

/**
 * GoPay inside Gojek, where drivers and other customers chat. The titles are those seen above GoPay's notifications.
 * If a merchant can choose, GoPay's own app is the safer one to watch.
 */
const gojek: AppFormat = {
  ...gopayApp,
  id: "gojek",
  name: "Gojek",
  packages: ["com.gojek.app"],
  strangers: "messages",
  own_titles: ["GoPay", "Transfer masuk", "Pembayaran diterima"],
};

/**
 * The body names the merchant's own shop and category, but no payer. Only the title says that money came in. Only
 * "QRIS statis" has been seen on a device, so the rule allows any word between QRIS and "diterima".
 */
const gopayMerchant: AppFormat = {
  id: "gopay_merchant",
  name: "GoPay Merchant",
  packages: ["com.gojek.gopaymerchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      title: ["Pembayaran[ QRIS][ (statis|dinamis)][ berhasil] diterima"],
      body: ["{amount}[ dari {sender}] di {place}"],
      samples: [
        {
          title: "Pembayaran QRIS statis diterima",
          body: "Rp 1.127 di TOKO CONTOH UJI, Digital & Kreatif.",
          amount: 1127,
        },
      ],
    },
    {
      name: "qris_in_body",
      type: "CREDIT",
      body: ["Pembayaran QRIS[ (statis|dinamis)] diterima[:] {amount} di {place}"],
      samples: [
        {
          title: "GoPay Merchant",
          body: "Pembayaran QRIS statis diterima: Rp 18.017 di TOKO CONTOH.",
          amount: 18_017,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran QRIS statis diterima",
    body: "Rp {dots} di TOKO CONTOH, Digital & Kreatif.",
  },
};

/**
 * GoBiz, now called GoFood Merchant. The app might put several payments into one notification. Such a text stays
 * unread.
 */
const gofoodMerchant: AppFormat = {
  id: "gofood_merchant",
  name: "GoFood Merchant",
  other_names: ["GoBiz", "GoPay"],
  packages: ["com.gojek.resto"],
  kind: "merchant",
  strangers: "messages",
  own_titles: ["Pembayaran QRIS diterima!", "Pembayaran QRIS diterima"],
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["{amount} berhasil diterima[.][ ID transaksi: {reference}]"],
      samples: [
        {
          title: "Pembayaran QRIS diterima!",
          body: "Rp15.000 berhasil diterima. ID transaksi: ABC123",
          amount: 15_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Pembayaran QRIS diterima!",
    body: "Rp{dots} berhasil diterima. ID transaksi: tAA11BB2",
  },
};

export const gopay: Bank = {
  code: "GOPAY",
  name: "GoPay",
  channel_id: "f1c0a1aa-3312-5189-8f5f-71fae9e9935e",
  number: "mobile",
  sentence_words: [],
  account_words: ["gopay"],
  mark: { letters: "GO", ground: "#007fae" },
  steps: walletSteps("GoPay"),
  apps: [
    { app_id: "a9e6eafe-93c9-5845-a664-001f63d10b40", format: gopayApp },
    { format: gojek },
    {
      app_id: "3b8f8237-5bbe-593e-b146-46059fa0691e",
      acquirer: "COM.GO-JEK.WWW",
      format: gopayMerchant,
    },
    { app_id: "c6cf7b0f-61c9-54e6-9512-b5faafe147f2", format: gofoodMerchant },
  ],
  mail: { domains: ["customers.go-pay.co.id", "go-pay.co.id"] },
};
