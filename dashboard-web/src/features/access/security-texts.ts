import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  security: {
    hint: "Cara Anda masuk, dan sesi Anda yang terbuka.",
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
    hint: "Your ways to sign in, and your open sessions.",
    sessions: "Open sessions",
    thisBrowser: "This browser",
    unknownBrowser: "Unknown browser",
    endSession: "End",
    endSessionTitle: "End this session?",
    endSessionHint: "To continue in that browser, sign in there again.",
    endOthers: "End all other sessions",
    endOthersTitle: "End all other sessions?",
    currentPassword: "Current password",
    newPassword: "New password",
    changePassword: "Change password",
    passwordChanged: "Your password was changed. All other sessions have ended.",
  },
};

export const securityTexts = textsOf({ id, en });
