/**
 * The words with which shopkeepers search for a section, by its address, if the section says them otherwise. They
 * rank above headings. Words that replace each other everywhere are synonyms (guides-start.mjs).
 */
export const guideWords: Readonly<Record<string, string>> = {
  "/docs/deciding":
    "money has not arrived missing still unpaid paid but pending wrong amount paid too little underpaid short late after expiry match transfer",
  "/docs/refunds":
    "money back return goods cancel order chargeback paid twice double overpaid too much",
  "/docs/qris": "wrong qr code does not scan change replace barcode static",
  "/docs/team#password": "forgot forgotten lost reset cannot sign in log in locked out",
  "/docs/team#two-factor-authentication": "2fa otp authenticator lost recovery",
  "/docs/team#your-team": "add employee staff worker user access permission role",
  "/docs/phone": "install android new phone second phone",
  "/docs/phone#check-the-phone":
    "phone off dead died lost stolen sold broken offline disconnected battery notification does not arrive detected",
  "/docs/selling#a-payment-link": "instagram whatsapp online shop poster sell",
  "/docs/selling#the-counter": "receipt print till cash register point of sale pos note",
  "/docs/first-payment#3-set-up-your-shop-and-your-bank-account":
    "add bank account number wallet cost price fee free",
  "/docs/first-payment#4-pay-a-test-invoice": "unique amount code extra digits cents why three",
  "/docs/statements": "mutation report compare monthly",
  "/docs/statements#books-for-the-accountant": "tax bookkeeping accounting excel export",
  "/docs/notices": "telegram alert notify me message push sound",
  "/docs/sources": "connect bank automatic confirmation gmail",
  "/docs/sources#an-iphone": "ios apple",
  "/docs/id/deciding":
    "uang belum masuk sudah transfer sudah bayar tapi belum lunas belum berubah salah nominal jumlah salah bayar kurang terlambat telat",
  "/docs/id/refunds":
    "kembalikan uang kembali retur batal pesanan bayar dua kali dobel kelebihan lebih bayar",
  "/docs/id/qris": "kode qr salah tidak bisa dipindai scan ganti barcode statis",
  "/docs/id/team#kata-sandi": "lupa ganti reset tidak bisa masuk login",
  "/docs/id/team#autentikasi-dua-langkah": "2fa otp authenticator hilang pemulihan",
  "/docs/id/team#tim-anda": "tambah karyawan pegawai akun kasir hak akses staf",
  "/docs/id/phone": "pasang aplikasi instal android hp baru hp kedua",
  "/docs/id/phone#apakah-hp-nya-sehat":
    "hp mati hilang rusak dicuri dijual terputus offline baterai habis notifikasi tidak masuk tidak terbaca",
  "/docs/id/selling#tautan-pembayaran": "instagram whatsapp jualan toko online poster",
  "/docs/id/selling#kasir": "struk cetak nota kuitansi bukti bayar mesin pos",
  "/docs/id/first-payment#3-isi-toko-dan-rekening":
    "tambah rekening nomor rekening biaya gratis harga potongan",
  "/docs/id/first-payment#4-bayar-tagihan-uji":
    "kode unik angka tambahan tiga angka terakhir kenapa",
  "/docs/id/statements": "mutasi rekening laporan bulanan cek",
  "/docs/id/statements#pembukuan-untuk-akuntan": "pajak laporan keuangan excel ekspor",
  "/docs/id/notices": "telegram kabar notifikasi pesan bunyi",
  "/docs/id/sources": "sambungkan bank otomatis gmail",
  "/docs/id/sources#iphone": "ios apple",
};
