import { expect, test } from "vitest";
import {
  addressOfPeriod,
  compare,
  dayChoices,
  marksUpTo,
  monthsUntil,
  namedPlaces,
  periodOf,
  pointsOf,
} from "./income-period.ts";

const income = (day: string, paid_total = 0) => ({ day, paid_total, paid_count: paid_total && 1 });

test.each([
  ["", { days: 28, month: null, account_id: null }],
  ["days=7", { days: 7, month: null, account_id: null }],
  ["days=30", { days: 28, month: null, account_id: null }],
  ["days=90&account=a", { days: 91, month: null, account_id: "a" }],
  ["days=8", { days: 28, month: null, account_id: null }],
  ["days=-7&month=2020-13", { days: 28, month: null, account_id: null }],
  ["month=2020-02&account=a", { days: 28, month: "2020-02", account_id: "a" }],
])("the address ?%s names a period", (query, period) => {
  expect(periodOf(new URLSearchParams(query))).toEqual(period);
});

test.each(["/", "/?days=7", "/?days=91&account=a", "/?month=2020-02", "/?month=2020-02&account=a"])(
  "%s is the address of its own period",
  (address) => {
    const query = new URL(address, "https://shop.example").searchParams;
    expect(addressOfPeriod(periodOf(query))).toBe(address);
  },
);

test("each day of a period is compared with the same weekday", () => {
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  const dayAt = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10);
  for (const days of dayChoices) {
    const points = pointsOf({
      from: dayAt(days),
      until: dayAt(2 * days - 1),
      today: dayAt(2 * days - 1),
      days: Array.from({ length: days }, (_, at) => income(dayAt(days + at))) as never,
      previous_days: Array.from({ length: days }, (_, at) => ({
        begins_at: "",
        ...income(dayAt(at)),
      })),
    });
    expect(points).toHaveLength(days);
    for (const { day, previous } of points) {
      expect(weekday(previous?.day ?? "")).toBe(weekday(day ?? ""));
    }
  }
});

test("months can be chosen from the first one on, newest first", () => {
  expect(monthsUntil("2020-02-29", "2019-11")).toEqual([
    "2020-02",
    "2020-01",
    "2019-12",
    "2019-11",
  ]);
  expect(monthsUntil("2020-02-29", "2020-02")).toEqual(["2020-02"]);
});

test("a day without payments is zero, and a future day is empty", () => {
  const points = pointsOf({
    from: "2020-02-01",
    until: "2020-02-29",
    today: "2020-02-02",
    days: [income("2020-02-01") as never, income("2020-02-02", 5) as never],
    previous_days: Array.from({ length: 31 }, (_, at) => ({
      begins_at: "",
      ...income(`2020-01-${String(at + 1).padStart(2, "0")}`, at),
    })),
  });
  expect(points).toHaveLength(31);
  expect(points[0]).toMatchObject({ day: "2020-02-01", income: { paid_total: 0 }, isToday: false });
  expect(points[1]).toMatchObject({ income: { paid_total: 5 }, isToday: true });
  expect(points[2]).toMatchObject({
    day: "2020-02-03",
    income: null,
    previous: { day: "2020-01-03" },
  });
  expect(points[30]).toMatchObject({ day: null, income: null, previous: { day: "2020-01-31" } });
});

const days = (...totals: number[]) =>
  totals.map((total, at) => ({ begins_at: "", ...income(`2020-03-0${at + 1}`, total) })) as never[];
const before = (...totals: number[]) =>
  totals.map((total, at) => ({ begins_at: "", ...income(`2020-02-0${at + 1}`, total) }));

test("the current day is not compared", () => {
  const march = { until: "2020-03-31", today: "2020-03-03" };
  expect(compare({ ...march, days: days(100, 50, 1), previous_days: before(60, 40, 900) })).toEqual(
    {
      total: 150,
      change: 0.5,
      from: "2020-02-01",
      until: "2020-02-02",
      isUnfinished: true,
    },
  );
  const first = { ...march, today: "2020-03-01" };
  expect(compare({ ...first, days: days(100), previous_days: before(60) })).toBe(null);
});

test("a past month is compared with the whole previous month, unless that is empty", () => {
  const whole = { until: "2020-03-02", today: "2020-03-20", days: days(100, 50) };
  expect(compare({ ...whole, previous_days: before(60, 40, 50) })).toMatchObject({
    change: 0,
    until: "2020-02-03",
    isUnfinished: false,
  });
  expect(compare({ ...whole, previous_days: before(0, 0, 0) })?.change).toBe(null);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [7, [0, 2, 4, 6, 8]],
  [150_347, [0, 50_000, 100_000, 150_000, 200_000]],
  [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
  [1_180_000, [0, 500_000, 1_000_000, 1_500_000]],
])("an axis up to %d has the marks %j", (value, marks) => {
  expect(marksUpTo(value)).toEqual(marks);
});

test("an axis ends at or above its highest value and has few marks", () => {
  for (let value = 1; value < 10 ** 12; value = Math.ceil(value * 1.37)) {
    const marks = marksUpTo(value);
    expect(marks.at(-1)).toBeGreaterThanOrEqual(value);
    expect(marks.length).toBeLessThanOrEqual(6);
    expect(new Set(marks).size).toBe(marks.length);
  }
});

test.each([
  [7, 300, 40, [0, 1, 2, 3, 4, 5, 6]],
  [30, 300, 60, [1, 8, 15, 22, 29]],
  [90, 300, 60, [29, 59, 89]],
  [31, 100, 200, [30]],
])("%d places on %d pixels, with names of %d, are labelled at %j", (count, width, name, places) => {
  const named = namedPlaces(count, width, name);
  expect(named.at(-1)).toBe(count - 1);
  expect(named).toEqual(places);
});
