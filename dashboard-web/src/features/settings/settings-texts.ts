import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  settings: {
    noContact: "Tanpa kontak, pelanggan tidak tahu harus bertanya kepada siapa.",
    hint: "Nama dan tampilan di halaman pembayaran, dan kapan tagihan ditolak.",
    logo: "Gambar logo",
    logoHint: "Alamat https sebuah gambar. Bila kosong, huruf pertama nama usaha yang tampil.",
    color: "Warna",
    colorHint: "Warna halaman pembayaran, misalnya #0a7d55.",
    address: "Alamat usaha",
    contactHint:
      "Alamat, telepon, dan email tampil di halaman pembayaran dan bukti pembayaran. Boleh kosong.",
    phone: "Telepon atau WhatsApp untuk pelanggan",
    email: "Email untuk pelanggan",
    shop: "Alamat toko di internet",
    shopHint: "Pelanggan dapat kembali ke sini untuk membuat pesanan baru.",
    pattern: "Pola kode tagihan manual",
    patternHint:
      "{number} wajib ada satu kali; {year}, {month} dan {day} boleh ditambahkan. Nomor mulai lagi dari 1 bila bagian lainnya berubah.",
    receipts:
      "Kirim bukti pembayaran ke pelanggan yang memberi alamat email (tagihan manual dan tautan pembayaran, jika operator sudah mengatur email)",
    refuseOffline: "Tolak tagihan selama tidak ada HP yang memantau rekeningnya",
  },
};

const en: typeof id = {
  settings: {
    noContact: "Without a contact, customers do not know whom to ask.",
    hint: "Name and looks of the payment page, and when invoices are refused.",
    logo: "Logo picture",
    logoHint: "The https address of a picture. Without one, the first letter of the name is shown.",
    color: "Colour",
    colorHint: "Colour of the payment page, such as #0a7d55.",
    address: "Address of the business",
    contactHint:
      "Address, phone and email are shown on the payment page and on the receipt. They may be left empty.",
    phone: "Phone or WhatsApp for customers",
    email: "Email address for customers",
    shop: "Address of the shop on the internet",
    shopHint: "From the payment page, customers can come back here and make a new order.",
    pattern: "Pattern of the codes of manual invoices",
    patternHint:
      "{number} must be there once; {year}, {month} and {day} may be added. The number begins again at 1 when the rest changes.",
    receipts:
      "Send a receipt to customers who gave an email address (manual invoices and payment links, where the operator has set up email)",
    refuseOffline: "Refuse invoices while no phone watches the account",
  },
};

export const settingsTexts = textsOf({ id, en });
