import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import type { StatementLayout } from "./statement-layout.ts";
import { transferSteps } from "./steps.ts";

/** The wordings with "rek." look like a device's texts. The others come from public tests. */
const livin: AppFormat = {
  id: "livin",
  name: "Livin' by Mandiri",
  packages: ["id.bmri.livin"],
  kind: "account",
  strangers: "remarks",
  rules: [
    {
      name: "funds_in",
      type: "CREDIT",
      body: [
        "(Dana|Transfer) masuk[ sebesar] {amount} dari {sender}[ (telah|sudah)] berhasil diterima",
      ],
      samples: [
        {
          body: "Dana masuk Rp 250.412 dari BUDI CONTOH berhasil diterima.",
          amount: 250_412,
          sender: "BUDI CONTOH",
        },
      ],
    },
    {
      name: "account_credited",
      type: "CREDIT",
      body: ["Dana {amount} masuk ke rek. {account}"],
      samples: [
        {
          title: "Ini Dia Transaksi Terbaru Anda",
          body: "Dana Rp 1.405.792,00 masuk ke rek. ****0001",
          amount: 1_405_792,
        },
      ],
    },
    {
      name: "account_debited",
      type: "DEBIT",
      body: ["Dana {amount} didebit dari rek. {account}"],
      samples: [
        {
          title: "Ini Dia Transaksi Terbaru Anda",
          body: "Dana Rp 480.040,00 didebit dari rek. ****0001. Login ke Livin' by Mandiri untuk cek Mutasi Transaksi.",
          amount: 480_040,
        },
      ],
    },
    {
      name: "livin_qr",
      type: "DEBIT",
      body: ["Transaksi Livin' (QR|QRIS) sebesar {amount} di {receiver} berhasil"],
      samples: [
        {
          body: "Transaksi Livin' QR sebesar IDR 75.000 di HokBen Paskal berhasil.",
          amount: 75_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Ini Dia Transaksi Terbaru Anda",
    body: "Dana Rp {dots},00 masuk ke rek. ****0001",
  },
};

/** No captured text is public, so only the general rules read its texts. */
const livinMerchant: AppFormat = {
  id: "livin_merchant",
  name: "Livin' Merchant",
  packages: ["id.bmri.livinmerchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [],
  incoming_sample: { title: "Livin' Merchant", body: "Dana masuk Rp{dots} dari {sender}" },
};

const mandiriMcm: StatementLayout = {
  name: "mandiri_mcm",
  title: { id: "Mandiri Kopra atau MCM", en: "Mandiri Kopra or MCM" },
  columns: {
    accountno: "account",
    ccy: "currency",
    postdate: "day",
    remarks: "description",
    additionaldesc: "description",
    "credit amount": "credit",
    "debit amount": "debit",
    "close balance": "balance",
  },
  needs: [["accountno", "postdate", "credit amount", "debit amount", "close balance"]],
  decimal: ".",
};

const mandiriComma: StatementLayout = {
  name: "mandiri_comma",
  title: { id: "Mandiri Cash Management", en: "Mandiri Cash Management" },
  columns: {
    "account no": "account",
    date: "day",
    "val date": null,
    "transaction code": null,
    description: "description",
    "reference no": "reference",
    debit: "debit",
    credit: "credit",
  },
  needs: [["account no", "date", "val date", "transaction code", "debit", "credit"]],
  decimal: ".",
};

const mandiriLivin: StatementLayout = {
  name: "mandiri_livin",
  title: { id: "e-Statement Livin' by Mandiri", en: "Livin' by Mandiri e-Statement" },
  columns: {
    no: null,
    tanggal: "day",
    date: "day",
    keterangan: "description",
    remarks: "description",
    nominal: "amount",
    amount: "amount",
    "dana masuk": "credit",
    incoming: "credit",
    "dana keluar": "debit",
    outgoing: "debit",
    saldo: "balance",
    balance: "balance",
  },
  needs: [
    ["tanggal", "keterangan", "nominal", "saldo"],
    ["date", "remarks", "amount", "balance"],
    ["tanggal", "keterangan", "dana masuk", "dana keluar", "saldo"],
  ],
  goesOn: true,
};

export const mandiri: Bank = {
  code: "MANDIRI",
  name: "Mandiri",
  channel_id: "a70c6064-5fb4-5a29-ad8d-09e8d010e4aa",
  number: [13],
  sentence_words: ["mandiri"],
  account_words: ["mandiri"],
  mark: {
    letters: "M",
    ground: "#0a3568",
    shape: "M0 17q9-5 18-1t18-3v6a5 5 0 0 1-5 5H5a5 5 0 0 1-5-5z",
    shapeInk: "#e3a008",
  },
  steps: transferSteps("Mandiri"),
  apps: [
    { app_id: "140b1c36-8c63-589b-a4cf-1eb72e813918", format: livin },
    {
      app_id: "77ec68a4-8fce-5d75-b8dd-dc5888bc5d25",
      acquirer: "ID.CO.BANKMANDIRI.WWW",
      format: livinMerchant,
    },
  ],
  mail: { domains: ["bankmandiri.co.id"] },
  statements: {
    from: {
      id: "Kopra atau MCM: Account Statement, CSV. Livin': e-Statement, Excel.",
      en: "Kopra or MCM: Account Statement, CSV. Livin': e-Statement, Excel.",
    },
    layouts: [mandiriMcm, mandiriComma, mandiriLivin],
  },
};
