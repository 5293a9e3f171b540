import { randomFrom } from "./random.ts";

/**
 * Returns an instant of the drawn day, from a time in UTC and the number of days later (or earlier).
 */
export type DrawnDay = (time?: string, days?: number) => Date;

const day = 24 * 3_600_000;
const mostDays = 3_650;

/** Days at the end of months and years. A leap day makes the year a leap year. */
const oddDays = ["02-28", "02-29", "03-01", "12-31", "01-01"];

/**
 * Draws the day for a test's clocks, at most about ten years before or after the real one. A written date is near the
 * database's clock only for some time, and a test that depends on this passes until then. With a drawn day, such a
 * test fails within a few runs.
 */
export function drawnDay(purpose: string): DrawnDay {
  const random = randomFrom(`the day of ${purpose}`);
  const date = drawDate(random, Date.now());
  console.log(`the day of ${purpose} is ${date}`);
  return (time = "00:00", days = 0) => new Date(Date.parse(`${date}T${time}Z`) + days * day);
}

/** Returns the date at an offset. In half of the draws, the date is the next of the odd days. */
export function drawDate(random: () => number, now: number): string {
  const first = now + Math.floor((2 * random() - 1) * mostDays) * day;
  const isOdd = random() < 0.5;
  const wanted = oddDays[Math.floor(random() * oddDays.length)] as string;
  for (let at = first; ; at += day) {
    const date = dateOf(new Date(at));
    if (!isOdd || date.endsWith(wanted)) return date;
  }
}

/** Formats the date in UTC. */
export const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
