/**
 * Days as a shop counts them: in the gateway's zone, even if the browser is in another one. Quota, overview and
 * exports count days in the same way.
 */

const dayMilliseconds = 86_400_000;

/** Returns the day of a moment in a zone, or in the browser's, in the format of `<input type="date">`. */
export const dayOf = (moment: Date, timeZone: string | undefined): string =>
  wallClock(moment, timeZone).toISOString().slice(0, 10);

/**
 * Returns the first moment of a day, or of the day `daysLater` days after it. Returns null if the text is not a day.
 * If clocks change at midnight, returns the first moment with this date.
 */
export function startOfDay(text: string | null, daysLater: number, timeZone: string): Date | null {
  const named = new Date(`${text ?? ""}T00:00:00Z`);
  if (Number.isNaN(named.getTime())) return null;
  const midnight = new Date(named.getTime() + daysLater * dayMilliseconds);
  const day = midnight.toISOString().slice(0, 10);
  const candidates = momentsAt(midnight, timeZone);
  const first = candidates.find((candidate) => dayOf(candidate, timeZone) === day);
  // A zone that crossed the date line skipped a day.
  return first ?? candidates.at(-1) ?? null;
}

/**
 * Returns the moment at which clocks in the zone show a day and a time, the later one if they show it twice. Returns
 * null if a text is not a day or a time.
 */
export function momentOf(day: string, time: string, timeZone: string): Date | null {
  const wall = new Date(`${day}T${time}Z`);
  return Number.isNaN(wall.getTime()) ? null : (momentsAt(wall, timeZone).at(-1) ?? null);
}

/** Returns the moments, the earliest first, that a clock in the zone can mean. `wall` is the clock's time as if UTC. */
const momentsAt = (wall: Date, timeZone: string): Date[] =>
  [-dayMilliseconds, dayMilliseconds]
    .map((distance) => new Date(wall.getTime() + distance))
    .map((near) => wallClock(near, timeZone).getTime() - near.getTime())
    .map((offset) => new Date(wall.getTime() - offset))
    .toSorted((one, other) => one.getTime() - other.getTime());

/** Returns the moment as clocks in the zone show it, written as if it were UTC. */
function wallClock(moment: Date, timeZone: string | undefined): Date {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
  return new Date(
    Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    ),
  );
}
