import type { CounterItem } from "../../base/generated/types.gen.ts";

/** The items of the next sale. Each item keeps the name and price from when it was added. */
export type Cart = readonly (CounterItem & { quantity: number })[];

const isSame = (a: CounterItem, b: CounterItem): boolean =>
  a.name === b.name && a.price === b.price;

export const countIn = (cart: Cart, item: CounterItem): number =>
  cart.find((line) => isSame(line, item))?.quantity ?? 0;

/** Returns the lines whose item left the list or got another price. */
export const linesWithout = (cart: Cart, items: readonly CounterItem[]): Cart =>
  cart.filter((line) => !items.some((item) => isSame(line, item)));

export const countOf = (cart: Cart): number =>
  cart.reduce((count, { quantity }) => count + quantity, 0);

export const sumOf = (cart: Cart): number =>
  cart.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** Adds or removes one piece of an item. */
export function withPiece(cart: Cart, item: CounterItem, change: 1 | -1): Cart {
  const quantity = countIn(cart, item) + change;
  const others = cart.filter((line) => !isSame(line, item));
  if (quantity <= 0) return others;
  if (quantity > 1 || change < 0)
    return cart.map((line) => (isSame(line, item) ? { ...line, quantity } : line));
  return [...others, { name: item.name, price: item.price, quantity }];
}
