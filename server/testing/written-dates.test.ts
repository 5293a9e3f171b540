import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { datesBesideClock } from "./written-dates.ts";

const root = join(import.meta.dirname, "../..");

test("no test combines written dates with the real clock: see drawn-day.ts", () => {
  const tests = globSync(
    "{bench,checkout-web,contract-tests,dashboard-web,sdk,server,web-shared,worker}/**/*.test.{ts,tsx}",
    {
      cwd: root,
      exclude: (name) => name === "node_modules",
    },
  ).filter((file) => !import.meta.filename.endsWith(file));
  expect(tests.length).toBeGreaterThan(200);
  const refused = tests.flatMap((file) => {
    const dates = datesBesideClock(readFileSync(join(root, file), "utf8"));
    return dates.length === 0 ? [] : [`${file}: ${dates.join(", ")}`];
  });
  expect(refused).toEqual([]);
});

/** An excerpt from the test of retention, which failed from 22 November 2026 on. */
const retention = `
  const today = new Date("2026-11-21T10:00:00Z");
  await deliveryAttempted([new Date(today.getTime() - 89 * day)]);
  await addEntry(new Date(Date.now() - 401 * day));`;

describe("the check refuses", () => {
  test("a date beside Date.now()", () => {
    expect(datesBesideClock(retention)).toEqual(["2026-11-21"]);
  });

  test.each([
    ["new Date()", 'const at = new Date(); setUntil("2031-02-03T00:00:00Z");', "2031-02-03"],
    ["the database's now()", "sql`update t set a = now() where b < '2026-12-01'`", "2026-12-01"],
    ["a clock that is set", 'gateway.setClock("2026-11-21T10:00:00Z");', "2026-11-21"],
    [
      "Date.now(), as a number",
      "const span = Date.now() - Date.UTC(2026, 10, 21);",
      "Date.UTC(2026,",
    ],
  ])("a date beside %s", (_clock, source, written) => {
    expect(datesBesideClock(source)).toEqual([written]);
  });
});

describe("the check allows", () => {
  test.each([
    ["a date where no clock is read", 'format(new Date("2026-11-21T10:00:00Z"));'],
    ["a clock where no date is written", "setClock(new Date(Date.now() + 1_000));"],
    ["what is past or future for good", 'const span = [Date.now(), "2020-01-01", "2099-12-31"];'],
    ["a date that does not exist", 'refuse("2027-02-29T00:00:00Z", new Date());'],
    ["a clock that the test made", 'const clock = serverClock("2026-11-21"); clock.now();'],
    ["the time that something takes", 'performance.now(); parse("2026-11-21");'],
    ["a comment", "// Since 2026-11-21.\n/* 2026-11-22 */ Date.now();"],
    ["digits of something else", 'const id = "12026-11-2100"; Date.now();'],
  ])("%s", (_what, source) => {
    expect(datesBesideClock(source)).toEqual([]);
  });
});
