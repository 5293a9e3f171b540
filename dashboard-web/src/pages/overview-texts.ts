const id = {
  overview: {
    hint: (name: string) => `Selamat datang, ${name}.`,
    period: "Jangka waktu",
    lastDays: (days: number) => `${days} hari terakhir`,
    paidTotal: "Dibayar",
    paidCount: "Tagihan dibayar",
    waiting: "Sedang menunggu",
    conversion: "Tingkat terbayar",
    matchRate: "Dicocokkan otomatis",
    timeToPay: "Lama membayar",
    nineOfTen: (duration: string) => `90 % dalam ${duration}`,
    healthy: (count: number) => `${count} sehat`,
    sick: (count: number) => `${count} perlu diperiksa`,
    perDay: "Per hari",
    paidOfCreated: "Tagihan: batang dibayar, garis dibuat",
    asTable: "Sebagai tabel",
    day: "Hari",
    created: "Dibuat",
    firstSteps: "Langkah pertama",
    progress: (done: number, all: number) => `${done} dari ${all} selesai`,
    done: "Selesai",
    open: "Belum",
    steps: {
      account: {
        title: "Tambahkan rekening penerima",
        hint: "Rekening bank, dompet digital, atau QRIS yang menerima uang Anda.",
      },
      device: {
        title: "Hubungkan ponsel",
        hint: "Pindai kode QR dengan ponsel yang memiliki aplikasi bank. Ponsel itu memberi tahu Tepat saat uang masuk.",
      },
      api_key_used: {
        title: "Pakai kunci API",
        hint: "Server toko Anda membuat tagihan dengan kunci ini.",
      },
      first_payment: {
        title: "Buat tagihan pertama",
        hint: "Dari server toko Anda, dengan POST /gateway/payments.",
      },
      first_paid_payment: {
        title: "Terima pembayaran pertama",
        hint: "Transfer tepat sejumlah totalnya, lalu lihat tagihannya berubah.",
      },
      webhook_url: {
        title: "Isi alamat webhook",
        hint: "Server toko Anda diberi tahu saat tagihan dibayar.",
      },
      first_webhook: {
        title: "Terima webhook pertama",
        hint: "Kirim uji coba, dan periksa tanda tangannya.",
      },
      two_factor: {
        title: "Aktifkan autentikasi dua langkah",
        hint: "Melindungi akun, dan diperlukan untuk mencocokkan transfer secara manual.",
      },
    },
  },
};

const en: typeof id = {
  overview: {
    hint: (name) => `Welcome, ${name}.`,
    period: "Period",
    lastDays: (days) => `Last ${days} days`,
    paidTotal: "Paid",
    paidCount: "Paid invoices",
    waiting: "Waiting now",
    conversion: "Paid rate",
    matchRate: "Matched automatically",
    timeToPay: "Time to pay",
    nineOfTen: (duration) => `90% within ${duration}`,
    healthy: (count) => `${count} healthy`,
    sick: (count) => `${count} to look at`,
    perDay: "Per day",
    paidOfCreated: "Invoices: bars paid, line created",
    asTable: "As a table",
    day: "Day",
    created: "Created",
    firstSteps: "First steps",
    progress: (done, all) => `${done} of ${all} done`,
    done: "Done",
    open: "Open",
    steps: {
      account: {
        title: "Add a receiving account",
        hint: "The bank account, wallet or QRIS that receives your money.",
      },
      device: {
        title: "Connect a phone",
        hint: "Scan a QR code with the phone that has the bank's app. It tells Tepat when money arrives.",
      },
      api_key_used: { title: "Use an API key", hint: "Your shop's server makes invoices with it." },
      first_payment: {
        title: "Make the first invoice",
        hint: "From your shop's server, with POST /gateway/payments.",
      },
      first_paid_payment: {
        title: "Take the first payment",
        hint: "Transfer exactly its total, and see the invoice change.",
      },
      webhook_url: {
        title: "Fill in the webhook address",
        hint: "Your shop's server is told when an invoice is paid.",
      },
      first_webhook: {
        title: "Receive the first webhook",
        hint: "Send a test event, and check its signature.",
      },
      two_factor: {
        title: "Switch on two-factor authentication",
        hint: "Protects the account, and is needed to match transfers by hand.",
      },
    },
  },
};

export const overviewTexts = { id, en };
