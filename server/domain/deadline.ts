/**
 * RFC 3339 date-time with "Z" or an offset, kept to the millisecond; null for anything else, impossible dates included.
 * `new Date("2026-02-30T00:00:00Z")` would silently be 2 March, so the parts are compared afterwards.
 */
export function parseDeadline(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const parts = rfc3339.exec(value)?.groups;
  if (!parts) return null;
  const {
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = "",
    sign,
    offsetHour,
    offsetMinute,
  } = parts;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, "0").slice(0, 3)),
  );
  const isPossible =
    local.toISOString().slice(0, 19) === `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  if (!isPossible) return null;

  const offsetMinutes = Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0);
  const deadline = new Date(local.getTime() - (sign === "-" ? -1 : 1) * offsetMinutes * 60_000);
  // What lies outside of the years 1 to 9999 in UTC has no four digits, and no RFC 3339 form, there.
  return /^(?!0000)\d{4}-/.test(deadline.toISOString()) ? deadline : null;
}

const rfc3339 =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[Tt](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<offsetHour>\d\d):(?<offsetMinute>\d\d))$/;
