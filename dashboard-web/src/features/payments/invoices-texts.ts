import { afterGreeting } from "../../../../web-shared/src/unnamed-customer.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

interface MessageParts {
  customer: string;
  merchant: string;
  code: string;
  /** The amount with its preposition. */
  amount: string;
  deadline: string | null;
  address: string;
}

const id = {
  invoices: {
    code: "Kode",
    noneOpen: "Semua pelanggan sudah memilih",
    noneOpenHint: "Tagihan yang rekeningnya dipilih pelanggan ada di sini sampai ia memilih.",
    newHint:
      "Setelah itu Anda mengirim tautan halaman pembayaran ke pelanggan. Kodenya diberi otomatis.",
    what: "Yang ditagih",
    oneAmount: "Satu jumlah",
    withItems: "Daftar barang atau jasa",
    item: (number: number) => `Barang ${number}`,
    name: "Nama barang atau jasa",
    price: "Harga satuan (Rp)",
    quantity: "Banyaknya",
    addItem: "Tambah barang",
    removeItem: (number: number) => `Hapus barang ${number}`,
    customer: "Nama pelanggan",
    phone: "Nomor WhatsApp pelanggan",
    phoneHint: "Misalnya 0812 3456 7890.",
    moreOptions: "Batas waktu, email, dan catatan",
    email: "Email pelanggan",
    account: "Rekening penerima",
    accountHint:
      "Jika pelanggan yang memilih, ia melihat bank dari semua rekening yang saat itu dapat menerima jumlahnya.",
    customerChooses: "Pelanggan yang memilih",
    noChoice: (option: string) =>
      `“${option}” memerlukan rekening yang siap menerima pembayaran. Untuk sekarang, pilih satu rekening.`,
    noAccount: "Tambahkan rekening dulu. Uang pelanggan masuk langsung ke rekening Anda.",
    noneTakes:
      "Belum ada rekening yang bisa menerima pembayaran. Aktifkan satu rekening, atau perbarui hari pemakaiannya.",
    takesNone: "tidak menerima pembayaran",
    hours: (count: number) => `${count} jam`,
    days: (count: number) => `${count} hari`,
    fixedDeadline: "Sampai tanggal dan jam…",
    deadlineDay: "Tanggal",
    deadlineTime: (zone: string) => `Jam (${zone})`,
    deadlineHint: (minutes: number, days: number) =>
      `Paling cepat ${minutes} menit lagi, paling lama ${days} hari lagi.`,
    note: "Catatan untuk pelanggan",
    preview: "Pratinjau",
    previewHint: "Pelanggan membayar jumlah ini ditambah kode unik Rp1 sampai Rp999.",
    previewFor: (customer: string) => `Untuk ${customer}`,
    create: "Buat tagihan",
    created: "Tagihan sudah dibuat.",
    send: "Kirim ke pelanggan",
    qr: (code: string) => `Kode QR halaman pembayaran ${code}`,
    qrHint: "Pelanggan di depan Anda? Minta mereka memindai ini.",
    language: "Bahasa",
    message: "Isi pesan",
    whatsapp: "Kirim lewat WhatsApp",
    remind: "Ingatkan lewat WhatsApp",
    mail: "Kirim lewat email",
    mailReminder: "Ingatkan lewat email",
    mailed: "Email untuk pelanggan segera dikirim.",
    mailNow: "Email ke pelanggan",
    mailNowHint: "Memerlukan alamat email pelanggan.",
    noMail: "Jangan kirim",
    mailKinds: { invoice: "Tagihan", reminder: "Pengingat", receipt: "Bukti pembayaran" },
    mailStates: { WAITING: "menunggu dikirim", SENT: "terkirim", GIVEN_UP: "tidak terkirim" },
    reminder: "Pengingat",
    first: "Tagihan baru",
    kind: "Jenis",
    duplicate: "Buat salinan",
    cancelHint: "Tagihan ini tidak dapat dibayar lagi, dan tidak dapat dibuka kembali.",
  },
};

const en: typeof id = {
  invoices: {
    code: "Code",
    noneOpen: "No invoices waiting for a choice",
    noneOpenHint:
      "If you let the customer choose the account, the invoice appears here until the customer chooses.",
    newHint:
      "Afterwards you send the customer the link to the checkout page. Tepat chooses the code automatically.",
    what: "Amount",
    oneAmount: "One amount",
    withItems: "A list of goods or services",
    item: (number) => `Item ${number}`,
    name: "Name of the item",
    price: "Unit price (Rp)",
    quantity: "Quantity",
    addItem: "Add an item",
    removeItem: (number) => `Remove item ${number}`,
    customer: "Customer's name",
    phone: "Customer's WhatsApp number",
    phoneHint: "For example 0812 3456 7890.",
    moreOptions: "Deadline, email and note",
    email: "Customer's email address",
    account: "Receiving account",
    accountHint:
      "If the customer chooses, the checkout page offers the banks of all accounts that can take the amount at that time.",
    customerChooses: "The customer chooses",
    noChoice: (option) =>
      `“${option}” needs an account that can receive payments. For now, choose one account.`,
    noAccount: "Add an account first. The customer's money goes straight to your account.",
    noneTakes: "No account takes payments now. Switch one on, or renew its days of use.",
    takesNone: "takes no payments",
    hours: (count) => counted(count, "hour", "hours"),
    days: (count) => counted(count, "day", "days"),
    fixedDeadline: "Until a day and time…",
    deadlineDay: "Day",
    deadlineTime: (zone) => `Time (${zone})`,
    deadlineHint: (minutes, days) => `From ${minutes} minutes to ${days} days from now.`,
    note: "Note for the customer",
    preview: "Preview",
    previewHint: "The customer pays this amount plus a unique amount of Rp1 to Rp999.",
    previewFor: (customer) => `For ${customer}`,
    create: "Create invoice",
    created: "Invoice created.",
    send: "Send to the customer",
    qr: (code) => `QR code of the checkout page of ${code}`,
    qrHint: "If the customer is with you, show this code to scan.",
    language: "Language",
    message: "Message",
    whatsapp: "Send by WhatsApp",
    remind: "Remind by WhatsApp",
    mail: "Send by email",
    mailReminder: "Remind by email",
    mailed: "Tepat sends the email to the customer in a moment.",
    mailNow: "Email to the customer",
    mailNowHint: "Enter the customer's email address first.",
    noMail: "Do not send",
    mailKinds: { invoice: "Invoice", reminder: "Reminder", receipt: "Receipt" },
    mailStates: { WAITING: "waiting to be sent", SENT: "sent", GIVEN_UP: "not sent" },
    reminder: "Reminder",
    first: "New invoice",
    kind: "Kind",
    duplicate: "Duplicate",
    cancelHint: "After you cancel, this invoice can no longer be paid or reopened.",
  },
};

export const invoicesTexts = textsOf({ id, en });

/** Texts for the customer, in the customer's language. It can differ from the page's language. */
export const messageTexts = {
  id: {
    sum: (amount: string) => `sebesar ${amount}`,
    rest: (amount: string) => `dengan sisa tagihan ${amount}`,
    first: ({ customer, merchant, code, amount, deadline, address }: MessageParts) =>
      `Halo${afterGreeting(customer)}, ini tagihan ${code} dari ${merchant} ${amount}.${deadline ? ` Mohon dibayar sebelum ${deadline}.` : ""} Silakan bayar di sini: ${address}`,
    reminder: ({ customer, merchant, code, amount, deadline, address }: MessageParts) =>
      `Halo${afterGreeting(customer)}, kami ingin mengingatkan tagihan ${code} dari ${merchant} ${amount}.${deadline ? ` Batas waktunya ${deadline}.` : ""} Bayar di sini: ${address} Abaikan pesan ini jika Anda sudah membayar.`,
  },
  en: {
    sum: (amount: string) => `for ${amount}`,
    rest: (amount: string) => `for the remaining ${amount}`,
    first: ({ customer, merchant, code, amount, deadline, address }: MessageParts) =>
      `Hello${afterGreeting(customer)}, this is invoice ${code} from ${merchant} ${amount}.${deadline ? ` Please pay before ${deadline}.` : ""} How to pay: ${address}`,
    reminder: ({ customer, merchant, code, amount, deadline, address }: MessageParts) =>
      `Hello${afterGreeting(customer)}, this is a reminder about invoice ${code} from ${merchant} ${amount}.${deadline ? ` It is due on ${deadline}.` : ""} Pay here: ${address} Please ignore this message if you have paid.`,
  },
};
