import { locales, type Language } from "../../web-shared/src/language.ts";

/** Writes a moment in the reader's own zone: `21 Nov 2026, 14.05`. */
export const formatMoment = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** `5 minutes ago`, `in 2 hours`; within a minute `now`. */
export function formatRelative(iso: string, now: number, language: Language): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(locales[language], { numeric: "auto" });
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** A calendar day that belongs to no zone: `21 Nov 2026`. */
export const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
