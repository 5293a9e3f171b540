import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  due: {
    missing: "Masih kurang",
    received: "Sudah masuk",
    receivedOf: (received: string, total: string) => `${received} dari ${total} sudah masuk.`,
    bookRest:
      "Sisanya tidak dicocokkan otomatis. Setelah uangnya masuk, catat di Perlu diputuskan.",
    notPayable:
      "Jangan dulu meminta sisanya. Tagihan lain menunggu jumlah yang sama dan akan menjadi lunas.",
    complete: "Tidak ada yang kurang. Jangan minta pelanggan membayar lagi.",
  },
};

const en: typeof id = {
  due: {
    missing: "Still missing",
    received: "Received",
    receivedOf: (received, total) => `${received} of ${total} has arrived.`,
    bookRest:
      "Tepat does not match the rest automatically. When the money arrives, record it under To decide.",
    notPayable:
      "Do not ask for the rest yet. The total of another pending invoice is exactly this amount, so Tepat would mark that invoice as paid.",
    complete: "Nothing is missing. Do not ask the customer to pay again.",
  },
};

export const amountDueTexts = textsOf({ id, en });
