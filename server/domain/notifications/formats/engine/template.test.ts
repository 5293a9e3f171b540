import { describe, expect, test } from "vitest";
import { compileTemplate, matchTemplate } from "./template.ts";

function partsOf(template: string, text: string): string[] | null {
  const match = matchTemplate(compileTemplate(template), text);
  return match && match.parts.map(({ name, value }) => `${name}=${value}`);
}

describe("a template", () => {
  test("reads its parts at their places", () => {
    expect(
      partsOf(
        "Dana {amount} masuk ke rekening {account}[ pada {when}]",
        "Dana Rp19.000 masuk ke rekening ***0001 pada 06/05/2026 22:53:10",
      ),
    ).toEqual(["amount=Rp19.000", "account=***0001", "when=06/05/2026 22:53:10"]);
  });

  test("allows missing optional parts, either choice and any letter case", () => {
    const template = "(Dana|Uang) masuk[ sebesar] {amount}[ dari {sender}]";
    expect(partsOf(template, "DANA MASUK SEBESAR RP5")).toEqual(["amount=RP5"]);
    expect(partsOf(template, "uang masuk Rp5 dari Budi")).toEqual(["amount=Rp5", "sender=Budi"]);
    expect(partsOf(template, "Jasa masuk Rp5")).toBeNull();
  });

  test("matches from the first character to the end of a sentence", () => {
    expect(partsOf("Dana {amount} masuk", "Info: Dana Rp5 masuk")).toBeNull();
    expect(partsOf("Dana {amount} masuk", "Dana Rp5 masuk besok")).toBeNull();
    expect(partsOf("Dana {amount} masuk", "Dana Rp5 masuk!!")).toEqual(["amount=Rp5"]);
  });

  test("separates a remark, a note and further sentences from itself", () => {
    const template = compileTemplate("Dana {amount} masuk dari {sender}");
    expect(matchTemplate(template, "Dana Rp5 masuk dari PT. MAJU. Cek saldo.\nYa")).toMatchObject({
      parts: [{}, { value: "PT. MAJU" }],
      remark: "",
      footer: "Cek saldo.\nYa",
    });
    expect(matchTemplate(template, "Dana Rp5 masuk dari BUDI. Berita: lunas. Rp9")).toMatchObject({
      parts: [{}, { value: "BUDI" }],
      remark: "lunas. Rp9",
      footer: "",
    });
    expect(matchTemplate(template, "Dana Rp5 masuk dari BUDI (Catatan: besok)")).toMatchObject({
      parts: [{}, { value: "BUDI" }],
      note: "besok)",
    });
  });

  test.each([
    "Rp50...",
    "Rp50 ...",
    "Rp5rb",
    "Rp5 rb",
    "Rp1,5 juta",
    "Rp1 000",
    "Rp150²",
    "Rp150%",
    "Rp5٠",
    "50",
    "USD 50",
  ])("finds no money in %s", (money) => {
    expect(partsOf("Masuk {amount}{text}", `Masuk ${money} ya`)).toBeNull();
    expect(partsOf("Masuk {bare_amount}{text}", `Masuk ${money} ya`)).toBeNull();
  });

  test("accepts a number without a currency mark only in groups of thousands", () => {
    expect(partsOf("Masuk {bare_amount}", "Masuk 20.000")).toEqual(["bare_amount=20.000"]);
    expect(partsOf("Masuk {bare_amount}", "Masuk 200")).toBeNull();
    expect(partsOf("Masuk {amount}", "Masuk 20.000")).toBeNull();
  });

  test("never splits a number", () => {
    expect(partsOf("Masuk {amount}.{text}", "Masuk Rp600.000")).toBeNull();
    expect(partsOf("Masuk {amount}{text}", "Masuk Rp600.000.5")).toEqual([
      "amount=Rp600.000.5",
      "text=",
    ]);
  });

  test("reads special characters literally", () => {
    expect(partsOf("Rek. {account} + $5^", "Rek. 1234 + $5^")).toEqual(["account=1234"]);
    expect(partsOf("Rek. {account}", "Reka 1234")).toBeNull();
  });

  test("with an unknown part is refused at compilation", () => {
    expect(() => compileTemplate("Dana {amuont} masuk")).toThrow("Unknown part {amuont}");
  });

  test.each(["Dana [{amount} masuk", "Dana {amount}) masuk", "(a]", "[(a])", "a)|(b", "]["])(
    "with unpaired brackets is refused: %s",
    (template) => {
      expect(() => compileTemplate(template)).toThrow("Brackets without a pair");
    },
  );
});
