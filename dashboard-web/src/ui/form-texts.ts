import { textsOf } from "../base/texts/texts-of.ts";

/** Returns a label as part of a sentence, without its unit in brackets. A name with more capitals stays. */
const inSentence = (label: string): string =>
  label.replace(/ \(.*/u, "").replace(/^\p{Lu}(?!\S*\p{Lu})/u, (letter) => letter.toLowerCase());

const id = {
  form: {
    missing: (label: string, isChosen: boolean): string =>
      label.endsWith("?")
        ? "Jawab pertanyaan ini."
        : `${isChosen ? "Pilih" : "Isi"} ${inSentence(label)}.`,
    optional: "(boleh kosong)",
    invalid: "Isian ini tidak dapat dipakai. Isi dengan yang lain.",
    preview: "Yang dilihat pelanggan",
    code: "Kode dari aplikasi autentikator",
    codeHint: "Enam angka. Setiap kode hanya berlaku sekali.",
  },
};

const en: typeof id = {
  form: {
    missing: (label, isChosen) =>
      label.endsWith("?")
        ? "Answer this question."
        : `${isChosen ? "Choose" : "Enter"} ${/^(?:The|Your) /u.test(label) ? "" : "the "}${inSentence(label)}.`,
    optional: "(optional)",
    invalid: "This value cannot be used. Enter another one.",
    preview: "Customer preview",
    code: "Code from your authenticator app",
    codeHint: "Six digits. Each code works once.",
  },
};

export const formTexts = textsOf({ id, en });
