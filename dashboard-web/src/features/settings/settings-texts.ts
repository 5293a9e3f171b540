import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  settings: {
    noContact: "Tambahkan kontak agar pelanggan dapat bertanya kepada Anda.",
    examplePay: "Bayar tepat sejumlah ini",
    exampleDigits: "Jangan dibulatkan. Tiga angka terakhir menandai pembayaran Anda.",
    exampleButton: "Salin jumlah",
    exampleSeller: "Penjual",
    exampleShop: "Ke toko",
    hint: "Halaman pembayaran yang dilihat pelanggan, dan aturan tagihan Anda.",
    shopGroup: "Usaha Anda",
    contactGroup: "Kontak untuk pelanggan",
    logo: "Logo",
    logoHint: "Tanpa logo, pelanggan melihat huruf pertama nama usaha.",
    logoUnread: "Berkas ini tidak terbaca sebagai gambar. Pilih foto atau gambar JPEG atau PNG.",
    chooseLogo: "Pilih gambar",
    color: "Warna",
    colorHint: "Warna tombol di halaman pembayaran.",
    address: "Alamat usaha",
    contactHint: "Tampil di halaman pembayaran dan bukti pembayaran.",
    phone: "Telepon atau WhatsApp",
    email: "Email",
    shop: "Situs web toko",
    shopExample: "tokoanda.com",
    shopHint:
      "Dari halaman pembayaran, pelanggan dapat kembali ke situs ini. https:// ditambahkan otomatis.",
    pattern: "Kode tagihan",
    patternHint:
      "Untuk tagihan manual, kasir, dan tautan pembayaran. Saat tahun, bulan, atau tanggal di kodenya berganti, nomornya mulai lagi dari 1.",
    ownPattern: "Lainnya",
    ownPatternLabel: "Kode tagihan Anda sendiri",
    ownPatternHint:
      "Tulis teksnya, lalu tambahkan nomor. Tahun, bulan, dan tanggal boleh ditambahkan; saat berganti, nomornya mulai lagi dari 1.",
    addPart: "Tambahkan ke kode",
    parts: { number: "Nomor", year: "Tahun", month: "Bulan", day: "Tanggal" },
    nextCode: "Hasilnya:",
    receipts: "Kirim bukti pembayaran lewat email",
    receiptsHint:
      "Untuk tagihan manual dan tautan pembayaran, jika pelanggan memberi alamat email.",
    asksForRest: "Minta pelanggan melunasi sisanya setelah pembayaran sebagian",
    asksForRestHint: "Jika tidak dicentang, halaman pembayaran meminta pelanggan menghubungi Anda.",
    refuseOffline: "Hanya buat tagihan selama ada sumber yang memantau rekeningnya",
    refuseOfflineHint:
      "Tepat tidak bisa mengetahui pembayaran selama tidak ada sumber yang memantau rekeningnya.",
    developersHint: "Untuk menghubungkan situs atau aplikasi Anda sendiri dengan Tepat.",
    openDevelopers: "Buka halaman pengembang",
  },
};

const en: typeof id = {
  settings: {
    noContact: "Add a contact, so that customers can reach you.",
    examplePay: "Pay exactly this amount",
    exampleDigits: "Do not round it. The last three digits identify your payment.",
    exampleButton: "Copy amount",
    exampleSeller: "Seller",
    exampleShop: "Go to the shop",
    hint: "The checkout page that customers see, and the rules for your invoices.",
    shopGroup: "Your business",
    contactGroup: "Contact for customers",
    logo: "Logo",
    logoHint: "Without a logo, customers see the first letter of your business name.",
    logoUnread: "Tepat could not read this file as a picture. Choose a JPEG or PNG picture.",
    chooseLogo: "Choose a picture",
    color: "Colour",
    colorHint: "The colour of the buttons on the checkout page.",
    address: "Postal address",
    contactHint: "Shown on the checkout page and on receipts.",
    phone: "Phone or WhatsApp",
    email: "Email",
    shop: "Website of the shop",
    shopExample: "yourshop.com",
    shopHint:
      "Customers can return to this website from the checkout page. https:// is added automatically.",
    pattern: "Invoice code",
    patternHint:
      "For manual invoices, counter sales and payment links. The number starts again at 1 when the year, month or day in the code changes.",
    ownPattern: "Other",
    ownPatternLabel: "Your own invoice code",
    ownPatternHint:
      "Type any text, then add the number. You can also add the year, month and day. When one of these changes, the number starts again at 1.",
    addPart: "Add to the code",
    parts: { number: "Number", year: "Year", month: "Month", day: "Day" },
    nextCode: "Result:",
    receipts: "Email receipts to customers",
    receiptsHint:
      "For manual invoices and payment links, if the invoice has the customer's email address.",
    asksForRest: "Ask customers for the missing amount after a part payment",
    asksForRestHint: "If this is off, the checkout page asks the customer to contact you.",
    refuseOffline: "Create invoices only while a source watches the account",
    refuseOfflineHint: "Tepat cannot detect payments while no source watches the account.",
    developersHint: "Connect your own website or app to Tepat.",
    openDevelopers: "Open the developer pages",
  },
};

export const settingsTexts = textsOf({ id, en });
