import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  ownBanks: {
    missing: "Bank saya tidak ada di daftar",
    add: "Tambah bank",
    addHint: "Hanya toko Anda yang melihat dan memakai bank ini.",
    title: "Bank yang Anda tambahkan",
    name: "Nama bank",
    nameHint: "Pelanggan membaca nama ini di halaman pembayaran.",
    app: "Aplikasi bank di HP Anda",
    appHint:
      "Buka aplikasinya di Play Store, pilih Bagikan, lalu tempel alamatnya di sini. Jangan pakai aplikasi obrolan, email, atau toko online: di sana siapa pun bisa menulis bahwa uang sudah masuk.",
    min: "Digit nomor rekening, paling sedikit",
    max: "Digit nomor rekening, paling banyak",
    asked:
      "Tepat menanyakan setiap notifikasi dari bank ini sampai Anda mengajarkan kata-katanya. Sebelum itu tidak ada tagihan yang otomatis lunas.",
    rename: "Ubah",
    renameTitle: (name: string) => `Ubah ${name}`,
    save: "Simpan",
    remove: "Hapus",
    removeTitle: (name: string) => `Hapus ${name}?`,
    removeHint: "Rekening baru tidak dapat lagi memakai bank ini.",
    used: "Dipakai sebuah rekening",
    digits: (min: number, max: number) => (min === max ? `${min} digit` : `${min}–${max} digit`),
  },
};

const en: typeof id = {
  ownBanks: {
    missing: "My bank is not in the list",
    add: "Add the bank",
    addHint: "Only your shop sees and uses this bank.",
    title: "Banks that you added",
    name: "Bank's name",
    nameHint: "Customers see this name on the checkout page.",
    app: "The bank's app on your phone",
    appHint:
      "Open the app in the Play Store, choose Share, and paste its address here. Do not use a chat, email or shopping app: anyone can write there that money has arrived.",
    min: "Minimum digits of an account number",
    max: "Maximum digits",
    asked:
      "Tepat asks you about each notification from this bank until you teach its wording. Before that, none of them pays an invoice automatically.",
    rename: "Edit",
    renameTitle: (name: string) => `Edit ${name}`,
    save: "Save",
    remove: "Remove",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeHint: "New accounts can no longer use this bank.",
    used: "Used by an account",
    digits: (min: number, max: number) => (min === max ? `${min} digits` : `${min}–${max} digits`),
  },
};

export const ownBanksTexts = textsOf({ id, en });
