import { describe, expect, test } from "vitest";
import { dayOf, momentOf, startOfDay } from "./zone-days.ts";

describe("the first moment of a day", () => {
  test.each([
    ["2026-11-21", 0, "Asia/Jakarta", "2026-11-20T17:00:00.000Z"],
    ["2026-11-21", 1, "Asia/Jakarta", "2026-11-21T17:00:00.000Z"],
    ["2026-11-21", 0, "Asia/Jayapura", "2026-11-20T15:00:00.000Z"],
    ["2026-11-21", 0, "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
    ["2026-11-21", 0, "America/Los_Angeles", "2026-11-21T08:00:00.000Z"],
    ["2026-12-31", 1, "Asia/Kathmandu", "2026-12-31T18:15:00.000Z"],
    // Clocks change during the night: one day has 23 hours, another has 25.
    ["2026-03-08", 0, "America/Los_Angeles", "2026-03-08T08:00:00.000Z"],
    ["2026-03-08", 1, "America/Los_Angeles", "2026-03-09T07:00:00.000Z"],
    ["2026-11-01", 0, "America/Los_Angeles", "2026-11-01T07:00:00.000Z"],
    ["2026-11-01", 1, "America/Los_Angeles", "2026-11-02T08:00:00.000Z"],
    // Clocks change at midnight: from 00:00 to 01:00, and from 00:00 back to 23:00.
    ["2018-11-04", 0, "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    ["2018-02-18", 0, "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
    // Clocks go from 01:00 back to 00:00, so midnight comes twice.
    ["2025-11-02", 0, "America/Havana", "2025-11-02T04:00:00.000Z"],
  ])("%s and %i more in %s", (day, later, zone, moment) => {
    expect(startOfDay(day, later, zone)?.toISOString()).toBe(moment);
  });

  test.each([null, "", "2026-13-01", "yesterday", "2026-11-21T10:00"])(
    "%j is not a day",
    (text) => {
      expect(startOfDay(text, 0, "Asia/Jakarta")).toBeNull();
    },
  );
});

test.each([
  ["2026-11-21", "17:30", "Asia/Jakarta", "2026-11-21T10:30:00.000Z"],
  ["2026-11-21", "06:59", "Asia/Jayapura", "2026-11-20T21:59:00.000Z"],
  // Clocks go from 02:00 back to 01:00, so 01:30 comes twice.
  ["2026-11-01", "01:30", "America/Los_Angeles", "2026-11-01T09:30:00.000Z"],
  ["", "17:30", "Asia/Jakarta", undefined],
  ["2026-11-21", "", "Asia/Jakarta", undefined],
])("%s %s in %s is the moment %s", (day, time, zone, moment) => {
  expect(momentOf(day, time, zone)?.toISOString()).toBe(moment);
});

test.each([
  ["2026-11-20T17:00:00.000Z", "Asia/Jakarta", "2026-11-21"],
  ["2026-11-20T16:59:59.999Z", "Asia/Jakarta", "2026-11-20"],
  ["2026-11-21T07:59:59.999Z", "America/Los_Angeles", "2026-11-20"],
  ["2026-11-20T10:00:00.000Z", "Pacific/Kiritimati", "2026-11-21"],
])("the day of %s in %s is %s", (moment, zone, day) => {
  expect(dayOf(new Date(moment), zone)).toBe(day);
});
