/**
 * Termux:API prints `Notification.when` as the phone's local time without a zone. The time can be any value that the
 * app has set: 1970 for 0, or years such as 292269055 (termux-api issue 575).
 */

const localTime = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
const oldestPlausible = Date.UTC(2015);

/** Returns the instant, or null if the text is not a plausible time of a notification. */
export function instantOf(when: string, timeZone: string): Date | null {
  const parts = localTime.exec(when)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(asUtc).toISOString().slice(0, 19) !== when.replace(" ", "T")) return null;
  // The offset depends on the instant, which is not known yet. The second calculation corrects the first guess near a
  // change of clocks.
  const guess = asUtc - offsetMilliseconds(asUtc, timeZone);
  const instant = asUtc - offsetMilliseconds(guess, timeZone);
  return instant < oldestPlausible ? null : new Date(instant);
}

function offsetMilliseconds(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    timeZoneName: "longOffset",
  }).formatToParts(instant);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

export function isTimeZone(name: string): boolean {
  try {
    offsetMilliseconds(0, name);
    return true;
  } catch {
    return false;
  }
}
