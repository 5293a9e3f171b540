import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/**
 * The title "TRANSFER MASUK" also appears for transfers that failed, are pending or went out, so it decides nothing.
 */
const seabankApp: AppFormat = {
  id: "seabank",
  name: "SeaBank",
  packages: ["id.co.bankbkemobile.digitalbank"],
  kind: "account",
  strangers: "remarks",
  rules: [
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "Kamu[ telah] menerima (dana|transfer|transfer saldo|transfer real-time) (sebesar|senilai) {amount}[ dari {sender}][ ke rekening {account}][ pada {when}][. Ref[.] number {reference}]",
      ],
      samples: [
        {
          title: "Transfer Masuk",
          body: "Kamu menerima transfer saldo senilai Rp40.000 ke rekening 0002. Ref. number 20260828BMRIIDJA01000000000001.",
          amount: 40_000,
        },
        {
          title: "Dana Masuk ke Rekeningmu",
          body: "Kamu menerima dana sebesar Rp10.000 dari ShopeePay BUDI CONTOH pada 28 Agu 2026 20:43 WIB.",
          amount: 10_000,
          sender: "ShopeePay BUDI CONTOH",
        },
      ],
    },
    {
      name: "transfer_out",
      type: "DEBIT",
      body: [
        "Realtime Transfer (sebesar|senilai) {amount} kepada {receiver}[ pada {when}]",
        "Kamu[ (telah|baru)] melakukan transfer[ (keluar|virtual account)] (sebesar|senilai) {amount}[ (ke|kepada) {receiver}][ pada {when}]",
      ],
      samples: [
        {
          title: "Realtime Transfer",
          body: "Realtime Transfer sebesar Rp50.000 kepada BUDI CONTOH pada 14 Agu 2026",
          amount: 50_000,
        },
        {
          title: "Pembayaran Berhasil",
          body: "Kamu telah melakukan transfer virtual account sebesar Rp10.000 kepada ShopeePay pada 28 Agu 2026 20:42 WIB",
          amount: 10_000,
        },
      ],
    },
    {
      name: "qris_out",
      type: "DEBIT",
      body: [
        "Pembayaran QRIS untuk {receiver} sebesar {bare_amount}[ telah] berhasil",
        "[SeaBank Bayar Instan: ]Pembayaran {receiver} kamu sebesar {amount}[ pada {when}][ telah] berhasil",
      ],
      samples: [
        {
          title: "Pembayaran Berhasil",
          body: "SeaBank Bayar Instan: Pembayaran Shopee kamu sebesar Rp14.343 pada 14 Agu 2026 telah berhasil.",
          amount: 14_343,
        },
        {
          title: "Pembayaran QRIS berhasil",
          body: "Pembayaran QRIS untuk PopCorn Technology sebesar 50.500 telah berhasil.",
          amount: 50_500,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Transfer Masuk",
    body: "Kamu menerima transfer saldo senilai Rp{dots} dari {sender}.",
  },
};

export const seabank: Bank = {
  code: "SEABANK",
  name: "SeaBank",
  channel_id: "aa08bfa7-8005-5da9-a475-1288b50beca4",
  number: [12],
  sentence_words: ["seabank"],
  account_words: ["seabank"],
  mark: {
    letters: "SEA",
    ground: "#d9480f",
    shape: "M0 19.5q6-2.4 12 0t12 0 12 0a5 5 0 0 1-5 4.5H5a5 5 0 0 1-5-4.5z",
    shapeInk: "#ff9f68",
  },
  steps: transferSteps("SeaBank"),
  apps: [{ app_id: "500c8210-2bcf-5cf4-a971-6feec429aa74", format: seabankApp }],
  mail: { domains: ["seabank.co.id"] },
};
