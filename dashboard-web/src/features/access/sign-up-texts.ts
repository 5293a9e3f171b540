import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  signUp: {
    title: "Buat akun",
    merchantName: "Nama usaha",
    merchantNameHint: "Nama yang dilihat pelanggan saat membayar.",
    passwordHint: (characters: number) => `Paling sedikit ${characters} karakter, jenis apa pun.`,
    showPassword: "Lihat kata sandi",
    hidePassword: "Sembunyikan kata sandi",
    submit: "Buat akun",
    haveAccount: "Sudah punya akun?",
    byOperator: "Hanya pemilik server yang dapat membuat akun. Hubungi pemiliknya.",
  },
  firstAccount: {
    title: "Buat akun Anda",
    lead: "Tepat membuat tagihan untuk pelanggan Anda, dan menandainya lunas begitu uangnya masuk ke rekening, dompet, atau QRIS Anda sendiri.",
    taken: "Akun pertama sudah dibuat. Silakan masuk.",
    wrongAddress:
      "Alamat ini salah. Salin seluruh alamat yang tertulis saat Tepat dijalankan, lalu buka lagi.",
    waits:
      "Belum ada akun di sini. Buka alamat yang tertulis saat Tepat dijalankan untuk membuat akun pertama.",
  },
};

const en: typeof id = {
  signUp: {
    title: "Sign up",
    merchantName: "Name of the business",
    merchantNameHint: "The name that customers see when they pay.",
    passwordHint: (characters) => `At least ${characters} characters of any kind.`,
    showPassword: "Show password",
    hidePassword: "Hide password",
    submit: "Create account",
    haveAccount: "Already signed up?",
    byOperator: "Only the server's owner creates accounts. Ask the owner for an account.",
  },
  firstAccount: {
    title: "Create your account",
    lead: "Tepat creates invoices for your customers, and marks each one as paid when the money reaches your own bank account, wallet or QRIS.",
    taken: "The first account already exists. Sign in instead.",
    wrongAddress:
      "This address is incomplete or wrong. Copy the whole address that Tepat printed when it started, and open it again.",
    waits:
      "This server has no account yet. To create the first one, use the address that Tepat printed when it started.",
  },
};

export const signUpTexts = textsOf({ id, en });
