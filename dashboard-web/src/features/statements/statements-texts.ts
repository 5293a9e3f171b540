import { formatCount } from "../../base/numbers.ts";
import { bankStatements } from "../../base/generated/bank-statements.gen.ts";
import type { StatementMeaning } from "../../base/generated/types.gen.ts";
import type { ColumnRole } from "./guess-columns.ts";
import { counted } from "../../base/texts/counted.ts";
import { textsOf } from "../../base/texts/texts-of.ts";

/** The counts in the import page's texts about a file. */
interface Counts {
  rows: number;
  transfers: number;
  amount: string;
  fee: string;
}

const id = {
  statements: {
    none: "Belum ada rekening koran",
    noneHint:
      "Unduh mutasi rekening dari bank sebagai CSV atau Excel, lalu unggah di sini. Tepat mencocokkannya dengan laporan sumber Anda dan menunjukkan yang terlewat atau tidak wajar.",
    months: "Bulan",
    credit: "Uang masuk",
    debit: "Uang keluar",
    allExplained: "Semua cocok",
    unsupportedTag: (count: number) => `${formatCount(count)} tidak ada di rekening koran`,
    openTag: (count: number) => `${formatCount(count)} perlu diperiksa`,

    alarm: (count: number) =>
      count === 1
        ? "Satu transfer tidak ada di rekening koran"
        : `${formatCount(count)} transfer tidak ada di rekening koran`,
    alarmHint:
      "Sebuah sumber melaporkan uang ini, tetapi bank tidak mencatatnya. Pesannya mungkin palsu atau salah dibaca. Periksa sebelum barang dikirim.",
    oneOfSeveral: "Beberapa transfer berjumlah sama. Salah satunya tidak ada di rekening koran.",
    paid: "Melunasi",
    look: "Periksa",
    lookTitle: "Periksa transfer ini",
    sender: "Pengirim menurut notifikasi",
    phone: "Dilaporkan oleh",
    at: "Waktu notifikasi",
    invoice: "Tagihan yang dilunasi",
    noInvoice: "Tidak ada",
    steps: [
      "Cari jumlah ini di aplikasi bank, termasuk pada hari sesudahnya.",
      "Jika tidak ada, jangan kirim barangnya. Tanyakan kepada pelanggan.",
      "Periksa HP yang melaporkan: siapa yang memegangnya, dan aplikasi apa yang terpasang.",
    ],
    verdict: "Apa yang terjadi?",
    found: "Apa yang Anda temukan?",
    foundHint: "Disimpan bersama keputusan ini. Transfer dan tagihannya tidak berubah.",
    close: "Tutup peringatan ini",
    closed: "Peringatan ditutup.",

    chooseAccount: "Pilih rekening",
    file: "Berkas",
    noStatement: (file: string) =>
      `${file} bukan rekening koran: tidak ada baris yang berisi tanggal dan jumlah. Pilih berkas CSV atau Excel dari bank Anda.`,
    drop: "Tarik berkas ke sini, atau",
    choose: "Pilih berkas",
    fileHint: (megabytes: number) =>
      `Berkas Excel atau CSV dari bank, paling besar ${megabytes} MB. Tepat menghapusnya setelah diimpor.`,
    wherefrom: "Dari mana berkasnya?",
    banks: [
      ...bankStatements.id.sources,
      [
        "Lainnya",
        "CSV, Excel, atau MT940 apa pun. Untuk CSV dan Excel, Anda menunjukkan arti kolomnya sekali.",
      ],
    ] as readonly (readonly [string, string])[],
    sending: (name: string) => `Mengirim ${name}`,
    checking: "Memeriksa isi berkas",
    importing: "Mengimpor",
    otherFile: "Pilih berkas lain",
    refused: "Berkas ini tidak diimpor",

    recognised: "Bentuk berkas",
    layouts: {
      ...bankStatements.id.layouts,
      mt940: "MT940",
      mapped: "Kolom yang Anda tunjukkan",
    } as Readonly<Record<string, string>>,
    period: "Periode",
    rows: "Baris",
    rowsNew: (rows: number, fresh: number) =>
      rows === fresh
        ? `${formatCount(rows)}, semuanya baru`
        : fresh === 0
          ? `${formatCount(rows)}, semuanya sudah pernah diimpor`
          : `${formatCount(rows)}, ${formatCount(fresh)} di antaranya baru`,
    willDo: "Yang akan terjadi",
    willDoHint: "Belum ada yang disimpan.",
    sample: "Baris pertama berkas",
    import: (rows: number) => (rows === 0 ? "Impor" : `Impor ${formatCount(rows)} baris`),
    nothingNew: "Semua baris ini sudah ada. Mengimpornya lagi tidak mengubah apa pun.",
    done: "Selesai diimpor",
    toMonth: (month: string) => `Buka ${month}`,
    another: "Unggah berkas lain",
    says: {
      unsupported: (count: number) =>
        count === 1
          ? "Satu transfer yang dilaporkan sumber tidak ada di rekening koran."
          : `${formatCount(count)} transfer yang dilaporkan sumber tidak ada di rekening koran.`,
      pending: (count: number) =>
        `${formatCount(count)} baris belum dibukukan bank (PEND) dan tidak disimpan.`,
      doubled: (count: number) => `${formatCount(count)} baris sudah ada dari impor sebelumnya.`,
      meanings: {
        mutation: ({ rows }) =>
          `${formatCount(rows)} baris membuktikan transfer yang sudah dilaporkan.`,
        missed: ({ rows, amount }) =>
          `${formatCount(rows)} uang masuk (${amount}) tidak dilaporkan sumber mana pun. Anda dapat mencatatnya.`,
        recorded: ({ rows }) => `${formatCount(rows)} uang masuk yang terlewat sudah Anda catat.`,
        ambiguous: ({ rows }) =>
          `${formatCount(rows)} baris cocok dengan lebih dari satu transfer, jadi tidak ada yang dipilih.`,
        settlement: ({ rows, transfers, fee }) =>
          `${formatCount(rows)} pencairan QRIS untuk ${formatCount(transfers)} pembayaran, biayanya ${fee}.`,
        fee: ({ rows, amount }) => `${formatCount(rows)} biaya bank, ${amount}.`,
        own_transfer: ({ rows, amount }) =>
          `${formatCount(rows)} transfer antarrekening sendiri, ${amount}.`,
        interest: ({ rows, amount }) => `${formatCount(rows)} bunga, ${amount}.`,
        refund: ({ rows, amount }) => `${formatCount(rows)} pengembalian uang, ${amount}.`,
        outgoing: ({ rows, amount }) => `${formatCount(rows)} uang keluar lain, ${amount}.`,
        other: ({ rows }) => `${formatCount(rows)} baris sudah Anda periksa.`,
        tax: ({ rows, amount }) => `${formatCount(rows)} pajak, ${amount}.`,
        reversal: ({ rows, amount }) => `${formatCount(rows)} koreksi bank, ${amount}.`,
        open: ({ rows }) => `${formatCount(rows)} baris belum dinilai.`,
      } as Readonly<Record<StatementMeaning, (counts: Counts) => string>>,
      unexplainedOut: (count: number) => `${formatCount(count)} uang keluar belum dijelaskan.`,
      none: "Tidak ada baris.",
    },
    unknown: "Bentuk berkas ini belum dikenal",
    unknownHint:
      "Tunjukkan arti kolomnya. Tepat mengingatnya untuk bank ini, jadi berkas berikutnya hanya perlu Anda setujui.",
    remembered: "Kolomnya sudah diisi seperti terakhir kali untuk bank ini.",
    headerRow: "Baris dengan nama kolom",
    noHeader: "Tidak ada nama kolom",
    headerChoice: (row: number, text: string) => `Baris ${row}: ${text}`,
    columns: "Arti tiap kolom",
    column: (number: number, name: string) =>
      name === "" ? `Kolom ${number}` : `${number}. ${name}`,
    emptyCells: "kosong",
    columnRoles: {
      day: "Tanggal",
      time: "Jam",
      description: "Keterangan",
      credit: "Uang masuk",
      debit: "Uang keluar",
      amount: "Jumlah (masuk dan keluar)",
      direction: "Arah: D/K, DB/CR",
      balance: "Saldo",
      reference: "Nomor referensi",
      account: "Nomor rekening",
    } as Readonly<Record<ColumnRole, string>>,
    ignored: "Tidak dipakai",
    missingRoles: {
      day: "Pilih kolom tanggal.",
      description: "Pilih kolom keterangan.",
      amount: "Pilih kolom uang masuk dan uang keluar, atau satu kolom jumlah.",
      twice: "Satu arti hanya untuk satu kolom, kecuali keterangan.",
    },
    helps: "Jika tanggal atau jumlahnya tidak jelas",
    dayOrder: "Urutan tanggal",
    dayOrders: { DMY: "Hari/bulan/tahun", MDY: "Bulan/hari/tahun" },
    decimalMark: "Tanda desimal",
    decimalMarks: { comma: "Koma: 1.234,50", point: "Titik: 1,234.50" },
    findOut: "Deteksi dari berkasnya",
    leaveOut: (row: number) => `Lewati baris ${row} jika bukan transaksi`,
    leftOut: "Baris yang bukan transaksi",
    leftOutHint: "Nomor baris, dengan koma. Saldo tetap harus cocok tanpa baris ini.",
    leftOutRows: (rows: string) => `Baris ${rows} dilewati.`,
    firstDay: "Periode dari",
    lastDay: "Sampai",
    check: "Periksa",
    yearTitle: "Tahun berapa berkas ini?",
    yearHint: "Tanggal di berkas ini tidak menyebut tahun, dan tidak ada baris periode.",
    year: "Tahun",

    download: "Unduh",
    downloadJournal: "Unduh jurnal sebagai",
    fileWords: { rows: "mutasi", journal: "jurnal" },
    opening: "Saldo awal",
    closing: "Saldo akhir",
    fees: "Termasuk biaya",
    covered: (first: string, last: string) => `${first} sampai ${last}`,
    addsUp: "Saldo awal + uang masuk − uang keluar = saldo akhir.",
    addsNotUp:
      "Saldo akhir tidak sama dengan saldo awal ditambah transaksinya. Ada hari yang belum diimpor.",
    noBalance:
      "Berkasnya tidak menyebut saldo. Karena itu tidak dapat diketahui apakah semua barisnya ada.",
    summary: "Ringkasan bulan ini",
    open: "Yang masih perlu diperiksa",
    openHint:
      "Uang masuk yang tidak dilaporkan, baris yang cocok dengan lebih dari satu transfer, dan uang keluar tanpa penjelasan. Jelaskan semuanya sebelum bulan ditutup.",
    allRows: "Semua baris",
    meanings: {
      open: "Belum dinilai",
      mutation: "Terbukti",
      settlement: "Pencairan QRIS",
      missed: "Terlewat",
      recorded: "Sudah dicatat",
      ambiguous: "Tidak pasti",
      fee: "Biaya bank",
      own_transfer: "Rekening sendiri",
      interest: "Bunga",
      refund: "Pengembalian",
      outgoing: "Uang keluar",
      other: "Sudah diperiksa",
      tax: "Pajak",
      reversal: "Koreksi bank",
    } as Readonly<Record<StatementMeaning, string>>,
    day: "Tanggal",
    description: "Keterangan",
    balance: "Saldo",
    meaning: "Arti",
    noRows: "Tidak ada baris seperti itu.",
    place: (file: string, row: number) => `${file}, baris ${row}`,
    settles: (count: number, gross: string, fee: string) =>
      `${formatCount(count)} pembayaran, ${gross} dikurangi biaya ${fee}`,
    record: "Catat uang masuk",
    recordTitle: (amount: string) => `Catat ${amount} sebagai uang masuk?`,
    recordHint:
      "Rekening koran menjadi buktinya. Jika sebelum uangnya masuk sudah ada tagihan yang menunggu tepat jumlah ini, tagihan itu menjadi lunas. Jika tidak, cocokkan transfernya di Perlu diputuskan.",
    recorded: "Uang masuk dicatat",
    recordAll: (count: number) => `Catat ${formatCount(count)} baris yang terlewat`,
    recordAllTitle: (count: number, amount: string) =>
      `Catat ${formatCount(count)} baris, total ${amount}, sebagai uang masuk?`,
    recordManyTitle: (count: number) => `Catat ${formatCount(count)} baris sebagai uang masuk?`,
    recordAllHint:
      "Rekening koran menjadi buktinya. Setiap baris melunasi tagihan yang sudah menunggu tepat jumlah itu sebelum uangnya masuk. Sisanya dapat Anda cocokkan di Perlu diputuskan.",
    recordedOf: (done: number, count: number) =>
      `${formatCount(done)} dari ${formatCount(count)} dicatat`,
    seeTransfer: "Lihat transfernya",
    toReconciliation: "Cocokkan di Perlu diputuskan",
    explain: "Jelaskan",
    explainTitle: "Apa arti baris ini?",
    explainHint: "Hanya pembukuan yang berubah. Tagihan dan transfer tetap seperti semula.",
    explained: "Tersimpan.",
    imports: "Berkas yang diimpor",
    importFacts: (rows: number, fresh: number) =>
      `${formatCount(rows)} baris, ${formatCount(fresh)} baru`,
    withdraw: "Batalkan impor",
    withdrawTitle: (file: string) => `Batalkan impor “${file}”?`,
    withdrawHint:
      "Tepat menghapus baris dari berkas ini, buktinya, dan peringatan yang hanya berasal dari berkas ini. Uang terlewat yang Anda catat dari berkas ini ditandai bukan milik Anda.",
    withdrawn: "Impor dibatalkan.",

    printTitle: (month: string) => `Rekening koran ${month}`,
    printedAt: (moment: string) => `Dicetak ${moment}`,
    printing: (loaded: number, all: number) => `Memuat ${loaded} dari ${all} baris`,
    printLimit: (rows: number) =>
      `Hanya ${formatCount(rows)} baris pertama yang dicetak. Unduh Excel atau CSV untuk semuanya.`,
    back: "Kembali ke bulan ini",
  },
};

const en: typeof id = {
  statements: {
    none: "No bank statements yet",
    noneHint:
      "Download your account's transactions from the bank as CSV or Excel and upload them here. Tepat compares them with your sources' reports and shows missed or suspicious transfers.",
    months: "Months",
    credit: "Money in",
    debit: "Money out",
    allExplained: "All matched",
    unsupportedTag: (count) => `${formatCount(count)} not in the statement`,
    openTag: (count) => `${formatCount(count)} to check`,

    alarm: (count) =>
      count === 1
        ? "One transfer is not in the bank statement"
        : `${formatCount(count)} transfers are not in the bank statement`,
    alarmHint:
      "A source reported this money, but the bank did not book it. The notification might be forged or misread. Check before you send any goods.",
    oneOfSeveral: "Several transfers have this amount. One of them is not in the bank statement.",
    paid: "Paid invoice",
    look: "Review",
    lookTitle: "Review this transfer",
    sender: "Sender named in the notification",
    phone: "Reported by",
    at: "Time of the notification",
    invoice: "Paid invoice",
    noInvoice: "None",
    steps: [
      "Look for this amount in your bank's app, on that day and the days after.",
      "If you do not find it, do not send the goods. Ask the customer.",
      "Check the phone that reported this transfer. Find out who has the phone and which apps are installed on it.",
    ],
    verdict: "What happened?",
    found: "What did you find?",
    foundHint: "Your note is kept with this decision. The transfer and its invoice stay unchanged.",
    close: "Close this alarm",
    closed: "The alarm is closed.",

    chooseAccount: "Choose an account",
    file: "File",
    noStatement: (file) =>
      `${file} is not a bank statement, because no line has a date and an amount. Choose a CSV, Excel or MT940 file from your bank.`,
    drop: "Drop the file here, or",
    choose: "Choose a file",
    fileHint: (megabytes) =>
      `An Excel, CSV or MT940 file from your bank, at most ${megabytes} MB. Tepat deletes the file after the import.`,
    wherefrom: "Where is the file from?",
    banks: [
      ...bankStatements.en.sources,
      [
        "Others",
        "Any CSV, Excel or MT940 file. For CSV and Excel, you choose the meaning of the columns once.",
      ],
    ],
    sending: (name) => `Sending ${name}`,
    checking: "Checking the file",
    importing: "Importing",
    otherFile: "Choose another file",
    refused: "This file was not imported",

    recognised: "Kind of file",
    layouts: {
      ...bankStatements.en.layouts,
      mt940: "MT940",
      mapped: "Columns that you chose",
    },
    period: "Period",
    rows: "Rows",
    rowsNew: (rows, fresh) =>
      rows === fresh
        ? `${formatCount(rows)}, all of them new`
        : fresh === 0
          ? `${formatCount(rows)}, all imported before`
          : `${formatCount(rows)}, ${formatCount(fresh)} of them new`,
    willDo: "Preview",
    willDoHint: "Nothing has been stored yet.",
    sample: "First lines of the file",
    import: (rows) => (rows === 0 ? "Import" : `Import ${counted(rows, "row", "rows")}`),
    nothingNew: "Tepat already has all these rows. Importing them again changes nothing.",
    done: "Imported",
    toMonth: (month) => `Open ${month}`,
    another: "Upload another file",
    says: {
      unsupported: (count) =>
        count === 1
          ? "One transfer that a source reported is not in the statement."
          : `${formatCount(count)} transfers that sources reported are not in the statement.`,
      pending: (count) =>
        `${counted(count, "row is", "rows are")} not booked yet (PEND), and not stored.`,
      doubled: (count) => `${counted(count, "row is", "rows are")} already in an earlier import.`,
      meanings: {
        mutation: ({ rows }) =>
          `${counted(rows, "row proves a transfer", "rows prove transfers")} that a source reported.`,
        missed: ({ rows, amount }) =>
          `No source reported ${counted(rows, "incoming amount", "incoming amounts")} (${amount}). You can record ${rows === 1 ? "it" : "them"}.`,
        recorded: ({ rows }) =>
          `You have recorded ${counted(rows, "missed amount", "missed amounts")}.`,
        ambiguous: ({ rows }) =>
          `${counted(rows, "row matches", "rows match")} more than one transfer, so Tepat chose none.`,
        settlement: ({ rows, transfers, fee }) =>
          `${counted(rows, "QRIS settlement", "QRIS settlements")} of ${counted(transfers, "payment", "payments")}, with fees of ${fee}.`,
        fee: ({ rows, amount }) => `${counted(rows, "bank fee", "bank fees")}, ${amount}.`,
        own_transfer: ({ rows, amount }) =>
          `${counted(rows, "transfer", "transfers")} between your own accounts, ${amount}.`,
        interest: ({ rows, amount }) =>
          `${counted(rows, "payment", "payments")} of interest, ${amount}.`,
        refund: ({ rows, amount }) => `${counted(rows, "refund", "refunds")}, ${amount}.`,
        outgoing: ({ rows, amount }) =>
          `${counted(rows, "other outgoing payment", "other outgoing payments")}, ${amount}.`,
        other: ({ rows }) => `${counted(rows, "row", "rows")} that you have checked.`,
        tax: ({ rows, amount }) => `${counted(rows, "tax payment", "tax payments")}, ${amount}.`,
        reversal: ({ rows, amount }) =>
          `${counted(rows, "correction", "corrections")} by the bank, ${amount}.`,
        open: ({ rows }) => `${counted(rows, "row is", "rows are")} not assessed yet.`,
      },
      unexplainedOut: (count) =>
        `${counted(count, "outgoing payment has", "outgoing payments have")} no explanation yet.`,
      none: "There are no rows.",
    },
    unknown: "Tepat does not know this kind of file",
    unknownHint:
      "Choose what each column means. Tepat remembers your choice for this bank, so you only have to confirm the next file.",
    remembered: "Tepat filled in the columns that you last chose for this bank.",
    headerRow: "Row with the column names",
    noHeader: "No column names",
    headerChoice: (row, text) => `Row ${row}: ${text}`,
    columns: "Column meanings",
    column: (number, name) => (name === "" ? `Column ${number}` : `${number}. ${name}`),
    emptyCells: "empty",
    columnRoles: {
      day: "Date",
      time: "Time",
      description: "Description",
      credit: "Money in",
      debit: "Money out",
      amount: "Amount (in and out)",
      direction: "Direction: D/K, DB/CR",
      balance: "Balance",
      reference: "Reference number",
      account: "Account number",
    },
    ignored: "Not used",
    missingRoles: {
      day: "Choose the date column.",
      description: "Choose the description column.",
      amount: "Choose the columns for money in and money out, or one amount column.",
      twice: "Give each meaning to one column only. Several columns can be descriptions.",
    },
    helps: "If the dates or amounts are not clear",
    dayOrder: "Order of dates",
    dayOrders: { DMY: "Day/month/year", MDY: "Month/day/year" },
    decimalMark: "Decimal mark",
    decimalMarks: { comma: "Comma: 1.234,50", point: "Point: 1,234.50" },
    findOut: "Detect from the file",
    leaveOut: (row) => `Leave out row ${row} if it is not a transaction`,
    leftOut: "Rows that are not transactions",
    leftOutHint:
      "Row numbers, separated by commas. The balances must still add up without these rows.",
    leftOutRows: (rows) => `Rows left out: ${rows}.`,
    firstDay: "Period from",
    lastDay: "To",
    check: "Check",
    yearTitle: "Which year does this file cover?",
    yearHint: "The dates in this file have no year, and no line names the period.",
    year: "Year",

    download: "Download",
    downloadJournal: "Download journal as",
    fileWords: { rows: "statement", journal: "journal" },
    opening: "Opening balance",
    closing: "Closing balance",
    fees: "Fees included",
    covered: (first, last) => `${first} to ${last}`,
    addsUp: "Opening balance + money in − money out = closing balance.",
    addsNotUp:
      "The closing balance does not match the opening balance and the rows. Some days have not been imported.",
    noBalance: "The file has no balances, so Tepat cannot tell whether any rows are missing.",
    summary: "Summary of the month",
    open: "Rows to check",
    openHint:
      "Money in that no source reported, rows that match more than one transfer, and money out without an explanation. Explain them all before you close the month.",
    allRows: "All rows",
    meanings: {
      open: "Not assessed yet",
      mutation: "Proved",
      settlement: "QRIS settlement",
      missed: "Missed",
      recorded: "Recorded",
      ambiguous: "Not certain",
      fee: "Bank fee",
      own_transfer: "Own account",
      interest: "Interest",
      refund: "Refund",
      outgoing: "Money out",
      other: "Checked",
      tax: "Tax",
      reversal: "Correction",
    },
    day: "Date",
    description: "Description",
    balance: "Balance",
    meaning: "Meaning",
    noRows: "No rows of this kind",
    place: (file, row) => `${file}, row ${row}`,
    settles: (count, gross, fee) =>
      `${counted(count, "payment", "payments")}, ${gross} less a fee of ${fee}`,
    record: "Record money",
    recordTitle: (amount) => `Record ${amount} as money in?`,
    recordHint:
      "The bank statement is the proof. If an invoice with this exact total was already pending when the money arrived, Tepat marks that invoice as paid. Otherwise, match the transfer under To decide.",
    recorded: "The money was recorded",
    recordAll: (count) => `Record ${formatCount(count)} missed rows`,
    recordAllTitle: (count, amount) =>
      `Record ${formatCount(count)} rows, ${amount} in total, as money in?`,
    recordManyTitle: (count) => `Record ${formatCount(count)} rows as money in?`,
    recordAllHint:
      "The bank statement is the proof. Each row pays an invoice with this exact total if the invoice was already pending when the money arrived. Match the others under To decide.",
    recordedOf: (done, count) => `${formatCount(done)} of ${formatCount(count)} recorded`,
    seeTransfer: "See the transfer",
    toReconciliation: "Match it under To decide",
    explain: "Explain",
    explainTitle: "What does this row mean?",
    explainHint: "Only the books change. Invoices and transfers do not change.",
    explained: "Saved.",
    imports: "Imported files",
    importFacts: (rows, fresh) => `${counted(rows, "row", "rows")}, ${formatCount(fresh)} new`,
    withdraw: "Withdraw import",
    withdrawTitle: (file) => `Withdraw the import of “${file}”?`,
    withdrawHint:
      "Tepat removes the rows of this file, their proofs, and alarms that only this file raised. Missed money that you recorded from this file is marked as not yours.",
    withdrawn: "The import was withdrawn.",

    printTitle: (month) => `Statement for ${month}`,
    printedAt: (moment) => `Printed ${moment}`,
    printing: (loaded, all) => `Loading ${loaded} of ${all} rows`,
    printLimit: (rows) =>
      `Only the first ${formatCount(rows)} rows are printed. Download Excel or CSV for all.`,
    back: "Back to the month",
  },
};

export const statementsTexts = textsOf({ id, en });
