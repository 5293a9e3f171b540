import type { Problem } from "../base/generated/types.gen.ts";
import { counted } from "../base/texts/counted.ts";
import type { TextsFor } from "../base/texts/texts-for.ts";
import { textsOf } from "../base/texts/texts-of.ts";

/** The texts for the problems of a field. They load with the first problem. */

const id = {
  problems: {
    required: () => "Wajib diisi.",
    empty: () => "Wajib diisi.",
    not_a_number: () => "Harus berupa angka.",
    not_an_integer: () => "Isi dengan angka bulat, tanpa desimal.",
    wrong_type: () => "Isian ini tidak dapat dipakai. Isi dengan yang lain.",
    too_small: ({ minimum }) => `Harus berupa angka, paling kecil ${minimum}.`,
    too_large: ({ maximum }) => `Paling besar ${maximum}.`,
    too_few_items: ({ minimum }) => `Paling sedikit ${minimum}.`,
    too_many_items: ({ maximum }) => `Paling banyak ${maximum}.`,
    too_short: ({ characters }) => `Paling sedikit ${characters} karakter.`,
    too_long: ({ characters }) => `Paling banyak ${characters} karakter.`,
    not_a_choice: ({ choices }) => `Pilih salah satu: ${choices}.`,
    broken_text: () => "Ada karakter yang rusak. Ketik ulang teksnya.",
    control_characters: () => "Ada karakter yang rusak. Ketik ulang teksnya.",
    outer_space: () => "Tidak boleh diawali atau diakhiri spasi.",
    not_an_email: () => "Harus berupa alamat email, misalnya nama@toko.example.",
    not_a_secure_url: () => "Isi alamat https yang lengkap, misalnya https://toko.example.",
    not_a_url: () => "Harus berupa alamat lengkap, misalnya https://toko.example.",
    url_of_spaces: () => "Tidak boleh berisi spasi atau karakter yang rusak.",
    url_too_long: ({ characters }) => `Paling banyak ${characters} karakter.`,
    url_with_login: () => "Tidak boleh berisi nama pengguna atau kata sandi.",
    url_of_gateway: () => "Tidak boleh berupa alamat server Tepat ini sendiri.",
    url_not_https: () => "Harus diawali https.",
    url_of_bad_port: () => "Port ini tidak dapat dipakai. Pilih port lain.",
    url_not_public: () => "Harus berupa alamat yang dapat dicapai dari internet.",
    not_a_uuid: () => "Pilih salah satu dari daftar.",
    not_a_time: () => "Harus berupa tanggal dan jam.",
    not_a_day: () => "Harus berupa tanggal.",
    in_the_future: () => "Tanggalnya tidak boleh di masa depan.",
    outside_years: () => "Tahunnya harus antara 1 dan 9999.",
    not_a_one_time_code: () => "Harus enam angka.",
    one_of_two_codes: () => "Isi kode dari aplikasi atau kode pemulihan, salah satu saja.",
    wrong_password: () => "Ini bukan kata sandi Anda yang sekarang. Ketik ulang.",
    guessable_password: () =>
      "Kata sandi ini mudah ditebak. Pakai beberapa kata yang tidak berhubungan.",
    outside_deadline: ({ minutes, days }) =>
      `Pilih waktu antara ${minutes} menit dan ${days} hari lagi.`,
    not_a_color: () => "Harus berupa kode warna, misalnya #0a7d55.",
    not_a_month: () => "Harus berupa bulan, misalnya 2026-11, mulai tahun 2000.",
    not_an_android_package: () => "Harus berupa nama paket Android, misalnya com.bca.",
    not_a_delivery: () => "Pengiriman ini tidak ditemukan. Muat ulang halaman.",
    not_a_cursor: () => "Halaman daftar ini tidak dikenal. Mulai lagi dari yang terbaru.",
    not_a_pairing_code: () => "Harus berupa kode penyandingan, misalnya 7DD-DV0.",
    not_a_channel: () => "Pilih bank atau dompet.",
    not_a_clock_time: () => "Tulis jamnya, misalnya 22:00.",
    same_times: () => "Jam selesai harus berbeda dari jam mulai.",
    not_a_push_key: () =>
      "Langganan dari browser ini tidak berlaku. Aktifkan lagi pemberitahuannya.",
    not_a_public_address: () =>
      "Tulis https:// dan nama tanpa jalur, misalnya https://bayar.example.com. Pakai http:// hanya di jaringan lokal.",
    not_a_bot_token: () => "Ini bukan token bot. Salin lagi tokennya dari @BotFather.",
    not_a_host: () => "Harus berupa nama server, misalnya smtp.example.com.",
    not_a_mail_port: ({ ports }) => `Pakai salah satu port server email: ${ports}.`,
    below_smallest_amount: () => "Tidak boleh kurang dari jumlah terkecil.",
    not_a_phone: () => "Harus berupa nomor telepon, 8 sampai 15 angka, misalnya 0812 3456 7890.",
    not_a_code_pattern: () =>
      "Tambahkan nomor tepat satu kali. Tahun, bulan, dan tanggal paling banyak satu kali.",
    not_the_sum: ({ sum }) => `Kosongkan, atau isi jumlah semua barang: ${sum}.`,
    not_a_slug: () =>
      "Hanya huruf kecil dan angka, boleh dipisah satu tanda hubung, misalnya kopi-susu.",
    slug_taken: () => "Alamat ini sudah dipakai. Pilih yang lain.",
    not_a_picture: () => "Harus berupa gambar JPEG atau PNG.",
    picture_too_heavy: ({ bytes }) =>
      `Gambar ini terlalu besar: paling banyak ${Math.floor(bytes / 1024)} kB.`,
    picture_too_large: ({ pixels }) =>
      `Gambar ini terlalu besar: tiap sisi paling banyak ${pixels} piksel.`,
    repeated_number: () =>
      "Nomor ini sudah ada di rekening Anda. Centang jika memang ingin menambahkannya lagi.",
    not_an_account_number: () => "Nomor rekening hanya terdiri dari angka.",
    not_a_mobile_number: () =>
      "Dompet digital bernomor HP, misalnya 0812 3456 7890. Periksa sekali lagi nomornya.",
    unusual_account_number: ({ digits, usual, bank }) =>
      usual === ""
        ? `Nomor ini hanya ${digits} angka. Periksa sekali lagi nomornya.`
        : `Nomor ini ${digits} angka, padahal nomor ${bank} ${usual} angka. Periksa sekali lagi nomornya.`,
    name_of_a_known_bank: () =>
      "Ini nama bank atau aplikasi yang sudah dikenal Tepat. Pakai nama lain.",
    not_a_holder: () => "Isi dengan nama pemilik rekening, seperti tertulis di bank.",
    unknown_issuer: () => "Pilih aplikasinya. Tepat tidak mengenal aplikasi penerbit kode ini.",
    qris_empty: () => "Tempel teks QRIS statisnya.",
    qris_not_qris: () =>
      "Ini bukan kode QRIS: teks QRIS diawali 000201. Pindai lagi QRIS statisnya.",
    qris_bad_payload_format_indicator: () =>
      "Ini bukan kode QRIS versi 01. Pakai kode QRIS yang benar.",
    qris_too_long: () => "Teks ini terlalu panjang: tempel satu kode saja.",
    qris_bad_character: () => "Ada karakter yang berubah. Pindai lagi QRIS statisnya.",
    qris_bad_tlv: () => "Kode ini berubah saat disalin. Pindai lagi QRIS statisnya.",
    qris_truncated_tlv: () =>
      "Kode ini tidak utuh. Salin seluruh teks QRIS statisnya, atau pindai lagi.",
    qris_missing_crc: () =>
      "Kode ini tidak utuh. Salin seluruh teks QRIS statisnya, atau pindai lagi.",
    qris_crc_not_last: () => "Ada teks tambahan di akhir kode ini. Pindai lagi QRIS statisnya.",
    qris_crc_mismatch: () => "Ada karakter yang berubah. Pindai lagi QRIS statisnya.",
    qris_duplicate_tag: () => "Ada bagian yang tertulis dua kali. Pakai QRIS yang asli.",
    qris_missing_tag: () => "Ada bagian wajib yang tidak ada. Pakai QRIS yang asli.",
    qris_bad_merchant_category: () => "Kategori usahanya bukan empat angka. Pakai QRIS yang asli.",
    qris_unsupported_currency: () => "Kode ini bukan dalam rupiah. Pakai QRIS dalam rupiah.",
    qris_unsupported_country: () => "Kode ini bukan dari Indonesia. Pakai QRIS dari Indonesia.",
    qris_postal_code_too_long: () =>
      "Kode posnya lebih dari 10 karakter. Minta kode yang benar kepada penyedia QRIS Anda.",
    qris_not_a_merchant_payment_qr: () =>
      "Kode ini untuk transfer antarorang. Pakai QRIS statis milik usaha.",
    qris_not_static: () =>
      "Kode ini hanya untuk satu pembayaran. Pakai QRIS statis, yang tercetak untuk kasir.",
    qris_amount_out_of_range: () => "Jumlah ini tidak dapat dibayar dengan QRIS. Isi jumlah lain.",
    invalid: () => "Isian ini tidak dapat dipakai. Isi dengan yang lain.",
  } as TextsFor<Problem>,
};

const en: typeof id = {
  problems: {
    required: () => "Fill in this field.",
    empty: () => "Fill in this field.",
    not_a_number: () => "Enter a number.",
    not_an_integer: () => "Enter a whole number, without decimals.",
    wrong_type: () => "This value cannot be used. Enter another one.",
    too_small: ({ minimum }) => `Enter a number of at least ${minimum}.`,
    too_large: ({ maximum }) => `Enter a number of at most ${maximum}.`,
    too_few_items: ({ minimum }) => `Enter at least ${counted(minimum, "item", "items")}.`,
    too_many_items: ({ maximum }) => `Enter at most ${counted(maximum, "item", "items")}.`,
    too_short: ({ characters }) => `At least ${counted(characters, "character", "characters")}.`,
    too_long: ({ characters }) => `At most ${counted(characters, "character", "characters")}.`,
    not_a_choice: ({ choices }) => `Choose one of: ${choices}.`,
    broken_text: () => "Some characters are broken. Type the text again.",
    control_characters: () => "Some characters cannot be used. Type the text again.",
    outer_space: () => "Remove the spaces at the beginning and the end.",
    not_an_email: () => "Enter an email address, such as name@example.com.",
    not_a_secure_url: () => "Enter a complete https address, such as https://shop.example.",
    not_a_url: () => "Enter a complete address, such as https://shop.example.",
    url_of_spaces: () => "Remove the spaces and broken characters.",
    url_too_long: ({ characters }) =>
      `This address is too long. Use at most ${characters} characters.`,
    url_with_login: () => "Remove the user name and the password.",
    url_of_gateway: () => "This is an address of this Tepat server. Enter your server's address.",
    url_not_https: () => "Enter an address that begins with https.",
    url_of_bad_port: () => "This port cannot be used. Choose another one.",
    url_not_public: () => "Enter an address that is reachable from the internet.",
    not_a_uuid: () => "Choose one from the list.",
    not_a_time: () => "Enter a date and time.",
    not_a_day: () => "Enter a date.",
    in_the_future: () => "Choose a day that is not in the future.",
    outside_years: () => "Enter a year from 1 to 9999.",
    not_a_one_time_code: () => "Enter six digits.",
    one_of_two_codes: () => "Enter either a code from the app or a recovery code.",
    wrong_password: () => "This is not your current password. Type it again.",
    guessable_password: () =>
      "This password is easy to guess. Use several words that do not belong together.",
    outside_deadline: ({ minutes, days }) =>
      `Choose a time between ${minutes} minutes and ${days} days from now.`,
    not_a_color: () => "Enter a colour, such as #0a7d55.",
    not_a_month: () => "Enter a month, such as 2026-11, from the year 2000 on.",
    not_an_android_package: () => "Enter the name of an Android package, such as com.bca.",
    not_a_delivery: () => "This delivery does not exist. Reload the page.",
    not_a_cursor: () =>
      "This page of the list does not exist. Start again with the newest entries.",
    not_a_pairing_code: () => "Enter a pairing code, such as 7DD-DV0.",
    not_a_channel: () => "Choose a bank or wallet.",
    not_a_clock_time: () => "Enter a time, such as 22:00.",
    same_times: () => "Enter an end time that differs from the start time.",
    not_a_push_key: () =>
      "This browser's subscription to notices is not valid. Switch notices on again.",
    not_a_public_address: () =>
      "Enter https:// and a name without a path, such as https://pay.example.com. Use http:// only for a local network.",
    not_a_bot_token: () => "This is not a bot token. Copy the token from @BotFather again.",
    not_a_host: () => "Enter a server name, such as smtp.example.com.",
    not_a_mail_port: ({ ports }) => `Use a mail server port: ${ports}.`,
    below_smallest_amount: () => "Enter at least the smallest amount.",
    not_a_phone: () => "Enter a phone number of 8 to 15 digits, such as 0812 3456 7890.",
    not_a_code_pattern: () =>
      "Add the number exactly once, and the year, month and day at most once each.",
    not_the_sum: ({ sum }) => `Leave this empty, or enter the sum of the items: ${sum}.`,
    not_a_slug: () =>
      "Use only lower-case letters and digits, with single hyphens between them, such as iced-coffee.",
    slug_taken: () => "This address is taken. Choose another one.",
    not_a_picture: () => "Choose a JPEG or PNG picture.",
    picture_too_heavy: ({ bytes }) =>
      `This picture is too large. Choose one of at most ${Math.floor(bytes / 1024)} kB.`,
    picture_too_large: ({ pixels }) =>
      `This picture is too large. Choose one of at most ${pixels} pixels on each side.`,
    repeated_number: () =>
      "You already have an account with this number. Tick this box to add it again.",
    not_an_account_number: () => "An account number contains only digits.",
    not_a_mobile_number: () =>
      "A wallet's number is a mobile phone number, such as 0812 3456 7890. Check the number again.",
    unusual_account_number: ({ digits, usual, bank }) =>
      usual === ""
        ? `This number has only ${counted(digits, "digit", "digits")}. Check it again.`
        : `This number has ${counted(digits, "digit", "digits")}, but ${bank} numbers have ${usual}. Check it again.`,
    name_of_a_known_bank: () =>
      "This is the name of a bank or an app that Tepat knows. Use another name.",
    not_a_holder: () => "Enter the holder's name as the bank writes it.",
    unknown_issuer: () =>
      "Tepat does not know which merchant app this issuer uses. Choose the app.",
    qris_empty: () => "Paste the text of the static QRIS.",
    qris_not_qris: () =>
      "This is not a QRIS code. The text of a QRIS code begins with 000201. Scan the static QRIS again.",
    qris_bad_payload_format_indicator: () =>
      "This code does not use version 01 of the QR payment format. Use a QRIS code that does.",
    qris_too_long: () => "This text is too long. Paste one code only.",
    qris_bad_character: () => "A character was changed. Scan the static QRIS again.",
    qris_bad_tlv: () => "This code was changed while it was copied. Scan the static QRIS again.",
    qris_truncated_tlv: () =>
      "This code is incomplete. Copy the whole text of the static QRIS, or scan it again.",
    qris_missing_crc: () =>
      "This code is incomplete. Copy the whole text of the static QRIS, or scan it again.",
    qris_crc_not_last: () => "This code has extra text at its end. Scan the static QRIS again.",
    qris_crc_mismatch: () => "A character was changed. Scan the static QRIS again.",
    qris_duplicate_tag: () => "This code contains a part twice. Use the original QRIS.",
    qris_missing_tag: () => "A mandatory part of this code is missing. Use the original QRIS.",
    qris_bad_merchant_category: () =>
      "The merchant category is not four digits. Use the original QRIS.",
    qris_unsupported_currency: () => "This code is not in rupiah. Use a QRIS in rupiah.",
    qris_unsupported_country: () => "This code is not from Indonesia. Use a QRIS from Indonesia.",
    qris_postal_code_too_long: () =>
      "The postal code has more than 10 characters. Ask your QRIS provider for a corrected code.",
    qris_not_a_merchant_payment_qr: () =>
      "This code is for transfers between private persons. Use the static QRIS of a business.",
    qris_not_static: () =>
      "This code is for a single payment. Use the static QRIS, the one printed for the counter.",
    qris_amount_out_of_range: () => "QRIS cannot carry this amount. Enter another one.",
    invalid: () => "This value cannot be used. Enter another one.",
  },
};

export const problemTexts = textsOf({ id, en });
