import { expect, test } from "vitest";
import { guessRoles, looksLikeStatement } from "./guess-columns.ts";

const rolesOf = (...cells: string[]) => guessRoles([{ row: 1, cells }], 1);

test.each(["Saldo", "Saldo Akhir", "Sisa Dana", "Sisa Saldo", "SISA", "Closing Balance"])(
  "a column named %s is the balance",
  (name) => {
    expect(rolesOf("Tanggal", name)).toEqual(["day", "balance"]);
  },
);

test("the balance before a row is not read as the balance after it", () => {
  expect(rolesOf("Tgl Buku", "Saldo Awal", "Masuk", "Keluar", "Saldo Akhir")).toEqual([
    "day",
    null,
    "credit",
    "debit",
    "balance",
  ]);
  expect(rolesOf("Opening Balance", "Balance")).toEqual([null, "balance"]);
});

test.each([
  [["28/11/2026", "Setoran", "1.500.000,00 CR"], true],
  [["28 Nov", "Rp 25.000"], true],
  [["46354", "-500"], true],
  [["20261128", "IDR 500"], true],
  [["a1", "b2"], false],
  [["Catatan 3", "12"], false],
  [["tanggal", "jumlah"], false],
])("a line %j is taken for a statement's: %s", (cells, isStatement) => {
  expect(looksLikeStatement([{ row: 1, cells }])).toBe(isStatement);
});
