import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  twoFactor: {
    title: "Autentikasi dua langkah",
    on: "Aktif",
    off: "Tidak aktif",
    why: "Jika autentikasi dua langkah aktif, orang yang tahu kata sandi Anda tetap tidak bisa masuk. Menambah HP, kunci API, atau rekening juga memerlukan kode dari HP Anda. Tanpa itu, transfer tidak bisa dicocokkan secara manual.",
    codesLeft: (count: number) => `${count} kode pemulihan tersisa.`,
    fewCodes: "Kode pemulihan hampir habis. Buat yang baru.",
    enable: "Aktifkan autentikasi dua langkah",
    toMarkPaid: "Untuk menyatakan sendiri tagihan lunas, aktifkan dulu autentikasi dua langkah.",
    scan: "Pindai kode ini dengan aplikasi autentikator di HP Anda, misalnya Google Authenticator atau Aegis. Lalu isi kode enam angka yang ditampilkannya.",
    qrLabel: "Kode QR untuk aplikasi autentikator",
    cannotScan: "Tidak dapat memindai?",
    openHint:
      "Pasang aplikasi autentikator di HP ini, misalnya Google Authenticator atau Aegis. Buka kunci dengan aplikasi itu, lalu isi kode enam angka yang ditampilkannya.",
    open: "Buka di aplikasi autentikator",
    otherDevice: "Aplikasinya di HP lain?",
    secret: "Masukkan kunci ini di aplikasi",
    confirm: "Konfirmasi",
    keepCodes: "Simpan kode pemulihan Anda",
    download: "Unduh",
    recoveryCodes: "Kode pemulihan",
    recoveryCodesHint:
      "Autentikasi dua langkah aktif. Dengan kode pemulihan Anda dapat masuk tanpa HP; masing-masing berlaku sekali.",
    renew: "Buat kode pemulihan baru",
    renewHint: "Kode pemulihan lama tidak berlaku lagi.",
    disable: "Nonaktifkan",
    disableTitle: "Nonaktifkan autentikasi dua langkah?",
    disableHint:
      "Akun hanya dilindungi kata sandi, dan transfer tidak dapat dicocokkan secara manual.",
  },
};

const en: typeof id = {
  twoFactor: {
    title: "Two-factor authentication",
    on: "On",
    off: "Off",
    why: "With two-factor authentication on, a thief who knows your password cannot sign in, and adding a phone, an API key or an account needs a code from your phone. Without it, you cannot match transfers manually.",
    codesLeft: (count) => `${counted(count, "recovery code", "recovery codes")} left.`,
    fewCodes: "Few recovery codes are left. Create new ones.",
    enable: "Switch on two-factor authentication",
    toMarkPaid: "To mark an invoice as paid yourself, first switch on two-factor authentication.",
    scan: "Scan this code with an authenticator app on your phone, such as Google Authenticator or Aegis. Then enter the six digits that the app shows.",
    qrLabel: "QR code for the authenticator app",
    cannotScan: "Cannot scan?",
    openHint:
      "Install an authenticator app on this phone, such as Google Authenticator or Aegis. Open the key in the app, then enter the six digits that the app shows.",
    open: "Open in your authenticator app",
    otherDevice: "Is the app on another phone?",
    secret: "Type this key into the app",
    confirm: "Confirm",
    keepCodes: "Save your recovery codes",
    download: "Download",
    recoveryCodes: "Recovery codes",
    recoveryCodesHint:
      "Two-factor authentication is on. Recovery codes sign you in without the phone. Each works once.",
    renew: "Create new recovery codes",
    renewHint: "The previous recovery codes stop working.",
    disable: "Switch off",
    disableTitle: "Switch off two-factor authentication?",
    disableHint:
      "Then only the password protects your sign-in, and you cannot match transfers manually.",
  },
};

export const twoFactorTexts = textsOf({ id, en });
