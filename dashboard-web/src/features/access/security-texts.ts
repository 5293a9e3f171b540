import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  security: {
    hint: "Cara masuk ke dasbor ini, dan siapa yang sedang masuk.",
    sessions: "Sesi yang terbuka",
    thisBrowser: "Browser ini",
    unknownBrowser: "Browser tidak dikenal",
    endSession: "Akhiri",
    endSessionTitle: "Akhiri sesi ini?",
    endSessionHint: "Pengguna browser itu harus masuk lagi dengan kata sandi.",
    endOthers: "Akhiri semua sesi lain",
    endOthersTitle: "Akhiri semua sesi lain?",
    currentPassword: "Kata sandi sekarang",
    newPassword: "Kata sandi baru",
    changePassword: "Ganti kata sandi",
    passwordChanged: "Kata sandi diganti. Semua sesi lain diakhiri.",
  },
};

const en: typeof id = {
  security: {
    hint: "How you sign in here, and who is signed in.",
    sessions: "Open sessions",
    thisBrowser: "This browser",
    unknownBrowser: "Unknown browser",
    endSession: "End",
    endSessionTitle: "End this session?",
    endSessionHint: "That browser must sign in with the password again.",
    endOthers: "End all other sessions",
    endOthersTitle: "End all other sessions?",
    currentPassword: "Current password",
    newPassword: "New password",
    changePassword: "Change password",
    passwordChanged: "The password is changed. All other sessions have ended.",
  },
};

export const securityTexts = textsOf({ id, en });
