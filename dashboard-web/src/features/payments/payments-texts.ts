import type { TimelineEntry } from "../../base/generated/types.gen.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

const id = {
  payments: {
    counted: (count: string, _number: number) => `${count} tagihan`,
    ofWhichPaid: "Lunas:",
    outstanding: "Belum dibayar:",
    searchHint: "Kode, pelanggan, jumlah",
    unpaid: "Kedaluwarsa tanpa uang masuk",
    stillPayable: "Belum dibayar",
    left: (missing: string) => `kurang ${missing}`,
    ended: "Ditutup pada",
    endedIn: {
      today: "Hari ini",
      yesterday: "Kemarin",
      "7": "7 hari terakhir",
      "30": "30 hari terakhir",
    },
    notCounted: (count: string, _number: number, sum: string) =>
      `Tidak dihitung: ${count} tagihan yang dilunasi HP simulasi, ${sum}.`,
    code: "Tagihan",
    customer: "Pelanggan",
    total: "Total",
    from: "Dibuat dari",
    until: "Dibuat sampai",
    none: "Belum ada tagihan",
    noneHint: "Buat tagihan di sini. Tagihan dari situs atau aplikasi Anda juga muncul di sini.",
    noneFound: "Tidak ada tagihan yang cocok",
    noneFoundHint: "Ubah atau hapus filter.",
    test: "Uji",
    kind: "Jenis",
    manual: "Manual",
    testData: "Uji",
    testHint:
      "Tagihan uji dibuat dengan kunci uji atau di panduan awal. Tagihan ini tidak melibatkan uang sungguhan dan tidak masuk angka toko Anda. HP simulasi yang membayarnya.",
    noTests: "Belum ada tagihan uji",
    noTestsHint: "Buat kunci uji, lalu buat tagihan dengan kunci itu. Tagihannya muncul di sini.",
    payTest: "Bayar sebagai uji",
    exportSelected: "Unduh yang dipilih sebagai",
    cancelPending: (count: number) => `Batalkan ${count} tagihan`,
    cancelSeveral: (count: number) => `Batalkan ${count} tagihan yang menunggu?`,
    cancelSeveralHint:
      "Tagihan ini tidak dapat dibayar lagi, dan tidak dapat dibuka kembali. Tagihan yang sementara itu lunas tetap lunas.",
    keptPartPaid: (count: number, received: string) =>
      `${count} tagihan sudah menerima ${received} dan tidak ikut dibatalkan. Batalkan di halamannya masing-masing.`,
    askAgain: "Tagih lagi",
    askAgainHint:
      "Tagihan ini tidak dapat dibayar lagi. Tanyakan apakah pelanggan masih ingin membayar.",
    notInFile: (count: string, _number: number) =>
      `${count} tagihan yang belum dipilih cara bayarnya tidak ada di unduhan.`,
    notInAnyFile: "Tagihan yang metodenya belum dipilih tidak ada di unduhan.",
    amount: "Jumlah dan kode unik",
    items: "Yang dibeli",
    unique: "Kode unik",
    paidAt: "Lunas pada",
    paidBy: "Dibayar oleh",
    noTransferNamed: "Dinyatakan lunas tanpa transfer",
    receipt: "Halaman pembayaran, sekarang bukti pembayaran",
    transfer: "Transfer yang membayarnya",
    timeline: "Riwayat",
    notes: "Catatan toko",
    kinds: {
      created: "Dibuat",
      choice_changed: "Pelanggan mengganti cara bayar dari",
      transfer: "Transfer tercatat",
      received: "Uang diterima",
      paid: "Lunas, dicocokkan otomatis",
      waived: "Kekurangan dianggap lunas",
      expired: "Kedaluwarsa",
      cancelled: "Dibatalkan",
      followed_up: "Tagihan susulan yang lunas",
      refund_owed: "Pengembalian perlu dikirim",
      refunded: "Uang dikembalikan",
      refund_withdrawn: "Catatan pengembalian dibatalkan",
      webhook_attempt: "Pesan ke program toko",
    } as Record<TimelineEntry["kind"], string>,
    paidByHand: "Lunas, dicocokkan secara manual",
    cancelHint:
      "Tagihan ini tidak dapat dibayar lagi, dan tidak dapat dibuka kembali. Transfer yang datang kemudian tidak dicocokkan.",
    cancelReceived: (received: string) =>
      `${received} sudah masuk untuk tagihan ini dan tetap tercatat di sini. Setelah dibatalkan, putuskan di halaman ini: simpan uangnya, atau kembalikan kepada pelanggan.`,
    match: "Cocokkan secara manual",
    matchTitle: (code: string) => `Cocokkan ${code}`,
    matchHint:
      "Tagihan menjadi lunas, dan Tepat memberi tahu situs atau aplikasi Anda jika terhubung. Tindakan ini tidak dapat dibatalkan.",
    whichTransfer: "Transfer mana yang membayarnya?",
    noTransfer: "Tidak ada di daftar: uangnya saya terima dengan cara lain",
    noTransferFound:
      "Tepat tidak menemukan transfer untuk tagihan ini. Jika uangnya sudah Anda terima dengan cara lain, nyatakan tagihannya lunas.",
    matchSubmit: "Nyatakan lunas",
  },
};

const en: typeof id = {
  payments: {
    counted: (count, number) => `${count} ${number === 1 ? "invoice" : "invoices"}`,
    ofWhichPaid: "Paid:",
    outstanding: "Outstanding:",
    searchHint: "Code, customer, amount",
    unpaid: "Expired, no money received",
    stillPayable: "Outstanding",
    left: (missing) => `${missing} left`,
    ended: "Closed on",
    endedIn: {
      today: "Today",
      yesterday: "Yesterday",
      "7": "Last 7 days",
      "30": "Last 30 days",
    },
    notCounted: (count, number, sum) =>
      `Not counted: ${count} ${number === 1 ? "invoice" : "invoices"} that a simulated phone paid, ${sum}.`,
    code: "Invoice",
    customer: "Customer",
    total: "Total",
    from: "Created from",
    until: "Created until",
    none: "No invoices yet",
    noneHint: "Create an invoice here. Invoices from your site or app appear here too.",
    noneFound: "No matching invoices",
    noneFoundHint: "Change or clear the filters.",
    test: "Test",
    kind: "Kind",
    manual: "Manual",
    testData: "Test",
    testHint:
      "Test invoices come from a test key or the setup guide. They involve no money and are not in your shop's figures. A simulated phone pays them.",
    noTests: "No test invoices yet",
    noTestsHint: "Create a test key, then create an invoice with it. The invoice appears here.",
    payTest: "Pay as a test",
    exportSelected: "Download selected as",
    cancelPending: (count) => `Cancel ${counted(count, "invoice", "invoices")}`,
    cancelSeveral: (count) => `Cancel ${counted(count, "pending invoice", "pending invoices")}?`,
    cancelSeveralHint:
      "After you cancel, these invoices can no longer be paid or reopened. An invoice that is paid in the meantime stays paid.",
    keptPartPaid: (count, received) =>
      `${count === 1 ? "1 part-paid invoice holds" : `${count} part-paid invoices hold`} ${received} and will not be cancelled here. Cancel ${count === 1 ? "that invoice on its" : "each of them on its own"} page.`,
    askAgain: "Ask for payment again",
    askAgainHint:
      "This invoice can no longer be paid. Ask whether the customer still wants to pay.",
    notInFile: (count, number) =>
      `Not in the download: ${count} ${number === 1 ? "invoice" : "invoices"} whose customer has not chosen how to pay.`,
    notInAnyFile: "Invoices without a payment method are not in the download.",
    amount: "Amount and unique amount",
    items: "Items",
    unique: "Unique amount",
    paidAt: "Paid at",
    paidBy: "Paid by",
    noTransferNamed: "Marked as paid without a transfer",
    receipt: "Checkout page, now the receipt",
    transfer: "Transfer that paid this invoice",
    timeline: "History",
    notes: "Notes from the shop",
    kinds: {
      created: "Created",
      choice_changed: "Customer changed the payment method from",
      transfer: "Transfer recorded",
      received: "Money received",
      paid: "Paid, matched automatically",
      waived: "Shortfall waived",
      expired: "Expired",
      cancelled: "Cancelled",
      followed_up: "Paid follow-up invoice",
      refund_owed: "Refund to send",
      refunded: "Money refunded",
      refund_withdrawn: "Refund record withdrawn",
      webhook_attempt: "Delivery to your site or app",
    },
    paidByHand: "Paid, matched manually",
    cancelHint:
      "After you cancel, this invoice can no longer be paid or reopened. Tepat does not match later transfers to it.",
    cancelReceived: (received) =>
      `You have received ${received} for this invoice, and the money stays recorded here. After you cancel, decide on this page: keep the money, or refund it to the customer.`,
    match: "Match manually",
    matchTitle: (code) => `Match ${code}`,
    matchHint:
      "The invoice becomes paid, and Tepat notifies your site or app if one is connected. You cannot undo this.",
    whichTransfer: "Which transfer paid this invoice?",
    noTransfer: "None of these: I received the money in another way",
    noTransferFound:
      "Tepat found no transfer for this invoice. If you received the money in another way, mark the invoice as paid.",
    matchSubmit: "Mark as paid",
  },
};

export const paymentsTexts = textsOf({ id, en });
