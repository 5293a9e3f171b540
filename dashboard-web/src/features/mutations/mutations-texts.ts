import { formatMoment } from "../../base/time.ts";
import type { MatchReason, OwnMutation, TransferDecision } from "../../base/generated/types.gen.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/**
 * The reason to show: a team member's decision, otherwise the match reason. A part payment, and a late payment whose
 * transfer came in time, have their own reasons.
 */
type ToldReason = MatchReason | "came_in_time" | TransferDecision | "part";

export const toldReason = ({
  match_reason,
  came_in_time,
  decision,
  is_part_payment,
}: Pick<
  OwnMutation,
  "match_reason" | "came_in_time" | "decision" | "is_part_payment"
>): ToldReason =>
  is_part_payment ? "part" : (decision ?? (came_in_time ? "came_in_time" : match_reason));

/**
 * Returns the tone of a transfer. Outgoing and decided transfers get no warning, because they need
 * no action.
 */
export const toneOf = ({
  is_matched,
  type_parsed,
  decision,
}: Pick<OwnMutation, "is_matched" | "type_parsed" | "decision">): "good" | "warning" | "" => {
  if (is_matched || decision === "tied") return "good";
  return type_parsed === "DEBIT" || decision !== null ? "" : "warning";
};

/** Returns the code of the invoice that the transfer paid or is recorded for. */
export const invoiceOf = ({
  matched_payment_code,
  tied_payment_code,
}: Pick<OwnMutation, "matched_payment_code" | "tied_payment_code">): string | null =>
  matched_payment_code ?? tied_payment_code;

interface ReasonFacts {
  total: string;
  /** The code of the invoice that the transfer paid, or that the reason mentions. */
  code: string;
  app: string;
  currency: string;
  late: Pick<OwnMutation, "late_because" | "posted_at" | "created_at">;
}

/** Explains why Tepat learned of a transfer only after its invoice had ended. */
const whyLate = {
  id: ({ late_because, posted_at, created_at }: ReasonFacts["late"]): string => {
    const [sent, heard] = [formatMoment(posted_at), formatMoment(created_at)];
    if (late_because === "gateway_away")
      return `Tepat tidak berjalan pada ${sent}, dan baru mengetahuinya pada ${heard}.`;
    if (late_because === "statement")
      return `Uang ini masuk pada ${sent}, dan dicatat dari rekening koran pada ${heard}.`;
    return `Pesan dari bank bertanggal ${sent}, dan sumbernya baru melaporkannya pada ${heard}. Periksa mengapa sumber itu terlambat.`;
  },
  en: ({ late_because, posted_at, created_at }: ReasonFacts["late"]): string => {
    const [sent, heard] = [formatMoment(posted_at), formatMoment(created_at)];
    if (late_because === "gateway_away")
      return `Tepat was not running on ${sent}, and learned of this transfer on ${heard}.`;
    if (late_because === "statement")
      return `The transfer is dated ${sent}. It was recorded from the bank statement on ${heard}.`;
    return `The bank's message is dated ${sent}, and the source reported it on ${heard}. Check why the source was late.`;
  },
};

const id = {
  mutations: {
    hint: "Uang masuk dan keluar, dan tagihan yang dibayarnya.",
    views: {
      open: "Perlu diputuskan",
      matched: "Cocok",
      unmatched: "Belum cocok",
      late: "Terlambat",
      decided: "Sudah diputuskan",
    },
    searchHint: "Pengirim atau jumlah",
    from: "Dari",
    until: "Sampai",
    sameSender: (count: number) => `Pilih juga ${count} lagi dari pengirim yang sama`,
    bulk: {
      not_ours: {
        action: "Bukan uang toko",
        title: (count: number, sum: string) =>
          `Tandai ${count} transfer, ${sum}, sebagai bukan uang toko?`,
        hint: "Transfer ini tidak akan membayar tagihan apa pun. Keputusan ini dapat dibatalkan kapan saja, di “Sudah diputuskan”.",
      },
      open: {
        action: "Batalkan keputusan ini",
        title: (count: number, sum: string) => `Batalkan keputusan atas ${count} transfer, ${sum}?`,
        hint: "Transfer ini menunggu keputusan lagi. Yang sudah dibukukan untuk tagihan dilepas dari tagihan itu.",
      },
    },
    none: "Belum ada transfer",
    noneHint: "Transfer muncul di sini begitu dilaporkan sebuah sumber.",
    connect: "Hubungkan sumber",
    noneFound: "Tidak ada transfer yang cocok",
    noneIn: {
      open: "Tidak ada transfer yang perlu diputuskan",
      decided: "Belum ada transfer yang diputuskan",
      matched: "Belum ada transfer yang cocok dengan tagihan",
      unmatched: "Semua uang masuk sudah cocok dengan tagihan",
      late: "Tidak ada transfer yang terlambat",
    },
    transfer: "Transfer",
    sender: "Pengirim",
    reported: "Waktu",
    device: "Dilaporkan oleh",
    seenBy: "Terlihat di",
    seenOn: { phone: "HP", mailbox: "Email" },
    seenIn: (month: string) => `Rekening koran ${month}`,
    payment: "Tagihan",
    why: "Hasil",
    counted: (count: string, _number: number) => `${count} transfer`,
    cameIn: (sum: string) => `masuk ${sum}`,
    notCounted: (sum: string) => `Tidak dihitung: ${sum} dari HP simulasi.`,
    near: "Mungkin untuk tagihan",
    noNear: "Tidak ada tagihan yang mirip.",
    otherReport: "Laporan lain tentang uang yang sama",
    otherPaid: "sudah membayar",
    otherWaits: "mewakili keduanya.",
    twoTransfers: "Ini dua transfer",
    twoTransfersTitle: "Apakah ini dua transfer?",
    twoTransfersHint:
      "Hanya jika aplikasi bank Anda menunjukkan dua transfer masuk. Setelah itu transfer ini menunggu di Perlu diputuskan dan dapat dicocokkan.",
    thisReport: "Laporan ini",
    thatReport: "Laporan lain",
    bankStatement: "Rekening koran",
    separated: "Transfer ini sekarang dihitung terpisah.",
    unread: "Notifikasi yang tidak terbaca",
    unreadHint:
      "Salah satunya mungkin transfer. Periksa di aplikasi bank Anda. Paling banyak 2.000 teks disimpan, selama 7 hari.",
    reasons: {
      matched: "Cocok",
      matched_by_hand: "Dicocokkan secara manual",
      debit: "Uang keluar",
      foreign_currency: "Mata uang asing",
      no_account: "Tanpa rekening",
      announced_twice: "Dilaporkan dua kali",
      late_payment: "Terlambat",
      came_in_time: "Tepat waktu, terlambat diketahui",
      second_payment: "Pembayaran kedua",
      paid_by_hand: "Tagihan sudah dinyatakan lunas",
      former_choice: "Cara bayar sudah diganti",
      before_invoice: "Sebelum tagihan",
      no_such_total: "Tidak ada tagihan sejumlah ini",
      before_registration: "Sebelum HP terhubung",
      while_unregistered: "Saat HP tidak terhubung",
      tied: "Dicatat",
      part: "Pembayaran sebagian",
      not_ours: "Bukan uang toko",
      refunded: "Sudah dikembalikan",
    } as Record<ToldReason, string>,
    /** Explains each reason and names the next action, if there is one. */
    decide: "Putuskan",
    explanations: {
      matched: ({ total, code }) => `Transfer ini membayar ${code}, yang totalnya tepat ${total}.`,
      matched_by_hand: ({ code }) => `Transfer ini dicocokkan dengan ${code} secara manual.`,
      debit: () => "Uang keluar tidak membayar tagihan.",
      foreign_currency: ({ currency }) =>
        `Jumlahnya dalam ${currency}, sedangkan tagihan dalam rupiah. Cocokkan secara manual jika ini membayar tagihan.`,
      no_account: ({ app }) =>
        `Tidak ada rekening yang memakai aplikasi ${app} di HP ini. Jika uang tagihan masuk di sana, rekeningnya perlu ditambahkan di menu Rekening.`,
      announced_twice: () =>
        "Aplikasi lain di HP yang sama, HP lain, email bank, atau rekening koran sudah memberitahukan pembayaran ini. Jika hanya ada satu transfer, Anda tidak perlu melakukan apa pun. Jika memang ada dua, pilih “Ini dua transfer” di halaman transfer ini, lalu cocokkan. Di setiap HP, pakai satu aplikasi saja untuk setiap rekening.",
      late_payment: ({ code }) =>
        `Totalnya sama dengan ${code}, yang sudah kedaluwarsa atau dibatalkan saat uangnya masuk. Status tagihan itu tidak berubah. Kirim barangnya dan buat tagihan baru untuk pembukuan Anda, atau kembalikan uangnya.`,
      came_in_time: ({ code, late }) =>
        `Uang untuk ${code} ini masuk tepat waktu, tetapi Tepat baru mengetahuinya setelah tagihan berakhir. ${whyLate.id(late)} ${code} tetap kedaluwarsa. Buat tagihan susulan yang lunas di Perlu diputuskan lalu kirim barangnya, atau kembalikan uangnya.`,
      second_payment: ({ code }) =>
        `Totalnya sama dengan ${code}, yang sudah lunas dengan transfer lain. Periksa rekening koran. Jika pelanggan membayar dua kali, kembalikan uangnya atau cocokkan secara manual dengan tagihan lain pelanggan itu. Jika ini laporan kedua dari transfer yang sama, jangan kembalikan uangnya.`,
      paid_by_hand: ({ code }) =>
        `Totalnya sama dengan ${code}, yang sudah dinyatakan lunas tanpa menyebut transfernya. Kemungkinan inilah transfernya, jadi Anda tidak perlu melakukan apa pun. Kembalikan uangnya jika ${code} dibayar dengan cara lain.`,
      former_choice: ({ code }) =>
        `Totalnya sama dengan total ${code} sebelum pelanggan mengganti cara bayar. Jika ${code} belum lunas, cocokkan secara manual. Jika sudah, kembalikan uangnya.`,
      before_invoice: ({ total, code }) =>
        `Transfer ini masuk lebih dari dua menit sebelum ${code} dibuat, satu-satunya tagihan ${total} yang menunggu. Bandingkan pengirimnya. Jika transfer ini memang untuk ${code}, cocokkan secara manual. Jika bukan, periksa jam HP.`,
      no_such_total: ({ total }) =>
        `Tidak ada tagihan rekening ini yang menunggu atau baru berakhir dengan total ${total}. Cari tagihan yang mirip, lalu cocokkan secara manual jika pelanggan membenarkannya.`,
      before_registration: () =>
        "HP melihatnya sebelum terhubung ke toko ini, jadi uangnya mungkin milik toko lain. Cari uangnya di aplikasi bank Anda. Jika masuk ke rekening Anda, cocokkan secara manual.",
      while_unregistered: () =>
        "HP melihatnya saat aksesnya dicabut atau saat terhubung ke toko lain, jadi uangnya mungkin milik toko itu. Cari uangnya di aplikasi bank Anda. Jika masuk ke rekening Anda, cocokkan secara manual.",
      tied: ({ code }) => `Uang ini sudah dicatat untuk ${code}.`,
      part: ({ code }) => `Uang ini dicatat sebagai pembayaran sebagian ${code}.`,
      not_ours: () => "Transfer ini tidak akan membayar tagihan apa pun.",
      refunded: () => "Uang ini sudah dikembalikan.",
    } as Record<ToldReason, (about: ReasonFacts) => string>,
  },
};

const en: typeof id = {
  mutations: {
    hint: "Money in and out, and the invoice that each transfer paid.",
    views: {
      open: "To decide",
      matched: "Matched",
      unmatched: "Unmatched",
      late: "Late",
      decided: "Decided",
    },
    searchHint: "Sender or amount",
    from: "From",
    until: "Until",
    sameSender: (count) => `Also select ${count} more from the same sender`,
    bulk: {
      not_ours: {
        action: "Mark as not mine",
        title: (count, sum) =>
          `Mark ${counted(count, "transfer", "transfers")}, ${sum}, as not mine?`,
        hint: "These transfers will pay no invoice. You can undo this decision at any time, under “Decided”.",
      },
      open: {
        action: "Undo these decisions",
        title: (count, sum) =>
          `Undo the decision about ${counted(count, "transfer", "transfers")}, ${sum}?`,
        hint: "These transfers will wait for a decision again. Money booked for an invoice is removed from that invoice.",
      },
    },
    none: "No transfers yet",
    noneHint: "Transfers appear here when a source reports them.",
    connect: "Connect a source",
    noneFound: "No matching transfers",
    noneIn: {
      open: "No transfers need a decision",
      decided: "No decisions yet",
      matched: "No transfers are matched to an invoice yet",
      unmatched: "All incoming transfers are matched",
      late: "No late transfers",
    },
    transfer: "Transfer",
    sender: "Sender",
    reported: "Time",
    device: "Reported by",
    seenBy: "Seen by",
    seenOn: { phone: "Phone", mailbox: "Email" },
    seenIn: (month) => `Statement for ${month}`,
    payment: "Invoice",
    why: "Result",
    counted: (count, number) => `${count} ${number === 1 ? "transfer" : "transfers"}`,
    cameIn: (sum) => `${sum} received`,
    notCounted: (sum) => `Not counted: ${sum} from simulated phones.`,
    near: "Possible invoices",
    noNear: "No similar invoices.",
    otherReport: "Another report of the same transfer",
    otherPaid: "has paid",
    otherWaits: "counts for both reports.",
    twoTransfers: "There were two transfers",
    twoTransfersTitle: "Were these two transfers?",
    twoTransfersHint:
      "Confirm only if your bank's app shows two transfers. This transfer then waits under To decide, where you can match it.",
    thisReport: "This report",
    thatReport: "Other report",
    bankStatement: "Bank statement",
    separated: "This is now a separate transfer.",
    unread: "Notifications that Tepat could not read",
    unreadHint:
      "One of these notifications might be a transfer. Check your bank's app. Tepat keeps at most 2,000 of them, for 7 days.",
    reasons: {
      matched: "Matched",
      matched_by_hand: "Matched manually",
      debit: "Outgoing",
      foreign_currency: "Foreign currency",
      no_account: "No account",
      announced_twice: "Reported twice",
      late_payment: "Late",
      came_in_time: "In time, reported late",
      second_payment: "Second payment",
      paid_by_hand: "Invoice was marked as paid",
      former_choice: "Payment method was changed",
      before_invoice: "Before the invoice",
      no_such_total: "No invoice with this total",
      before_registration: "Before the phone was connected",
      while_unregistered: "While the phone was not connected",
      tied: "Recorded",
      part: "Part payment",
      not_ours: "Not mine",
      refunded: "Refunded",
    },
    decide: "Decide",
    explanations: {
      matched: ({ total, code }) => `This transfer paid ${code}, whose total is exactly ${total}.`,
      matched_by_hand: ({ code }) => `This transfer was matched to ${code} manually.`,
      debit: () => "An outgoing transfer pays no invoice.",
      foreign_currency: ({ currency }) =>
        `The amount is in ${currency}, but invoices are in rupiah. If this transfer pays an invoice, match the two manually.`,
      no_account: ({ app }) =>
        `No account uses the app ${app} on this phone. If money for invoices arrives there, add the account under Accounts.`,
      announced_twice: () =>
        "Another app on the same phone, another phone, a bank's email or the bank statement already reported this transfer. If there was one transfer, you do not have to do anything. If there were two, select “There were two transfers” on this transfer's page, then match it. On each phone, let only one app report each account's money.",
      late_payment: ({ code }) =>
        `This transfer has the total of ${code}, which had already expired or been cancelled. The invoice keeps that status. Deliver the goods and create a new invoice for your books, or refund the money.`,
      came_in_time: ({ code, late }) =>
        `This transfer for ${code} arrived in time, but Tepat learned of it after the invoice had ended. ${whyLate.en(late)} ${code} stays expired. Create a paid follow-up invoice under To decide and deliver the goods, or refund the money.`,
      second_payment: ({ code }) =>
        `This transfer has the total of ${code}, which another transfer has already paid. Check the bank statement. If the customer paid twice, refund the money, or match this transfer manually to another invoice of the customer. If this is a second report of the same transfer, do not refund the money.`,
      paid_by_hand: ({ code }) =>
        `This transfer has the total of ${code}, which was marked as paid without a transfer. This transfer is probably that payment, so you do not have to do anything. If ${code} was paid another way, refund this transfer.`,
      former_choice: ({ code }) =>
        `${code} had this total before the customer chose another way to pay. If ${code} is still unpaid, match the transfer to it manually. Otherwise refund the money.`,
      before_invoice: ({ total, code }) =>
        `${code} is the only pending invoice with the total ${total}, but it was created more than two minutes after this transfer arrived. Compare the sender. If the transfer was meant for ${code}, match it manually. Otherwise check the phone's clock.`,
      no_such_total: ({ total }) =>
        `No pending or recently ended invoice of this account has the total ${total}. Check similar invoices. If the customer confirms one, match this transfer to it manually.`,
      before_registration: () =>
        "The phone saw this transfer before you connected the phone, so the money might belong to another merchant. Check your bank's app. If the money is in your account, match the transfer manually.",
      while_unregistered: () =>
        "The phone saw this transfer while revoked or connected to another merchant, so the money might be that merchant's. Check your bank's app. If the money is in your account, match the transfer manually.",
      tied: ({ code }) => `The money is already recorded for ${code}.`,
      part: ({ code }) => `The money is recorded as a part payment of ${code}.`,
      not_ours: () => "This transfer will pay no invoice.",
      refunded: () => "The money was refunded.",
    },
  },
};

export const mutationsTexts = textsOf({ id, en });
