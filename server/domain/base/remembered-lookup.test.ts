import { expect, test } from "vitest";
import { rememberedLookup } from "./remembered-lookup.ts";

/** A table that counts its queries, with a clock that the test sets. */
function table(entries: Record<string, string>, entriesMax = 100) {
  const asked: string[] = [];
  const clock = { milliseconds: 0 };
  const state = { isDown: false };
  const look = rememberedLookup<string>({
    async find(key) {
      asked.push(key);
      if (state.isDown) throw new Error("the database is away");
      return entries[key] ?? null;
    },
    trustMilliseconds: 900,
    refreshMilliseconds: 450,
    entriesMax,
    isSettled: (value) => value !== "in motion",
    nowMilliseconds: () => clock.milliseconds,
  });
  return { look, asked, clock, state, entries };
}

test("a fresh result is not looked up again", async () => {
  const { look, asked, clock } = table({ key: "merchant" });
  expect(await look("key")).toBe("merchant");
  clock.milliseconds = 449;
  expect(await look("key")).toBe("merchant");
  expect(asked).toEqual(["key"]);
});

test("an unsettled result is looked up each time", async () => {
  const { look, asked, entries } = table({ key: "in motion" });
  expect(await look("key")).toBe("in motion");
  entries["key"] = "settled";
  expect(await look("key")).toBe("settled");
  entries["key"] = "in motion";
  expect(await look("key")).toBe("settled");
  expect(asked).toEqual(["key", "key"]);
});

test("a removed value is no longer returned after the validity ends", async () => {
  const { look, clock, entries } = table({ key: "merchant" });
  await look("key");
  delete entries["key"];
  clock.milliseconds = 899;
  expect(await look("key")).toBe("merchant");
  clock.milliseconds = 1_800;
  expect(await look("key")).toBeNull();
});

test("a result in use is refreshed early and once, without a wait", async () => {
  const { look, asked, clock, entries } = table({ key: "merchant" });
  await look("key");
  entries["key"] = "another";
  clock.milliseconds = 450;
  expect(look("key")).toBe("merchant");
  expect(look("key")).toBe("merchant");
  await Promise.resolve();
  await expect.poll(() => look("key")).toBe("another");
  expect(asked).toHaveLength(2);
});

test("the validity counts from the request, not from the response", async () => {
  const { look, asked, clock } = table({ key: "merchant" });
  const slow = look("key");
  clock.milliseconds = 900;
  await slow;
  await look("key");
  expect(asked).toHaveLength(2);
});

test("a missing value is looked up each time, so a new key works at once", async () => {
  const { look, entries } = table({});
  expect(await look("key")).toBeNull();
  entries["key"] = "merchant";
  expect(await look("key")).toBe("merchant");
});

test("an unreachable database is an error only after the validity ends", async () => {
  const { look, clock, state } = table({ key: "merchant" });
  await look("key");
  state.isDown = true;
  clock.milliseconds = 600;
  expect(await look("key")).toBe("merchant");
  clock.milliseconds = 900;
  await expect(look("key")).rejects.toThrow("away");
  state.isDown = false;
  expect(await look("key")).toBe("merchant");
});

test("the number of remembered values is limited", async () => {
  const { look, asked } = table({ a: "1", b: "2", c: "3" }, 2);
  for (const key of ["a", "b", "c"]) await look(key);
  await look("c");
  await look("b");
  expect(asked).toHaveLength(3);
  await look("a");
  expect(asked).toHaveLength(4);
});
