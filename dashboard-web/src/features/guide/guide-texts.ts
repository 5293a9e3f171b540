import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  guide: {
    hint: "Tinggalkan kapan saja. Anda bisa melanjutkannya dari Ringkasan.",
    skip: "Lewati langkah ini",
    later: "Nanti saja",
    finish: "Selesai",
    allDone: "Toko Anda siap menerima pembayaran.",
    notReachable:
      "Toko Anda sudah diatur, tetapi pelanggan di luar Wi-Fi Anda belum bisa membuka tautan Anda.",
    withProgram: "Punya situs atau aplikasi sendiri? Hubungkan dengan Tepat.",
    done: "Selesai",
    open: "Belum",
    hints: {
      shop: "Pelanggan melihat ini saat membayar.",
      account:
        "Pakai rekening, dompet digital, atau QRIS yang sudah Anda punya. Uangnya langsung ke Anda, tidak lewat Tepat.",
      source:
        "HP yang menerima notifikasi bank memberi tahu Tepat begitu uang masuk, lalu tagihannya lunas otomatis.",
      payment:
        "Coba dulu tanpa uang sungguhan: bayar tagihan kecil, dan lihat statusnya menjadi lunas.",
      two_factor: "Selain kata sandi, masuk ke akun memerlukan kode dari HP Anda.",
    },
    phone: "Nomor WhatsApp untuk pelanggan",
    phoneHint: "Pelanggan menghubungi nomor ini jika ada masalah dengan pembayarannya.",
    accountAdded: "Rekening sudah ditambahkan.",
    toAccounts: "Lihat rekening",
    sourceDone: "Tepat sudah bisa melihat uang masuk.",
    chooseHow: "Pilih caranya",
    connectMoney: "Hubungkan uang sungguhan",
    needsAccount: "Tambahkan dulu tempat uang masuk.",
    tryPayment: "Buat tagihan uji",
    whyThisSum: (amount: string, unique: string) =>
      `${amount} + kode unik ${unique}. Dari jumlah inilah Tepat tahu pelanggan mana yang membayar.`,
    customersPage: "Lihat seperti pelanggan",
    paid: "Tagihan uji lunas. Begitu juga tagihan sungguhan saat uangnya masuk.",
    realPayment: "Buat tagihan Rp1.000 sungguhan",
    twoFactorOn: "Autentikasi dua langkah aktif.",
  },
};

const en: typeof id = {
  guide: {
    hint: "You can leave at any time and continue from the overview.",
    skip: "Skip this step",
    later: "Later",
    finish: "Finish",
    allDone: "Your shop is ready to take payments.",
    notReachable:
      "Your shop is set up, but customers outside your Wi-Fi cannot open your links yet.",
    withProgram: "Do you have your own site or app? Connect it to Tepat.",
    done: "Done",
    open: "To do",
    hints: {
      shop: "Customers see these details when they pay.",
      account:
        "Use a bank account, wallet or QRIS code that you already have. The money goes straight to you, not through Tepat.",
      source:
        "A phone that gets your bank's notifications tells Tepat when money arrives. Tepat then marks the invoice as paid.",
      payment:
        "Test without real money: pay a small test invoice, and see its status change to Paid.",
      two_factor: "To sign in, you then need your password and a code from your phone.",
    },
    phone: "WhatsApp number for customers",
    phoneHint: "Customers write to this number if a payment goes wrong.",
    accountAdded: "Your account has been added.",
    toAccounts: "See your accounts",
    sourceDone: "Tepat can now see incoming money.",
    chooseHow: "Choose how",
    connectMoney: "Connect real money",
    needsAccount: "First add the account where your money arrives.",
    tryPayment: "Create a test invoice",
    whyThisSum: (amount, unique) =>
      `${amount} + ${unique} unique amount. This total tells Tepat which customer paid.`,
    customersPage: "View as a customer",
    paid: "The test invoice is paid. A real invoice changes the same way when the money arrives.",
    realPayment: "Create a real invoice of Rp1.000",
    twoFactorOn: "Two-factor authentication is on.",
  },
};

export const guideTexts = textsOf({ id, en });
