import type { InstructionStep } from "../../contract/channels.ts";

/** The payment steps of a channel (specification 2.4). */

export const transferSteps = (name: string): InstructionStep[] =>
  numbered([
    [
      "Buka aplikasi bank",
      "Buka mobile banking, internet banking atau ATM dan pilih menu transfer.",
    ],
    [
      "Isi rekening tujuan",
      `Pilih bank ${name}, masukkan nomor rekening tujuan dan periksa nama pemiliknya.`,
    ],
    [
      "Isi jumlah persis",
      "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya.",
    ],
    [
      "Transfer",
      "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.",
    ],
  ]);

export const walletSteps = (name: string): InstructionStep[] =>
  numbered([
    ["Buka aplikasi", `Buka ${name} atau aplikasi bank Anda dan pilih menu kirim uang.`],
    ["Isi nomor tujuan", `Masukkan nomor ${name} tujuan dan periksa nama pemiliknya.`],
    ["Isi jumlah persis", "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."],
    [
      "Kirim",
      "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.",
    ],
  ]);

export const qrisSteps: readonly InstructionStep[] = numbered([
  [
    "Buka aplikasi pembayaran",
    "Buka aplikasi mobile banking atau dompet digital yang mendukung QRIS.",
  ],
  ["Pindai kode QR", "Pilih menu QRIS lalu pindai kode, atau unggah gambarnya dari galeri."],
  [
    "Periksa jumlahnya",
    "Pastikan nama merchant benar dan jumlahnya persis sama dengan total, sampai tiga angka terakhir.",
  ],
  [
    "Bayar",
    "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.",
  ],
]);

function numbered(
  steps: readonly (readonly [title: string, content: string])[],
): InstructionStep[] {
  return steps.map(([title, content], index) => ({ step: index + 1, title, content }));
}
