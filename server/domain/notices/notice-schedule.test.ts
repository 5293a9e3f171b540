import { expect, test } from "vitest";
import { defaultNoticeRetrySchedule } from "./notice-sending.ts";

test("a notice is tried for about a day, after pauses that grow", () => {
  const pauses = [...defaultNoticeRetrySchedule];
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
});
