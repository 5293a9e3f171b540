import { textsOf } from "../base/texts/texts-of.ts";

/** The guides that the palette finds, those for a shopkeeper first. The guides' own page lists the others too. */

/** The names in the guides' lists. Some guides exist only in English. */
const id = {
  guides: {
    "first-payment": "Pembayaran pertama",
    sources: "Memilih sumber",
    phone: "Menyiapkan HP",
    forwarders: "Aplikasi penerus notifikasi (Inggris)",
    qris: "QRIS",
    selling: "Tautan dan kasir",
    deciding: "Memutuskan transfer",
    refunds: "Pengembalian uang",
    statements: "Rekening koran",
    team: "Tim dan dua langkah",
    notices: "Pemberitahuan",
    checkout: "Halaman pembayaran",
    "going-live": "Mulai menerima uang",
    "first-api-payment": "Pembayaran pertama lewat API (Inggris)",
    webhooks: "Webhook (Inggris)",
    shops: "Sistem toko (Inggris)",
    testing: "Uji coba tanpa uang (Inggris)",
    errors: "Respons dan kesalahan (Inggris)",
    production: "Pemasangan (Inggris)",
    settings: "Pengaturan server (Inggris)",
  },
};

const en: typeof id = {
  guides: {
    "first-payment": "First payment",
    sources: "Choose a source",
    phone: "Set up a phone",
    forwarders: "Forwarder apps",
    qris: "QRIS",
    selling: "Payment links and counter",
    deciding: "Decide about a transfer",
    refunds: "Refunds",
    statements: "Bank statements",
    team: "Team and two-factor",
    notices: "Notices",
    checkout: "Checkout page",
    "going-live": "Going live",
    "first-api-payment": "First payment by API",
    webhooks: "Webhooks",
    shops: "Shop systems",
    testing: "Testing without money",
    errors: "Responses and errors",
    production: "Production",
    settings: "Settings",
  },
};

export type Guide = keyof typeof id.guides;

export const guideNames: Readonly<Record<Guide, string>> = textsOf({ id, en }).guides;

/** Other words for each guide, in both languages, because people mix the two. */
export const guideWords: Readonly<Record<Guide, string>> = {
  "first-payment": "start begin test mulai uji coba",
  sources: "macrodroid forwarder notification email mailbox statement notifikasi surel hp",
  phone: "android app apk install battery silent pasang aplikasi baterai ponsel",
  forwarders: "macrodroid tasker sms notification penerus notifikasi aplikasi",
  qris: "qr code gopay ovo dana shopeepay kode",
  selling: "sell shop cashier jualan toko",
  deciding:
    "match unmatched wrong amount late overpaid underpaid cocokkan salah jumlah telat lebih kurang",
  refunds: "money back return kembalikan dana uang pengembalian dana uang kembali",
  statements: "csv excel import journal accounting mutasi impor jurnal akuntansi",
  team: "2fa password invite role cashier kata sandi undang peran kasir",
  notices: "telegram email browser push alert peringatan kabar",
  checkout: "customer logo colour part paid pelanggan warna bayar sebagian",
  "going-live": "public address domain tunnel https backup alamat publik cadangan",
  "first-api-payment": "key program kunci",
  webhooks: "event delivery signature secret url",
  shops: "woocommerce medusa vendure n8n plugin toko",
  testing: "test mode sandbox simulate uji",
  errors: "error code status galat kode",
  production: "docker postgresql install server proxy",
  settings: "environment variables",
};
