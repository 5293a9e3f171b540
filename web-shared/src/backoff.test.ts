import { afterEach, expect, test, vi } from "vitest";
import { doubled, jittered } from "./backoff.ts";

afterEach(() => vi.restoreAllMocks());

test("each failed attempt doubles the wait, up to the last", () => {
  const bounds = { first: 1_000, last: 30_000 };
  const waits = [0, 1, 2, 4, 5, 1_000].map((attempts) => doubled(attempts, bounds));
  expect(waits).toEqual([1_000, 2_000, 4_000, 16_000, 30_000, 30_000]);
});

test.each([
  [0, 500],
  [0.5, 750],
  [1, 1_000],
])("the random number %f turns a second into %i milliseconds", (chance, milliseconds) => {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  expect(jittered(1_000)).toBe(milliseconds);
});
