export type Phrases = readonly (readonly [says: RegExp, inIndonesian: string])[];

/** What the server says of a field or a request, in Indonesian. What is not here is shown as the server says it. */
const indonesian: Phrases = [
  [/^(?:is required|must not be empty)$/u, "Wajib diisi."],
  [/^must be an e-mail address such as (\S+)$/u, "Harus berupa alamat e-mail, misalnya $1."],
  [/^must have at least (\d+) characters$/u, "Paling sedikit $1 karakter."],
  [/^must have at most (\d+) characters$/u, "Paling banyak $1 karakter."],
  [/^must be at least (\d+)$/u, "Harus berupa angka, paling kecil $1."],
  [/^must be at most (\d+)$/u, "Paling besar $1."],
  [/^must be six digits$/u, "Harus enam angka."],
  [/^must be a colour such as (\S+)$/u, "Harus berupa kode warna, misalnya $1."],
  [/^must be an integer$/u, "Harus berupa bilangan bulat."],
  [/^must not be less than the smallest amount$/u, "Tidak boleh kurang dari jumlah terkecil."],
  [
    /^The largest amount must not be less than the smallest\.$/u,
    "Jumlah terbesar tidak boleh kurang dari jumlah terkecil.",
  ],
  [/^is not the present password$/u, "Bukan kata sandi yang sekarang."],
  [/^must not contain control characters$/u, "Ada karakter yang tidak dapat dipakai."],
  [/^must not begin or end with a space$/u, "Tidak boleh diawali atau diakhiri spasi."],
  [/^must be an absolute URL such as (\S+)$/u, "Harus berupa alamat lengkap, misalnya $1."],
  [
    /^must be an absolute https:\/\/ URL without user name or password$/u,
    "Harus berupa alamat https yang lengkap, tanpa nama pengguna dan kata sandi.",
  ],
  [
    /^must be true: you have an account of this number already$/u,
    "Nomor ini sudah ada di rekening Anda. Centang jika memang ingin menambahkannya lagi.",
  ],
  [/^must use https$/u, "Harus diawali https."],
  [/^must use port 443 or 8443$/u, "Hanya port 443 atau 8443 yang dapat dipakai."],
  [/^must name a public host$/u, "Harus alamat yang dapat dicapai dari internet."],
  [/^must not be an address of this gateway$/u, "Tidak boleh alamat server Tepat ini sendiri."],
  [
    /^must not contain a user name or password$/u,
    "Tidak boleh berisi nama pengguna atau kata sandi.",
  ],
  [
    /^must not contain spaces, control characters or broken Unicode$/u,
    "Tidak boleh berisi spasi atau karakter yang rusak.",
  ],
  [
    /^is required: Tepat knows no merchant app of this code's issuer$/u,
    "Wajib dipilih: Tepat tidak mengenal aplikasi dari penerbit kode ini.",
  ],
  [
    /^This is not a QRIS code: .*$/u,
    "Ini bukan kode QRIS: teks QRIS diawali 000201. Pindai lagi QRIS statisnya.",
  ],
  [
    /^(?:This code (?:is cut off|ends before its checksum): .*|The lengths inside this code .*)$/u,
    "Kode ini tidak utuh. Salin seluruh teks QRIS statisnya, atau pindai lagi.",
  ],
  [
    /^(?:The checksum does not fit: |Text follows the checksum|This text contains control).*$/u,
    "Ada karakter yang berubah. Pindai lagi QRIS statisnya.",
  ],
  [
    /^This code was made for a single payment: .*$/u,
    "Kode ini hanya untuk satu pembayaran. Pakai QRIS statis, yang tercetak untuk kasir.",
  ],
  [
    /^This code receives transfers between persons, .*$/u,
    "Kode ini untuk transfer antarorang. Pakai QRIS statis milik usaha.",
  ],
  [/^This text is longer than the 512 .*$/u, "Teks ini terlalu panjang: tempel satu kode saja."],
  [
    /^There are (\d+) accounts, the most there can be: .*$/u,
    "Sudah ada $1 rekening, jumlah terbanyak. Ubah rekening yang tidak dipakai lagi.",
  ],
  [
    /^The accounts of this merchant have listened to .*$/u,
    "Rekening Anda sudah terlalu sering ganti aplikasi atau HP. Pilih aplikasi dan HP yang dipakai rekening lain.",
  ],
  [
    /^(\d+) secrets sign each webhook, the most there can be: .*$/u,
    "Sudah ada $1 rahasia webhook yang berlaku, jumlah terbanyak. Tunggu sampai yang terlama berakhir.",
  ],
];

export const serverWordsInIndonesian = (words: string): string => translated(indonesian, words);

export function translated(phrases: Phrases, words: string): string {
  const known = phrases.find(([says]) => says.test(words));
  return known ? words.replace(...known) : words;
}
