import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  resetPassword: {
    ask: "Kirim tautan",
    askHint: "Kami mengirim tautan untuk membuat kata sandi baru ke alamat ini.",
    sent: (address: string) =>
      `Jika ${address} punya akun di sini, tautannya sedang dikirim. Berlaku 30 menit, sekali pakai. Periksa juga folder spam.`,
    byOperator:
      "Server ini tidak mengirim email. Minta pemilik server membuat kata sandi baru untuk Anda.",
    ownersGuide: "Panduan untuk pemilik server",
    expired: "Tautan ini sudah dipakai, atau tidak berlaku lagi.",
    askAgain: "Minta tautan baru",
    changed: "Kata sandi diganti, dan semua sesi diakhiri. Silakan masuk.",
  },
};

const en: typeof id = {
  resetPassword: {
    ask: "Send a link",
    askHint: "Tepat sends a link for a new password to this address.",
    sent: (address) =>
      `If ${address} is registered here, a link is on its way. The link works once, for 30 minutes. Check the spam folder too.`,
    byOperator: "This server sends no email. Ask the server's owner to set a new password for you.",
    ownersGuide: "Guide for the server's owner",
    expired: "This link has been used or has expired.",
    askAgain: "Ask for a new link",
    changed: "Your password was changed and all sessions have ended. Sign in again.",
  },
};

export const resetPasswordTexts = textsOf({ id, en });
