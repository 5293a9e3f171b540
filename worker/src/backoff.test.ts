import { expect, test } from "vitest";
import { backoffMilliseconds } from "./backoff.ts";

const lowest = () => 0;
const highest = () => 1;

test.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [4, 4_000, 8_000],
  [7, 30_000, 60_000],
  [5_000, 30_000, 60_000],
])("after %i failures in a row the wait is %i to %i ms", (failures, least, most) => {
  expect(backoffMilliseconds(failures, lowest)).toBe(least);
  expect(backoffMilliseconds(failures, highest)).toBe(most);
});
