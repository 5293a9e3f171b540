import { expect, test } from "vitest";
import { attemptAgain } from "../src/again.ts";

test("a failed attempt is repeated after growing pauses until one succeeds", async () => {
  const pauses: number[] = [];
  let attempts = 0;
  const taken = Promise.withResolvers<void>();
  const again = attemptAgain(new AbortController().signal, async (seconds) => {
    pauses.push(seconds);
  });
  const isWaiting = again.until(async () => {
    attempts += 1;
    if (attempts === 8) taken.resolve();
    return { isTaken: attempts === 8 };
  });
  expect(isWaiting).toBe(true);
  await taken.promise;
  expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test("the end of the command ends the pauses, and no attempt follows", async () => {
  const ending = new AbortController();
  let attempts = 0;
  const again = attemptAgain(ending.signal);
  again.until(async () => {
    attempts += 1;
    return { isTaken: false };
  });
  ending.abort();
  await new Promise(setImmediate);
  expect(attempts).toBe(0);
});

test("an event beyond the limit of waiting events is refused", () => {
  const ending = new AbortController();
  const again = attemptAgain(ending.signal, () => new Promise(() => {}));
  const wait = () => again.until(async () => ({ isTaken: false }));
  for (let count = 0; count < 1000; count += 1) expect(wait()).toBe(true);
  expect(wait()).toBe(false);
});
