import { expect, test } from "vitest";
import { countIn, countOf, linesWithout, sumOf, withPiece, type Cart } from "./cart.ts";

const coffee = { name: "Kopi", price: 18_000 };
const bread = { name: "Roti", price: 25_000 };

test("a cart counts pieces, keeps the order of its items, and loses one with its last piece", () => {
  let cart: Cart = [];
  for (const item of [coffee, bread, coffee]) cart = withPiece(cart, item, 1);
  expect(cart).toEqual([
    { ...coffee, quantity: 2 },
    { ...bread, quantity: 1 },
  ]);
  expect([countOf(cart), sumOf(cart), countIn(cart, coffee)]).toEqual([3, 61_000, 2]);
  cart = withPiece(cart, coffee, -1);
  expect(cart.map(({ name }) => name)).toEqual(["Kopi", "Roti"]);
  cart = withPiece(withPiece(cart, coffee, -1), coffee, -1);
  expect(cart).toEqual([{ ...bread, quantity: 1 }]);
});

test("an item whose price was changed is another item", () => {
  const cart = withPiece([{ ...coffee, quantity: 1 }], { ...coffee, price: 20_000 }, 1);
  expect(sumOf(cart)).toBe(38_000);
  expect(linesWithout(cart, [bread, { ...coffee, price: 20_000 }])).toEqual([
    { ...coffee, quantity: 1 },
  ]);
});
