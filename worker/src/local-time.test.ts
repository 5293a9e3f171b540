import { expect, test } from "vitest";
import { instantOf, isTimeZone } from "./local-time.ts";

test.each([
  ["2026-11-21 10:15:30", "Asia/Jakarta", "2026-11-21T03:15:30.000Z"],
  ["2026-11-21 00:00:00", "Asia/Jayapura", "2026-11-20T15:00:00.000Z"],
  ["2024-02-29 23:59:59", "UTC", "2024-02-29T23:59:59.000Z"],
  ["2026-07-01 12:00:00", "America/St_Johns", "2026-07-01T14:30:00.000Z"],
  // Two hours after, and one hour before, the clocks change in Berlin.
  ["2026-03-29 04:00:00", "Europe/Berlin", "2026-03-29T02:00:00.000Z"],
  ["2026-03-29 01:00:00", "Europe/Berlin", "2026-03-29T00:00:00.000Z"],
])("%s in %s is %s", (when, timeZone, instant) => {
  expect(instantOf(when, timeZone)?.toISOString()).toBe(instant);
});

test.each([
  ["the epoch, which an app that sets no time gets", "1970-01-01 07:00:00"],
  ["a year beyond all bounds", "292269055-12-02 16:47:04"],
  ["a day that does not exist", "2026-02-30 10:00:00"],
  ["an hour that does not exist", "2026-02-20 24:00:00"],
  ["another form", "2026-11-21T10:15:30Z"],
  ["nothing", ""],
])("%s is not a time", (_, when) => {
  expect(instantOf(when, "Asia/Jakarta")).toBeNull();
});

test("only names that Android and Node.js both know are time zones", () => {
  expect(isTimeZone("Asia/Makassar")).toBe(true);
  expect(isTimeZone("Asia/Nowhere")).toBe(false);
  expect(isTimeZone("")).toBe(false);
});
