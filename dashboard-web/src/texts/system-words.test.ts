import { expect, test } from "vitest";
import { systemWordsInIndonesian } from "./system-words.ts";

test.each([
  ["recurring work", "Pekerjaan berkala"],
  ["opens the secrets in the database", "dapat membuka rahasia di basis data"],
  ["0.1 s apart", "selisih 0,1 detik"],
  [
    "this machine's and the database's are 12.5 s apart: let both follow NTP",
    "jam mesin ini dan jam basis data berselisih 12,5 detik: selaraskan keduanya dengan NTP",
  ],
  [
    "PostgreSQL 14.1 is too old, Tepat needs 15 or newer",
    "PostgreSQL 14.1 sudah usang, Tepat memerlukan versi 15 atau yang lebih baru",
  ],
  [
    "due: 0001_a, 0002_b. Run npx tepat migrate; npm start applies them too",
    "belum dijalankan: 0001_a, 0002_b. Jalankan npx tepat migrate, atau npm start",
  ],
  [
    "webhooks that are due are not sent; ended invoices are not counted: see the server's log",
    "webhook yang sudah waktunya belum dikirim; tagihan yang selesai belum dihitung: lihat log server",
  ],
])("%j is said in Indonesian", (words, indonesian) => {
  expect(systemWordsInIndonesian(words)).toBe(indonesian);
});

test("what is not known stays as the server says it", () => {
  for (const words of ["TEPAT_SECRET", "PostgreSQL 18.4", "connect ECONNREFUSED 127.0.0.1:1"]) {
    expect(systemWordsInIndonesian(words)).toBe(words);
  }
});
