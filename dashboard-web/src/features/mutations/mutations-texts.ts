import type { MatchReason } from "../../base/generated/types.gen.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

interface ReasonFacts {
  total: string;
  /** The invoice that it paid, or that the reason is about. */
  code: string;
  app: string;
  currency: string;
}

const id = {
  mutations: {
    hint: "Uang masuk dan keluar yang dilaporkan HP Anda, dan mengapa membayar tagihan atau tidak.",
    views: { unmatched: "Belum cocok", late: "Terlambat" },
    none: "Belum ada mutasi",
    noneHint: "Begitu HP melaporkan transfer, mutasinya muncul di sini.",
    noneIn: {
      unmatched: "Semua uang masuk sudah cocok dengan tagihan",
      late: "Tidak ada transfer yang terlambat",
    },
    transfer: "Mutasi",
    sender: "Pengirim",
    reported: "Waktu",
    device: "Dilaporkan oleh",
    payment: "Tagihan",
    why: "Hasil",
    counted: (count: string, _number: number) => `${count} mutasi`,
    cameIn: (sum: string) => `masuk ${sum}`,
    near: "Mungkin untuk tagihan",
    noNear: "Tidak ada tagihan yang mirip.",
    otherReport: "Laporan lain tentang uang yang sama",
    otherPaid: "sudah membayar",
    otherWaits: "mewakili keduanya.",
    twoTransfers: "Ini dua transfer",
    twoTransfersTitle: "Apakah ini dua transfer?",
    twoTransfersHint:
      "Hanya bila aplikasi bank Anda menunjukkan dua transfer masuk. Setelah itu transfer ini menunggu di Rekonsiliasi dan dapat dicocokkan.",
    thisReport: "Laporan ini",
    thatReport: "Laporan lain",
    bankStatement: "Rekening koran",
    separated: "Transfer ini sekarang berdiri sendiri.",
    unread: "Teks yang tidak dipahami",
    unreadHint:
      "Salah satunya mungkin transfer. Periksa di aplikasi bank Anda. Paling banyak 2.000 teks disimpan, selama 7 hari.",
    reasons: {
      matched: "Cocok",
      matched_by_hand: "Dicocokkan secara manual",
      debit: "Uang keluar",
      foreign_currency: "Mata uang asing",
      no_account: "Tanpa rekening",
      announced_twice: "Diberitahukan dua kali",
      late_payment: "Terlambat",
      second_payment: "Pembayaran kedua",
      paid_by_hand: "Tagihan sudah dinyatakan lunas",
      before_invoice: "Sebelum tagihan",
      no_such_total: "Tidak ada tagihan sejumlah ini",
      before_registration: "Sebelum HP terhubung",
      while_unregistered: "Saat HP tidak terhubung",
    } as Record<MatchReason, string>,
    /** Each with what to do about it, if anything is to be done. */
    explanations: {
      matched: ({ total, code }) => `Membayar ${code}, yang totalnya tepat ${total}.`,
      matched_by_hand: ({ code }) => `Anda sendiri menyatakannya sebagai pembayaran ${code}.`,
      debit: () => "Uang keluar tidak membayar tagihan.",
      foreign_currency: ({ currency }) =>
        `Jumlahnya dalam ${currency}, sedangkan tagihan dalam rupiah. Cocokkan secara manual bila ini membayar tagihan.`,
      no_account: ({ app }) =>
        `Tidak ada rekening yang memakai aplikasi ${app} di HP ini. Bila uang tagihan masuk di sana, rekeningnya perlu ditambahkan di menu Rekening.`,
      announced_twice: () =>
        "Aplikasi lain di HP yang sama, HP lain, atau rekening koran sudah memberitahukan pembayaran ini. Tidak perlu apa-apa, kecuali memang ada dua transfer: nyatakan itu di halaman mutasi ini, lalu cocokkan. Di satu HP, biarkan satu aplikasi saja memberi tahu untuk setiap rekening.",
      late_payment: ({ code }) =>
        `Totalnya sama dengan ${code}, yang sudah kedaluwarsa atau dibatalkan saat uangnya masuk, dan tetap begitu. Kirim barangnya dan buat tagihan baru untuk pembukuan Anda, atau kembalikan uangnya.`,
      second_payment: ({ code }) =>
        `Pembayaran kedua untuk ${code}, yang sudah lunas dengan transfer lain. Kembalikan uangnya, atau cocokkan secara manual dengan tagihan lain pelanggan itu.`,
      paid_by_hand: ({ code }) =>
        `Totalnya sama dengan ${code}, yang sudah dinyatakan lunas tanpa menyebut transfernya. Mungkin inilah transfernya: tidak perlu apa-apa. Kembalikan uangnya bila ${code} dibayar dengan cara lain.`,
      before_invoice: ({ total, code }) =>
        `Masuk lebih dari dua menit sebelum ${code} dibuat, satu-satunya tagihan ${total} yang menunggu. Bandingkan pengirimnya: bila memang untuk ${code}, cocokkan secara manual; bila bukan, periksa jam HP.`,
      no_such_total: ({ total }) =>
        `Tidak ada tagihan rekening ini yang totalnya ${total}. Cari tagihan yang mirip, lalu cocokkan secara manual bila pelanggan membenarkannya.`,
      before_registration: () =>
        "HP melihatnya sebelum terhubung ke toko ini, jadi uangnya mungkin milik toko lain. Cari uangnya di aplikasi bank Anda. Bila masuk ke rekening Anda, cocokkan secara manual.",
      while_unregistered: () =>
        "HP melihatnya saat aksesnya dicabut atau saat terhubung ke toko lain, jadi uangnya mungkin milik toko itu. Cari uangnya di aplikasi bank Anda. Bila masuk ke rekening Anda, cocokkan secara manual.",
    } as Record<MatchReason, (about: ReasonFacts) => string>,
  },
};

const en: typeof id = {
  mutations: {
    hint: "Money in and out as your phones reported it, and why it paid an invoice or did not.",
    views: { unmatched: "Unmatched", late: "Late" },
    none: "No transfers yet",
    noneHint: "As soon as a phone reports a transfer, it shows up here.",
    noneIn: {
      unmatched: "All money that came in has its invoice",
      late: "No transfer came late",
    },
    transfer: "Transfer",
    sender: "Sender",
    reported: "When",
    device: "Reported by",
    payment: "Invoice",
    why: "Result",
    counted: (count, number) => `${count} ${number === 1 ? "transfer" : "transfers"}`,
    cameIn: (sum) => `${sum} came in`,
    near: "Perhaps meant for",
    noNear: "No invoice resembles it.",
    otherReport: "Another report of the same money",
    otherPaid: "has paid",
    otherWaits: "stands for both.",
    twoTransfers: "These were two transfers",
    twoTransfersTitle: "Were these two transfers?",
    twoTransfersHint:
      "Only if your bank's app shows two transfers. After this, this transfer waits in Reconciliation and can be matched.",
    thisReport: "This report",
    thatReport: "Other report",
    bankStatement: "Bank statement",
    separated: "This transfer now stands for itself.",
    unread: "Texts that nobody understood",
    unreadHint:
      "One of them may be a transfer. Look it up in your bank's app. At most 2,000 are kept, for 7 days.",
    reasons: {
      matched: "Matched",
      matched_by_hand: "Matched by hand",
      debit: "Outgoing",
      foreign_currency: "Foreign currency",
      no_account: "No account",
      announced_twice: "Announced twice",
      late_payment: "Late",
      second_payment: "Paid twice",
      paid_by_hand: "Invoice was marked as paid",
      before_invoice: "Before the invoice",
      no_such_total: "No invoice of this total",
      before_registration: "Before the phone was connected",
      while_unregistered: "While the phone was not connected",
    },
    explanations: {
      matched: ({ total, code }) => `It paid ${code}, whose total is exactly ${total}.`,
      matched_by_hand: ({ code }) => `You declared it to be the payment of ${code}.`,
      debit: () => "Money that went out pays no invoice.",
      foreign_currency: ({ currency }) =>
        `The amount is in ${currency}; invoices are in rupiah. Match it by hand if it pays an invoice.`,
      no_account: ({ app }) =>
        `No account uses the app ${app} on this phone. If money for invoices arrives there, add the account under Accounts.`,
      announced_twice: () =>
        "Another app on the same phone, another phone, or the bank's statement has announced this payment. Nothing is to be done, unless there were two transfers: then say so on the page of this transfer, and match it. On one phone, let one app announce each account's money.",
      late_payment: ({ code }) =>
        `It has the total of ${code}, which had expired or was cancelled when the money came, and stays so. Deliver and make a new invoice for your books, or pay it back.`,
      second_payment: ({ code }) =>
        `A second payment for ${code}, which another transfer has paid. Pay it back, or match it by hand to another invoice of the customer.`,
      paid_by_hand: ({ code }) =>
        `It has the total of ${code}, which was marked as paid without naming a transfer. It is probably that transfer: nothing is to be done. Pay it back if ${code} was paid otherwise.`,
      before_invoice: ({ total, code }) =>
        `It came more than two minutes before ${code}, the only open invoice of ${total}. Compare the sender: if ${code} was meant, match it by hand; else look at the phone's clock.`,
      no_such_total: ({ total }) =>
        `No invoice of this account has the total ${total}. See which invoice it resembles, and match it by hand if the customer says that it was meant.`,
      before_registration: () =>
        "The phone saw it before it was connected to this shop, so the money may be another shop's. Look for the money in your bank's own app. If it came to your account, match it by hand.",
      while_unregistered: () =>
        "The phone saw it while it was revoked or connected to another shop, so the money may be that shop's. Look for the money in your bank's own app. If it came to your account, match it by hand.",
    },
  },
};

export const mutationsTexts = textsOf({ id, en });
