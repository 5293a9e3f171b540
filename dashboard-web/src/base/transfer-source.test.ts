import { expect, test } from "vitest";
import { nameOfTransfer } from "./transfer-source.ts";

const named = {
  sender_parsed: null,
  type_parsed: "DEBIT" as const,
  app_name: "BCA mobile",
  package_name: "com.bca",
  bank_record: null,
};

test.each<[{ body: string | null; sender_parsed?: string; type_parsed?: "CREDIT" }, string]>([
  [{ body: "Pengeluaran sebesar IDR 6,500.00 di kategori Biaya Admin." }, "Biaya admin"],
  [{ body: "Biaya adm Rp2.500", sender_parsed: "SITI" }, "SITI"],
  [{ type_parsed: "CREDIT", body: "Uang masuk Rp150.123" }, "BCA mobile"],
  [{ type_parsed: "CREDIT", body: "Dana masuk Rp150.123. Biaya admin Rp0." }, "BCA mobile"],
  [{ type_parsed: "CREDIT", body: "Dana masuk Rp150.123. Ket: biaya admin sekolah" }, "BCA mobile"],
  [{ body: null }, "BCA mobile"],
])("the transfer %j is named %s", (transfer, name) => {
  expect(nameOfTransfer({ ...named, ...transfer })).toBe(name);
});
