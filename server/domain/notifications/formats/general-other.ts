import type { OtherRule } from "../../banks/format.ts";
import { just, of, you } from "../../banks/phrases.ts";

const movement =
  "(Transfer|Transaksi|Pembayaran|Dana|Uang|Top up|Isi saldo|Penarikan)[ (masuk|keluar|QRIS|QR|dana)]";
const movementOfMoney = `${movement}${of} {bare_amount}[ (dari|ke|di|kepada|untuk) {receiver}]`;

/** Offers, failures and plans contain amounts that did not move. */
export const generalOtherRules: readonly OtherRule[] = [
  {
    name: "failed",
    reason: "failed",
    body: [
      `${movement} (gagal|ditolak|dibatalkan|tidak berhasil)[ {text}]`,
      `${movementOfMoney} (gagal|ditolak|dibatalkan|tidak berhasil)[ (karena|diproses|oleh) {text}]`,
      `${you} (gagal|batal|tidak jadi|tidak dapat) {text}`,
      "(Transfer|Transaction|Payment)[[ of] {amount}][ (to|from) {receiver}][ (has|was)] (failed|declined|rejected|cancelled)[ {text}]",
    ],
    samples: [
      { body: "Kamu gagal menerima transfer Rp50.000" },
      { body: "Transfer masuk gagal senilai Rp647.500" },
      { body: "Transfer Rp150.123 dari BUDI CONTOH ditolak." },
      {
        body: "Transfer Rp150.123 ke SITI CONTOH gagal. Dana telah dikembalikan ke rekening Anda.",
      },
      { body: "Payment Rp50.000 failed" },
    ],
  },
  {
    name: "not_yet",
    reason: "not_yet",
    body: [
      `${you} (belum|akan|segera)[ (bisa|dapat)] (menerima|terima) {text}`,
      `${movement} (pending|tertunda|akan|belum|sedang|masih|dijadwalkan|menunggu|dalam proses)[ {text}]`,
      `${movementOfMoney} (pending|tertunda|akan masuk|belum masuk|sedang diproses|masih diproses|dijadwalkan|dalam proses)[ (karena|pada|hingga|sampai) {text}]`,
    ],
    samples: [
      { body: "Transfer Rp50.000 ke BUDI CONTOH sedang diproses" },
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
      { body: "Koin 100RB siap diklaim!" },
      { body: "Promo pembayaran QRIS hingga Rp50.000" },
      { body: "Dapatkan cashback 50% hingga Rp 20.000 untuk jajan hari ini!" },
      { body: "Terima kasih! Kamu hemat Rp15.000 bulan ini." },
    ],
  },
  {
    name: "reward",
    reason: "reward",
    body: [
      "[Selamat! ]Cashback[ (sebesar|senilai)] {text}",
      `${you}${just} (dapat|mendapat|mendapatkan) cashback {text}`,
    ],
    samples: [
      { body: "Kamu mendapatkan cashback Rp1.000" },
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
      { body: "Ringkasan transaksi minggu ini" },
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
