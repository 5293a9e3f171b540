import type { Overview } from "../../base/generated/types.gen.ts";

/** The data of the overview's chart: the period from the address, its days and their comparison. */

/** The periods are whole weeks, so that each day of the chart is compared with the same weekday. */
export const dayChoices = [7, 28, 91] as const;

export interface Period {
  days: (typeof dayChoices)[number];
  /** A month such as `2026-11`, or null for the last days. */
  month: string | null;
  account_id: string | null;
}

const defaultDays = 28;

/** Other numbers of days that an address can have: those of a month and of three months. */
const daysAlike: Readonly<Record<number, number>> = { 30: 28, 90: 91 };

/** Returns the period in the address. An invalid period becomes the last four weeks. */
export function periodOf(query: URLSearchParams): Period {
  const month = query.get("month") ?? "";
  const days = Number(query.get("days"));
  return {
    days: dayChoices.find((each) => each === (daysAlike[days] ?? days)) ?? defaultDays,
    month: /^[2-9]\d{3}-(?:0[1-9]|1[0-2])$/u.test(month) ? month : null,
    account_id: query.get("account") || null,
  };
}

export function addressOfPeriod({ days, month, account_id }: Period): string {
  const query = new URLSearchParams();
  if (month !== null) query.set("month", month);
  else if (days !== defaultDays) query.set("days", String(days));
  if (account_id !== null) query.set("account", account_id);
  return query.size > 0 ? `/?${query}` : "/";
}

/** Returns the period as the query of the operations. */
export const queryOfPeriod = ({ days, month, account_id }: Period) => ({
  ...(month === null ? { days } : { month }),
  ...(account_id !== null && { account_id }),
});

/** Returns the months from `first` to the month of `today`, the newest first. */
export function monthsUntil(today: string, first: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = today.split("-").map(Number);
  for (;;) {
    const name = `${year}-${String(month).padStart(2, "0")}`;
    if (name < first) return months;
    months.push(name);
    month -= 1;
    if (month === 0) [year, month] = [year - 1, 12];
  }
}

interface Income {
  day: string;
  paid_count: number;
  paid_total: number;
}

/** A place on the axis: a day of the period, and the day compared with it. */
export interface Point {
  /** null beyond the end of a month that is shorter than the previous one. */
  day: string | null;
  /** null for a day in the future. */
  income: Income | null;
  isToday: boolean;
  previous: Income | null;
}

export function pointsOf(
  overview: Pick<Overview, "days" | "previous_days" | "from" | "until" | "today">,
): Point[] {
  const { days, previous_days, from, until, today } = overview;
  const length = Math.max(daysFrom(from, until), previous_days.length);
  return Array.from({ length }, (_, at) => {
    const day = dayAfter(from, at);
    return {
      day: day <= until ? day : null,
      income: days[at] ?? null,
      isToday: day === today && day <= until,
      previous: previous_days[at] ?? null,
    };
  });
}

const dayMilliseconds = 86_400_000;
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);
const daysFrom = (from: string, until: string) =>
  Math.round((midnight(until) - midnight(from)) / dayMilliseconds) + 1;
const dayAfter = (day: string, days: number) =>
  new Date(midnight(day) + days * dayMilliseconds).toISOString().slice(0, 10);

export interface Comparison {
  /** The income on the compared days of the period. */
  total: number;
  /**
   * The relative change: 0.12 means 12 per cent more. null if the previous period has no income.
   */
  change: number | null;
  from: string;
  until: string;
  /** Whether the comparison leaves out today. */
  isUnfinished: boolean;
}

/**
 * Compares the completed days with as many days of the previous period, and a whole month with the whole
 * previous month. Today is left out because it is not over. Returns null if no day is over.
 */
export function compare(
  overview: Pick<Overview, "days" | "previous_days" | "until" | "today">,
): Comparison | null {
  const { days, previous_days, until, today } = overview;
  const over = days.filter(({ day }) => day < today);
  const isUnfinished = until >= today;
  const before = isUnfinished ? previous_days.slice(0, over.length) : previous_days;
  const [first, last] = [before.at(0), before.at(-1)];
  if (over.length === 0 || !first || !last) return null;
  const [total, then] = [sum(over), sum(before)];
  return {
    total,
    change: then === 0 ? null : total / then - 1,
    from: first.day,
    until: last.day,
    isUnfinished,
  };
}

const sum = (days: readonly Income[]) =>
  days.reduce((total, { paid_total }) => total + paid_total, 0);

/**
 * Returns the marks of an axis up to `value`: four or five round amounts, fewer if `value` is below 3. The last is at
 * least `value`.
 */
export function marksUpTo(value: number): number[] {
  const least = Math.max(value, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step =
    [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= least) ?? power;
  const marks = Math.max(1, Math.ceil(Math.max(value, 1) / step));
  return Array.from({ length: marks + 1 }, (_, at) => Math.round(at * step));
}

/**
 * Returns the places of the axis that show a name, so that names of the width `nameWidth` do not overlap. The last
 * place always shows a name.
 */
export function namedPlaces(count: number, width: number, nameWidth: number): number[] {
  const most = Math.max(1, Math.floor(width / nameWidth));
  const step = [1, 2, 3, 5, 7, 10, 15, 30].find((each) => Math.ceil(count / each) <= most) ?? count;
  const places: number[] = [];
  for (let at = count - 1; at >= 0; at -= step) places.unshift(at);
  return places;
}
