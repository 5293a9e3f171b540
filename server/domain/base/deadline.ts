import { dateTimeWithOffset } from "../../contract/fields.ts";

/**
 * Reads an ISO 8601 date-time with "Z", "±hh:mm", "±hhmm" or "±hh" (as PHP and PostgreSQL write it), with or without
 * seconds, to the millisecond. The parts are compared afterwards, because `new Date("2026-02-30T00:00:00Z")` would
 * silently be 2 March.
 */
export function readDeadline(value: unknown): { deadline: Date } | { problem: string } {
  if (typeof value !== "string") return { problem: `must be a string such as ${example}` };
  const parts = dateTimeWithOffset.exec(value)?.groups;
  if (!parts) {
    const isWithoutOffset = dateTimeWithOffset.test(`${value}Z`);
    return {
      problem: isWithoutOffset
        ? "has no offset. Add Z for UTC, or +07:00 for Western Indonesia Time"
        : `must be an ISO 8601 date-time with an offset, such as ${example}`,
    };
  }
  const deadline = dateOf(parts);
  return deadline
    ? { deadline }
    : { problem: "names a day, a time or an offset that does not exist" };
}

const example = "2026-12-31T17:00:00+07:00";

function dateOf(parts: Record<string, string | undefined>): Date | null {
  const { year, month, day, hour, minute, second = "00", fraction = "" } = parts;
  const { sign, offsetHour = "00", offsetMinute = "00" } = parts;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return null;

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

  const offsetMinutes = Number(offsetHour) * 60 + Number(offsetMinute);
  const deadline = new Date(local.getTime() - (sign === "-" ? -1 : 1) * offsetMinutes * 60_000);
  // A UTC time outside the years 1 to 9999 has no year of four digits, and therefore no ISO 8601 form.
  return /^(?!0000)\d{4}-/.test(deadline.toISOString()) ? deadline : null;
}
