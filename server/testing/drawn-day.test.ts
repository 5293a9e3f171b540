import { expect, test } from "vitest";
import { dateOf, drawDate } from "./drawn-day.ts";
import { seededRandom } from "./random.ts";

const now = Date.parse("2026-11-21T10:00:00Z");
const draws = Array.from({ length: 2_000 }, (_, seed) => drawDate(seededRandom(seed), now));

test("each seed draws its own day, before or after the real one", () => {
  expect(drawDate(seededRandom(7), now)).toBe(draws[7]);
  expect(new Set(draws).size).toBeGreaterThan(500);
  const [first = "", last = ""] = [draws.toSorted()[0], draws.toSorted().at(-1)];
  expect([first > "2016", first < dateOf(new Date(now)), last > dateOf(new Date(now))]).toEqual([
    true,
    true,
    true,
  ]);
  expect(last < "2041").toBe(true);
});

test.each(["02-28", "02-29", "03-01", "12-31", "01-01"])("%s is drawn", (odd) => {
  expect(draws.filter((date) => date.endsWith(odd)).length).toBeGreaterThan(50);
});
