import type { RefusalReason } from "../generated/types.gen.ts";
import { formatDay, formatMonth } from "../time.ts";
import { counted } from "./counted.ts";
import { formatCount, formatSen } from "../numbers.ts";
import type { TextsFor } from "./texts-for.ts";

/** The reasons why a bank's file is not imported. Tepat stores no part of such a file. */

type StatementRefusals = Pick<
  TextsFor<RefusalReason>,
  Extract<keyof TextsFor<RefusalReason>, `statement_${string}`>
>;

const kinds: Readonly<Record<string, string>> = {
  "a picture": "gambar",
  "a RAR archive": "arsip RAR",
  "a 7-Zip archive": "arsip 7-Zip",
  "a ZIP archive": "arsip ZIP",
  "a compressed file": "berkas terkompresi",
  "a binary file": "berkas biner",
};

/** Formats the server's amount, for example `1000000.00`. */
const money = (amount: string | number): string => formatSen(Math.round(Number(amount) * 100));

const id: StatementRefusals = {
  statement_too_large: ({ megabytes }) =>
    `Berkas lebih besar dari ${megabytes} MB. Ekspor periode yang lebih pendek. Tidak ada yang disimpan.`,
  statement_incomplete: ({ part }) =>
    `Bagian ${part} dari berkas belum sampai. Kirim berkasnya sekali lagi.`,
  statement_busy: () =>
    "Rekening koran sedang diperiksa, diimpor, atau dijelaskan. Tunggu sebentar, lalu coba lagi. Belum ada yang disimpan.",
  statement_empty: () => "Berkasnya kosong. Unduh lagi dari bank.",
  statement_encrypted: () =>
    "Berkas dilindungi kata sandi. Buka, simpan tanpa kata sandi, lalu impor berkas itu.",
  statement_no_table: ({ kind }) =>
    `Ini ${kinds[kind] ?? kind}, bukan tabel. Unduh rekening koran sebagai CSV atau Excel (XLSX, XLS).`,
  statement_pdf: ({ bank, way_id }) =>
    `Ini dokumen PDF, bukan tabel. Unduh tabelnya. ${way_id === "" ? "Internet banking dari bank mungkin menyediakan CSV atau Excel (XLSX, XLS), walaupun aplikasinya hanya PDF." : `${bank}: ${way_id}`}`,
  statement_unreadable: ({ row }) =>
    `Berkas tidak terbaca di baris ${row}: rusak atau terpotong. Unduh lagi. Tidak ada yang disimpan.`,
  statement_unpacks_too_large: ({ megabytes }) =>
    `Isi berkas Excel ini lebih dari ${megabytes} MB. Ekspor periode yang lebih pendek.`,
  statement_too_slow: ({ seconds }) =>
    `Berkas Excel tidak selesai dibaca dalam ${seconds} detik. Ekspor periode yang lebih pendek, atau CSV.`,
  statement_rows_limit: ({ rows }) =>
    `Berkas berisi lebih dari ${formatCount(rows)} baris. Ekspor periode yang lebih pendek.`,
  statement_unknown_layout: () =>
    "Bentuk berkas ini belum dikenal. Tunjukkan arti tiap kolom; Tepat mengingatnya untuk bank ini.",
  statement_wrong_bank: ({ row, found, expected }) =>
    `Baris ${row} menunjukkan berkas ${found}, sedangkan rekeningnya di ${expected}. Pilih rekening yang benar. Tidak ada yang disimpan.`,
  statement_wrong_account: ({ row, found, expected }) =>
    `Baris ${row} menyebut rekening ${found}, padahal yang dipilih ${expected}. Pilih rekening yang benar. Tidak ada yang disimpan.`,
  statement_two_accounts: ({ row, first, second }) =>
    `Baris ${row} dari rekening ${second}, sebelumnya ${first}. Ekspor satu rekening saja. Tidak ada yang disimpan.`,
  statement_cut: ({ row }) =>
    `Berkas berakhir terlalu cepat, di baris ${row}. Unduh lagi. Tidak ada yang disimpan.`,
  statement_tag_missing: ({ row, tag }) =>
    `Sebelum baris ${row} tidak ada bagian ${tag}, jadi berkasnya tidak lengkap. Unduh lagi. Tidak ada yang disimpan.`,
  statement_not_a_day: ({ row, text }) =>
    `Tanggal di baris ${row} tidak terbaca: “${text}”. Periksa urutan tanggalnya. Tidak ada yang disimpan.`,
  statement_days_needed: () =>
    "Berkas ini tidak menyebut tahun. Isi periodenya, dari hari pertama sampai terakhir.",
  statement_days_limit: ({ days }) =>
    `Berkas mencakup lebih dari ${days} hari. Ekspor periode yang lebih pendek. Tidak ada yang disimpan.`,
  statement_outside_period: ({ row, day, first_day, last_day }) =>
    `Baris ${row} bertanggal ${formatDay(day)}, di luar periode ${formatDay(first_day)} sampai ${formatDay(last_day)}. Periksa periodenya. Tidak ada yang disimpan.`,
  statement_out_of_order: ({ row, day }) =>
    `Baris ${row} bertanggal ${formatDay(day)}, jadi tanggalnya tidak urut. Unduh lagi berkasnya. Tidak ada yang disimpan.`,
  statement_not_an_amount: ({ row, text }) =>
    `Jumlah di baris ${row} tidak terbaca: “${text}”. Periksa tanda desimalnya. Tidak ada yang disimpan.`,
  statement_marks_differ: ({ row, text }) =>
    `Baris ${row} menulis “${text}” dengan tanda desimal lain dari baris sebelumnya. Unduh lagi berkasnya. Tidak ada yang disimpan.`,
  statement_no_amount: ({ row }) =>
    `Baris ${row} harus berisi uang masuk atau uang keluar, salah satunya. Periksa kolomnya. Tidak ada yang disimpan.`,
  statement_left_out_money: ({ row }) =>
    `Baris ${row} tidak dapat dilewati. Baris itu punya tanggal dan jumlah, sedangkan berkas ini tidak memuat saldo untuk memeriksanya. Tunjukkan lagi arti kolomnya. Tidak ada yang disimpan.`,
  statement_formula: ({ row }) =>
    `Baris ${row} berisi rumus. Impor berkas asli dari bank. Tidak ada yang disimpan.`,
  statement_foreign_currency: ({ row, currency }) =>
    `Baris ${row} memakai ${currency}. Hanya rekening rupiah yang dapat diimpor. Tidak ada yang disimpan.`,
  statement_balance_broken: ({ row, expected, found }) =>
    `Saldo di baris ${row} adalah ${money(found)}, seharusnya ${money(expected)}: ada baris yang hilang atau diubah. Unduh lagi berkasnya. Tidak ada yang disimpan.`,
  statement_totals_differ: ({ row, expected, found }) =>
    `Baris ${row} menyebut ${money(found)}, padahal jumlah baris-barisnya ${money(expected)}: berkas terpotong atau diubah. Unduh lagi berkasnya. Tidak ada yang disimpan.`,
  statement_no_rows: () => "Berkas ini tidak berisi transaksi. Pilih berkas lain.",
  statement_column_missing: ({ column }) =>
    `Tidak ada kolom ${column} di berkas ini. Tunjukkan lagi arti kolomnya.`,
  statement_row_settled: () => "Baris ini sudah dijelaskan. Muat ulang halamannya.",
  statement_month_closed: ({ month }) =>
    `Bulan ${formatMonth(month)} rekening ini sudah ditutup, jadi perubahan ini tidak dapat dilakukan. Buka kembali bulan itu dulu. Tidak ada yang disimpan.`,
  statement_month_open: ({ month, rows, transfers }) =>
    `${formatMonth(month)} belum bisa ditutup. ${rows} baris belum dijelaskan, dan ${transfers} transfer tidak ada di rekening koran. Jelaskan dulu.`,
  statement_month_incomplete: ({ month }) =>
    `${formatMonth(month)} belum bisa ditutup. Rekening korannya belum mencakup semua hari, saldonya tidak cocok, atau bulannya belum selesai. Setelah bulan itu berakhir, impor rekening koran yang kurang.`,
  statement_no_reversal: () =>
    "Kedua baris ini bukan pasangan. Koreksi harus berjumlah sama, berlawanan arah, berselang beberapa hari saja, dan hanya untuk satu baris. Muat ulang halaman.",
  statement_rules_limit: ({ rules }) =>
    `Batas ${rules} aturan sudah tercapai. Hapus salah satu dulu.`,
  statement_rule_exists: ({ words }) => `Aturan untuk “${words}” sudah ada. Hapus dulu.`,
  statement_no_chart_account: () =>
    "Akun itu tidak ada di daftar akun Anda. Muat ulang halamannya, lalu pilih yang lain.",
  statement_chart_account_used: ({ name }) =>
    `Akun “${name}” tidak dapat dihapus, karena masih dipakai baris atau aturan. Pilih akun lain untuk baris dan aturan itu dulu.`,
  statement_overlapped: ({ file, first_day, last_day }) =>
    `Berkas ${file} diimpor sesudahnya dan memuat hari yang sama (${formatDay(first_day)} sampai ${formatDay(last_day)}). Batalkan impor itu dulu.`,
  statement_recorded: ({ rows, count }) =>
    `Uang yang Anda catat dari ${count} baris sudah melunasi tagihan, tercatat untuk tagihan, atau sudah dikembalikan: ${rows}. Batalkan keputusannya dulu. Jika sudah melunasi tagihan, impor ini tidak dapat dibatalkan.`,
  statement_proves_refunds: ({ rows, count }) =>
    `${count} baris membuktikan pengembalian uang: ${rows}. Impor ini tidak dapat dibatalkan.`,
  statement_pending_limit: ({ rows }) =>
    `Lebih dari ${rows} baris belum dibukukan bank. Ekspor lagi sesudahnya.`,
};

const en: StatementRefusals = {
  statement_too_large: ({ megabytes }) =>
    `The file is larger than ${megabytes} MB. Export a shorter period. Nothing was stored.`,
  statement_incomplete: ({ part }) =>
    `Part ${part} of the file has not arrived. Send the file again.`,
  statement_busy: () =>
    "A statement is being checked, imported or explained. Wait a minute, then try again. Nothing was stored.",
  statement_empty: () => "The file is empty. Download it from the bank again.",
  statement_encrypted: () =>
    "The file is protected by a password. Save it without a password, then import that file.",
  statement_no_table: ({ kind }) =>
    `This is ${kind}, not a table. Download the statement as CSV or Excel (XLSX, XLS).`,
  statement_pdf: ({ bank, way_en }) =>
    `This is a PDF document, not a table. Download a table instead. ${way_en === "" ? "The bank's internet banking might offer CSV or Excel (XLSX, XLS), even if its app offers only PDF." : `${bank}: ${way_en}`}`,
  statement_unreadable: ({ row }) =>
    `Tepat cannot read the file at row ${row}. The file is damaged or was cut off. Download it again. Nothing was stored.`,
  statement_unpacks_too_large: ({ megabytes }) =>
    `The spreadsheet unpacks to more than ${megabytes} MB. Export a shorter period.`,
  statement_too_slow: ({ seconds }) =>
    `The spreadsheet could not be read within ${seconds} seconds. Export a shorter period, or CSV.`,
  statement_rows_limit: ({ rows }) =>
    `The file has more than ${formatCount(rows)} rows. Export a shorter period.`,
  statement_unknown_layout: () =>
    "Tepat does not know this kind of file. Choose what each column means. Tepat remembers your choice for this bank.",
  statement_wrong_bank: ({ row, found, expected }) =>
    `Row ${row} shows that this is a file of ${found}, but the account is at ${expected}. Choose the right account. Nothing was stored.`,
  statement_wrong_account: ({ row, found, expected }) =>
    `Row ${row} names the account ${found}, but you chose ${expected}. Choose the right account. Nothing was stored.`,
  statement_two_accounts: ({ row, first, second }) =>
    `Row ${row} belongs to the account ${second}, but the earlier rows belong to ${first}. Export one account at a time. Nothing was stored.`,
  statement_cut: ({ row }) =>
    `The file ends too early, at row ${row}. Download it again. Nothing was stored.`,
  statement_tag_missing: ({ row, tag }) =>
    `Line ${row} must follow a field ${tag}, which is missing. The file is incomplete. Download it again. Nothing was stored.`,
  statement_not_a_day: ({ row, text }) =>
    `Tepat cannot read the date in row ${row}: “${text}”. Check the order of day and month. Nothing was stored.`,
  statement_days_needed: () =>
    "The dates in this file have no year. Enter the period, from the first to the last day.",
  statement_days_limit: ({ days }) =>
    `The file covers more than ${days} days. Export a shorter period. Nothing was stored.`,
  statement_outside_period: ({ row, day, first_day, last_day }) =>
    `Row ${row} has the date ${formatDay(day)}, outside the period from ${formatDay(first_day)} to ${formatDay(last_day)}. Check the period. Nothing was stored.`,
  statement_out_of_order: ({ row, day }) =>
    `Row ${row} has the date ${formatDay(day)}, which is out of order. Download the file again. Nothing was stored.`,
  statement_not_an_amount: ({ row, text }) =>
    `Tepat cannot read the amount in row ${row}: “${text}”. Check the decimal mark. Nothing was stored.`,
  statement_marks_differ: ({ row, text }) =>
    `Row ${row} writes “${text}” with a different decimal mark from the earlier rows. Download the file again. Nothing was stored.`,
  statement_no_amount: ({ row }) =>
    `Row ${row} must have either money in or money out. Check the columns. Nothing was stored.`,
  statement_left_out_money: ({ row }) =>
    `You cannot leave out row ${row}. It has a date and an amount, and the file has no balances to check against. Choose again what each column means. Nothing was stored.`,
  statement_formula: ({ row }) =>
    `Row ${row} contains a formula. Import the original file from the bank. Nothing was stored.`,
  statement_foreign_currency: ({ row, currency }) =>
    `Row ${row} is in ${currency}. Only statements in rupiah can be imported. Nothing was stored.`,
  statement_balance_broken: ({ row, expected, found }) =>
    `The balance in row ${row} is ${money(found)}, but it should be ${money(expected)}. A row is missing or was changed. Download the file again. Nothing was stored.`,
  statement_totals_differ: ({ row, expected, found }) =>
    `Row ${row} says ${money(found)}, but the rows add up to ${money(expected)}. The file was cut off or changed. Download it again. Nothing was stored.`,
  statement_no_rows: () => "The file has no transactions. Choose another file.",
  statement_column_missing: ({ column }) =>
    `The file has no column ${column}. Choose again what each column means.`,
  statement_row_settled: () => "This row already has an explanation. Reload the page.",
  statement_month_closed: ({ month }) =>
    `The month ${formatMonth(month)} of this account is closed, so you cannot make this change. Reopen the month first. Nothing was stored.`,
  statement_month_open: ({ month, rows, transfers }) =>
    `You cannot close ${formatMonth(month)} yet. ${counted(rows, "row has", "rows have")} no explanation, and ${counted(transfers, "transfer is", "transfers are")} not in the bank statement. Explain the rows and review the transfers first.`,
  statement_month_incomplete: ({ month }) =>
    `You cannot close ${formatMonth(month)} yet. Its statements do not cover all of its days, its balances do not add up, or the month is not over. After its last day, import the statements that are missing.`,
  statement_no_reversal: () =>
    "These rows are not a pair. A correction has the same amount in the other direction, within a few days, and corrects one row only. Reload the page.",
  statement_rules_limit: ({ rules }) =>
    `You have reached the limit of ${rules} rules. Remove one first.`,
  statement_rule_exists: ({ words }) =>
    `A rule for “${words}” already exists. Remove that rule first.`,
  statement_no_chart_account: () =>
    "Your chart of accounts no longer has this account. Reload the page, then choose another.",
  statement_chart_account_used: ({ name }) =>
    `You cannot remove the account “${name}”, because rows or rules use it. Choose another account for them first.`,
  statement_overlapped: ({ file, first_day, last_day }) =>
    `The file “${file}” (${formatDay(first_day)} to ${formatDay(last_day)}) was imported later and covers some of the same days. Withdraw that import first.`,
  statement_recorded: ({ rows, count }) =>
    `Money that you recorded from ${count === 1 ? "this row" : `${count} rows`} has paid an invoice, is booked for one or was refunded: ${rows}. Undo the decisions first. If the money paid an invoice, you cannot withdraw this import.`,
  statement_proves_refunds: ({ rows, count }) =>
    `${count === 1 ? "This row proves a refund" : `${count} rows prove refunds`}: ${rows}. You cannot withdraw this import.`,
  statement_pending_limit: ({ rows }) =>
    `The file has more than ${rows} rows that the bank has not booked yet. Export the file again later.`,
};

export const statementRefusals = { id, en };
