import { expect, test } from "vitest";
import { groupPhone, whatsappLink, whatsappNumber } from "./whatsapp.ts";

test.each([
  ["081234567890", "6281234567890"],
  ["0812-3456 7890", "6281234567890"],
  ["81234567890", "6281234567890"],
  ["6281234567890", "6281234567890"],
  ["+62 812 3456 7890", "6281234567890"],
  ["+62 (0)21 555-0100", "62215550100"],
  ["006281234567890", "6281234567890"],
  ["+65 8123 4567", "6581234567"],
  ["(021) 555-0100", "62215550100"],
])("%s is %s to WhatsApp", (phone, number) => {
  expect(whatsappNumber(phone)).toBe(number);
});

test.each(["", "   ", "0812", "siti@shop.example", "0".repeat(20), "+", null])(
  "%s is not a number",
  (phone) => {
    expect(whatsappNumber(phone)).toBeNull();
    expect(whatsappLink(phone, "a")).toBe("https://wa.me/?text=a");
  },
);

test("a text is the same after a round trip through an address", () => {
  const text = "Halo Siti & Budi #1\nRp25.317 100% https://pay.example/pay/1?a=b";
  expect(new URL(whatsappLink("0812345678", text)).searchParams.get("text")).toBe(text);
});

test.each([
  ["081234567890", "0812-3456-7890"],
  ["08123456789", "0812-3456-789"],
  ["+6281234567890", "+62 812-3456-7890"],
  ["0812 3456 7890", "0812 3456 7890"],
  ["0215550100", "0215550100"],
  ["+6581234567", "+6581234567"],
])("the number %s reads %s", (phone, text) => {
  expect(groupPhone(phone)).toBe(text);
});
