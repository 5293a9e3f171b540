import type { Bank, MailRule } from "./bank.ts";
import type { AppFormat } from "./format.ts";
import { transferSteps } from "./steps.ts";

/** No text of OCBC is public, so only the general rules read its texts. */
const ocbcApp: AppFormat = {
  id: "ocbc",
  name: "OCBC mobile",
  other_names: ["OCBC NISP", "ONe Mobile"],
  packages: ["com.ocbcnisp.onemobileapp"],
  kind: "account",
  strangers: "requests",
  rules: [],
  incoming_sample: { title: "OCBC", body: "Transfer masuk sebesar Rp{dots} dari {sender}." },
};

/**
 * The wording, the subject and the senders come from the examples and filters of CekDuit/machine-learning
 * (github.com, `Email_Data_Extraction/`).
 */
const transferByMail: MailRule = {
  name: "transfer_in",
  type: "CREDIT",
  senders: ["noreply@ocbcnisp.com", "callcenter@ocbcnisp.com"],
  subject: ["Transfer Dana Masuk[ BI-Fast]"],
  opening:
    "rekening Bapak/Ibu telah menerima Transfer Dana Masuk BI-Fast dengan rincian sebagai berikut:",
  lines: [
    ["Bank Pengirim", "{place}"],
    ["Nama Pengirim", "{sender}"],
    ["No Rekening Pengirim", "{account}"],
    ["Nominal", "{amount}"],
    ["Bank Penerima", "{place}"],
    ["Nama Penerima", "{receiver}"],
    ["No Rekening Penerima", "{account}"],
    ["Tanggal Transaksi", "{when}"],
  ],
  day: "Tanggal Transaksi",
  time: "Waktu Transaksi",
  account: "No Rekening Penerima",
  samples: [
    {
      subject: "TRANSFER DANA MASUK BI-FAST",
      text: `Bapak/Ibu yang terhormat,
Terima kasih atas kepercayaan Bapak/Ibu kepada OCBC sebagai rekan perbankan selama ini.

Dengan ini kami sampaikan bahwa rekening Bapak/Ibu telah menerima Transfer Dana Masuk BI-Fast dengan rincian sebagai berikut:

Bank Pengirim       : BANK CENTRAL ASIA
Nama Pengirim       : BUDI CONTOH
No Rekening Pengirim: 1234567890
Nominal             : Rp 400.123,00

Bank Penerima       : OCBC
Nama Penerima       : SITI CONTOH
No Rekening Penerima: 123456789012
Tanggal Transaksi   : 04 November 2024
Waktu Transaksi     : 16:22:24`,
      amount: 400_123,
      sender: "BUDI CONTOH",
      account: "123456789012",
      at: "2024-11-04T09:22:24.000Z",
    },
  ],
};

export const ocbc: Bank = {
  code: "OCBC",
  name: "OCBC",
  channel_id: "d6881044-a5d7-57aa-acfa-bd66e7592588",
  number: [12],
  sentence_words: ["ocbc"],
  account_words: ["ocbc"],
  mark: { letters: "OC", ground: "#c8102e" },
  steps: transferSteps("OCBC"),
  apps: [{ app_id: "f87c6e5e-9e4b-51bb-a4d2-c468e2d536cb", format: ocbcApp }],
  mail: { domains: ["ocbc.id", "ocbcnisp.com"], rules: [transferByMail] },
};
