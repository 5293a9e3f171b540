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
      payment:
        "Coba dulu tanpa uang sungguhan: bayar tagihan kecil, dan lihat statusnya menjadi lunas.",
      source:
        "Tagihan sungguhan lunas otomatis begitu Tepat melihat uangnya: dari HP yang menerima notifikasi bank, atau dari email bank. Siapkan HP Android dengan aplikasi bank Anda, boleh HP kedua, dan waktu sekitar 10 menit. Untuk email, HP tidak perlu.",
      two_factor:
        "Selain kata sandi, masuk ke akun memerlukan kode dari aplikasi di HP Anda, misalnya Google Authenticator atau Aegis.",
      public_address:
        "Sebelum langkah ini, tautan Anda hanya terbuka di komputer ini atau di Wi-Fi Anda. Boleh nanti: tagihan uji tidak memerlukannya.",
    },
    phone: "Nomor WhatsApp untuk pelanggan",
    phoneHint: "Pelanggan menghubungi nomor ini jika ada masalah dengan pembayarannya.",
    accountAdded: "Rekening sudah ditambahkan.",
    toAccounts: "Lihat rekening",
    sourceDone: "Langkah ini selesai. Anda bisa menambah cara lain, misalnya HP atau email bank.",
    noPhoneYet:
      "HP belum bisa terhubung ke Tepat, karena alamatnya hanya terbuka di komputer ini. Email bank dan rekening koran sudah bisa dipakai.",
    addressFirst: "Isi alamatnya dulu",
    chooseHow: "Pilih caranya",
    needsAccount: "Tambahkan dulu tempat uang masuk.",
    tryPayment: "Buat tagihan uji",
    whyThisSum: (amount: string, unique: string) =>
      `${amount} + kode unik ${unique}. Dari jumlah inilah Tepat tahu pelanggan mana yang membayar.`,
    customersPage: "Lihat seperti pelanggan",
    paid: "Tagihan uji lunas. Begitu juga tagihan sungguhan saat uangnya masuk.",
    realPayment: "Buat tagihan Rp1.000 sungguhan",
    twoFactorOn: "Autentikasi dua langkah aktif.",
    address: {
      question: "Bagaimana pelanggan membuka tautan Anda?",
      oneButton: "Alamat gratis dari Cloudflare: satu tombol, sekitar semenit",
      ways: {
        tunnel: "Cloudflare Tunnel, gratis: sekitar 5 menit, satu perintah",
        domain: "Domain saya sendiri",
        network: "Untuk sementara hanya Wi-Fi saya",
      },
      tunnel: [
        "Di komputer tempat Tepat berjalan, pasang program cloudflared dari Cloudflare.",
        "Di komputer itu buka jendela terminal kedua, jalankan perintah ini, dan biarkan tetap berjalan.",
        "Perintah itu menampilkan alamat yang berakhiran trycloudflare.com. Isikan di bawah, lalu simpan.",
      ],
      cloudflared: "Unduh cloudflared",
      command: "Perintah",
      tunnelEnds:
        "Alamat itu berganti setiap kali perintahnya dijalankan lagi, dan tautan lama tidak terbuka lagi. Untuk seterusnya, pakai domain sendiri.",
      domain: [
        "Arahkan sebuah nama, misalnya bayar.example.com, ke alamat internet server ini. Port 80 dan 443 harus terbuka.",
        "Di komputer tempat Tepat berjalan, pasang Caddy, lalu jalankan perintah ini dengan nama Anda. Caddy mengurus sertifikat https-nya.",
        "Isikan namanya di bawah, lalu simpan.",
      ],
      production: "Panduan menjalankan server (bahasa Inggris)",
    },
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
      payment:
        "Test without real money: pay a small test invoice, and see its status change to Paid.",
      source:
        "Tepat marks a real invoice as paid when it sees the transfer, on a phone with your bank's app or in the bank's emails. For a phone, you need about 10 minutes and an Android phone with the bank's app (a second phone will do). For emails, you need no phone.",
      two_factor:
        "To sign in, you then need your password and a code from an app on your phone, such as Google Authenticator or Aegis.",
      public_address:
        "Until this step, your links open only on this computer or on your Wi-Fi. You can do this step later: test invoices work without a public address.",
    },
    phone: "WhatsApp number for customers",
    phoneHint: "Customers write to this number if a payment goes wrong.",
    accountAdded: "Your account has been added.",
    toAccounts: "See your accounts",
    sourceDone: "This step is done. You can add another way, such as a phone or the bank's emails.",
    noPhoneYet:
      "A phone cannot reach Tepat yet, because Tepat's address opens only on this computer. Bank emails and statements work already.",
    addressFirst: "Set the address first",
    chooseHow: "Choose how",
    needsAccount: "First add the account where your money arrives.",
    tryPayment: "Create a test invoice",
    whyThisSum: (amount, unique) =>
      `${amount} + unique amount ${unique}. This total tells Tepat which customer paid.`,
    customersPage: "View as a customer",
    paid: "The test invoice is paid. A real invoice changes the same way when the money arrives.",
    realPayment: "Create a real invoice of Rp1.000",
    twoFactorOn: "Two-factor authentication is on.",
    address: {
      question: "How should customers reach this server?",
      oneButton: "A free address from Cloudflare: one button, about a minute",
      ways: {
        tunnel: "A free Cloudflare Tunnel: about 5 minutes, one command",
        domain: "My own domain",
        network: "Only my Wi-Fi for now",
      },
      tunnel: [
        "On the computer that runs Tepat, install Cloudflare's program cloudflared.",
        "Open a second terminal window on that computer, run this command, and leave it running.",
        "The command prints an address that ends in trycloudflare.com. Enter that address below and save it.",
      ],
      cloudflared: "Download cloudflared",
      command: "Command",
      tunnelEnds:
        "Each time you run the command, the address changes and older links stop working. For lasting links, use your own domain.",
      domain: [
        "Point a domain name, such as pay.example.com, to this server's public IP address. Ports 80 and 443 must be open.",
        "On the computer that runs Tepat, install Caddy, then run this command with your domain name in place of pay.example.com. Caddy gets the https certificate.",
        "Enter the domain name below and save it.",
      ],
      production: "Guide to running a server",
    },
  },
};

export const guideTexts = textsOf({ id, en });
