import type { Bank } from "./bank.ts";
import type { AppFormat, Rule } from "./format.ts";
import type { StatementLayout } from "./statement-layout.ts";
import { transferSteps } from "./steps.ts";

/** The Financial Diary of BCA mobile and myBCA: Indonesian or English sentences, always with English numbers. */
const financialDiaryRules: readonly Rule[] = [
  {
    name: "diary_income",
    type: "CREDIT",
    body: [
      "You received {amount} from {sender} at {category} category",
      "You received {amount} from {sender} at {category}[ ]...",
      "Pemasukan sebesar {amount} dari {sender} di kategori {category}[[ ]...]",
      "Pemasukan[ sebesar] {amount} dari {sender} pada {when}",
    ],
    samples: [
      {
        title: "Catatan Finansial",
        body: "Pemasukan Rp1.500.000,00 dari BUDI CONTOH pada 05/12/2026 10:30",
        amount: 1_500_000,
        sender: "BUDI CONTOH",
      },
      {
        title: "Financial Diary",
        body: "You received IDR 50,000.00 from BUDI**AD **TOH *AD at Account Transfer category.",
        amount: 50_000,
        sender: "BUDI**AD **TOH *AD",
      },
      {
        title: "Financial Diary",
        body: "You received IDR 50,000.00 from BUDI**AD **TOH *AD at Account Transfe...",
        amount: 50_000,
        sender: "BUDI**AD **TOH *AD",
      },
      {
        title: "Catatan Finansial",
        body: "Pemasukan sebesar IDR 1,231.00 dari ***ANG ****OSO *UD di kategori Transfer Rekening.",
        amount: 1231,
        sender: "***ANG ****OSO *UD",
      },
    ],
  },
  {
    name: "diary_expense",
    type: "DEBIT",
    body: [
      "You spent {amount} at {place}",
      "Pengeluaran sebesar {amount}[ ke {receiver}] di kategori {place}",
    ],
    samples: [
      {
        title: "Financial Diary",
        body: "You spent IDR 5,000.00 at Account Transfer.",
        amount: 5000,
      },
      {
        title: "Catatan Finansial",
        body: "Pengeluaran sebesar IDR 6,500.00 di kategori Biaya Admin.",
        amount: 6500,
      },
    ],
  },
  {
    name: "diary_securities_account",
    reason: "internal_move",
    body: ["RDN (earning|spending) of {text}"],
    samples: [
      {
        title: "Financial Diary",
        body: "RDN earning of IDR 5,000.00 at Account Transfer category.",
      },
    ],
  },
];

/**
 * Apart from the diary, BCA mobile mostly uses general wordings. "Transfer dr 000 Rp150.231 berhasil" has no rule,
 * because BRImo uses this text for an outgoing transfer.
 */
const bcaMobile: AppFormat = {
  id: "bca_mobile",
  name: "BCA mobile",
  packages: ["com.bca"],
  kind: "account",
  strangers: "remarks",
  rules: [
    ...financialDiaryRules,
    {
      name: "statement_credit",
      type: "CREDIT",
      body: ["{when}[ D-BCA] CR {account} {amount}[ {sender}]"],
      samples: [
        {
          title: "m-BCA",
          body: "27/09 09:15 CR 0000000000 Rp 7.500.123,00 BUDI CONTOH",
          amount: 7_500_123,
          sender: "BUDI CONTOH",
        },
        {
          title: "BCA",
          body: "27/09 18:30 D-BCA CR 0000000000 Rp 1.500.123,00 SETORAN TUNAI",
          amount: 1_500_123,
          sender: "SETORAN TUNAI",
        },
      ],
    },
    {
      name: "statement_debit",
      type: "DEBIT",
      body: ["{when}[ D-BCA] (DB|DR) {account} {amount}[ {receiver}]"],
      samples: [
        {
          title: "m-BCA",
          body: "27/09 09:15 DB 0000000000 Rp 12.500,00 BUDI CONTOH",
          amount: 12_500,
        },
      ],
    },
    {
      name: "received_from_account",
      type: "CREDIT",
      body: ["Anda menerima {bare_amount} dari {account}"],
      samples: [{ body: "Anda menerima 150.000 dari 1234567890", amount: 150_000 }],
    },
  ],
  incoming_sample: {
    title: "Catatan Finansial",
    body: "Pemasukan sebesar IDR {commas}.00 dari {sender} di kategori Transfer Rekening.",
  },
};

const mybca: AppFormat = {
  id: "mybca",
  name: "myBCA",
  packages: ["com.bca.mybca.omni.android"],
  kind: "account",
  strangers: "remarks",
  rules: financialDiaryRules,
  incoming_sample: {
    title: "Catatan Finansial",
    body: "Pemasukan sebesar IDR {commas}.00 dari {sender} di kategori Transfer Rekening.",
  },
};

/** The package has been seen, but its texts have not. The wording comes from descriptions. */
const merchantBca: AppFormat = {
  id: "merchant_bca",
  name: "Merchant BCA",
  packages: ["com.bca.msb"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["Pembayaran QRIS sebesar {amount} dari {sender}[ telah] berhasil[ diterima]"],
      samples: [
        {
          title: "Transaksi QRIS Berhasil",
          body: "Pembayaran QRIS sebesar Rp 150.123,00 dari BUDI CONTOH berhasil.",
          amount: 150_123,
          sender: "BUDI CONTOH",
        },
      ],
    },
  ],
  incoming_sample: {
    title: "Transaksi QRIS Berhasil",
    body: "Pembayaran QRIS sebesar Rp {dots},00 dari {sender} berhasil.",
  },
};

const closing = /saldo akhir|ending balance|closing balance/i;

const bcaIndividual: StatementLayout = {
  name: "bca_individual",
  title: { id: "KlikBCA Individual", en: "KlikBCA Individual" },
  columns: {
    tanggal: "day",
    date: "day",
    keterangan: "description",
    description: "description",
    cabang: null,
    branch: null,
    jumlah: "amount",
    amount: "amount",
    "": "direction",
    saldo: "balance",
    balance: "balance",
  },
  needs: [
    ["tanggal", "keterangan", "cabang", "jumlah", "", "saldo"],
    ["date", "description", "branch", "amount", "", "balance"],
  ],
  decimal: ".",
  lastLine: closing,
  mend: (cells) =>
    cells.length <= 6
      ? cells
      : [cells[0] as string, cells.slice(1, -4).join(","), ...cells.slice(-4)],
};

const bcaBusiness: StatementLayout = {
  name: "bca_business",
  title: { id: "KlikBCA Bisnis", en: "KlikBCA Bisnis" },
  columns: {
    "tanggal transaksi": "day",
    keterangan: "description",
    cabang: null,
    jumlah: "amount",
    saldo: "balance",
  },
  needs: [["tanggal transaksi", "keterangan", "cabang", "jumlah", "saldo"]],
  decimal: ".",
  lastLine: closing,
};

export const bca: Bank = {
  code: "BCA",
  name: "BCA",
  channel_id: "5479355a-9dad-5a11-9103-a29ee9ccb26b",
  number: [10],
  sentence_words: ["bca"],
  account_words: ["bca"],
  account_kinds: ["tahapan", "xpresi", "tabunganku"],
  mark: { letters: "BCA", ground: "#0b5cad" },
  steps: transferSteps("BCA"),
  apps: [
    { app_id: "4c961f81-54e9-5673-b303-52f92e7d3498", format: bcaMobile },
    { app_id: "02586346-1d5b-5c5a-a43a-d60b48962238", format: mybca },
    {
      app_id: "adeb8c35-1457-571c-9522-f7a1589ddba2",
      acquirer: "ID.CO.BCA.WWW",
      format: merchantBca,
    },
  ],
  mail: { domains: ["bca.co.id"] },
  statements: {
    from: {
      id: "KlikBCA Individual: Informasi Rekening, Mutasi Rekening, unduh CSV. KlikBCA Bisnis: mutasi rekening, CSV atau MT940.",
      en: "KlikBCA Individual: Informasi Rekening, Mutasi Rekening, download CSV. KlikBCA Bisnis: account statement, CSV or MT940.",
    },
    layouts: [bcaIndividual, bcaBusiness],
  },
};
