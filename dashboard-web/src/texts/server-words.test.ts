import { expect, test } from "vitest";
import { serverWordsInIndonesian } from "./server-words.ts";

test.each([
  ["is required", "Wajib diisi."],
  ["must have at least 10 characters", "Paling sedikit 10 karakter."],
  ["must be at least 1", "Harus berupa angka, paling kecil 1."],
  [
    "must be an e-mail address such as name@example.com",
    "Harus berupa alamat e-mail, misalnya name@example.com.",
  ],
  [
    "This code ends before its checksum: copy the whole text of the static QRIS.",
    "Kode ini tidak utuh. Salin seluruh teks QRIS statisnya, atau pindai lagi.",
  ],
  [
    "There are 200 accounts, the most there can be: change one that is not used any more instead.",
    "Sudah ada 200 rekening, jumlah terbanyak. Ubah rekening yang tidak dipakai lagi.",
  ],
  [
    "10 secrets sign each webhook, the most there can be: each does so for 24 hours after the next one was made. Wait until the oldest has ended.",
    "Sudah ada 10 rahasia webhook yang berlaku, jumlah terbanyak. Tunggu sampai yang terlama berakhir.",
  ],
])("%j is said in Indonesian", (words, indonesian) => {
  expect(serverWordsInIndonesian(words)).toBe(indonesian);
});

test("what is not known stays as the server says it, and no part of it is changed", () => {
  for (const words of ["must rhyme", "must be at least 1 day", "item 2: is required"]) {
    expect(serverWordsInIndonesian(words)).toBe(words);
  }
});
