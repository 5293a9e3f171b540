import { describe, expect, test } from "vitest";
import { z } from "zod";
import { limits } from "../../contract/limits.ts";
import { createPaymentInput } from "../../contract/payments.ts";
import {
  ignoredFields,
  ignoredFieldsValue,
  ignoredParameters,
  knownFields,
} from "./ignored-fields.ts";

const create = knownFields(createPaymentInput) ?? new Map();
const named = (body: object) =>
  ignoredFieldsValue(ignoredFields(create, body as Record<string, unknown>));

test.each([
  ["nothing", { payment_code: "A", customer_orders: [{ name: "Kopi", price: 1 }] }, undefined],
  ["a field", { payment_code: "A", webhook_url: "https://shop.example" }, "webhook_url"],
  ["two of them", { b: 1, payment_code: "A", a: null }, "b, a"],
  [
    "a field of an item, with its place",
    { customer_orders: [{ name: "Kopi" }, { name: "Teh", weight: 3 }] },
    "customer_orders[1].weight",
  ],
  [
    "of a field that many items have the first",
    { customer_orders: Array.from({ length: 500 }, () => ({ weight: 1, colour: 1 })) },
    "customer_orders[0].weight, customer_orders[0].colour",
  ],
  ["nothing inside what is ignored", { shop: { name: "x", webhook_url: "y" } }, "shop"],
  [
    "nothing where a value is not of its kind",
    { customer_orders: 1, customer_name: [{ a: 1 }] },
    undefined,
  ],
  [
    "nothing of items that are none",
    { customer_orders: [null, 1, "x", [{ a: 1 }]] },
    "customer_orders[3][0].a",
  ],
  ["what objects inherit", JSON.parse('{"__proto__":1,"constructor":2}'), "__proto__, constructor"],
])("%s is named", (_, body, expected) => {
  expect(named(body as object)).toBe(expected);
});

describe("a name", () => {
  test.each([
    ["a line break", "a\r\nSet-Cookie: b=c", "a%0D%0ASet-Cookie%3A%20b%3Dc"],
    ["what separates names and places", "a, b.c[0]", "a%2C%20b%2Ec%5B0%5D"],
    ["letters of other scripts", "名前", "%E5%90%8D%E5%89%8D"],
    ["half a character", "a\ud800", "a%EF%BF%BD"],
    ["nothing", "", ""],
  ])("with %s is safe in a header", (_, name, expected) => {
    expect(ignoredFields(create, { [name]: 1 })).toEqual([expected]);
    expect(ignoredParameters(create, new URLSearchParams({ [name]: "1" }).toString())).toEqual(
      name === "a\ud800" ? ["a%EF%BF%BD"] : [expected],
    );
  });

  test("is cut if it is long", () => {
    const long = "x".repeat(limits.ignoredFieldCharacters);
    expect(named({ [long]: 1, [`${long}y`]: 1 })).toBe(`${long}, ${long}...`);
  });
});

test("is one of a limited number, with a note about more", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  const most = Object.keys(many(limits.ignoredFieldsNamed)).join(", ");
  expect(named(many(limits.ignoredFieldsNamed))).toBe(most);
  expect(named(many(5_000))).toBe(`${most}, ...`);
  const query = new URLSearchParams(
    Object.keys(many(500)).map((name): [string, string] => [name, "1"]),
  );
  expect(ignoredFieldsValue(ignoredParameters(new Map(), query.toString()))).toBe(`${most}, ...`);
});

test("an object that takes any field ignores none", () => {
  const loose = z.object({ inner: z.looseObject({ a: z.string() }), list: z.array(z.object({})) });
  const known = knownFields(loose) ?? new Map();
  expect(ignoredFields(known, { inner: { b: 1 }, list: [{ c: 1 }] })).toEqual(["list[0].c"]);
});
