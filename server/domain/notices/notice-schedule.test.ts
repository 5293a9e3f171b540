import { expect, test } from "vitest";
import { defaultNoticeRetrySchedule } from "./notice-sending.ts";

test("a notice is retried for about a day, after growing pauses", () => {
  const pauses = [...defaultNoticeRetrySchedule];
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
});
