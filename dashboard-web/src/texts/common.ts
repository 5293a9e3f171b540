import type { RefusalCode } from "../api.ts";
import type { RefusalReason } from "../generated/types.gen.ts";
import { counted } from "./counted.ts";
import type { WordsFor } from "./words-for.ts";

const id = {
  common: {
    skip: "Langsung ke isi halaman",
    languages: "Bahasa",
    loading: "Memuat",
    close: "Tutup",
    back: "Kembali",
    saved: "Tersimpan",
    save: "Simpan",
    kept: "Sudah saya simpan",
    tryAgain: "Coba lagi",
    reload: "Muat ulang",
    copy: "Salin",
    copied: "Tersalin",
    copyFailed: "Tidak dapat menyalin. Pilih teksnya, lalu salin secara manual.",
    shownOnce: "Hanya ditampilkan sekarang. Simpan di tempat aman sebelum menutup ini.",
    created: "Dibuat",
    lastUsed: "Terakhir dipakai",
    never: "Belum pernah",
    pages: "Halaman daftar",
    newer: "Lebih baru",
    older: "Lebih lama",
    notFound: "Halaman tidak ditemukan",
    notFoundHint: "Periksa kembali alamatnya.",
    toOverview: "Ke ringkasan",
    pageFailed: "Halaman ini tidak dapat dimuat. Periksa koneksi Anda, lalu muat ulang.",
    all: "Semua",
    offline: "Tidak tersambung. Yang tampil mungkin sudah berubah.",
  },
  menu: {
    label: "Menu",
    short: "Menu utama",
    more: "Lainnya",
    signOut: "Keluar",
    overview: "Ringkasan",
    payments: "Tagihan",
    mutations: "Mutasi",
    accounts: "Rekening",
    devices: "Perangkat",
    webhooks: "Webhook",
    settings: "Pengaturan",
    apiKeys: "Kunci API",
    security: "Keamanan",
    auditLog: "Catatan audit",
    operator: "Operator",
  },
  confirmation: {
    title: "Konfirmasikan bahwa ini Anda",
    hint: "Ini menyangkut uang, atau memberi akses yang menetap. Satu kode cukup untuk lima menit.",
    appIsGone:
      "Aplikasinya hilang? Nonaktifkan autentikasi dua langkah dengan kode pemulihan, di menu Keamanan.",
    submit: "Konfirmasi",
  },
  refusals: {
    wrongSignIn:
      "Tidak dapat masuk. Periksa alamat, kata sandi, dan kode enam angka bila autentikasi dua langkah aktif.",
    /** What stands in the way. */
    reasons: {
      account_limit: ({ accounts }) =>
        `Sudah ada ${accounts} rekening, jumlah terbanyak. Ubah rekening yang tidak dipakai lagi.`,
      pool_limit: () =>
        "Rekening Anda sudah terlalu sering ganti aplikasi atau HP. Pilih aplikasi dan HP yang dipakai rekening lain.",
      account_in_use: ({ hours }) =>
        `Rekening ini punya tagihan yang menunggu, atau yang selesai kurang dari ${hours} jam lalu. Ganti aplikasi atau HP-nya setelah itu.`,
      amounts_reversed: () => "Jumlah terbesar tidak boleh kurang dari jumlah terkecil.",
      webhook_secret_limit: ({ secrets }) =>
        `Sudah ada ${secrets} rahasia webhook yang berlaku, jumlah terbanyak. Tunggu sampai yang terlama berakhir.`,
      api_key_limit: ({ keys }) =>
        `Sudah ada ${keys} kunci API yang berlaku, jumlah terbanyak. Cabut salah satunya dahulu.`,
      quota_not_sold: () => "Kuota hari tidak dijual di sini. Mintalah kepada operator.",
      no_selling_account: () =>
        "Rekening operator sedang tidak dapat menerima pembayaran ini. Coba lagi nanti, atau tanyakan kepada operator.",
      quota_invoice_failed: () =>
        "Tagihan untuk tambahan hari tidak dapat dibuat. Coba lagi nanti, atau tanyakan kepada operator.",
      quota_order_limit: ({ orders }) =>
        `Sudah ada ${orders} pesanan yang belum dibayar. Bayar salah satunya, atau tunggu satu hari sejak yang pertama.`,
      email_taken: ({ email }) => `Alamat ${email} sudah punya akun. Silakan masuk.`,
      device_not_waiting: () =>
        "Ponsel ini tidak menunggu persetujuan. Ponsel yang sudah dicabut harus mendaftar lagi.",
      pairing_code_differs: ({ pairing_code }) =>
        `Kode pemasangan ponsel ini bukan ${pairing_code}. Muat ulang, lalu bandingkan lagi dengan kode di ponsel.`,
      export_limit: ({ tables }) =>
        `Sudah ada ${tables} tabel yang sedang diunduh. Tunggu sampai salah satunya selesai.`,
      no_webhook_address: () => "Belum ada alamat webhook. Isi dan simpan dahulu.",
      delivery_not_free: () => "Webhook ini sedang dikirim. Coba lagi sebentar lagi.",
      no_enrolment: () => "Kode QR ini tidak berlaku lagi. Tampilkan yang baru, lalu pindai.",
      link_expired: () => "Tautan ini sudah dipakai, atau tidak berlaku lagi. Minta tautan baru.",
    } as WordsFor<RefusalReason>,
    rateLimited: (minutes: number) => `Terlalu banyak percobaan. Coba lagi dalam ${minutes} menit.`,
    byCode: {
      offline: "Server tidak menjawab. Periksa koneksi Anda, lalu coba lagi.",
      internal_error: "Ada gangguan di server. Coba lagi sebentar lagi.",
      validation_error: "Periksa isian yang ditandai.",
      "invalid totp code":
        "Kode salah, kedaluwarsa, atau sudah dipakai. Tunggu kode berikutnya, lalu coba lagi.",
      not_found: "Tidak ada di sini. Periksa alamatnya, atau cari di daftarnya.",
      totp_not_enabled: "Aktifkan autentikasi dua langkah dahulu, di menu Keamanan.",
      confirmation_required: "Konfirmasikan dahulu dengan kode dari aplikasi autentikator.",
      conflict: "Keadaannya sudah berubah. Muat ulang, lalu coba lagi.",
      bad_request: "Permintaan ini tidak dapat diterima. Muat ulang halaman, lalu coba lagi.",
      payment_not_cancellable: "Tagihan ini tidak menunggu lagi, jadi tidak dapat dibatalkan.",
      unauthorized: "Sesi Anda berakhir. Silakan masuk lagi.",
    } as Record<Exclude<RefusalCode, "rate_limited">, string>,
  },
};

const en: typeof id = {
  common: {
    skip: "Skip to the page",
    languages: "Language",
    loading: "Loading",
    close: "Close",
    back: "Back",
    saved: "Saved",
    save: "Save",
    kept: "I have kept it",
    tryAgain: "Try again",
    reload: "Reload",
    copy: "Copy",
    copied: "Copied",
    copyFailed: "Copying failed. Select the text and copy it yourself.",
    shownOnce: "Shown only now. Keep it in a safe place before you close this.",
    created: "Created",
    lastUsed: "Last used",
    never: "Never",
    pages: "Pages of the list",
    newer: "Newer",
    older: "Older",
    notFound: "Page not found",
    notFoundHint: "Check the address.",
    toOverview: "To the overview",
    pageFailed: "This page could not be loaded. Check your connection, then reload.",
    all: "All",
    offline: "No connection. What you see may have changed.",
  },
  menu: {
    label: "Menu",
    short: "Main menu",
    more: "More",
    signOut: "Sign out",
    overview: "Overview",
    payments: "Invoices",
    mutations: "Mutations",
    accounts: "Accounts",
    devices: "Devices",
    webhooks: "Webhooks",
    settings: "Settings",
    apiKeys: "API keys",
    security: "Security",
    auditLog: "Audit log",
    operator: "Operator",
  },
  confirmation: {
    title: "Confirm that it is you",
    hint: "This decides about money, or gives lasting access. One code is enough for five minutes.",
    appIsGone:
      "Is the app gone? Switch two-factor authentication off with a recovery code, under Security.",
    submit: "Confirm",
  },
  refusals: {
    wrongSignIn:
      "Signing in failed. Check the address, the password, and the six-digit code if two-factor authentication is on.",
    reasons: {
      account_limit: ({ accounts }) =>
        `There are ${accounts} accounts, the most there can be. Change one that is not used any more.`,
      pool_limit: () =>
        "Your accounts have changed their app or phone too often. Choose an app and a phone of another account.",
      account_in_use: ({ hours }) =>
        `This account has invoices that wait, or that ended less than ${hours} hours ago. Change its app or phone after that.`,
      amounts_reversed: () => "The largest amount must not be less than the smallest.",
      webhook_secret_limit: ({ secrets }) =>
        `${secrets} webhook secrets are in force, the most there can be. Wait until the oldest has ended.`,
      api_key_limit: ({ keys }) =>
        `${keys} API keys are in force, the most there can be. Revoke one first.`,
      quota_not_sold: () => "Days of quota are not sold here. Ask the operator for them.",
      no_selling_account: () =>
        "No account of the operator can take this payment now. Try again later, or ask the operator.",
      quota_invoice_failed: () =>
        "The invoice for more days could not be made. Try again later, or ask the operator.",
      quota_order_limit: ({ orders }) =>
        `${counted(orders, "order is", "orders are")} not paid yet. Pay one, or wait until a day has passed since the first.`,
      email_taken: ({ email }) => `The address ${email} has an account already. Please sign in.`,
      device_not_waiting: () =>
        "This phone does not wait for approval. A revoked one has to register again.",
      pairing_code_differs: ({ pairing_code }) =>
        `The pairing code of this phone is not ${pairing_code}. Reload, and compare it with the phone again.`,
      export_limit: ({ tables }) =>
        `${counted(tables, "table is", "tables are")} being saved already. Wait until one has ended.`,
      no_webhook_address: () => "There is no webhook address yet. Fill one in and save it first.",
      delivery_not_free: () => "This webhook is being sent just now. Try again in a moment.",
      no_enrolment: () => "This QR code is void. Show a new one, and scan it.",
      link_expired: () => "This link has been used, or is too old. Ask for a new one.",
    },
    rateLimited: (minutes) =>
      `Too many attempts. Try again in ${counted(minutes, "minute", "minutes")}.`,
    byCode: {
      offline: "The server does not answer. Check your connection, then try again.",
      internal_error: "Something failed on the server. Try again in a moment.",
      validation_error: "Check the marked fields.",
      "invalid totp code":
        "The code is wrong, expired or already used. Wait for the next one, then try again.",
      not_found: "It is not here. Check the address, or look for it in its list.",
      totp_not_enabled: "Switch on two-factor authentication first, under Security.",
      confirmation_required: "Confirm with a code of the authenticator app first.",
      conflict: "Things have changed. Reload, then try again.",
      bad_request: "This request cannot be accepted. Reload the page, then try again.",
      payment_not_cancellable: "This invoice does not wait any more, so it cannot be cancelled.",
      unauthorized: "Your session has ended. Please sign in again.",
    },
  },
};

export const commonTexts = { id, en };
