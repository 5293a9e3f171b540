import { expect, test } from "vitest";
import { formatDeadline, formatRemaining, speakRemaining } from "./deadline.ts";

test.each([
  [0, "00:00", "0 detik"],
  [59, "00:59", "59 detik"],
  [61, "01:01", "1 menit"],
  [3_600, "01:00:00", "1 jam"],
  [86_399, "23:59:59", "23 jam 59 menit"],
  [86_400, "1 hari 00:00:00", "1 hari"],
  [97_445, "1 hari 03:04:05", "1 hari 3 jam 4 menit"],
])("%i seconds are %s", (seconds, written, spoken) => {
  expect(formatRemaining(seconds, "id")).toBe(written);
  expect(speakRemaining(seconds, "id")).toBe(spoken);
});

test("English counts one and many", () => {
  expect(speakRemaining(86_400 + 7_260, "en")).toBe("1 day 2 hours 1 minute");
});

test("a deadline shows its day, time and zone", () => {
  const deadline = { expiresAt: "2026-11-22T07:34:00Z", now: "2026-11-21T07:34:00Z" };
  expect(formatDeadline(deadline, "id")).toBe("Min, 22 Nov, 14.34 WIB");
  expect(formatDeadline(deadline, "en")).toBe("Sun 22 Nov, 14:34 WIB");
});

test("a deadline shows its year if the customer is in another year", () => {
  const deadline = { expiresAt: "2026-12-31T16:59:59Z", now: "2026-11-21T07:34:00Z" };
  expect(formatDeadline(deadline, "id")).toBe("Kam, 31 Des, 23.59 WIB");
  expect(formatDeadline({ ...deadline, expiresAt: "2099-12-31T16:59:59Z" }, "en")).toBe(
    "Thu, 31 Dec 2099, 23:59 WIB",
  );
});
