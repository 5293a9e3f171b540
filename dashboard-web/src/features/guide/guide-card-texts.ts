import { textsOf } from "../../base/texts/texts-of.ts";

/** These texts are separate from the guide's other texts, because the overview shows them. */
const id = {
  guideCard: {
    title: "Siapkan toko Anda",
    progress: (done: number, all: number) => `${done} dari ${all} selesai`,
    next: (step: string) => `Berikutnya: ${step}`,
    goOn: "Lanjutkan",
    dismiss: "Jangan tampilkan lagi",
    steps: {
      shop: "Toko Anda",
      account: "Tempat uang masuk",
      payment: "Tagihan pertama",
      source: "Pantau uang masuk",
      two_factor: "Amankan akun Anda",
      public_address: "Buka akses untuk pelanggan",
    },
  },
};

const en: typeof id = {
  guideCard: {
    title: "Set up your shop",
    progress: (done, all) => `${done} of ${all} done`,
    next: (step) => `Next: ${step}`,
    goOn: "Continue",
    dismiss: "Do not show again",
    steps: {
      shop: "Your shop",
      account: "Where your money arrives",
      payment: "Your first invoice",
      source: "See real payments",
      two_factor: "Protect your sign-in",
      public_address: "Let customers open your links",
    },
  },
};

export const guideCardTexts = textsOf({ id, en });
