import type { InstructionStep } from "../../contract/channels.ts";

/**
 * The channels' built-in steps in English, for customers and shops that read their pages in English. The API gives the
 * steps in Indonesian (specification 2.4). Steps that a merchant has added stay as the merchant wrote them.
 */

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "Buka aplikasi bank": "Open your bank's app",
    "Buka aplikasi": "Open the app",
    "Buka aplikasi pembayaran": "Open a payment app",
    "Isi rekening tujuan": "Enter the account",
    "Isi nomor tujuan": "Enter the number",
    "Isi jumlah persis": "Enter the exact amount",
    Transfer: "Transfer",
    Kirim: "Send",
    "Pindai kode QR": "Scan the QR code",
    "Periksa jumlahnya": "Check the amount",
    Bayar: "Pay",
  }),
);

/** The texts by step. `NAME` stands for the bank's or the wallet's name. */
const contents: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "Buka mobile banking, internet banking atau ATM dan pilih menu transfer.":
      "Open mobile banking or internet banking, or go to an ATM, and choose Transfer.",
    "Pilih bank NAME, masukkan nomor rekening tujuan dan periksa nama pemiliknya.":
      "Choose NAME as the bank, enter the account number and check the holder's name.",
    "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya.":
      "Enter the exact total, down to the last three digits. Do not round it, and do not take the fee off it.",
    "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.":
      "Choose BI-FAST or online transfer, confirm and enter your PIN. This page updates automatically when the payment arrives.",
    "Buka NAME atau aplikasi bank Anda dan pilih menu kirim uang.":
      "Open NAME or your bank's app and choose Send money.",
    "Masukkan nomor NAME tujuan dan periksa nama pemiliknya.":
      "Enter the NAME number and check the holder's name.",
    "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan.":
      "Enter the exact total, down to the last three digits. Do not round it.",
    "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima.":
      "Confirm and enter your PIN. This page updates automatically when the payment arrives.",
    "Buka aplikasi mobile banking atau dompet digital yang mendukung QRIS.":
      "Open a mobile banking app or an e-wallet that can pay by QRIS.",
    "Pilih menu QRIS lalu pindai kode, atau unggah gambarnya dari galeri.":
      "Choose QRIS and scan the code, or upload its picture from your gallery.",
    "Pastikan nama merchant benar dan jumlahnya persis sama dengan total, sampai tiga angka terakhir.":
      "Make sure that the seller's name is right and that the amount is exactly the total, down to the last three digits.",
  }),
);

export interface EnglishStep {
  title: string;
  content: string;
}

/** Returns the English text of each step, or null for a step that the merchant wrote. */
export function stepsInEnglish(
  steps: readonly InstructionStep[],
  channel_name: string,
): (EnglishStep | null)[] {
  return steps.map(({ title, content }) => {
    const known = titles.get(title);
    const told = contents.get(content) ?? contents.get(content.replace(channel_name, "NAME"));
    if (known === undefined || told === undefined) return null;
    return { title: known, content: told.replace("NAME", () => channel_name) };
  });
}
