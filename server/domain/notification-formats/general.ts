/**
 * Wordings that Indonesian banks and wallets share. They stand behind an app's own rules and, like those, are
 * tried for known packages only.
 */

import type { OtherRule, TransactionRule } from "./format.ts";

const balance = "Saldo[ (akhir|Anda|kamu|rekening)][:] {other_money}[.] [setelah ]";
const of = "[ (sebesar|senilai|sejumlah)]";
const toAccount = "[ ke (rekening|rek|rek.|no. rek)[ (Anda|kamu)][ {account}]]";
const on = "[ (pada|tgl|tanggal|tgl.) {when}]";
const done = "[ (telah|sudah|udah)][ (berhasil|sukses)][ (diterima|masuk)]";
const money =
  "(dana|uang|saldo|kiriman|kiriman uang|transfer|transfer masuk|transfer dana|transfer saldo|pembayaran|pembayaran QRIS)";
const arrived = "[ (telah|sudah|udah|berhasil|telah berhasil)]";
const received =
  "(diterima|telah diterima|sudah diterima|udah diterima|berhasil diterima|telah berhasil diterima)";
const you = "(Anda|Kamu)";
const just = "[ (telah|sudah|udah|baru saja|baru aja|berhasil|telah berhasil)]";

const from = "(dari|dr|oleh) {sender}";

export const generalIncomingRules: readonly TransactionRule[] = [
  {
    name: "transfer_in",
    type: "CREDIT",
    body: [
      `[${balance}][Mutasi rekening: ][Ada ](Transfer|Dana|Uang|Kredit|Pembayaran|Pembayaran QRIS) masuk[:]${of} {bare_amount}[.][ ${from}]${toAccount}${on}${done}`,
      `[${balance}](Transfer|Dana|Uang) masuk${of} {bare_amount}${toAccount} ${from}${on}${done}`,
      `[${balance}](Transfer|Dana|Uang|Pembayaran) masuk ${from}${of} {amount}${toAccount}${on}${done}`,
    ],
    samples: [
      { body: "Transfer masuk Rp150.123 dari BUDI CONTOH", amount: 150_123, sender: "BUDI CONTOH" },
      {
        body: "Mutasi rekening: dana masuk sebesar Rp2.000.000. Saldo Rp8.000.000",
        amount: 2_000_000,
      },
      {
        body: "Saldo Rp1.200.000. Transfer masuk Rp50.000 dari ANI",
        amount: 50_000,
        sender: "ANI",
      },
      { body: "Transfer masuk sebesar 20.000,00. dari TOKO 1", amount: 20_000, sender: "TOKO 1" },
      {
        body: "Dana masuk Rp 100.000 ke rekening 1234567890 dari SITI",
        amount: 100_000,
        sender: "SITI",
      },
      {
        body: "Transfer masuk dari AHMAD CONTOH sebesar Rp 150.231 ke rekening 7000000000 berhasil.",
        amount: 150_231,
        sender: "AHMAD CONTOH",
      },
    ],
  },
  {
    name: "you_received",
    type: "CREDIT",
    body: [
      `${you}${just} (menerima|terima)[ ${money}]${of} {amount}[ ${from}]${toAccount}${on}`,
      `${you}${just} (menerima|terima) ${money} ${from}${of} {amount}${toAccount}${on}`,
      `${you}${just} (dapat|mendapat|mendapatkan) (kiriman|kiriman uang|transfer)${of} {amount} ${from}${on}`,
    ],
    samples: [
      { body: "Anda menerima Rp 500.000 dari BUDI CONTOH", amount: 500_000, sender: "BUDI CONTOH" },
      {
        body: "Kamu menerima transfer dari SITI CONTOH sebesar Rp75.105.",
        amount: 75_105,
        sender: "SITI CONTOH",
      },
      { body: "Kamu mendapatkan kiriman uang Rp50.000 dari Budi.", amount: 50_000, sender: "Budi" },
    ],
  },
  {
    name: "money_arrived",
    type: "CREDIT",
    body: [
      `(Dana|Uang)${of} {amount}${on} ${received}`,
      `(Dana|Uang|Transfer)${of} {amount}[ ${from}]${arrived} masuk ke (rekening|rek)[ (Anda|kamu)][ {account}]${on}`,
      `(Dana|Uang|Transfer)${of} {amount}[ ${from}]${arrived} masuk ke (rekeningmu|saldomu)${on}`,
      `[(Transfer|Dana|Uang) masuk! ]{amount} ${from} (telah|sudah|udah|berhasil|telah berhasil) (masuk|diterima)[ ke {place}]`,
      `{amount}${arrived} (masuk|diterima) dari {sender}`,
      `(Rekening|Rek|Rek.)[ (Anda|kamu)][ {account}][ telah] dikredit${of} {amount}[ ${from}]${on}`,
    ],
    samples: [
      { body: "Dana Rp 100.000 diterima", amount: 100_000 },
      { body: "Rp 1.500.000 diterima dari Budi Contoh", amount: 1_500_000, sender: "Budi Contoh" },
      {
        body: "Rp150.123 dari BUDI CONTOH telah masuk ke Saldo Aktif kamu.",
        amount: 150_123,
        sender: "BUDI CONTOH",
      },
      {
        body: "Dana sebesar Rp10.000 dari BUDI telah masuk ke rekeningmu.",
        amount: 10_000,
        sender: "BUDI",
      },
      { body: "Rek. 1234567890 dikredit Rp150.123 dari BUDI", amount: 150_123, sender: "BUDI" },
    ],
  },
  {
    name: "payment_received",
    type: "CREDIT",
    body: [
      `(Pembayaran|Pembayaran QRIS|Transfer|Dana|Uang)${of} {amount} ${from}${on} ${received}`,
      `(Pembayaran|Pembayaran QRIS|Transfer|Dana|Uang) ${from}${of} {amount}${on} ${received}`,
    ],
    samples: [
      {
        body: "Transfer Rp150.123 dari BUDI CONTOH berhasil diterima.",
        amount: 150_123,
        sender: "BUDI CONTOH",
      },
    ],
  },
  {
    name: "received_in_english",
    type: "CREDIT",
    body: [
      "You(| have|'ve)[ just] received[ (a transfer of|a payment of|money)] {amount}[ from {sender}][ on {when}]",
      "Incoming transfer[ of][:] {amount}[ from {sender}][ on {when}]",
      "(Transfer|Payment) of {amount} from {sender} (has been|was) received",
    ],
    samples: [
      { body: "You've received Rp5.000 from GoPay", amount: 5000, sender: "GoPay" },
      {
        body: "Incoming transfer of IDR 75.000 from BUDI CONTOH",
        amount: 75_000,
        sender: "BUDI CONTOH",
      },
    ],
  },
];

/**
 * A merchant's app tells of sales, and of payouts to the merchant's bank. So a payment that "was received"
 * needs no payer here, while money that "came into the account" is the sum of sales already counted.
 */
export const generalMerchantRules: readonly TransactionRule[] = [
  {
    name: "sale",
    type: "CREDIT",
    body: [
      `(Pembayaran|Pembayaran QRIS|Transaksi QRIS)${of} {amount}[ ${from}]${on} ${received}[ ${from}]`,
      `(Pembayaran|Pembayaran QRIS) ${from}${of} {amount}${on} ${received}`,
      `(Transfer|Dana|Uang|Pembayaran|Pembayaran QRIS) masuk[:]${of} {amount} ${from}${on}${done}`,
      `${you}${just} (menerima|terima) (pembayaran|pembayaran QRIS)${of} {amount}[ ${from}]${on}`,
      "{amount}[ (telah|sudah|udah)][ berhasil] diterima dari {sender}",
    ],
    samples: [
      { body: "Pembayaran QRIS sebesar Rp150.000 berhasil diterima", amount: 150_000 },
      { body: "Dana masuk Rp10.000 dari BUDI", amount: 10_000, sender: "BUDI" },
      { body: "Kamu menerima pembayaran Rp10.000", amount: 10_000 },
    ],
  },
];

export const generalPayoutRules: readonly OtherRule[] = [
  {
    name: "payout",
    reason: "settlement",
    body: [
      `[(Dana|Saldo)${of} ]{other_money}${arrived} (masuk|ditransfer|dikirim|dicairkan|cair) ke (rekening|rek) {text}`,
      "(Pencairan|Penarikan|Settlement) {text}",
    ],
    samples: [
      { title: "Dana cair", body: "Rp1.250.123 sudah masuk ke rekening BCA kamu." },
      { body: "Pencairan dana Rp1.250.123 ke rekening BCA berhasil." },
    ],
  },
];

const success = "(berhasil|sukses|telah berhasil|sudah berhasil)";

export const generalOutgoingRules: readonly TransactionRule[] = [
  {
    name: "transfer_out",
    type: "DEBIT",
    body: [
      `Transfer${of} {amount} (ke|kepada) {receiver}${on} ${success}`,
      `Transfer keluar${of} {bare_amount}[ (ke|kepada) {receiver}]${on}[ ${success}]`,
      `${you}${just} (mengirim|mengirimkan|kirim|transfer|mentransfer)[ (uang|dana|saldo)]${of} {amount}[ (ke|kepada) {receiver}]${on}[ ${success}]`,
      `${you}${just} melakukan (transfer|penarikan|tarik tunai|pembelian|pembayaran|transaksi)[ (keluar|virtual account|VA|BI-FAST|QRIS|QR|pembelian)]${of} {amount}[ (ke|kepada|di|untuk) {receiver}]${on}`,
      "{amount} (udah|sudah|telah|berhasil|telah berhasil) (dikirim|ditransfer|dibayarkan) (ke|kepada) {receiver}",
      "-[ ]{amount} (ke|di) {receiver}",
    ],
    samples: [
      { body: "Transfer keluar Rp 500.000 ke Budi Contoh berhasil.", amount: 500_000 },
      { body: "Anda mengirim Rp1.200.000 ke rekening 000000", amount: 1_200_000 },
      {
        body: "Kamu telah melakukan transfer virtual account sebesar Rp10.000 kepada ShopeePay pada 28 Agu 2026 20:42 WIB",
        amount: 10_000,
      },
      { body: "Rp500.000 udah dikirim ke BCA BUDI CONTOH.", amount: 500_000 },
      { body: "-Rp150.123 ke SITI CONTOH", amount: 150_123 },
    ],
  },
  {
    name: "payment_made",
    type: "DEBIT",
    body: [
      `(Pembayaran|Pembelian|Transaksi|Belanja)[ (QRIS|QR|tagihan|kartu)]${of} {amount} (di|ke|kepada|untuk) {receiver}${on} ${success}`,
      `${you}${just} (membayar|bayar)${of} {amount}[ (di|ke|kepada|untuk) {receiver}]`,
      "Berhasil (bayar|membayar|transfer|kirim) {amount}[ (di|ke|kepada|untuk) {receiver}]",
      "Bayar {receiver} berhasil sebesar {amount}",
      `Debit kartu {amount}[ di {receiver}]${on}[ ${success}]`,
      `(Tarik tunai|Penarikan tunai|Penarikan)${of} {amount}[ di {receiver}]${on}[ ${success}]`,
    ],
    samples: [
      { body: "Pembayaran QR sebesar Rp 35.000 di Kopi Kenangan berhasil.", amount: 35_000 },
      { body: "Berhasil bayar Rp 52.000 di Janji Jiwa.", amount: 52_000 },
      { body: "Bayar tagihan listrik berhasil sebesar Rp350.000", amount: 350_000 },
      { body: "Debit kartu Rp150.000 di TOKO ABC berhasil", amount: 150_000 },
    ],
  },
  {
    name: "paid_in_english",
    type: "DEBIT",
    body: [
      "You(| have|'ve)[ (just|successfully)] (spent|paid|sent|transferred) {amount}[ (at|to) {receiver}]",
      "Payment of {amount} to {receiver} (was|is) successful",
    ],
    samples: [{ body: "You've transferred Rp500.000 to BUDI CONTOH", amount: 500_000 }],
  },
];

const movement =
  "(Transfer|Transaksi|Pembayaran|Dana|Uang|Top up|Isi saldo|Penarikan)[ (masuk|keluar|QRIS|QR|dana)]";

/** An offer, a failure or a plan names money that did not move. */
export const generalOtherRules: readonly OtherRule[] = [
  {
    name: "failed",
    reason: "failed",
    body: [
      `${movement} (gagal|ditolak|dibatalkan|tidak berhasil)[ {text}]`,
      `${movement}${of} {bare_amount}[ (dari|ke|di|kepada|untuk) {receiver}] (gagal|ditolak|dibatalkan|tidak berhasil)[ (karena|diproses) {text}]`,
      `${you} (gagal|batal|tidak jadi|tidak dapat) {text}`,
      "(Transfer|Transaction|Payment)[ of {amount}][ (to|from) {receiver}][ (has|was)] (failed|declined|rejected|cancelled)[ {text}]",
    ],
    samples: [
      { body: "Transfer masuk gagal senilai Rp647.500" },
      { body: "Transfer Rp150.123 dari BUDI CONTOH ditolak." },
      {
        body: "Transfer Rp150.123 ke SITI CONTOH gagal. Dana telah dikembalikan ke rekening Anda.",
      },
    ],
  },
  {
    name: "not_yet",
    reason: "not_yet",
    body: [
      `${you} (belum|akan|segera)[ (bisa|dapat)] (menerima|terima) {text}`,
      `${movement} (pending|tertunda|akan|belum|sedang|masih|dijadwalkan|menunggu|dalam proses)[ {text}]`,
      `${movement}${of} {bare_amount}[ (dari|ke|di|kepada|untuk) {receiver}] (pending|tertunda|akan masuk|belum masuk|sedang diproses|masih diproses|dijadwalkan|dalam proses)[ (karena|pada|hingga|sampai) {text}]`,
    ],
    samples: [
      { body: "Kamu belum menerima transfer senilai Rp647.500" },
      { body: "Kamu akan menerima transfer senilai Rp647.500 besok" },
      { body: "Transfer pending sebesar Rp50.000" },
    ],
  },
  {
    name: "promotion",
    reason: "promotion",
    body: [
      "Promo {text}",
      "(Dapatkan|Nikmati|Klaim|Menangkan|Raih|Buruan|Ajukan) {text}",
      "Terima kasih! Kamu hemat {text}",
      "{place} hingga {other_money}[ {text}]",
      "{place} (siap|bisa) diklaim[ {text}]",
    ],
    samples: [
      { body: "Promo pembayaran QRIS hingga Rp50.000" },
      { body: "Dapatkan cashback 50% hingga Rp 20.000 untuk jajan hari ini!" },
      { body: "Terima kasih! Kamu hemat Rp15.000 bulan ini." },
    ],
  },
  {
    name: "reward",
    reason: "reward",
    body: [
      "Cashback[ (sebesar|senilai)] {text}",
      `${you}${just} (dapat|mendapat|mendapatkan) cashback {text}`,
    ],
    samples: [
      { body: "Cashback Rp5rb masuk" },
      { body: "Cashback Rp5.000 sudah masuk ke GoPay kamu" },
    ],
  },
  {
    name: "refund",
    reason: "refund",
    body: ["(Refund|Pengembalian dana) {text}"],
    samples: [{ body: "Refund Rp30.000 untuk pesananmu telah diproses" }],
  },
  {
    name: "summary",
    reason: "summary",
    body: [
      "{count} (pesan|notifikasi|transaksi|pembayaran) baru",
      "(Transaksi|Transfer|Pembayaran|Dana) (masuk|keluar) (hari|minggu|bulan) ini: {text}",
      "(Ringkasan|Rekap|Laporan) {text}",
    ],
    samples: [
      { body: "3 pesan baru" },
      { body: "Transaksi masuk hari ini: 3 transaksi, total Rp450.369." },
    ],
  },
  {
    name: "limit_changed",
    reason: "settings",
    body: ["Limit {text} (diubah|diperbarui|dinaikkan|diturunkan)"],
    samples: [{ body: "Limit transfer harian Anda Rp10.000.000 berhasil diubah." }],
  },
];
