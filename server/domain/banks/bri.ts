import type { Bank } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import type { StatementLayout } from "./statement-layout.ts";
import { transferSteps } from "./steps.ts";

/**
 * "Transfer dari …" names the reader's own account, so the money went out. A credit reads "Sobat BRI! Dana … masuk".
 */
const brimo: AppFormat = {
  id: "brimo",
  name: "BRImo",
  packages: ["id.co.bri.brimo"],
  kind: "account",
  strangers: "remarks",
  rules: [
    {
      name: "funds_in",
      type: "CREDIT",
      body: [
        "[Sobat BRI! ]Dana {amount} masuk ke rekening {account}[ pada {when}][.] KET[.]:[ ]NBMB {remark_sender} TO {text}",
        "[Sobat BRI! ]Dana {amount} masuk ke rekening[ {account}][ pada {when}]",
        "Sobat BRI! Dana {amount} masuk...",
      ],
      samples: [
        {
          title: "BRImo",
          body: "Sobat BRI! Dana Rp19.000 masuk ke rekening 000001000000001 pada 06/05/2026 22:53:10 KET.:DANA20260506000000000001Budi",
          amount: 19_000,
        },
        {
          title: "Pemberitahuan Transaksi",
          body: "Sobat BRI!\nDana Rp 1.000.000,00 masuk ke rekening ***0001 pada 25/05/26 13:22:56. Ket.: NBMB BUDI CONTOH TO TOKO CONTOH",
          amount: 1_000_000,
          sender: "BUDI CONTOH",
        },
        { title: "BRImo", body: "Sobat BRI! Dana Rp1.000.451 masuk...", amount: 1_000_451 },
      ],
    },
    {
      name: "transfer_in",
      type: "CREDIT",
      body: [
        "Kredit sebesar {amount} dari {sender} pada {when}",
        "Transfer masuk[ sebesar] {bare_amount}[.] dari NOREK {account}[ BERHASIL]",
        "Transfer masuk[ sebesar] {bare_amount}[.] dari {sender}[ BERHASIL]",
      ],
      samples: [
        {
          title: "INFO BRI",
          body: "Kredit sebesar Rp3.500.000 dari PT CONTOH JAYA pada 27/08. Saldo akhir Rp5.200.000",
          amount: 3_500_000,
          sender: "PT CONTOH JAYA",
        },
        { body: "Transfer Masuk Rp 150.231 dari NOREK 0012398481 Berhasil", amount: 150_231 },
        {
          title: "Notifikasi Transaksi",
          body: "Transfer masuk sebesar Rp500.000 dari BUDI BERHASIL.",
          amount: 500_000,
          sender: "BUDI",
        },
      ],
    },
    {
      name: "transfer_out",
      type: "DEBIT",
      body: [
        "[{when} ][- ]Transfer dari {account} dengan nomor[ rekening] tujuan {account} sebesar {bare_amount} BERHASIL",
      ],
      samples: [
        {
          title: "BRImo",
          body: "02/05/2026 19:21:58 - Transfer dari XXXXXX0004 dengan nomor rekening tujuan XXXXXXXXXXXX0005 sebesar Rp200.549,00 BERHASIL.",
          amount: 200_549,
        },
      ],
    },
    {
      name: "purchase",
      type: "DEBIT",
      body: [
        "[{when} ][- ]Transaksi (Pembelian|Pembayaran|Penarikan|Top Up)[ {place}] sebesar {amount} BERHASIL",
      ],
      samples: [
        {
          title: "BRImo",
          body: "26/09/2026 19:23:41 - Transaksi Pembelian QRIS sebesar Rp13.000,00 BERHASIL. Info lebih lanjut hubungi Call Center BRI 1500017",
          amount: 13_000,
        },
      ],
    },
  ],
  incoming_sample: {
    title: "BRImo",
    // A day that is in the past by every simulation's clock, because a text about a future day is not read.
    body: "Sobat BRI! Dana Rp{dots} masuk ke rekening 000001000000001 pada 28/04/2016 09:53:51 KET.:NBMB {sender} TO TOKO CONTOH",
  },
};

/** No captured text is public. These wordings come from a public test. */
const brimerchant: AppFormat = {
  id: "brimerchant",
  name: "BRImerchant",
  packages: ["id.co.bri.merchant"],
  kind: "merchant",
  strangers: "remarks",
  rules: [
    {
      name: "qris_in",
      type: "CREDIT",
      body: ["Pembayaran QRIS sebesar {amount}[ telah] berhasil diterima"],
      samples: [{ body: "Pembayaran QRIS sebesar Rp150.000 berhasil diterima", amount: 150_000 }],
    },
    {
      name: "qris_in_short",
      type: "CREDIT",
      title: ["Pembayaran[ QRIS] Diterima"],
      body: ["QRIS[ sebesar] {amount}[ telah] berhasil"],
      samples: [{ title: "Pembayaran Diterima", body: "QRIS Rp150.000 berhasil", amount: 150_000 }],
    },
  ],
  incoming_sample: {
    title: "Pembayaran Diterima",
    body: "Pembayaran QRIS sebesar Rp{dots} berhasil diterima",
  },
};

const briCsv: StatementLayout = {
  name: "bri_csv",
  title: { id: "BRI CSV", en: "BRI CSV" },
  columns: {
    id: null,
    norek: "account",
    tgl_tran: "day",
    tgl_efektif: null,
    jam_tran: "time",
    seq: "reference",
    desk_tran: "description",
    remark_custom: "description",
    saldo_awal_mutasi: "opening",
    mutasi_debet: "debit",
    mutasi_kredit: "credit",
    saldo_akhir_mutasi: "balance",
    glsign: null,
  },
  needs: [
    ["norek", "tgl_tran", "desk_tran", "mutasi_debet", "mutasi_kredit", "saldo_akhir_mutasi"],
  ],
  decimal: ".",
};

const briQlola: StatementLayout = {
  name: "bri_qlola",
  title: { id: "BRI Qlola", en: "BRI Qlola" },
  columns: {
    "tanggal transaksi": "day",
    "uraian transaksi": "description",
    teller: null,
    debet: "debit",
    debit: "debit",
    kredit: "credit",
    saldo: "balance",
  },
  needs: [["tanggal transaksi", "uraian transaksi", "teller", "kredit", "saldo"]],
};

export const bri: Bank = {
  code: "BRI",
  name: "BRI",
  channel_id: "747c142b-ed01-585d-8e53-2c15322415c9",
  number: [15],
  sentence_words: ["bri"],
  account_words: ["bri"],
  account_kinds: ["britama", "simpedes"],
  mark: { letters: "BRI", ground: "#123f7d", shape: "M5 19h26v1.6H5z", shapeInk: "#6fb3ff" },
  steps: transferSteps("BRI"),
  apps: [
    { app_id: "479e7e57-42af-5ca0-b91d-fa78b0e2553d", format: brimo },
    {
      app_id: "f62453e5-f492-5320-ab71-a2571fc95900",
      acquirer: "ID.CO.BRI.WWW",
      format: brimerchant,
    },
  ],
  mail: { domains: ["bri.co.id"] },
  statements: {
    from: {
      id: "Qlola atau internet banking: mutasi, CSV atau Excel.",
      en: "Qlola or internet banking: transactions, CSV or Excel.",
    },
    layouts: [briCsv, briQlola],
  },
};
