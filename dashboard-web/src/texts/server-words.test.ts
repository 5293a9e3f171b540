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
])("%j is said in Indonesian", (words, indonesian) => {
  expect(serverWordsInIndonesian(words)).toBe(indonesian);
});

test("what is not known stays as the server says it, and no part of it is changed", () => {
  for (const words of ["must rhyme", "must be at least 1 day", "item 2: is required"]) {
    expect(serverWordsInIndonesian(words)).toBe(words);
  }
});
