import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  signIn: {
    title: "Masuk",
    email: "Alamat email",
    submit: "Masuk",
    codeHint: "Enam angka. Kosongkan jika autentikasi dua langkah tidak aktif.",
    recoveryCode: "Kode pemulihan",
    recoveryCodeHint: "Salah satu kode yang Anda simpan saat mengaktifkan autentikasi dua langkah.",
    useRecoveryCode: "Pakai kode pemulihan",
    useApp: "Pakai aplikasi autentikator",
    noAccount: "Belum punya akun?",
    signUp: "Buat akun",
    waits:
      "Belum ada akun di sini. Buka alamat yang tertulis saat Tepat dijalankan untuk membuat akun pertama.",
    forgot: "Lupa kata sandi?",
  },
};

const en: typeof id = {
  signIn: {
    title: "Sign in",
    email: "Email address",
    submit: "Sign in",
    codeHint: "Six digits. Leave this field empty if two-factor authentication is off.",
    recoveryCode: "Recovery code",
    recoveryCodeHint:
      "One of the codes that you kept when you switched on two-factor authentication.",
    useRecoveryCode: "Use a recovery code",
    useApp: "Use the authenticator app",
    noAccount: "New here?",
    signUp: "Sign up",
    waits:
      "This server has no account yet. To create the first one, use the address that Tepat printed when it started.",
    forgot: "Forgot your password?",
  },
};

export const signInTexts = textsOf({ id, en });
