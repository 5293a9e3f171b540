import { expect, test } from "vitest";
import { addWaitHistograms, waitQuantile } from "./wait-histogram.ts";

/** Returns the class of a wait as wait_class in the database computes it. */
const classOf = (seconds: number) => String(Math.floor(4 * Math.log2(Math.max(seconds, 1))));

const histogramOf = (seconds: readonly number[]) =>
  seconds.reduce((sum, one) => addWaitHistograms(sum, { [classOf(one)]: 1 }), {});

test.each([
  [[60], 60, 60],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 50, 90],
  [[5, 5, 5, 3600], 5, 3600],
  [[0.2, 0.4], 1.1, 1.1],
])("quantiles of %j are right to a tenth", (seconds, median, p90) => {
  const histogram = histogramOf(seconds);
  for (const [quantile, exact] of [
    [0.5, median],
    [0.9, p90],
  ] as const) {
    const found = waitQuantile(histogram, quantile) ?? 0;
    expect(Math.abs(found - exact) / exact).toBeLessThan(0.1);
  }
});

test("an empty histogram has no quantile", () => {
  expect(waitQuantile({}, 0.5)).toBeNull();
});

test("two days can be added up", () => {
  expect(addWaitHistograms({ 4: 1, 8: 2 }, { 8: 3, 9: 1 })).toEqual({ 4: 1, 8: 5, 9: 1 });
});
