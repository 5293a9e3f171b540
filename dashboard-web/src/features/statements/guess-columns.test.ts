import { expect, test } from "vitest";
import { guessRoles } from "./guess-columns.ts";

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
