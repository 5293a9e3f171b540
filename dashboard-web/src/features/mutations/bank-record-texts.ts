import type { UnsupportedVerdict } from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** Texts about the bank statement's record of a transfer. */
const id = {
  bankRecord: {
    missing: "Bank tidak mencatat transfer ini",
    missingTag: "Tidak tercatat di bank",
    oneMissing: "Mungkin bank tidak mencatat transfer ini",
    oneMissingTag: "Mungkin tidak tercatat di bank",
    oneMissingHint:
      "Beberapa transfer berjumlah sama, dan salah satunya tidak ada di rekening koran. Periksa sebelum barang dikirim.",
    missingHint:
      "Notifikasinya mungkin palsu atau salah dibaca. Jangan kirim barang sebelum ini diperiksa.",
    look: (month: string) => `Periksa di rekening koran ${month}`,
    month: (month: string) => `Rekening koran ${month}`,
    verdicts: {
      forged: "Notifikasi palsu",
      misread: "Notifikasi salah dibaca",
      genuine: "Uangnya memang masuk",
    } as Record<UnsupportedVerdict, string>,
    judgedBy: (name: string, moment: string) => `Dinilai ${name}, ${moment}`,
    judged: (moment: string) => `Dinilai ${moment}`,
    proved: (day: string) => `Terbukti di rekening koran ${day}`,
    settled: (day: string) => `Terbukti dalam pencairan QRIS ${day}`,
    recorded: (account: string, day: string) => `Dicatat dari rekening koran ${account}, ${day}`,
    source: "Asal",
    bankWords: "Keterangan bank",
  },
};

const en: typeof id = {
  bankRecord: {
    missing: "The bank has no record of this transfer",
    missingTag: "No bank record",
    oneMissing: "The bank might have no record of this transfer",
    oneMissingTag: "Possibly no bank record",
    oneMissingHint:
      "Several transfers have this amount, and one of them is not in the bank statement. Check before you send any goods.",
    missingHint: "The notification might be forged or misread. Check it before you send any goods.",
    look: (month) => `Review in the statement of ${month}`,
    month: (month) => `Statement for ${month}`,
    verdicts: {
      forged: "A forged notification",
      misread: "A misread notification",
      genuine: "The money arrived",
    },
    judgedBy: (name, moment) => `Judged by ${name}, ${moment}`,
    judged: (moment) => `Judged ${moment}`,
    proved: (day) => `Proved by the bank statement of ${day}`,
    settled: (day) => `Proved by the QRIS settlement of ${day}`,
    recorded: (account, day) => `Recorded from the statement of ${account}, ${day}`,
    source: "Source",
    bankWords: "Bank description",
  },
};

export const bankRecordTexts = textsOf({ id, en });
