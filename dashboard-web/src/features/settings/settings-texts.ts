import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  settings: {
    noContact: "Tambahkan kontak agar pelanggan dapat bertanya kepada Anda.",
    hint: "Nama dan tampilan di halaman pembayaran, dan kapan tagihan ditolak.",
    logo: "Logo",
    logoHint: "Tanpa logo, pelanggan melihat huruf pertama nama usaha.",
    logoUnread: "Berkas ini tidak terbaca sebagai gambar. Pilih foto atau gambar JPEG atau PNG.",
    chooseLogo: "Pilih gambar",
    color: "Warna",
    colorHint: "Warna tombol di halaman pembayaran.",
    address: "Alamat usaha",
    contactHint:
      "Alamat, telepon, dan email tampil di halaman pembayaran dan bukti pembayaran. Boleh kosong.",
    phone: "Telepon atau WhatsApp untuk pelanggan",
    email: "Email untuk pelanggan",
    shop: "Alamat toko di internet",
    shopHint: "Pelanggan dapat kembali ke sini untuk membuat pesanan baru.",
    pattern: "Pola kode tagihan manual",
    patternHint:
      "{number} wajib ada tepat satu kali. {year}, {month}, dan {day} boleh ditambahkan. Nomor mulai lagi dari 1 jika bagian lain dari kodenya berubah.",
    receipts:
      "Kirim bukti pembayaran ke pelanggan yang memberi alamat email (tagihan manual dan tautan pembayaran, jika email sudah diatur)",
    asksForRest:
      "Setelah pembayaran sebagian, minta pelanggan membayar sisanya di halaman pembayaran. Jika tidak, pelanggan diminta bertanya kepada Anda",
    refuseOffline: "Tolak tagihan selama tidak ada HP yang memantau rekeningnya",
  },
};

const en: typeof id = {
  settings: {
    noContact: "Add a contact, so that customers can reach you.",
    hint: "The name and design of the checkout page, and when Tepat refuses invoices.",
    logo: "Logo",
    logoHint: "Without a logo, customers see the first letter of the name.",
    logoUnread: "Tepat could not read this file as a picture. Choose a JPEG or PNG picture.",
    chooseLogo: "Choose a picture",
    color: "Colour",
    colorHint: "The colour of the buttons on the checkout page.",
    address: "Address of the business",
    contactHint:
      "The checkout page and the receipt show address, phone and email. All three are optional.",
    phone: "Phone or WhatsApp for customers",
    email: "Email address for customers",
    shop: "Web address of the shop",
    shopHint: "Customers can return here from the checkout page to place a new order.",
    pattern: "Code pattern of manual invoices",
    patternHint:
      "The pattern must contain {number} exactly once. You can add {year}, {month} and {day}. The number starts again at 1 when the rest of the code changes.",
    receipts:
      "Send a receipt to customers who gave an email address (manual invoices and payment links, if email is set up)",
    asksForRest:
      "After a part payment, ask the customer for the missing amount on the checkout page. Otherwise the page asks the customer to contact you",
    refuseOffline: "Refuse invoices while no phone watches the account",
  },
};

export const settingsTexts = textsOf({ id, en });
