import type { Maker, PhoneApp, Problem, ProblemKind, StepName } from "./steps.ts";

/**
 * The texts of the steps, and the next action for each problem. The command line uses the English texts.
 */

type AppFacts = Omit<PhoneApp, "bytes">;

/**
 * Returns the advice on a problem. `code` is the phone's original output, which people can search
 * for.
 */
type Advice = (app: AppFacts, code: string) => string;

const en = {
  steps: {
    install: ({ id, version }) => `Install the Tepat app ${version ?? ""} (${id})`,
    restricted: () => "Allow restricted settings for the app",
    posting: () => "Allow the app to show notifications",
    sensitive: () => "Show the app the texts that Android hides",
    listening: () => "Allow the app to read notifications",
    background: () => "Let the app run in the background",
    link: () => "Open the pairing link in the app",
  } as Record<StepName, (app: AppFacts) => string>,
  debugging:
    "On the phone open Settings → About phone, tap Build number seven times, and switch on USB debugging in Developer options.",
  makers: {
    xiaomi:
      'Xiaomi, Redmi and POCO: switch on "Install via USB" and "USB debugging (Security settings)" in Developer options. The second needs a Mi account and a SIM card.',
    oppo: 'OPPO, realme and OnePlus: switch on "Disable permission monitoring" in Developer options.',
    vivo: 'vivo and iQOO: switch on "USB security operation" in Developer options, if it is there.',
    samsung: "Samsung: switch Auto Blocker off under Security and privacy.",
  } as Record<Maker, string>,
  problems: {
    other_key: ({ id }, code) =>
      `The phone has ${id} signed by another key, and Android refuses this file as an update. Wait until the app's queue is empty, uninstall the app from the phone, then try again. (${code})`,
    newer_version: ({ version }, code) =>
      `The phone has a newer version of the app than ${version ?? "this one"}. Update the app's file on the server, or uninstall the app on the phone first. (${code})`,
    install_restricted: (_, code) =>
      `The phone does not install over USB. Xiaomi, Redmi and POCO: switch on "Install via USB" in Developer options. Other makers: accept the question on the phone's screen. Then try again. (${code})`,
    verification: (_, code) =>
      `Play Protect stopped the installation. Accept the app on the phone's screen, or switch off "Verify apps over USB" in Developer options. Then try again. (${code})`,
    cancelled: (_, code) =>
      `The installation was cancelled on the phone. Try again and accept it there. (${code})`,
    no_space: (_, code) =>
      `The phone has no space left. Free some storage, then try again. (${code})`,
    old_android: (_, code) => `The app needs Android 8 or newer. Use another phone. (${code})`,
    forbidden: () =>
      'The phone forbids this step over USB. In Developer options, switch on "USB debugging (Security settings)" (Xiaomi, Redmi, POCO), "Disable permission monitoring" (OPPO, realme, OnePlus) or "USB security operation" (vivo, iQOO). Then try again. Otherwise the app asks for the permission on the phone.',
    no_listener: () =>
      "The phone refused. Phones that an employer manages or that have very little memory let no app read notifications. Try Settings → Notification access on the phone, or use another phone.",
    answered: (_, code) =>
      `The phone responded: ${code}. The app asks for this permission on the phone.`,
    install_answered: (_, code) =>
      `The phone did not install the app: ${code}. Look at its screen, then try again.`,
    not_android: (_, code) => `This is not an Android phone. Connect one. (${code})`,
    gone: () =>
      "The phone is no longer connected. Check the cable, unlock the phone, then try again.",
    silent: () => "The phone does not respond. Look at its screen for a question, then try again.",
    offline: () =>
      "The phone is offline. Unlock it, unplug the cable and plug it in again. If that does not help, restart the phone.",
    unauthorised: () =>
      'The phone waits for your consent. Unlock it, accept "Allow USB debugging?" on its screen, then try again.',
  } as Record<ProblemKind, Advice>,
};

const id: typeof en = {
  steps: {
    install: ({ id, version }) => `Memasang aplikasi Tepat ${version ?? ""} (${id})`,
    restricted: () => "Mengizinkan setelan terbatas untuk aplikasi itu",
    posting: () => "Mengizinkan aplikasi itu memunculkan notifikasi",
    sensitive: () => "Memperlihatkan teks yang disembunyikan Android kepada aplikasi itu",
    listening: () => "Mengizinkan aplikasi itu membaca notifikasi",
    background: () => "Mengizinkan aplikasi itu berjalan di latar belakang",
    link: () => "Membuka tautan penyandingan di aplikasi itu",
  },
  debugging:
    "Di HP, buka Setelan → Tentang ponsel, ketuk Nomor versi tujuh kali, lalu aktifkan Proses debug USB di Opsi developer.",
  makers: {
    xiaomi:
      "Xiaomi, Redmi, dan POCO: aktifkan “Instal via USB” dan “Debugging USB (Setelan keamanan)” di Opsi developer. Yang kedua memerlukan akun Mi dan kartu SIM.",
    oppo: "OPPO, realme, dan OnePlus: aktifkan “Nonaktifkan pemantauan izin” di Opsi developer.",
    vivo: "vivo dan iQOO: aktifkan “Operasi keamanan USB” di Opsi developer, jika ada.",
    samsung: "Samsung: matikan Pemblokir Otomatis di Keamanan dan privasi.",
  },
  problems: {
    other_key: ({ id }, code) =>
      `HP ini sudah memiliki ${id} yang ditandatangani dengan kunci lain, jadi Android menolak berkas ini. Tunggu sampai antreannya kosong, hapus aplikasi itu dari HP, lalu coba lagi. (${code})`,
    newer_version: ({ version }, code) =>
      `Aplikasi di HP lebih baru daripada ${version ?? "yang ini"}. Minta pemilik server memperbarui berkasnya, atau hapus dulu aplikasi itu dari HP. (${code})`,
    install_restricted: (_, code) =>
      `HP tidak memasang aplikasi lewat USB. Xiaomi, Redmi, dan POCO: aktifkan “Instal via USB” di Opsi developer. Merek lain: setujui pertanyaan di layar HP. Lalu coba lagi. (${code})`,
    verification: (_, code) =>
      `Play Protect menghentikan pemasangan. Setujui aplikasinya di layar HP, atau matikan “Verifikasi aplikasi melalui USB” di Opsi developer. Lalu coba lagi. (${code})`,
    cancelled: (_, code) =>
      `Pemasangan dibatalkan di HP. Coba lagi dan setujui di layar HP. (${code})`,
    no_space: (_, code) => `Penyimpanan HP penuh. Kosongkan sebagian, lalu coba lagi. (${code})`,
    old_android: (_, code) => `Aplikasi ini memerlukan Android 8 ke atas. Pakai HP lain. (${code})`,
    forbidden: () =>
      "HP melarang langkah ini lewat USB. Di Opsi developer, aktifkan “Debugging USB (Setelan keamanan)” (Xiaomi, Redmi, POCO), “Nonaktifkan pemantauan izin” (OPPO, realme, OnePlus), atau “Operasi keamanan USB” (vivo, iQOO). Lalu coba lagi. Jika tidak bisa, aplikasinya meminta izin itu di HP.",
    no_listener: () =>
      "HP tidak mengizinkannya. HP milik kantor, atau HP dengan memori sangat kecil, tidak mengizinkan aplikasi membaca notifikasi. Coba Setelan → Akses notifikasi di HP, atau pakai HP lain.",
    answered: (_, code) => `Jawaban HP: ${code}. Aplikasinya meminta izin ini di HP.`,
    install_answered: (_, code) =>
      `HP tidak memasang aplikasinya: ${code}. Lihat layar HP, lalu coba lagi.`,
    not_android: (_, code) => `Ini bukan HP Android. Sambungkan HP Android. (${code})`,
    gone: () => "HP tidak lagi tersambung. Periksa kabelnya, buka kunci HP, lalu coba lagi.",
    silent: () => "HP tidak menjawab. Lihat apakah ada pertanyaan di layarnya, lalu coba lagi.",
    offline: () =>
      "HP tidak siap. Buka kuncinya, cabut kabel, lalu pasang lagi. Jika tetap begitu, mulai ulang HP.",
    unauthorised: () =>
      "HP menunggu izin Anda. Buka kuncinya, setujui “Izinkan proses debug USB?” di layarnya, lalu coba lagi.",
  },
};

export const phoneSetupTexts = { id, en };

export type PhoneSetupTexts = typeof en;

/** Returns a problem and the next action. */
export const adviceOn = (
  { problems }: PhoneSetupTexts,
  { kind, printed }: Problem,
  app: AppFacts,
): string => problems[kind](app, printed.replaceAll(/\s+/g, " ").trim().slice(0, 300) || "–");
