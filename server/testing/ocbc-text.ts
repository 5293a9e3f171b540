/** Returns an email of OCBC about a transfer at this moment. */
export function ocbcText({
  amount,
  at,
  account = "123456789012",
}: {
  amount: number;
  at: Date;
  account?: string;
}): string {
  const local = new Date(at.getTime() + 7 * 3_600_000).toISOString();
  const [year, month, day] = local.slice(0, 10).split("-") as [string, string, string];
  const months =
    "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember".split(
      " ",
    );
  const rupiah = String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ".");
  return `Bapak/Ibu yang terhormat,
Dengan ini kami sampaikan bahwa rekening Bapak/Ibu telah menerima Transfer Dana Masuk BI-Fast dengan rincian sebagai berikut:

Bank Pengirim       : BANK CENTRAL ASIA
Nama Pengirim       : BUDI CONTOH
No Rekening Pengirim: 1234567890
Nominal             : Rp ${rupiah},00

Bank Penerima       : OCBC
Nama Penerima       : SITI CONTOH
No Rekening Penerima: ${account}
Tanggal Transaksi   : ${day} ${months[Number(month) - 1]} ${year}
Waktu Transaksi     : ${local.slice(11, 19)}
`.replaceAll("\n", "\r\n");
}
