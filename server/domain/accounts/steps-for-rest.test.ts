import { expect, test } from "vitest";
import { banks } from "../banks/index.ts";
import { stepsForRest } from "./steps-for-rest.ts";

test.each(banks)(
  "the steps of $name name the missing sum and never the total",
  ({ name, steps }) => {
    const { indonesian, english } = stepsForRest(steps, { name, amount: 75_061 });
    expect(indonesian).toHaveLength(steps.length);
    for (const text of [JSON.stringify(indonesian), JSON.stringify(english)]) {
      expect(text).toContain("Rp75.061");
      expect(text).not.toMatch(/total|otomatis|automatically/u);
    }
  },
);

test("a merchant's own step stays as written, and has no English", () => {
  const own = { step: 1, title: "Isi jumlah persis", content: "Kirim bukti lewat WhatsApp." };
  expect(stepsForRest([own], { name: "BCA", amount: 1 })).toEqual({
    indonesian: [own],
    english: [null],
  });
});
