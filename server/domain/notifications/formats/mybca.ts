import { financialDiaryRules } from "./bca-financial-diary.ts";
import type { AppFormat } from "./format.ts";

export const mybca: AppFormat = {
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
