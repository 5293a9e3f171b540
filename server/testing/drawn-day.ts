import { randomFrom } from "./random.ts";

/** An instant of the drawn day: a time in UTC, and how many days later (or earlier) it is. */
export type DrawnDay = (time?: string, days?: number) => Date;

const day = 24 * 3_600_000;
const mostDays = 3_650;

/** Months and years end on them, and a leap day makes its year longer. */
const oddDays = ["02-28", "02-29", "03-01", "12-31", "01-01"];

/**
 * The day that a test gives its clocks, about ten years before or after the real one at most. A written date is near the
 * database's clock only for a while, and the test then holds for as long; one that is drawn says so in a few runs.
 */
export function drawnDay(purpose: string): DrawnDay {
  const random = randomFrom(`the day of ${purpose}`);
  const date = drawDate(random, Date.now());
  console.log(`the day of ${purpose} is ${date}`);
  return (time = "00:00", days = 0) => new Date(Date.parse(`${date}T${time}Z`) + days * day);
}

/** The date at an offset; in half of the draws the next odd one. */
export function drawDate(random: () => number, now: number): string {
  const first = now + Math.floor((2 * random() - 1) * mostDays) * day;
  const isOdd = random() < 0.5;
  const wanted = oddDays[Math.floor(random() * oddDays.length)] as string;
  for (let at = first; ; at += day) {
    const date = dateOf(new Date(at));
    if (!isOdd || date.endsWith(wanted)) return date;
  }
}

/** The date as it is written, in UTC. */
export const dateOf = (at: Date): string => at.toISOString().slice(0, 10);
