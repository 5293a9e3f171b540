import { expect, test } from "vitest";
import type { ListedPayment } from "../base/generated/types.gen.ts";
import { inRanks, reasonOf } from "./palette-ranks.ts";

const invoice = (customer_name: string, others: Partial<ListedPayment> = {}) =>
  ({ payment_code: "INV-1", customer_name, ...others }) as ListedPayment;

test("an exact code comes first, then names that begin with the text, then words of names", () => {
  const names = ["Budi", "Hj. Siti Aminah", "Siti Rahayu", "Parasiti", "Wayan"];
  const found = names.map((name) => invoice(name));
  const code = invoice("Agus", { payment_code: "SITI" });
  expect(inRanks("siti", [...found, code]).map((each) => each.customer_name)).toEqual([
    "Agus",
    "Siti Rahayu",
    "Hj. Siti Aminah",
    "Budi",
    "Parasiti",
    "Wayan",
  ]);
});

test("a row names the text that fits, unless the row shows it anyway", () => {
  const hidden = {
    customer_email: "siti@shop.example",
    customer_phone: "0812345",
    metadata: { order_id: "Toko-7" },
  };
  const found = invoice("Budi Santoso", hidden);
  expect(reasonOf("siti", found)).toBe("siti@shop.example");
  expect(reasonOf("budi 0812", found)).toBe("0812345");
  expect(reasonOf('"toko-7"', found)).toBe("order_id:Toko-7");
  expect(reasonOf('"budi santoso" 0812', found)).toBe("0812345");
  expect(reasonOf('"santoso budi"', found)).toBeNull();
  expect(reasonOf("budi", invoice("Budi", { customer_email: "budi@shop.example" }))).toBeNull();
  expect(reasonOf("inv 150000", found)).toBeNull();
  expect(reasonOf("siti", invoice("Budi"))).toBeNull();
});
