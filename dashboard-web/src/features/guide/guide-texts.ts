import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  guide: {
    title: "Siapkan toko Anda",
    hint: "Tinggalkan kapan saja. Anda bisa melanjutkannya dari Ringkasan.",
    progress: (done: number, all: number) => `${done} dari ${all} selesai`,
    next: (step: string) => `Berikutnya: ${step}`,
    goOn: "Lanjutkan",
    dismiss: "Jangan tampilkan lagi",
    skip: "Lewati dulu",
    later: "Nanti saja",
    finish: "Selesai",
    allDone: "Toko Anda siap menerima pembayaran.",
    withProgram: "Punya situs atau aplikasi sendiri? Hubungkan lewat menu Pengembang.",
    done: "Selesai",
    open: "Belum",
    steps: {
      shop: {
        title: "Toko Anda",
        hint: "Pelanggan melihat ini saat membayar.",
      },
      account: {
        title: "Tempat uang masuk",
        hint: "Pakai rekening, dompet digital, atau QRIS yang sudah Anda punya. Uangnya langsung ke Anda, tidak lewat Tepat.",
      },
      source: {
        title: "Cara uang masuk diketahui",
        hint: "HP yang menerima notifikasi bank memberi tahu Tepat begitu uang masuk, lalu tagihannya lunas otomatis.",
      },
      payment: {
        title: "Tagihan pertama",
        hint: "Coba dulu tanpa uang sungguhan: bayar tagihan kecil, dan lihat statusnya menjadi lunas.",
      },
      two_factor: {
        title: "Amankan akun Anda",
        hint: "Selain kata sandi, masuk ke akun memerlukan kode dari HP Anda.",
      },
    },
    phone: "Nomor WhatsApp untuk pelanggan",
    accountAdded: "Rekening sudah ditambahkan.",
    toAccounts: "Lihat rekening",
    sourceDone: "Tepat sudah bisa melihat uang masuk.",
    connectPhone: "Hubungkan HP",
    otherWays: "Halaman HP juga menunjukkan cara lain, tanpa aplikasi Tepat.",
    needsAccount: "Tambahkan dulu tempat uang masuk.",
    tryPayment: "Buat tagihan uji",
    customersPage: "Lihat seperti pelanggan",
    paid: "Tagihan uji lunas. Begitu juga tagihan sungguhan saat uangnya masuk.",
    realPayment: "Buat tagihan Rp1.000 sungguhan",
    twoFactorOn: "Autentikasi dua langkah aktif.",
  },
};

const en: typeof id = {
  guide: {
    title: "Set up your shop",
    hint: "Leave whenever you like. You can continue from the overview.",
    progress: (done, all) => `${done} of ${all} done`,
    next: (step) => `Next: ${step}`,
    goOn: "Continue",
    dismiss: "Do not show again",
    skip: "Skip for now",
    later: "Later",
    finish: "Finish",
    allDone: "Your shop is ready to be paid.",
    withProgram: "Do you have your own site or app? Connect it under Developers.",
    done: "Done",
    open: "Open",
    steps: {
      shop: {
        title: "Your shop",
        hint: "Customers see these details when they pay.",
      },
      account: {
        title: "Where your money arrives",
        hint: "Use a bank account, wallet or QRIS code that you already have. The money goes straight to you, not through Tepat.",
      },
      source: {
        title: "How Tepat sees your money",
        hint: "A phone that gets your bank's notifications tells Tepat when money arrives. Tepat then marks the invoice as paid.",
      },
      payment: {
        title: "Your first invoice",
        hint: "Try it without real money: pay a small invoice and see it become paid.",
      },
      two_factor: {
        title: "Protect your account",
        hint: "Signing in then takes a code from your phone as well as your password.",
      },
    },
    phone: "WhatsApp number for customers",
    accountAdded: "Your account has been added.",
    toAccounts: "See your accounts",
    sourceDone: "Tepat can see your money arrive.",
    connectPhone: "Connect a phone",
    otherWays: "The phones page also shows ways without the Tepat app.",
    needsAccount: "First add the account where your money arrives.",
    tryPayment: "Create a test invoice",
    customersPage: "See it as a customer",
    paid: "The test invoice is paid. A real invoice changes the same way when the money arrives.",
    realPayment: "Create a real invoice of Rp1.000",
    twoFactorOn: "Two-factor authentication is on.",
  },
};

export const guideTexts = textsOf({ id, en });
