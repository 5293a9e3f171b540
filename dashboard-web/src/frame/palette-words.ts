import type { MenuEntry } from "../ui/define-pages.ts";

/** Words for the tasks of each page, in both languages, because people mix the two. */
export const wordsOf: Partial<Record<MenuEntry["text"], string>> = {
  overview: "home dashboard income chart today beranda dasbor pendapatan grafik hari ini",
  payments:
    "bills orders unpaid paid expired cancel export download lunas belum kedaluwarsa batalkan pesanan ekspor unduh",
  counter: "cash register till shop qr pay now toko bayar di tempat",
  links: "payment link catalogue product donation whatsapp tautan produk katalog donasi",
  mutations:
    "money in sender received history export download uang masuk pengirim riwayat ekspor unduh",
  reconciliation:
    "reconciliation match refund overpaid underpaid late wrong amount rekonsiliasi cocokkan putuskan pengembalian kembalikan dana uang kembali lebih kurang telat",
  statements:
    "csv excel upload journal accounting bookkeeping month export unggah jurnal akuntansi pembukuan bulan ekspor laporan",
  accounts: "bank wallet qris gopay ovo dana shopeepay number dompet nomor tambah add account",
  devices:
    "add phone android iphone macrodroid email mailbox sms notification connect tambah hp ponsel surel notifikasi hubungkan",
  webhooks: "url callback event delivery notify server peristiwa pengiriman",
  notices: "alert email telegram browser push warning peringatan kabar",
  settings:
    "logo name colour color shop whatsapp checkout deadline unique amount nama warna toko halaman pembayaran batas waktu kode unik",
  apiKeys: "key token developer secret program kunci pengembang rahasia",
  requests: "log api error calls galat panggilan",
  security:
    "password two-factor two factor 2fa totp authenticator sign in session device recovery code kata sandi dua langkah verifikasi autentikator masuk sesi perangkat kode pemulihan",
  team: "people member staff employee invite role cashier owner orang karyawan pegawai anggota undang peran kasir pemilik",
  auditLog: "history who did activity riwayat siapa kegiatan",
  server:
    "address public https update backup mail sign-up alamat publik perbarui cadangan pendaftaran",
};

export const operatorWords = "merchants tenants health metrics queue usaha penjual keadaan antrean";
export const helpWords = "help guide docs manual how bantuan panduan tolong cara petunjuk";
