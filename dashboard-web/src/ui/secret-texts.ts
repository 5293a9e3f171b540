import { textsOf } from "../base/texts/texts-of.ts";

const id = {
  secret: {
    copyFailed:
      "Browser ini tidak dapat menyalin otomatis. Teksnya sudah ditandai, silakan salin secara manual.",
    shownOnce:
      "Hanya ditampilkan sekali. Simpan di tempat yang aman sebelum Anda menutup jendela ini.",
  },
};

const en: typeof id = {
  secret: {
    copyFailed:
      "This browser cannot copy automatically. The text is selected, so copy it manually.",
    shownOnce:
      "Tepat shows this only once. Save a copy in a safe place before you close this window.",
  },
};

export const secretTexts = textsOf({ id, en });
