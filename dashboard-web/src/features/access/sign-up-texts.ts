import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  signUp: {
    merchantName: "Nama usaha",
    merchantNameHint: "Nama yang dilihat pelanggan saat membayar.",
    passwordHint: (characters: number) =>
      `Paling sedikit ${characters} karakter, bukan yang mudah ditebak.`,
    showPassword: "Lihat kata sandi",
    hidePassword: "Sembunyikan kata sandi",
    submit: "Buat akun",
    haveAccount: "Sudah punya akun?",
    byOperator: "Hanya pemilik server yang dapat membuat akun. Hubungi pemiliknya.",
  },
};

const en: typeof id = {
  signUp: {
    merchantName: "Name of the business",
    merchantNameHint: "The name that customers see when they pay.",
    passwordHint: (characters) => `At least ${characters} characters that are not easy to guess.`,
    showPassword: "Show password",
    hidePassword: "Hide password",
    submit: "Create account",
    haveAccount: "Already signed up?",
    byOperator: "Only the server's owner creates accounts. Ask the owner for an account.",
  },
};

export const signUpTexts = textsOf({ id, en });
