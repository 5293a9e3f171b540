import { expect, test } from "vitest";
import { localTimeIn } from "./local-time.ts";

test.each([
  ["Asia/Jakarta", "2026-11-21T10:22:06.999Z", "2026-11-21T17:22:06+07:00"],
  ["Asia/Jayapura", "2026-12-31T15:00:00.000Z", "2027-01-01T00:00:00+09:00"],
  ["UTC", "2026-11-21T00:00:00.000Z", "2026-11-21T00:00:00+00:00"],
  ["Europe/Berlin", "2026-07-01T22:30:00.000Z", "2026-07-02T00:30:00+02:00"],
  ["Europe/Berlin", "2026-12-01T22:30:00.000Z", "2026-12-01T23:30:00+01:00"],
  ["Asia/Kathmandu", "2026-11-21T18:15:00.000Z", "2026-11-22T00:00:00+05:45"],
  ["America/St_Johns", "2026-11-21T02:00:00.000Z", "2026-11-20T22:30:00-03:30"],
])("in %s, %s is %s", (zone, iso, expected) => {
  expect(localTimeIn(zone)(iso)).toBe(expected);
  expect(Date.parse(expected)).toBe(Math.floor(Date.parse(iso) / 1000) * 1000);
});

test("one writer follows a clock change, in both directions", () => {
  for (const [zone, before, after] of [
    ["Europe/Berlin", "2026-10-25T02:59:59+02:00", "2026-10-25T02:00:00+01:00"],
    ["America/Los_Angeles", "2026-03-08T01:59:59-08:00", "2026-03-08T03:00:00-07:00"],
  ] as const) {
    const write = localTimeIn(zone);
    const moments = [before, after, before].map((text) => new Date(text).toISOString());
    expect(moments.map(write)).toEqual([before, after, before]);
  }
});
