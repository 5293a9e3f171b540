import QRCode from "qrcode";
import { stepsForRest } from "../../server/domain/accounts/steps-for-rest.ts";
import type { LinkFormPage, RefusalKind, RefusedPage } from "../src/forms/form-page.ts";
import type { CheckoutPage } from "../src/page.ts";

const steps = [
  {
    step: 1,
    title: "Buka aplikasi bank",
    content: "Buka mobile banking, internet banking atau ATM dan pilih menu transfer.",
  },
  {
    step: 2,
    title: "Isi rekening tujuan",
    content: "Pilih bank BCA, masukkan nomor rekening tujuan dan periksa nama pemiliknya.",
  },
  {
    step: 3,
    title: "Isi jumlah persis",
    content:
      "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya.",
  },
  {
    step: 4,
    title: "Transfer",
    content:
      "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.",
  },
];

const qrisSteps = [
  {
    step: 1,
    title: "Buka aplikasi pembayaran",
    content: "Buka aplikasi mobile banking atau dompet digital yang mendukung QRIS.",
  },
  {
    step: 2,
    title: "Pindai kode QR",
    content: "Pilih menu QRIS lalu pindai kode, atau unggah gambarnya dari galeri.",
  },
];

/** The last step stands for a step that the merchant wrote. */
const englishSteps = [
  { title: "Open your bank's app", content: "Open mobile banking and choose Transfer." },
  {
    title: "Enter the account",
    content: "Choose BCA as the bank and enter the account number.",
  },
  { title: "Enter the exact amount", content: "Enter the exact total. Do not round it." },
  null,
];

const englishQrisSteps = [
  { title: "Open a payment app", content: "Open a mobile banking app or an e-wallet." },
  { title: "Scan the QR code", content: "Choose QRIS and scan the code, or upload its picture." },
];

const orderItems = [
  {
    name: "Kopi susu gula aren, 1 liter",
    price: 60_000,
    quantity: 2,
    subtotal: 120_000,
    product_url: "https://shop.example/kopi",
    image_url: "https://shop.example/kopi.jpg",
  },
  { name: "Roti sobek cokelat", price: 30_000, quantity: 1, subtotal: 30_000, image_url: null },
];

/** A dynamic code for Rp25.317, derived from a static code that cannot be paid. */
export const qrisPayload =
  "00020101021226690021ID.CO.BANKMANDIRI.WWW01189360000800000000020211000000000020303UMI51440014ID.CO.QRIS.WWW0215ID10990000000020303UMI5204274153033605405253175802ID5910kedai  uji6015Tangerang (Kab)61050000162070703A0163049C89";

type Changes = Partial<Omit<CheckoutPage, "view" | "merchant">> & {
  view?: Partial<CheckoutPage["view"]>;
  merchant?: Partial<CheckoutPage["merchant"]>;
};

/** Returns the page of a new transfer with one day to pay. */
export function transferPage(changes: Changes = {}): CheckoutPage {
  const now = Date.now();
  return {
    payment_id: "019aa5ea-1f50-7b3c-8d2e-4a5b6c7d8e01",
    server_time: new Date(now).toISOString(),
    language: "id",
    qr: null,
    qr_size: null,
    money: null,
    rest: null,
    change_path: null,
    note: "Bisa diambil hari Sabtu.\nTerima kasih sudah menunggu.",
    english_steps: englishSteps,
    paid_at: changes.view?.status === "PAID" ? new Date(now).toISOString() : null,
    ...changes,
    seller: {
      address: "Jl. Melati 7, Bandung",
      phone: "0811-2233 4455",
      email: "halo@shop.example",
      shop_url: "https://shop.example/",
      ...changes.seller,
    },
    merchant: { name: "Kedai Sari Rasa", logo_url: null, accent_color: null, ...changes.merchant },
    view: {
      payment_code: "INV/2026/11",
      amount_original: 150_000,
      amount_unique: 123,
      amount_total: 150_123,
      status: "PENDING",
      expires_at: new Date(now + 86_399_000).toISOString(),
      created_at: new Date(now - 1_000).toISOString(),
      customer_name: "Siti Rahayu",
      customer_email: "siti@shop.example",
      customer_phone: "+6281200000001",
      return_url: "https://shop.example/done?cart=7",
      redirect_url: "https://shop.example/done?cart=7&payment_code=INV%2F2026%2F11",
      order_items: JSON.stringify(orderItems),
      account_number: "1234567890",
      account_name: "PT SARI RASA NUSANTARA",
      bank_name: "BCA",
      bank_type: "TRANSFER",
      app_name: "BCA mobile",
      instructions: JSON.stringify(steps),
      ...changes.view,
    },
  };
}

export function qrisPage(changes: Changes = {}): CheckoutPage {
  const { path, size } = drawQr(qrisPayload);
  return transferPage({
    qr: path,
    qr_size: size,
    english_steps: englishQrisSteps,
    ...changes,
    view: {
      amount_original: 25_000,
      amount_unique: 317,
      amount_total: 25_317,
      order_items: "[]",
      account_number: "",
      account_name: "",
      bank_name: "QRIS",
      bank_type: "QRIS",
      app_name: "",
      instructions: JSON.stringify(qrisSteps),
      qris_id: "ID1099000000002",
      qris_name: "kedai  uji",
      qris_city: "Tangerang (Kab)",
      qris_payload: qrisPayload,
      ...changes.view,
    },
  });
}

/** The code for Rp12.658, the missing sum after Rp12.659 was paid. */
export const restPayload =
  "00020101021226690021ID.CO.BANKMANDIRI.WWW01189360000800000000020211000000000020303UMI51440014ID.CO.QRIS.WWW0215ID10990000000020303UMI5204274153033605405126585802ID5910kedai  uji6015Tangerang (Kab)61050000162070703A01630485ED";

/** Returns the page after half of the total has been paid. */
export function partOf(
  page: CheckoutPage,
  changes: Partial<NonNullable<CheckoutPage["rest"]>> = {},
): CheckoutPage {
  const received = Math.ceil(page.view.amount_total / 2);
  const rest = { amount: page.view.amount_total - received, is_payable: true, ...changes };
  const isDrawn = page.qr !== null && rest.is_payable;
  const { path, size } = drawQr(restPayload);
  const { indonesian, english } = stepsForRest(JSON.parse(page.view.instructions), {
    name: page.view.bank_name,
    amount: rest.amount,
  });
  return {
    ...page,
    english_steps: english,
    money: {
      received: page.view.amount_total - rest.amount,
      refunded: 0,
      kept: null,
      refunds_owed: 0,
    },
    rest,
    qr: isDrawn ? path : null,
    qr_size: isDrawn ? size : null,
    view: {
      ...page.view,
      instructions: JSON.stringify(indonesian),
      ...(page.qr !== null && { qris_payload: isDrawn ? restPayload : null }),
    },
  };
}

/**
 * Draws a QR code as the server does: one square for each dark module, and a quiet zone of four
 * modules.
 */
function drawQr(payload: string): { path: string; size: number } {
  const { modules } = QRCode.create(payload, { errorCorrectionLevel: "M" });
  const quietZone = 4;
  const squares = Array.from({ length: modules.size ** 2 }, (_, index) => {
    const row = Math.floor(index / modules.size);
    const column = index % modules.size;
    if (!modules.get(row, column)) return "";
    return `M${column + quietZone} ${row + quietZone}h1v1h-1z`;
  });
  return { path: squares.join(""), size: modules.size + 2 * quietZone };
}

/** Returns a page in which every text that an outsider can write is hostile. */
export function hostilePage(): CheckoutPage {
  const script = `</script><script>document.title="owned"</script><img src=x onerror=alert(1)>{{7*7}}`;
  return transferPage({
    note: script,
    seller: { address: script, phone: script, email: script, shop_url: "javascript:alert(1)" },
    merchant: {
      name: script,
      logo_url: "javascript:alert(1)",
      accent_color: "red;}*{display:none",
    },
    view: {
      payment_code: script,
      customer_name: script,
      account_name: script,
      account_number: script,
      bank_name: script,
      redirect_url: "javascript:alert(1)",
      order_items: JSON.stringify([
        line(script, "javascript:alert(1)", "data:text/html,<script>alert(1)</script>"),
        line("http", "http://shop.example/", "http://shop.example/a.png"),
        line("svg", "//evil.example/", "https://shop.example/a.svg"),
        line("user", "https://shop.example@evil.example/", "data:image/svg+xml,<svg/>"),
      ]),
      instructions: JSON.stringify([{ step: 1, title: script, content: script }]),
    },
  });
}

const line = (name: string, product_url: string, image_url: string) => ({
  name,
  price: 1,
  quantity: 1,
  subtotal: 1,
  product_url,
  image_url,
});

/** Returns a page in which every text has its greatest length. */
export function longPage(): CheckoutPage {
  const word = "Perkumpulan-Pengusaha-Kuliner-Nusantara-Bersatu-";
  return transferPage({
    merchant: { name: `${word.repeat(3)} dan Keluarga Besar` },
    view: {
      amount_original: 9_007_199_254_740_000,
      amount_unique: 991,
      amount_total: 9_007_199_254_740_991,
      payment_code: "INV-".repeat(32),
      customer_name: word.repeat(5),
      account_name: `PT ${word.repeat(4)}`,
      account_number: "12345678901234567890",
      bank_name: "Bank Pembangunan Daerah Khusus Ibukota dan Sekitarnya",
      order_items: JSON.stringify(
        Array.from({ length: 40 }, (_, index) => ({
          name: `${word.repeat(2)} ${index + 1}`,
          price: 9_007_199_254_740,
          quantity: 25,
          subtotal: 225_179_981_368_500,
        })),
      ),
    },
  });
}

const ofForm = {
  language: "en",
  action: "/l/kue-lapis",
  merchant: {
    name: "Kedai Sari Rasa",
    logo_url: null,
    accent_color: null,
    seller: { address: null, phone: "0811-2233 4455", email: null, shop_url: null },
  },
} as const;

export const linkForm = (): LinkFormPage => ({
  ...ofForm,
  kind: "link",
  form_key: "0197f0a1-6b1d-7cc3-9d0e-3a6f2f7c1b11",
  name: "Kue lapis",
  description: null,
  picture: null,
  amounts: [185_000],
  amount_min: null,
  amount_max: null,
  quantity_max: 1,
  pieces_left: null,
  questions: { name: "no", phone: "no", note: "no" },
  choices: [],
  values: {},
  problems: {},
});

export const refusedForm = (refusal: RefusalKind): RefusedPage => ({
  ...ofForm,
  kind: "refused",
  name: "Kue nastar",
  refusal,
  at: null,
  now: new Date().toISOString(),
});
