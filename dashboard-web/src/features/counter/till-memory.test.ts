import { expect, test } from "vitest";
import { limits } from "../../base/limits.ts";
import { tillMemory } from "./till-memory.ts";

function storageOf(kept?: string): Storage {
  const values = new Map(kept === undefined ? [] : [["tepat_counter_till", kept]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as Storage;
}

const siti = { merchant_id: "shop", person: { person_id: "siti" } };
const coffee = { name: "Kopi", price: 18_000, quantity: 2 };
const till = { digits: "2000", cart: [coffee] };
const empty = { digits: "", cart: [] };

test("a reload keeps the digits and the cart of the same person alone", () => {
  const storage = storageOf();
  tillMemory(siti, storage).keep(till);
  expect(tillMemory(siti, storage).read()).toEqual(till);
  expect(tillMemory({ ...siti, person: { person_id: "budi" } }, storage).read()).toEqual(empty);
  expect(tillMemory({ ...siti, merchant_id: "other" }, storage).read()).toEqual(empty);
});

test("only the last charged sale is known by its items, until another is charged", () => {
  const memory = tillMemory(siti, storageOf());
  memory.noteCharged("sale 1", till);
  memory.keep(empty);
  expect(memory.chargedAs("sale 1")).toEqual(till);
  expect(memory.chargedAs("sale 2")).toBeNull();
  memory.noteCharged("sale 2", empty);
  expect(memory.chargedAs("sale 1")).toBeNull();
});

test("a sale of more lines than the till keeps is charged again as its whole sum", () => {
  const memory = tillMemory(siti, storageOf());
  const cart = Array.from({ length: limits.counterCartLines + 1 }, () => coffee);
  memory.noteCharged("sale 1", { digits: "2000", cart });
  expect(memory.chargedAs("sale 1")).toBeNull();
});

test("a sale keeps its key until a response, another sale, or another person", () => {
  const storage = storageOf();
  const memory = tillMemory(siti, storage);
  const key = memory.keyFor(till);
  expect(key).toMatch(/^[\da-f-]{36}$/u);
  memory.keep(empty);
  expect(tillMemory(siti, storage).keyFor(till)).toBe(key);
  memory.noteCharged("sale 1", till);
  const second = memory.keyFor(till);
  memory.forgetKey();
  const third = memory.keyFor(till);
  const other = memory.keyFor(empty);
  const back = memory.keyFor(till);
  const budi = tillMemory({ ...siti, person: { person_id: "budi" } }, storage).keyFor(till);
  expect(new Set([key, second, third, other, back, budi]).size).toBe(6);
});

test.each([
  ["no JSON", "{"],
  ["nothing", "null"],
  ["another form", '{"owner":"shop siti","digits":{},"cart":{"length":1},"charged":"x"}'],
  ["a line without a name", '{"owner":"shop siti","cart":[{"price":1,"quantity":1}]}'],
  ["a price below zero", '{"owner":"shop siti","cart":[{"name":"a","price":-5000,"quantity":1}]}'],
  ["half a piece", '{"owner":"shop siti","cart":[{"name":"a","price":1,"quantity":0.5}]}'],
  [
    "digits too long",
    `{"owner":"shop siti","digits":"${"9".repeat(limits.counterAmountDigits + 1)}"}`,
  ],
  [
    "a cart too long",
    JSON.stringify({
      owner: "shop siti",
      cart: Array.from({ length: limits.counterCartLines + 1 }, () => coffee),
    }),
  ],
])("a stored till with %s is empty", (_, kept) => {
  const memory = tillMemory(siti, storageOf(kept));
  expect(memory.read()).toEqual(empty);
  expect(memory.chargedAs("x")).toBeNull();
});
