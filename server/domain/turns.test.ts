import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("only so many run at once, in the order in which they came", async () => {
  const take = createTurns(2, 10);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    take(() => {
      started.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [1, 2, 3, 4].map(work);
  await nextTurn();
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  await nextTurn();
  expect(started).toEqual([1, 2, 3]);
  ends[1]?.();
  ends[2]?.();
  await nextTurn();
  ends[3]?.();
  await Promise.all(all);
  expect(started).toEqual([1, 2, 3, 4]);
});

test("who comes after those who wait is sent away, and told when to come again", async () => {
  const take = createTurns(1, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = take(() => promise);
  const waiting = take(async () => "second");
  await expect(take(async () => "third")).rejects.toMatchObject({
    code: "rate_limited",
    headers: { "x-ratelimit-reset": "2" },
  });
  resolve();
  await running;
  expect(await waiting).toBe("second");
});

test("work that fails leaves its place to the next", async () => {
  const take = createTurns(1, 1);
  await expect(take(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await take(async () => "next")).toBe("next");
});
