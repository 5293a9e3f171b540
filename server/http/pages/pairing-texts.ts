import type { Language } from "../transport/accept.ts";

/** The texts of the pairing page. Values replace `{…}`. */
const id = {
  title: "Hubungkan HP ini",
  lead: "HP ini akan mengabari {host} setiap kali uang masuk.",
  other: "English",
  noScript:
    "Halaman ini memerlukan JavaScript untuk membaca kodenya, karena kode tidak pernah dikirim ke server. Tanpa JavaScript, salin seluruh alamat halaman ini, buka aplikasi Tepat, lalu tempelkan alamat itu.",
  noCode:
    "Alamat ini tidak membawa kode. Tampilkan kode di dasbor (Sumber → Tambah sumber), lalu pindai dengan kamera HP yang menerima notifikasi bank.",
  notAndroid:
    "Ini bukan HP Android. Buka alamat ini di HP Android yang menerima notifikasi bank: pindai kodenya dengan kamera HP itu. Untuk iPhone, pilih “Pintasan di iPhone” di dasbor.",
  missing: "Aplikasinya belum terpasang. Pasang dulu, lalu kembali ke halaman ini.",
  plain:
    "Alamat server ini tidak terenkripsi (http). Lanjutkan hanya di jaringan Anda sendiri; aplikasi akan bertanya lagi.",
  install: "Pasang aplikasinya",
  download: "Unduh aplikasi",
  facts:
    "Versi {version}, {size} kB. Android akan bertanya apakah browser boleh memasang aplikasi: izinkan.",
  unknownVersion: "tidak diketahui",
  checksum: "Periksa keaslian berkas (SHA-256)",
  refused: "Android menolak aplikasinya?",
  refusedWhy:
    "Sejak 30 September 2026, Android di Indonesia menolak aplikasi yang pengembangnya tidak terdaftar di Google. Ada tiga jalan:",
  refusedNow:
    "Sekarang juga, tanpa aplikasi ini: di dasbor pilih Sumber → Tambah sumber → Android → MacroDroid.",
  refusedCable: "Lewat kabel dari komputer: Android tidak menolaknya. Lihat panduan.",
  refusedWait: "Di HP ini, setelah menunggu 24 jam:",
  waitSteps: [
    "Di bagian terbawah Setelan, buka keterangan tentang HP, lalu ketuk Nomor versi tujuh kali.",
    "Setelan → Sistem → Opsi developer: nyalakan izin untuk paket yang belum diverifikasi.",
    "Nyatakan bahwa tidak ada yang menyuruh Anda, lalu mulai ulang HP dan buka kuncinya.",
    "Setelah 24 jam, buka setelan itu lagi dan konfirmasi dengan sidik jari atau PIN. Pilih 7 hari, atau tanpa batas waktu agar pembaruan juga bisa dipasang.",
    "Tampilkan kode baru di dasbor, unduh aplikasi lagi, dan ketuk Tetap instal pada peringatannya.",
  ],
  noApp: "Server ini tidak menyediakan aplikasi Tepat. Cara ini bisa dipakai tanpanya:",
  noAppWays: [
    "MacroDroid dari Play Store meneruskan notifikasi bank dari HP Android.",
    "Pintasan di iPhone meneruskan SMS dari bank.",
    "Rekening koran dari bank, diunggah di dasbor.",
  ],
  noAppNext: "Pilih salah satunya di dasbor: Sumber → Tambah sumber.",
  hasApp: "HP ini sudah punya aplikasi Tepat?",
  guide: "Panduan menyiapkan HP",
  open: "Buka aplikasinya",
  openHint: "Aplikasi mengambil alamat Tepat dan kode dari halaman ini.",
  openButton: "Hubungkan dengan aplikasi",
  compare: "Setujui di dasbor",
  compareHint: "HP menampilkan enam karakter. Setujui di dasbor hanya jika di sana sama.",
  byHand: "Ketik kode sendiri",
  byHandHint: "Isikan keduanya di aplikasi, persis seperti ini:",
  server: "Alamat Tepat",
  code: "Kode",
  copy: "Salin kode",
  copied: "Tersalin",
  ends: "Kode berlaku {minutes} menit untuk satu HP. Jika aplikasi menolaknya, kode itu salah, sudah dipakai, atau sudah kedaluwarsa. Tampilkan kode baru di dasbor.",
};

const en: typeof id = {
  title: "Connect this phone",
  lead: "This phone will notify {host} whenever money arrives.",
  other: "Bahasa Indonesia",
  noScript:
    "This page needs JavaScript to read the code, because the code is never sent to the server. Without JavaScript, copy the whole address of this page, open the Tepat app, and paste the address there.",
  noCode:
    "This address has no code. Show a code in the dashboard (Sources → Add a source), then scan it with the camera of the phone that gets the bank's notifications.",
  notAndroid:
    "This is not an Android phone. Scan the code with the camera of the Android phone that gets the bank's notifications. For an iPhone, choose “Shortcuts on an iPhone” in the dashboard.",
  missing: "The app is not installed yet. Install it first, then come back to this page.",
  plain:
    "The address of this server is not encrypted (http). Continue only on your own network. The app will ask again.",
  install: "Install the app",
  download: "Download the app",
  facts:
    "Version {version}, {size} kB. Android asks whether the browser can install apps. Allow it.",
  unknownVersion: "unknown",
  checksum: "Check that the file is genuine (SHA-256)",
  refused: "Does Android refuse the app?",
  refusedWhy:
    "Since 30 September 2026, Android in Indonesia refuses apps whose developer is not registered with Google. You have three ways:",
  refusedNow:
    "At once, without this app: in the dashboard choose Sources → Add a source → Android → MacroDroid.",
  refusedCable: "By cable from a computer, which Android does not refuse. See the guide.",
  refusedWait: "On this phone, after a wait of 24 hours:",
  waitSteps: [
    "Settings → About phone: tap Build number seven times.",
    "Settings → System → Developer options: allow unverified packages.",
    "Confirm that no one is instructing you, then restart and unlock the phone.",
    "After 24 hours, open that setting again and confirm with your fingerprint or PIN. Choose 7 days, or indefinitely so that updates can be installed too.",
    "Show a new code in the dashboard, download the app again, and tap Install anyway on the warning.",
  ],
  noApp: "This server does not offer the Tepat app. These ways work without it:",
  noAppWays: [
    "MacroDroid from the Play Store forwards the bank's notifications from an Android phone.",
    "Shortcuts on an iPhone forwards the bank's SMS.",
    "Bank statements, which you upload in the dashboard.",
  ],
  noAppNext: "Choose one in the dashboard: Sources → Add a source.",
  hasApp: "Does this phone already have the Tepat app?",
  guide: "Guide to setting up a phone",
  open: "Open the app",
  openHint: "The app takes Tepat's address and the code from this page.",
  openButton: "Connect with the app",
  compare: "Approve in the dashboard",
  compareHint:
    "The phone shows six characters. Approve only if the dashboard shows the same characters.",
  byHand: "Enter the code manually",
  byHandHint: "Enter both in the app, exactly like this:",
  server: "Tepat's address",
  code: "Code",
  copy: "Copy the code",
  copied: "Copied",
  ends: "The code is valid for {minutes} minutes and for one phone. If the app refuses the code, show a new one in the dashboard.",
};

export type PairingTexts = typeof id;

export const pairingTexts: Readonly<Record<Language, PairingTexts>> = { id, en };
