import { expect, test } from "vitest";
import {
  httpsUrl,
  logoAddress,
  readOrderLines,
  readSteps,
  withoutPaymentDetails,
} from "./invoice.ts";
import { qrisPage } from "../tests/sample-pages.ts";

test.each([
  "",
  "{",
  "null",
  "7",
  '"text"',
  "{}",
  "[null, 7, [], {}]",
  '[{"name": 7, "quantity": 1, "subtotal": 1}]',
  '[{"name": "a", "quantity": "1", "subtotal": 1}]',
])("invalid order items (%s) remove the order and keep the page", (json) => {
  expect(readOrderLines(json)).toEqual([]);
  expect(readSteps(json)).toEqual([]);
});

test("a line without addresses has neither link nor picture", () => {
  expect(readOrderLines('[{"name":"Kopi","quantity":2,"subtotal":5}]')).toEqual([
    { name: "Kopi", quantity: 2, subtotal: 5, productUrl: null, imageUrl: null },
  ]);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "http://shop.example/",
  "//shop.example/",
  "/relative",
  "https://",
  "https://good@evil.example/",
  "https://good:secret@evil.example/",
  "blob:https://shop.example/1",
  "",
  7,
  null,
  undefined,
])("a link to %s is not followed", (address) => {
  expect(httpsUrl(address)).toBeNull();
});

test("an https address is followed with its query and fragment", () => {
  const address = "https://shop.example/done?cart=7&payment_code=INV%2F1#thanks";
  expect(httpsUrl(address)).toBe(address);
});

test("a logo is an https address or a picture, and nothing that could run", () => {
  const picture = "data:image/png;base64,iVBORw0KGgo=";
  for (const logo of [picture, "https://shop.example/logo.png"])
    expect(logoAddress(logo)).toBe(logo);
  for (const other of [
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:text/html,x",
    `${picture} onerror=x`,
    "javascript:alert(1)",
    null,
  ])
    expect(logoAddress(other)).toBeNull();
});

test("a drawing is not a product picture", () => {
  const imageOf = (image_url: string) =>
    readOrderLines(JSON.stringify([{ name: "a", quantity: 1, subtotal: 1, image_url }]))[0]
      ?.imageUrl;
  expect(imageOf("https://shop.example/a.svg")).toBeNull();
  expect(imageOf("https://shop.example/a.SVGZ?v=1")).toBeNull();
  expect(imageOf("https://shop.example/a.png?x=.svg")).toBe("https://shop.example/a.png?x=.svg");
});

test("without payment details nothing on the page can be paid", () => {
  const page = qrisPage({
    view: { account_number: "1234567890", account_name: "PT SARI RASA", bank_name: "BCA" },
  });
  const left = JSON.stringify(withoutPaymentDetails(page));
  for (const detail of [
    "1234567890",
    "PT SARI RASA",
    "BCA",
    "ID1099000000002",
    "kedai",
    "000201",
  ]) {
    expect(left).not.toContain(detail);
  }
  expect(withoutPaymentDetails(page).qr).toBeNull();
});
