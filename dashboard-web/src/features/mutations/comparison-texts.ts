import { textsOf } from "../../base/texts/texts-of.ts";

/** The texts that compare a transfer with the invoice to which a person is about to match it. */
const id = {
  comparison: {
    label: "Transfer dan tagihan",
    transfer: "Transfer",
    sender: "Pengirim",
    time: "Waktu",
    noTransfer: "Tanpa transfer",
    noTransferWarning: "Tidak ada transfer yang membuktikannya. Anda yang menjamin uangnya ada.",
    came: (amount: string) => `sudah masuk ${amount}`,
    less: (amount: string) => `Kurang ${amount}.`,
    more: (amount: string) => `Lebih ${amount}.`,
    unknownSender: "Nama pengirim tidak diketahui.",
    otherSender: "Namanya berbeda.",
    before: "Transfer masuk sebelum tagihan dibuat.",
    late: "Transfer masuk setelah batas waktu.",
    dayLater: "Transfer masuk lebih dari sehari setelah tagihan dibuat.",
    next: "Lanjut: bandingkan",
  },
};

const en: typeof id = {
  comparison: {
    label: "The transfer and the invoice",
    transfer: "Transfer",
    sender: "Sender",
    time: "Time",
    noTransfer: "No transfer",
    noTransferWarning: "No transfer proves this payment. You confirm that you received the money.",
    came: (amount) => `${amount} received`,
    less: (amount) => `${amount} too little.`,
    more: (amount) => `${amount} too much.`,
    unknownSender: "The sender's name is not known.",
    otherSender: "The names differ.",
    before: "The transfer arrived before the invoice was created.",
    late: "The transfer arrived after the deadline.",
    dayLater: "The transfer arrived more than a day after the invoice was created.",
    next: "Next: compare",
  },
};

export const comparisonTexts = textsOf({ id, en });
