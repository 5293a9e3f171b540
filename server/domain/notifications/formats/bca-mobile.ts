import { financialDiaryRules } from "./bca-financial-diary.ts";
import type { AppFormat } from "./format.ts";

/**
 * Besides the diary, BCA mobile mostly uses general wordings. "Transfer dr 000 Rp150.231 berhasil" has no rule, because
 * BRImo writes this about an outgoing transfer.
 */
export const bcaMobile: AppFormat = {
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
      body: ["{when} CR {account} {amount}[ {sender}]"],
      samples: [
        {
          title: "m-BCA",
          body: "27/09 09:15 CR 0000000000 Rp 7.500.123,00 BUDI CONTOH",
          amount: 7_500_123,
          sender: "BUDI CONTOH",
        },
      ],
    },
    {
      name: "statement_debit",
      type: "DEBIT",
      body: ["{when} (DB|DR) {account} {amount}[ {receiver}]"],
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
