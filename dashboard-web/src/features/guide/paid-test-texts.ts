import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  paidTest: {
    paid: (total: string) => `Tagihan uji Anda sebesar ${total} lunas.`,
    see: "Lihat tagihan uji",
  },
};

const en: typeof id = {
  paidTest: {
    paid: (total) => `Your test invoice of ${total} was paid.`,
    see: "See the test invoice",
  },
};

export const paidTestTexts = textsOf({ id, en });
