import type { TransactionRule } from "../../banks/format.ts";
import { just, of, on, success, you } from "../../banks/phrases.ts";

const toOther = "(ke|kepada|di|untuk) {receiver}";
const payment =
  "(Pembayaran|Pembelian|Transaksi|Belanja|QRIS|Bayar|Transfer QRIS|Notifikasi Transaksi)";

/** These rules do not apply to merchants' apps, in which "Pembayaran … di TOKO" is a sale. */
export const generalOutgoingRules: readonly TransactionRule[] = [
  {
    name: "transfer_out",
    type: "DEBIT",
    body: [
      `Transfer keluar${of} {bare_amount}[ (ke|kepada) {receiver}]${on}[ ${success}]`,
      `[m-Transfer: ](Transfer|Transaksi)${of} {amount} (ke|kepada) {receiver}${on} ${success}`,
      `${you}${just} (mengirim|transfer)[ (uang|dana|saldo)] (ke|kepada) {receiver}${of} {amount}`,
      "[m-Transfer: ]Berhasil transfer (ke|kepada) {receiver} sebesar {amount}",
      `m-Transfer: {amount} ke {receiver} ${success}`,
      `Transfer (ke|kepada) {receiver}${of} {amount}${on} ${success}`,
      `Transfer (ke|kepada) {receiver} ${success}[.]${of} {amount}`,
      `${you}${just} (mengirim|mengirimkan|kirim|transfer|mentransfer)[ (uang|dana|saldo)]${of} {amount}[ (ke|kepada) {receiver}]${on}[ ${success}]`,
      `${you}${just} melakukan (transfer|penarikan|tarik tunai|pembelian|pembayaran|transaksi|Top Up)[ (keluar|virtual account|VA|BI-FAST|QRIS|QR|pembelian|e-Wallet)]${of} {amount}[ ${toOther}]${on}`,
      "{amount} (udah|sudah|telah|berhasil|telah berhasil) (dikirim|ditransfer|dibayar|dibayarkan) (ke|kepada) {receiver}",
      "-[ ]{amount} (ke|di) {receiver}",
    ],
    samples: [
      { body: "Kamu berhasil transfer uang ke Budi sebesar Rp 50.000", amount: 50_000 },
      { body: "m-Transfer: Berhasil transfer ke Budi sebesar Rp 50.000", amount: 50_000 },
      { body: "m-Transfer: Rp50.000 ke 987654321 a/n TOKO CONTOH BERHASIL", amount: 50_000 },
      { body: "Transfer ke TOKO CONTOH sebesar Rp 87.580 berhasil", amount: 87_580 },
      { body: "Transfer keluar Rp 500.000 ke Budi Contoh berhasil.", amount: 500_000 },
      { body: "m-Transfer: Transaksi Rp 150.000 ke REK 12345678 BERHASIL", amount: 150_000 },
      { body: "Transfer ke BUDI CONTOH berhasil sebesar Rp. 120.500", amount: 120_500 },
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
      `${payment}[ (QRIS|QR|tagihan|kartu)]${of} {amount} ${toOther}${on} ${success}`,
      `${payment}[ (QRIS|QR)] ${toOther}${of} {amount}${on} ${success}`,
      `${payment}[ (QRIS|QR)] ${toOther} ${success}[.]${of} {amount}`,
      `${payment}[ QRIS]${of} {amount} ${success} (ke|di) {receiver}`,
      `Pembayaran (tagihan|merchant)[ {receiver}]${of} {amount} ${success}`,
      `Pembayaran[ QRIS] ${success}[.] {amount} ${toOther}`,
      `${you}${just} (membayar|bayar|menarik uang)${of} {amount}[ ${toOther}]`,
      "Berhasil (bayar|membayar|transfer|kirim) {amount}[ (di|ke|kepada|untuk) {receiver}]",
      "Bayar {receiver} berhasil sebesar {amount}",
      `Transaksi${of} {amount} di {receiver} berhasil (didebet|didebit) dari rekening Anda`,
      `(Debet|Debit) (rek|rekening) {account}${of} {amount}[ di {receiver}][ ${success}]`,
      `(Debet|Debit)${of} {amount}${on}`,
      `Debit kartu {amount}[ di {receiver}]${on}[ ${success}]`,
      `(Tarik tunai|Penarikan tunai|Penarikan)${of} {amount}[ ${success}][ di {receiver}]${on}[ ${success}]`,
    ],
    samples: [
      { body: "Pembayaran QRIS Rp75.000 BERHASIL ke Toko Contoh", amount: 75_000 },
      { body: "Pembayaran tagihan listrik Rp 150.000 berhasil", amount: 150_000 },
      { body: "Debet sebesar Rp45.000 pada 27/08. Saldo akhir Rp1.500.000", amount: 45_000 },
      { body: "Pembayaran ke Warung Contoh Rp25.037 berhasil", amount: 25_037 },
      { body: "Pembayaran berhasil Rp75.000 ke Toko Contoh", amount: 75_000 },
      { body: "Kamu telah membayar Rp 24.000 di Toko Contoh berhasil.", amount: 24_000 },
      {
        body: "Transaksi sebesar Rp 50.000 di Toko Contoh berhasil didebet dari rekening Anda.",
        amount: 50_000,
      },
      { body: "Penarikan tunai Rp500.000 di ATM CONTOH berhasil", amount: 500_000 },
      { body: "Pembayaran QR sebesar Rp 35.000 di Kopi Kenangan berhasil.", amount: 35_000 },
      { body: "Pembayaran QRIS ke KOPI CONTOH berhasil. Rp 45.000", amount: 45_000 },
      { body: "Berhasil bayar Rp 52.000 di Janji Jiwa.", amount: 52_000 },
      { body: "Bayar tagihan listrik berhasil sebesar Rp350.000", amount: 350_000 },
      { body: "Debet rek 1400012345678 sebesar Rp 75.000 di INDOMARET berhasil.", amount: 75_000 },
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
    samples: [
      { body: "Payment of Rp210.000 to Toko Contoh was successful.", amount: 210_000 },
      { body: "You've transferred Rp500.000 to BUDI CONTOH", amount: 500_000 },
    ],
  },
];
