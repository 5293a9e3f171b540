import type { Language } from "../../../web-shared/src/language.ts";
import { formatCountIn, formatRupiah } from "../../../web-shared/src/money.ts";
import type { FormProblem, RefusalKind } from "./form-page.ts";

const id = {
  amount: "Jumlah",
  chooseAmount: "Pilih jumlah",
  yourAmount: "Jumlah yang dibayar",
  amountFrom: (min: number) => `Paling sedikit ${formatRupiah(min)}.`,
  amountBetween: (min: number, max: number) =>
    `Dari ${formatRupiah(min)} sampai ${formatRupiah(max)}.`,
  each: "per buah",
  quantity: "Banyaknya",
  left: (count: number) => `Tersisa ${formatCountIn("id", count)}.`,
  total: "Total",
  yourData: "Data Anda",
  name: "Nama",
  phone: "Nomor telepon",
  note: "Catatan untuk penjual",
  optional: "boleh kosong",
  method: "Bayar dengan",
  qrisHint: "Dari semua aplikasi bank dan dompet digital",
  transferHint: "Transfer bank",
  methodFrom: (min: number) => `mulai ${formatRupiah(min)}`,
  methodUpTo: (max: number) => `sampai ${formatRupiah(max)}`,
  continue: "Lanjut ke pembayaran",
  uniqueHint: "Di langkah berikutnya, Rp1 sampai Rp999 ditambahkan sebagai kode unik.",
  canBeChanged: "Cara membayar masih bisa diganti sebelum Anda membayar.",
  changeHint: "Jangan ganti jika Anda sudah membayar.",
  checkForm: "Periksa isian yang ditandai.",
  invoice: "Tagihan",
  customer: "Pelanggan",
  payBefore: "Bayar sebelum",
  comeBack: (time: string) => `Silakan kembali setelah ${time}.`,
  tryAgain: "Coba lagi",
  backToForm: "Buka formulir lagi",
  askAbout: (name: string) => `Halo, saya ingin bertanya tentang ${name}.`,
  pageSays: (title: string) => `Halo, di halaman pembayaran Anda tertulis: ${title}.`,
  refusals: {
    link_closed: {
      title: "Tautan ini sedang ditutup",
      hint: "Hubungi penjual untuk memesan.",
    },
    link_ended: {
      title: "Tautan ini sudah berakhir",
      hint: "Hubungi penjual untuk tautan yang baru.",
    },
    sold_out: {
      title: "Sudah habis",
      hint: "Barang dari pesanan yang tidak dibayar akan tersedia lagi. Coba lagi nanti.",
    },
    no_account: {
      title: "Belum bisa menerima pembayaran",
      hint: "Saat ini rekening penjual tidak dapat menerima pembayaran. Simpan tautan ini: halamannya bisa dipakai begitu penjual siap. Anda juga bisa menghubungi penjual.",
    },
    totals_used_up: {
      title: "Jumlah ini belum bisa dibayar sekarang",
      hint: "Setiap pembayaran memerlukan kode unik, dan semua kode untuk jumlah ini sedang dipakai. Coba lagi nanti.",
    },
    too_many_unpaid: {
      title: "Terlalu banyak tagihan belum dibayar",
      hint: "Sudah terlalu banyak tagihan yang belum dibayar dari koneksi internet Anda. Bayar salah satunya, atau coba lagi nanti.",
    },
    too_much_held: {
      title: "Pesanan Anda belum dibayar",
      hint: "Pesanan yang belum dibayar dari jaringan internet ini sudah mencapai batas. Bayar dulu tagihan yang sudah dibuat, atau coba lagi nanti.",
    },
    link_busy: {
      title: "Sedang banyak pesanan",
      hint: "Banyak pelanggan lain sedang membayar di sini. Tunggu sebentar, lalu coba lagi.",
    },
    stale_form: {
      title: "Formulir ini tidak berlaku",
      hint: "Tidak ada tagihan yang dibuat. Buka formulirnya sekali lagi.",
    },
    sale_cancelled: {
      title: "Tagihan dibatalkan",
      hint: "Penjual membatalkan tagihan ini. Mohon jangan mentransfer untuk tagihan ini.",
    },
    sale_ended: {
      title: "Waktu pembayaran habis",
      hint: "Tagihan ini tidak berlaku lagi. Minta tagihan baru kepada penjual.",
    },
    not_found: {
      title: "Halaman tidak ditemukan",
      hint: "Periksa kembali tautannya, atau minta tautan baru kepada penjual.",
    },
    rate_limited: {
      title: "Terlalu banyak permintaan",
      hint: "Tidak ada tagihan yang dibuat. Tunggu sebentar, lalu coba lagi.",
    },
    error: {
      title: "Ada gangguan sebentar",
      hint: "Tunggu sebentar, lalu coba lagi.",
    },
  } satisfies Record<RefusalKind, { title: string; hint: string }>,
  problem(problem: FormProblem): string {
    switch (problem.code) {
      case "required":
        return "Wajib diisi.";
      case "not_an_amount":
        return "Isi dengan rupiah tanpa koma, misalnya 50.000.";
      case "not_a_choice":
        return "Pilih salah satu.";
      case "not_a_phone":
        return "Isi dengan nomor telepon, misalnya 0812 3456 7890.";
      case "not_a_number":
        return "Isi dengan angka, paling sedikit 1.";
      case "broken":
        return "Ada karakter yang rusak. Ketik ulang teksnya.";
      case "too_small":
        return `Paling sedikit ${formatRupiah(problem.amount)}.`;
      case "too_large":
        return `Paling banyak ${formatRupiah(problem.amount)}.`;
      case "too_many":
        return `Paling banyak ${problem.count}.`;
      case "too_long":
        return `Paling banyak ${problem.count} karakter.`;
    }
  },
};

type FormTexts = typeof id;

const en: FormTexts = {
  amount: "Amount",
  chooseAmount: "Choose an amount",
  yourAmount: "Amount to pay",
  amountFrom: (min) => `At least ${formatRupiah(min)}.`,
  amountBetween: (min, max) => `From ${formatRupiah(min)} to ${formatRupiah(max)}.`,
  each: "each",
  quantity: "Quantity",
  left: (count) => `${formatCountIn("en", count)} left.`,
  total: "Total",
  yourData: "Your details",
  name: "Name",
  phone: "Phone",
  note: "Note to the seller",
  optional: "optional",
  method: "Pay with",
  qrisHint: "From any bank or wallet app",
  transferHint: "Bank transfer",
  methodFrom: (min) => `from ${formatRupiah(min)}`,
  methodUpTo: (max) => `up to ${formatRupiah(max)}`,
  continue: "Continue to payment",
  uniqueHint: "The next step adds Rp1 to Rp999 as your unique amount.",
  canBeChanged: "You can still change the payment method before you pay.",
  changeHint: "Do not change the payment method if you have already paid.",
  checkForm: "Check the marked fields.",
  invoice: "Invoice",
  customer: "Customer",
  payBefore: "Pay before",
  comeBack: (time) => `Please come back after ${time}.`,
  tryAgain: "Try again",
  backToForm: "Open the form again",
  askAbout: (name) => `Hello, I have a question about ${name}.`,
  pageSays: (title) => `Hello, your checkout page says: ${title}.`,
  refusals: {
    link_closed: {
      title: "This link is switched off",
      hint: "Contact the seller to place an order.",
    },
    link_ended: { title: "This link has ended", hint: "Ask the seller for a new link." },
    sold_out: {
      title: "Sold out",
      hint: "Items of unpaid orders become available again. Try again later.",
    },
    no_account: {
      title: "The seller cannot take payments now",
      hint: "Keep this link: the page works once the seller is ready. You can also contact the seller.",
    },
    totals_used_up: {
      title: "This amount cannot be paid right now",
      hint: "Each payment needs a unique amount, and all unique amounts for this amount are in use. Try again later.",
    },
    too_many_unpaid: {
      title: "Too many unpaid invoices",
      hint: "Too many unpaid invoices were created from your internet connection. Pay one of them, or try again later.",
    },
    too_much_held: {
      title: "Your orders are not paid yet",
      hint: "Your network has reached the limit of unpaid orders. Pay the existing invoices first, or try again later.",
    },
    link_busy: {
      title: "Many orders at the moment",
      hint: "Many other customers are paying here now. Wait a moment, then try again.",
    },
    stale_form: {
      title: "This form is not valid",
      hint: "No invoice was created. Open the form again.",
    },
    sale_cancelled: {
      title: "Invoice cancelled",
      hint: "The seller cancelled this invoice. Please do not transfer money for it.",
    },
    sale_ended: {
      title: "This invoice has expired",
      hint: "This invoice is no longer valid. Ask the seller for a new one.",
    },
    not_found: {
      title: "Page not found",
      hint: "Check the link, or ask the seller for a new one.",
    },
    rate_limited: {
      title: "Too many requests",
      hint: "No invoice was created. Wait a moment, then try again.",
    },
    error: {
      title: "Something went wrong",
      hint: "Please wait a moment, then try again.",
    },
  },
  problem(problem) {
    switch (problem.code) {
      case "required":
        return "Fill in this field.";
      case "not_an_amount":
        return "Enter whole rupiah, such as 50.000.";
      case "not_a_choice":
        return "Choose one of these.";
      case "not_a_phone":
        return "Enter a phone number, such as 0812 3456 7890.";
      case "not_a_number":
        return "Enter a number, at least 1.";
      case "broken":
        return "Some characters are broken. Type the text again.";
      case "too_small":
        return `At least ${formatRupiah(problem.amount)}.`;
      case "too_large":
        return `At most ${formatRupiah(problem.amount)}.`;
      case "too_many":
        return `At most ${problem.count}.`;
      case "too_long":
        return `At most ${problem.count} characters.`;
    }
  },
};

export const formTexts: Readonly<Record<Language, FormTexts>> = { id, en };
