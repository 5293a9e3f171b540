import { expect, test } from "vitest";
import { everySeconds } from "./cron.ts";

test.each([
  [0.2, "*/1 * * * * *"],
  [15, "*/15 * * * * *"],
  [60, "*/1 * * * *"],
  [100, "*/2 * * * *"],
  [3600, "0 * * * *"],
])("every %d seconds is %s", (seconds, cron) => {
  expect(everySeconds(seconds)).toBe(cron);
});
