import { expect, test } from "vitest";
import { nameOfTransfer } from "./transfer-source.ts";

const named = {
  sender_parsed: null,
  app_name: "BCA mobile",
  package_name: "com.bca",
  bank_record: null,
};

test.each([
  [{ body: "Pengeluaran sebesar IDR 6,500.00 di kategori Biaya Admin." }, "Biaya admin"],
  [{ body: "Biaya adm Rp2.500", sender_parsed: "SITI" }, "SITI"],
  [{ body: "Uang masuk Rp150.123" }, "BCA mobile"],
  [{ body: null }, "BCA mobile"],
])("the transfer %j is named %s", (transfer, name) => {
  expect(nameOfTransfer({ ...named, ...transfer })).toBe(name);
});
