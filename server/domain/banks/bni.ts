import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import type { StatementLayout } from "./statement-layout.ts";
import { transferSteps } from "./steps.ts";

/** The notification names neither the payer nor the receiver. */
const wondr: AppFormat = {
  id: "wondr",
  name: "wondr by BNI",
  packages: ["id.bni.wondr"],
  kind: "account",
  strangers: "requests",
  rules: [
    {
      name: "money_in",
      type: "CREDIT",
      body: [
        "[Transaksi diterima! ]Kamu (baru aja|baru saja) (terima|menerima) {amount}[ dari {sender}]",
      ],
      samples: [
        {
          title: "wondr by BNI",
          body: "Transaksi diterima! Kamu baru aja terima Rp600.000. Klik untuk cek detailnya.",
          amount: 600_000,
        },
      ],
    },
    {
      name: "money_out",
      type: "DEBIT",
      body: [
        "[Transaksi berhasil[!][!] ]Kamu (baru aja|baru saja) (transaksi|bayar|membayar|transfer)[ sebesar] {amount}[ (di|ke) {receiver}]",
      ],
      samples: [
        {
          body: "Transaksi Berhasil!! Kamu baru aja transaksi sebesar Rp500.000.",
          amount: 500_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "wondr by BNI",
    body: "Transaksi diterima! Kamu baru aja terima Rp{dots}. Klik untuk cek detailnya.",
  },
};

/** No captured text is public, so only the general rules read its texts. */
const bniMobile: AppFormat = {
  id: "bni_mobile",
  name: "BNI Mobile Banking",
  packages: ["src.com.bni"],
  kind: "account",
  strangers: "remarks",
  rules: [],
  incoming_sample: {
    title: "BNI Mobile",
    body: "Transfer masuk Rp{dots},- dari {sender} berhasil.",
  },
};

/** The rule needs no word such as "masuk". The merchant's app names the payer, so the text reports income. */
const bniMerchant: AppFormat = {
  id: "bni_merchant",
  name: "BNI Merchant",
  packages: ["id.co.bni.merchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "transaction_in",
      type: "CREDIT",
      body: ["Transaksi sebesar {amount} dari {sender} telah berhasil"],
      samples: [
        {
          body: "Transaksi Sebesar Rp 1.000 dari BLU BCA telah berhasil",
          amount: 1000,
          sender: "BLU BCA",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "BNI Merchant",
    body: "Transaksi Sebesar Rp {dots} dari {sender} telah berhasil",
  },
};

const bniDirect: StatementLayout = {
  name: "bni_direct",
  title: { id: "BNIDirect", en: "BNIDirect" },
  columns: {
    "post date": "day",
    "value date": null,
    branch: null,
    "journal no": "reference",
    description: "description",
    debit: "debit",
    credit: "credit",
    amount: "amount",
    "d/k": "direction",
    "db/cr": "direction",
    balance: "balance",
  },
  needs: [
    ["post date", "value date", "journal no", "description", "debit", "credit"],
    ["post date", "value date", "journal no", "description", "amount"],
  ],
};

export const bni: Bank = {
  code: "BNI",
  name: "BNI",
  channel_id: "85b73fb0-8d17-5bfa-8e85-40923bf94efb",
  number: [10],
  sentence_words: ["bni"],
  account_words: ["bni"],
  account_kinds: ["taplus"],
  mark: {
    letters: "BNI",
    ground: "#00707a",
    shape: "M25 24 36 12v7a5 5 0 0 1-5 5z",
    shapeInk: "#f47a20",
  },
  steps: transferSteps("BNI"),
  apps: [
    { app_id: "c1679855-2bef-5a30-939f-d9ec175e9d88", format: wondr },
    { app_id: "f5262398-84bd-58ca-a562-52c87a7f80b9", format: bniMobile },
    {
      app_id: "fccd2a1d-ef1d-55c8-b354-f1f7419b6874",
      acquirer: "ID.CO.BNI.WWW",
      format: bniMerchant,
    },
  ],
  statements: {
    from: {
      id: "BNIDirect: Account Statement, CSV atau XLS.",
      en: "BNIDirect: Account Statement, CSV or XLS.",
    },
    layouts: [bniDirect],
  },
};
