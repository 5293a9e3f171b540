import { formatCount } from "../../base/numbers.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** The values for the sentences about open tasks. */
export interface Needy {
  /** The count: `6`, or `99+`. */
  count: string;
  /** The sum of the transfers. */
  total: string;
  /**
   * The name of the only phone or account, or null if there are several. For `address_local`, the server's address if
   * only its own computer can open it.
   */
  name: string | null;
  /** The time since the problem began. */
  span: string;
  days: number;
}

const phones = ({ count }: Needy) => counted(count, "phone", "phones");
const accounts = ({ count }: Needy) => counted(count, "account", "accounts");

const id = {
  overview: {
    attention: "Perlu perhatian",
    allWell: "Semua baik.",
    decide: "Putuskan",
    setAddress: "Atur alamat",
    connect: "Hubungkan",
    seeInvoice: "Lihat tagihan",
    wellPhones: (phones: number, heard: string) => `${phones} HP aktif, kabar terakhir ${heard}.`,
    lookedAt: (time: string) => `Diperiksa pukul ${time}.`,
    simulatedPhones: (phones: number) => `${phones} HP simulasi tidak dihitung.`,
    needs: {
      no_account: (_of: Needy) => "Belum ada rekening untuk menerima uang",
      phone_silent: (of: Needy) => `${of.name ?? `${of.count} HP`} tanpa kabar selama ${of.span}`,
      phone_unreadable: (of: Needy) =>
        `${of.name ?? `${of.count} HP`} tidak bisa membaca notifikasi`,
      phone_hides_texts: (of: Needy) =>
        `${of.name ?? `${of.count} HP`} menyembunyikan isi notifikasi`,
      phone_refused: (of: Needy) => `Laporan ${of.name ?? `${of.count} HP`} ditolak`,
      mailbox_unwell: (of: Needy) =>
        `Email bank di ${of.name ?? `${of.count} alamat`} tidak terbaca selama ${of.span}`,
      account_without_phone: (of: Needy) =>
        `Tepat belum bisa melihat uang masuk ke ${of.name ?? `${of.count} rekening`}`,
      account_without_days: (of: Needy) =>
        `${of.name ?? `${of.count} rekening`} kehabisan hari pemakaian`,
      transfer_unsupported: (of: Needy) => `${of.count} transfer tidak ada di rekening koran`,
      transfer_waiting: (of: Needy) => `${of.count} transfer, ${of.total}, perlu diputuskan`,
      text_may_pay: (of: Needy) => `${of.count} notifikasi mungkin pembayaran`,
      invoice_part_paid: (of: Needy) =>
        `${of.name ? `Tagihan ${of.name}` : `${of.count} tagihan`} baru dibayar sebagian, kurang ${of.total}`,
      address_local: (of: Needy): string =>
        of.name
          ? "Pelanggan belum bisa membuka tautan Anda"
          : "Pelanggan di luar Wi-Fi Anda belum bisa membuka tautan Anda",
      webhook_failed: (of: Needy) => `${of.count} pengiriman ke situs atau aplikasi Anda gagal`,
      webhook_retrying: (of: Needy) =>
        `${of.count} pengiriman ke situs atau aplikasi Anda dicoba lagi`,
      notice_target_failing: (of: Needy) => `Pemberitahuan tidak sampai ke ${of.count} tujuan`,
      phone_unpaired: (of: Needy) => `${of.name ?? `${of.count} HP`} menunggu persetujuan`,
      phone_unheard: (of: Needy) => `${of.name ?? `${of.count} HP`} belum pernah melapor`,
      phone_warning: (of: Needy) => `${of.name ?? `${of.count} HP`} perlu diperiksa`,
      account_days_low: (of: Needy) =>
        of.name === null
          ? `Hari pemakaian ${of.count} rekening hampir habis`
          : `${of.name}: sisa ${of.days} hari pemakaian`,
    },
    money: "Uang hari ini",
    todayPaid: "Lunas hari ini",
    yesterdayPaid: "Lunas kemarin",
    byThisTime: (total: string) => `${total} kemarin sampai jam ini`,
    outstanding: "Belum dibayar",
    unchosen: (count: string, total: string) =>
      `ditambah ${count} tagihan yang metodenya belum dipilih, ${total}`,
    unpaid: (days: number) => `Kedaluwarsa, ${days} hari terakhir`,
    refundedToday: (total: string) => `${total} dikembalikan hari ini`,
    period: "Jangka waktu",
    lastDays: (days: number) => (days === 7 ? "7 hari" : `${days / 7} minggu`),
    month: "Bulan",
    anyMonth: "Bulan…",
    allAccounts: "Semua rekening",
    income: "Nilai tagihan lunas",
    incomeIn: (period: string) => `Nilai tagihan lunas, ${period}`,
    toDifferences: "Uang kurang, lebih, dan yang dikembalikan",
    lastDaysOf: (days: number) => (days === 7 ? "7 hari terakhir" : `${days / 7} minggu terakhir`),
    daysBefore: (days: number) =>
      days === 7 ? "7 hari sebelumnya" : `${days / 7} minggu sebelumnya`,
    comparedWith: (before: string) => `dibanding ${before}.`,
    comparedSameDays: (before: string) => `dibanding hari yang sama pada ${before}.`,
    untilYesterday: (sum: string) => `Sampai kemarin ${sum},`,
    nothingBefore: (days: string) => `Belum ada tagihan yang lunas pada ${days}.`,
    simulatedMoney: (invoices: number, total: string) =>
      `Tidak dihitung: ${formatCount(invoices)} tagihan yang dilunasi HP simulasi, ${total}.`,
    nothingPaid: "Belum ada tagihan yang lunas dalam jangka waktu ini maupun sebelumnya.",
    today: "Hari ini, belum selesai",
    previous: "Periode sebelumnya",
    chooseDay: "Pilih hari, dengan tombol panah",
    notYet: "Belum tiba",
    invoices: (count: string) => `${count} tagihan`,
    export: "Unduh",
    paidCount: "Tagihan lunas",
    conversion: "Persentase lunas",
    ofEnded: "dari yang berakhir",
    matchRate: "Dicocokkan otomatis",
    ofPaid: "dari tagihan lunas",
    timeToPay: "Waktu sampai lunas",
    nineOfTen: (duration: string) => `90% dalam ${duration}`,
    asTable: "Sebagai tabel",
    perDay: "Nilai tagihan lunas per hari",
    day: "Hari",
    latest: "Baru dilunasi",
    allPayments: "Lihat semua",
  },
};

const en: typeof id = {
  overview: {
    attention: "Needs attention",
    allWell: "Nothing needs attention.",
    decide: "Decide",
    setAddress: "Set the address",
    connect: "Connect",
    seeInvoice: "See invoice",
    wellPhones: (phones, heard) =>
      `${counted(phones, "phone", "phones")} healthy, last signal ${heard}.`,
    lookedAt: (time) => `Checked at ${time}.`,
    simulatedPhones: (phones) =>
      `${counted(phones, "simulated phone is", "simulated phones are")} not counted.`,
    needs: {
      no_account: () => "No account to receive money yet",
      phone_silent: (of) =>
        of.name === null
          ? `${phones(of)} silent for up to ${of.span}`
          : `${of.name} silent for ${of.span}`,
      phone_unreadable: (of) => `${of.name ?? phones(of)} cannot read notifications`,
      phone_hides_texts: (of) =>
        of.name === null
          ? `${phones(of)} hide the text of notifications`
          : `${of.name} hides the text of notifications`,
      phone_refused: (of) => `Tepat refuses reports from ${of.name ?? phones(of)}`,
      mailbox_unwell: (of) =>
        of.name === null
          ? `No bank emails read at ${counted(of.count, "address", "addresses")} for up to ${of.span}`
          : `No bank emails read at ${of.name} for ${of.span}`,
      account_without_phone: (of) => `Tepat cannot see payments into ${of.name ?? accounts(of)}`,
      account_without_days: (of) => `No days of use left: ${of.name ?? accounts(of)}`,
      transfer_unsupported: (of) =>
        `${counted(of.count, "transfer", "transfers")} missing from the bank statement`,
      transfer_waiting: (of) =>
        `${counted(of.count, "transfer needs", "transfers need")} a decision: ${of.total}`,
      text_may_pay: (of) =>
        counted(of.count, "notification might be a payment", "notifications might be payments"),
      invoice_part_paid: (of) =>
        of.name === null
          ? `${of.count} invoices part paid: ${of.total} left`
          : `${of.name}: invoice part paid, ${of.total} left`,
      address_local: (of) =>
        of.name
          ? "Customers cannot open your links yet"
          : "Customers outside your Wi-Fi cannot open your links yet",
      webhook_failed: (of) =>
        counted(
          of.count,
          "delivery to your site or app failed",
          "deliveries to your site or app failed",
        ),
      webhook_retrying: (of) =>
        counted(
          of.count,
          "delivery to your site or app is being retried",
          "deliveries to your site or app are being retried",
        ),
      notice_target_failing: (of) =>
        `Notices do not reach ${counted(of.count, "destination", "destinations")}`,
      phone_unpaired: (of) =>
        of.name === null ? `${phones(of)} wait for approval` : `${of.name} waits for approval`,
      phone_unheard: (of) => `${of.name ?? phones(of)}: no report yet`,
      phone_warning: (of) =>
        of.name === null ? `${phones(of)} have a warning` : `${of.name} has a warning`,
      account_days_low: (of) =>
        of.name === null
          ? `${accounts(of)} low on days of use`
          : `${of.name}: ${counted(of.days, "day", "days")} of use left`,
    },
    money: "Money today",
    todayPaid: "Paid today",
    yesterdayPaid: "Paid yesterday",
    byThisTime: (total) => `${total} by now yesterday`,
    outstanding: "Outstanding",
    unchosen: (count, total) =>
      `plus ${counted(count, "invoice", "invoices")} without a payment method: ${total}`,
    unpaid: (days) => `Expired, last ${days} days`,
    refundedToday: (total) => `${total} refunded today`,
    period: "Period",
    lastDays: (days) => (days === 7 ? "7 days" : `${days / 7} weeks`),
    month: "Month",
    anyMonth: "Month…",
    allAccounts: "All accounts",
    income: "Value of paid invoices",
    incomeIn: (period) => `Value of paid invoices, ${period}`,
    toDifferences: "Differences and refunds",
    lastDaysOf: (days) => (days === 7 ? "last 7 days" : `last ${days / 7} weeks`),
    daysBefore: (days) => (days === 7 ? "the 7 days before" : `the ${days / 7} weeks before`),
    comparedWith: (before) => `compared with ${before}.`,
    comparedSameDays: (before) => `compared with the same days of ${before}.`,
    untilYesterday: (sum) => `${sum} by the end of yesterday,`,
    nothingBefore: (days) => `No paid invoices in the previous period, ${days}.`,
    simulatedMoney: (invoices, total) =>
      `Not counted: ${counted(invoices, "invoice", "invoices")} that a simulated phone paid, ${total}.`,
    nothingPaid: "No paid invoices in this period or the one before.",
    today: "Today so far",
    previous: "Previous period",
    chooseDay: "Choose a day with the arrow keys",
    notYet: "Still to come",
    invoices: (count) => (count === "1" ? "1 invoice" : `${count} invoices`),
    export: "Download",
    paidCount: "Paid invoices",
    conversion: "Share paid",
    ofEnded: "of ended invoices",
    matchRate: "Matched automatically",
    ofPaid: "of paid invoices",
    timeToPay: "Time to pay",
    nineOfTen: (duration) => `90% within ${duration}`,
    asTable: "As a table",
    perDay: "Value of paid invoices per day",
    day: "Day",
    latest: "Recently paid",
    allPayments: "See all",
  },
};

export const overviewTexts = textsOf({ id, en });
