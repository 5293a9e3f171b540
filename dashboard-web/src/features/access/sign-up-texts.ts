import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  signUp: {
    title: "Buat akun",
    merchantName: "Nama usaha",
    merchantNameHint: "Nama yang dilihat pelanggan saat membayar.",
    passwordHint: (characters: number) => `Paling sedikit ${characters} karakter, bebas.`,
    submit: "Buat akun",
    haveAccount: "Sudah punya akun?",
    byOperator: "Di server ini akun dibuat oleh operatornya. Mintalah kepadanya.",
  },
};

const en: typeof id = {
  signUp: {
    title: "Open an account",
    merchantName: "Name of the business",
    merchantNameHint: "The name that customers see when they pay.",
    passwordHint: (characters) => `At least ${characters} characters of any kind.`,
    submit: "Open the account",
    haveAccount: "Have an account already?",
    byOperator: "On this server its operator opens accounts. Please ask for one.",
  },
};

export const signUpTexts = textsOf({ id, en });
