import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { RefusalReason } from "../generated/types.gen.ts";
import { pageLanguage } from "../page-language.ts";
import { formatMoment } from "../time.ts";
import { counted } from "./counted.ts";
import { statementRefusals } from "./statement-refusals.ts";
import type { TextsFor } from "./texts-for.ts";

/** The reasons that block an action. These texts load with the first refusal that has a reason. */
const id: TextsFor<RefusalReason> = {
  account_limit: ({ accounts }) =>
    `Batas ${accounts} rekening sudah tercapai. Ubah rekening yang tidak dipakai lagi.`,
  pool_limit: () =>
    "Batas pasangan aplikasi dan HP sudah tercapai. Pilih pasangan aplikasi dan HP yang sudah dipakai rekening lain.",
  account_in_use: ({ hours }) =>
    `Rekening ini punya tagihan yang menunggu, atau yang selesai kurang dari ${hours} jam lalu. Ganti aplikasi atau HP-nya setelah itu.`,
  amounts_reversed: () => "Jumlah terbesar tidak boleh kurang dari jumlah terkecil.",
  webhook_secret_limit: ({ secrets }) =>
    `Batas ${secrets} rahasia webhook yang berlaku sudah tercapai. Tunggu sampai yang terlama berakhir.`,
  api_key_limit: ({ keys }) =>
    `Batas ${keys} kunci API yang berlaku sudah tercapai. Cabut salah satunya dulu.`,
  quota_not_sold: () =>
    "Hari pemakaian tidak dijual di sini. Minta hari tambahan kepada pemilik server.",
  quota_not_renewable: () =>
    "Hari pemakaian tidak dapat diperbarui di sini. Pesan hari, atau minta kepada pemilik server.",
  no_selling_account: () =>
    "Pembayaran ini sedang tidak dapat diterima. Coba lagi nanti, atau tanyakan kepada pemilik server.",
  quota_invoice_failed: () =>
    "Tagihan untuk tambahan hari tidak dapat dibuat. Coba lagi nanti, atau tanyakan kepada pemilik server.",
  quota_order_limit: ({ orders }) =>
    `Sudah ada ${orders} pesanan yang belum dibayar. Bayar salah satunya, atau tunggu satu hari sejak yang pertama.`,
  email_taken: ({ email }) =>
    `Alamat ${email} sudah punya akun. Silakan masuk, atau pakai alamat lain.`,
  device_not_waiting: () =>
    "HP ini tidak menunggu persetujuan. HP yang sudah dicabut harus mendaftar lagi.",
  pairing_code_differs: ({ pairing_code }) =>
    `Kode penyandingan HP ini bukan ${pairing_code}. Muat ulang, lalu bandingkan lagi dengan kode di HP.`,
  export_limit: ({ tables }) =>
    `Sudah ada ${tables} tabel yang sedang diunduh. Tunggu sampai salah satunya selesai.`,
  no_webhook_address: () => "Belum ada alamat webhook. Isi dan simpan dulu.",
  delivery_not_free: () => "Webhook ini sedang dikirim. Coba lagi sebentar lagi.",
  no_enrolment: () => "Kode QR ini tidak berlaku lagi. Tampilkan yang baru, lalu pindai.",
  already_in_team: ({ email }) => `${email} sudah ada di tim. Ubah perannya di sana.`,
  team_limit: ({ people }) =>
    `Batas ${people} anggota dan undangan sudah tercapai. Keluarkan anggota atau batalkan undangan, lalu coba lagi.`,
  last_owner: () => "Tim harus punya pemilik. Jadikan orang lain pemilik dulu.",
  link_expired: () => "Tautan ini sudah dipakai, atau tidak berlaku lagi. Minta tautan baru.",
  account_amount_too_small: ({ minimum }) =>
    `Rekening ini menerima mulai dari ${formatRupiah(minimum)}. Pilih rekening lain atau jumlah yang lebih besar.`,
  account_amount_too_large: ({ maximum }) =>
    `Rekening ini menerima paling banyak ${formatRupiah(maximum)}. Pilih rekening lain atau jumlah yang lebih kecil.`,
  account_inactive: () => "Rekening ini tidak aktif. Aktifkan dulu, atau pilih rekening lain.",
  account_without_quota: () =>
    "Hari pemakaian rekening ini habis. Tambah hari, atau pilih rekening lain.",
  account_not_watched: () =>
    "Tidak ada sumber yang memantau rekening ini sekarang. Periksa HP atau emailnya di Sumber, atau pilih rekening lain.",
  totals_used_up: ({ at }) =>
    `Semua 999 total untuk jumlah ini sedang dipakai. Coba lagi setelah ${formatMoment(at)}, atau pilih rekening atau jumlah lain.`,
  sale_cancelled: () => "Tagihan ini sudah dibatalkan. Buat tagihan baru.",
  sale_ended: () => "Batas waktu tagihan ini sudah lewat. Buat tagihan baru.",
  form_sent_before: ({ payment_code }) =>
    `Formulir ini sudah membuat ${payment_code} dengan isi lain. Buka tagihan itu, atau mulai formulir baru.`,
  sale_codes_used_up: () =>
    "Tidak ada kode yang tersisa untuk pola ini. Pilih pola kode tagihan lain, atau minta pemilik mengubahnya.",
  no_mail_server: () => "Server ini belum diatur untuk email. Minta pemiliknya mengaturnya.",
  set_at_start: () =>
    "Pengaturan ini berasal dari variabel lingkungan server. Ubah di sana, lalu jalankan ulang servernya.",
  customer_without_email: () =>
    "Tagihan ini tidak punya alamat email pelanggan. Kirim tautannya dengan cara lain.",
  invoice_not_payable: () => "Tagihan ini tidak dapat dibayar lagi. Muat ulang halaman ini.",
  invoice_mailed: () => "Tagihan ini sudah dikirim lewat email. Kirim pengingat saja.",
  reminder_limit: ({ reminders }) =>
    `Batas ${reminders} pengingat untuk tagihan ini sudah tercapai. Hubungi pelanggan dengan cara lain.`,
  reminder_too_soon: ({ at }) =>
    `Pengingat terakhir belum lama dikirim. Kirim yang berikutnya setelah ${formatMoment(at)}.`,
  customer_mail_limit: ({ mails }) =>
    `Batas ${mails} email tagihan dan pengingat dalam 24 jam sudah tercapai. Coba lagi besok.`,
  payment_has_ended: () =>
    "Tagihan ini sudah berakhir. Simpan uangnya untuk tagihan ini, atau catat bahwa sudah dikembalikan.",
  payment_is_pending: () =>
    "Tagihan ini masih menunggu, jadi uangnya belum bisa disimpan atau dikembalikan. Nyatakan lunas atau batalkan tagihannya, atau catat transfernya sebagai pembayaran sebagian.",
  payment_parts_limit: ({ parts }) =>
    `Batas ${parts} transfer untuk tagihan ini sudah tercapai. Terima yang sudah masuk.`,
  refund_exceeds_received: () =>
    "Pengembalian melebihi uang yang diterima. Kurangi jumlahnya, atau batalkan dulu catatan pengembalian tagihan ini.",
  refund_sent: () => "Pengembalian ini sudah dicatat terkirim. Periksa tagihannya lagi.",
  refund_proved: () =>
    "Pengembalian ini sudah terbukti di rekening koran, jadi tidak dapat dibatalkan.",
  nothing_to_settle: () =>
    "Tidak ada transfer untuk tagihan ini yang menunggu keputusan. Muat ulang halaman.",
  nothing_to_prove: () =>
    "Bukti transfer hanya dapat ditambahkan ke tagihan yang dinyatakan lunas tanpa transfer. Pilih tagihan lain.",
  payment_changed: () =>
    "Tagihan ini sudah berubah sejak Anda melihatnya. Periksa lagi, lalu putuskan.",
  not_announced_twice: () =>
    "Transfer ini tidak lagi dianggap laporan kedua dari transfer yang lain. Muat ulang halaman.",
  transfer_not_in_time: () =>
    "Tagihan susulan memerlukan tagihan kedaluwarsa, dan transfer sejumlah totalnya yang masuk sebelum batas waktu. Muat ulang halaman.",
  followed_up_already: ({ payment_code }) =>
    `Tagihan susulan ${payment_code} sudah lunas. Transfer ini mungkin laporan kedua dari transfer yang sama. Jika pelanggan memang membayar dua kali, buka Perlu diputuskan. Catat transfer ini sebagai transfer kedua untuk ${payment_code}, atau catat pengembaliannya.`,
  total_in_use: ({ payment_code }) =>
    `Tagihan ${payment_code} masih menunggu dan totalnya sama. Coba lagi setelah tagihan itu lunas atau berakhir.`,
  link_sold_out: () =>
    "Stok atau batas pembayaran tautan ini sudah dihabiskan pelanggan lain. Jika barangnya masih ada, naikkan batas itu lalu coba lagi. Jika tidak, kembalikan uangnya.",
  follow_up_codes_used_up: () =>
    "Kode untuk tagihan susulan sudah habis. Buat tagihan sendiri, lalu cocokkan transfer ini dengannya.",
  foreign_transfer: () =>
    "Transfer ini bukan rupiah. Nyatakan tagihan lunas dengan transfer ini, atau tandai sebagai bukan uang toko.",
  transfer_not_decided: () =>
    "Transfer ini tidak punya keputusan yang dapat dibatalkan. Batalkan catatan pengembalian secara terpisah.",
  form_used: () => "Formulir ini sudah mencatat pengembalian lain. Buka lagi formulirnya.",
  link_limit: ({ links }) =>
    `Batas ${links} tautan pembayaran sudah tercapai. Ubah salah satu yang tidak dipakai lagi.`,
  ...statementRefusals.id,
  notice_browser_limit: ({ browsers }) =>
    `Batas ${browsers} browser yang menerima pemberitahuan sudah tercapai. Hapus salah satunya dulu.`,
  notice_test_limit: ({ minutes }) =>
    `Uji coba dalam ${minutes} menit terakhir sudah terlalu banyak. Lihat catatannya, lalu coba lagi nanti.`,
  no_notice_target: () => "Saluran ini belum punya tujuan yang berfungsi. Hubungkan dulu.",
  no_telegram_bot: () => "Server ini belum punya bot Telegram. Minta pemiliknya mengaturnya.",
  telegram_silent: () => "Telegram sedang tidak menjawab. Coba lagi nanti.",
};

const en: typeof id = {
  account_limit: ({ accounts }) =>
    `You have reached the limit of ${accounts} accounts. Change one that you no longer use.`,
  pool_limit: () =>
    "You have reached the limit of app and phone combinations. Choose a combination that another account already uses.",
  account_in_use: ({ hours }) =>
    `This account has invoices that are pending or ended less than ${hours} hours ago. Change its app or phone ${hours} hours after the last one ends.`,
  amounts_reversed: () => "The largest amount must not be less than the smallest.",
  webhook_secret_limit: ({ secrets }) =>
    `You have reached the limit of ${secrets} webhook secrets. Wait until the oldest expires.`,
  api_key_limit: ({ keys }) =>
    `You have reached the limit of ${keys} API keys. Revoke one, then try again.`,
  quota_not_sold: () => "Days of use are not sold here. Ask the server's owner for more.",
  quota_not_renewable: () =>
    "Days of use cannot be renewed here. Order days, or ask the server's owner for more.",
  no_selling_account: () =>
    "This payment cannot be taken now. Try again later, or ask the server's owner.",
  quota_invoice_failed: () =>
    "Tepat could not create the invoice for more days. Try again later, or ask the server's owner.",
  quota_order_limit: ({ orders }) =>
    `${counted(orders, "order is", "orders are")} not paid yet. Pay one, or wait until the first order is a day old.`,
  email_taken: ({ email }) =>
    `The address ${email} is already registered. Sign in, or use another address.`,
  device_not_waiting: () =>
    "This phone is not waiting for approval. If it was revoked, register it again.",
  pairing_code_differs: ({ pairing_code }) =>
    `The pairing code of this phone is not ${pairing_code}. Reload the page, then compare the code with the phone again.`,
  export_limit: ({ tables }) =>
    `${counted(tables, "table is", "tables are")} already being downloaded. Wait until one has finished.`,
  no_webhook_address: () => "No webhook URL is set. Enter one and save it first.",
  delivery_not_free: () => "Tepat is sending this webhook now. Try again in a moment.",
  no_enrolment: () => "This QR code is no longer valid. Show a new one, then scan it.",
  already_in_team: ({ email }) =>
    `${email} is already in the team. Change the role on the Team page.`,
  team_limit: ({ people }) =>
    `The team has reached the limit of ${people} members and invitations. Remove a member or withdraw an invitation, then try again.`,
  last_owner: () => "A team must have an owner. Make another team member an owner first.",
  link_expired: () => "This link has been used or has expired. Ask for a new one.",
  account_amount_too_small: ({ minimum }) =>
    `This account takes amounts from ${formatRupiah(minimum)}. Choose another account or a larger amount.`,
  account_amount_too_large: ({ maximum }) =>
    `This account takes amounts up to ${formatRupiah(maximum)}. Choose another account or a smaller amount.`,
  account_inactive: () => "This account is switched off. Switch it on, or choose another account.",
  account_without_quota: () =>
    "This account has no days of use left. Add days, or choose another account.",
  account_not_watched: () =>
    "No source watches this account now. Check its phone or mailbox under Sources, or choose another account.",
  totals_used_up: ({ at }) =>
    `All 999 totals for this amount are in use. Try again after ${formatMoment(at)}, or choose another account or amount.`,
  sale_cancelled: () => "This invoice was cancelled. Create a new one.",
  sale_ended: () => "The deadline of this invoice has passed. Create a new one.",
  form_sent_before: ({ payment_code }) =>
    `This form has already created ${payment_code} with different contents. Open that invoice, or start a new form.`,
  sale_codes_used_up: () =>
    "The current pattern has no free invoice codes left. Choose another pattern, or ask an owner to change it.",
  no_mail_server: () => "This server is not set up for email. Ask its owner to set up email.",
  set_at_start: () =>
    "This setting comes from the server's environment variables. Change it there, then restart the server.",
  customer_without_email: () =>
    "This invoice has no customer email address. Send the link another way.",
  invoice_not_payable: () => "This invoice can no longer be paid. Reload the page.",
  invoice_mailed: () => "This invoice has already been sent by email. Send a reminder instead.",
  reminder_limit: ({ reminders }) =>
    `This invoice has reached the limit of ${reminders} reminders. Contact the customer another way.`,
  reminder_too_soon: ({ at }) =>
    `The last reminder was sent only recently. Send the next one after ${formatMoment(at)}.`,
  customer_mail_limit: ({ mails }) =>
    `You have reached the limit of ${mails} invoices and reminders by email in 24 hours. Try again tomorrow.`,
  payment_has_ended: () =>
    "This invoice has ended. Keep the money for this invoice, or record a refund.",
  payment_is_pending: () =>
    "This invoice is still pending, so its money cannot be kept or refunded yet. Mark the invoice as paid or cancel it, or record the transfer as a part payment.",
  payment_parts_limit: ({ parts }) =>
    `This invoice has reached the limit of ${parts} transfers. Accept the amount received.`,
  refund_exceeds_received: () =>
    "The refunds would exceed the amount received. Enter a smaller refund, or first withdraw a recorded refund of the invoice.",
  refund_sent: () => "This refund was already recorded as sent. Check the invoice again.",
  refund_proved: () => "A bank statement has proved this refund, so it cannot be withdrawn.",
  nothing_to_settle: () =>
    "No transfer for this invoice is waiting for a decision. Reload the page.",
  nothing_to_prove: () =>
    "You can add a transfer only to an invoice that was marked as paid without one. Choose another invoice.",
  payment_changed: () =>
    "The invoice has changed since you looked at it. Check it again, then decide.",
  not_announced_twice: () =>
    "This transfer no longer counts as a second report of the other one. Reload the page.",
  transfer_not_in_time: () =>
    "A follow-up invoice needs an expired invoice, and a transfer of its total that arrived before the deadline. Reload the page.",
  followed_up_already: ({ payment_code }) =>
    `The follow-up invoice ${payment_code} is already paid. This transfer might be a second report of the one that Tepat recorded. If the customer paid twice, record this transfer under To decide as a second one for ${payment_code}, or record a refund.`,
  total_in_use: ({ payment_code }) =>
    `The pending invoice ${payment_code} has the same total. Try again when that invoice is paid or has ended.`,
  link_sold_out: () =>
    "Other customers have used up this payment link's stock or its payment limit. If you can still deliver, raise the stock or the limit, then try again. Otherwise, refund this transfer.",
  follow_up_codes_used_up: () =>
    "No code is free for a follow-up invoice. Create an invoice yourself, then match this transfer to it.",
  foreign_transfer: () =>
    "This transfer is not in rupiah, so Tepat cannot count its amount towards an invoice. Mark a pending invoice as paid with this transfer, or mark the transfer as “not mine”.",
  transfer_not_decided: () =>
    "This transfer has no decision to undo. Withdraw a recorded refund separately.",
  form_used: () => "This form has already recorded another refund. Open a new form.",
  link_limit: ({ links }) =>
    `You have reached the limit of ${links} payment links. Change one that you no longer use.`,
  ...statementRefusals.en,
  notice_browser_limit: ({ browsers }) =>
    `You have reached the limit of ${browsers} browsers for notices. Remove one, then try again.`,
  notice_test_limit: ({ minutes }) =>
    `You sent too many tests in the last ${minutes} minutes. Check the messages below, then try again later.`,
  no_notice_target: () => "You have no working destination of this kind. Connect one first.",
  no_telegram_bot: () => "This server has no Telegram bot yet. Ask its owner to set one up.",
  telegram_silent: () => "Telegram is not responding. Try again later.",
};

export const refusalReasonTexts = { id, en }[pageLanguage];
