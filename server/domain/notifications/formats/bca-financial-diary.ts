import type { Rule } from "./format.ts";

/** Financial Diary of BCA mobile and myBCA: Indonesian or English sentences, always with English numbers. */
export const financialDiaryRules: readonly Rule[] = [
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
