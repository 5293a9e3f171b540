import { afterEach, expect, test } from "vitest";
import {
  formatMoment,
  formatMomentInZone,
  formatRelative,
  formatTime,
  showTimesIn,
  zoneName,
} from "./time.ts";

afterEach(() => showTimesIn(undefined));

test.each([
  ["Asia/Jayapura", "21 Nov 2026, 00.30"],
  ["America/Los_Angeles", "20 Nov 2026, 07.30"],
  ["Pacific/Kiritimati", "21 Nov 2026, 05.30"],
  ["Asia/Jakarta", "20 Nov 2026, 22.30"],
])("a moment of a gateway in %s is %s in any reader's time zone", (zone, shown) => {
  showTimesIn(zone);
  expect(formatMoment("2026-11-20T15:30:00Z")).toBe(shown);
  expect(formatTime("2026-11-20T15:30:00Z")).toBe(shown.slice(-"22.30".length));
});

test("times are right in the repeated and the skipped hour of a clock change", () => {
  showTimesIn("America/Los_Angeles");
  const times = ["2026-11-01T08:30:00Z", "2026-11-01T09:30:00Z", "2026-11-01T10:30:00Z"];
  expect(times.map((iso) => formatTime(iso))).toEqual(["01.30", "01.30", "02.30"]);
  const inSpring = ["2026-03-08T09:59:00Z", "2026-03-08T10:00:00Z"];
  expect(inSpring.map((iso) => formatTime(iso))).toEqual(["01.59", "03.00"]);
});

test.each([
  ["2026-11-28T15:43:00Z", "2026-11-30T14:00:00Z", "lusa"],
  ["2026-11-28T15:43:00Z", "2026-11-29T16:00:00Z", "besok"],
  ["2026-11-28T15:43:00Z", "2026-11-29T14:00:00Z", "dalam 22 jam"],
  ["2026-11-28T15:43:00Z", "2026-11-27T15:30:00Z", "kemarin"],
  ["2026-11-28T15:43:00Z", "2026-11-26T15:30:00Z", "kemarin dulu"],
  ["2026-11-28T15:43:00Z", "2026-12-08T00:00:00Z", "dalam 10 hari"],
])("at %s, the moment %s is %s: days are the calendar's", (now, moment, shown) => {
  showTimesIn("Asia/Jakarta");
  expect(formatRelative(moment, Date.parse(now))).toBe(shown);
});

test("a deadline in a customer's message names the gateway's zone", () => {
  showTimesIn("Asia/Jayapura");
  expect(formatMomentInZone("2026-11-20T15:30:00Z", "id")).toBe("21 Nov 2026, 00.30 WIT");
});

test.each([
  ["Asia/Jakarta", "WIB"],
  ["Asia/Pontianak", "WIB"],
  ["Asia/Makassar", "WITA"],
  ["Asia/Jayapura", "WIT"],
  ["Europe/Berlin", "Europe/Berlin"],
])("the zone %s is called %s", (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});
