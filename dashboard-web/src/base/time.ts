import { locales, type Language } from "../../../web-shared/src/language.ts";
import { pageLanguage } from "./page-language.ts";
import { dayOf } from "./zone-days.ts";

const locale = locales[pageLanguage];

/**
 * All times are in the gateway's zone, in which the shop counts its days, wherever the reader is. Before the
 * sign-in, times are in the browser's zone.
 */
let timeZone: string | undefined;

export const showTimesIn = (zone: string | undefined): void => void (timeZone = zone);

/** Formats a moment: `21 Nov 2026, 14.05`. */
export const formatMoment = (iso: string, language = pageLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(new Date(iso));

const daysWithoutYear = 300;

/**
 * Formats a moment for a narrow column, without the year: `21 Nov, 14.05`. An old moment shows only its
 * day: `21 Nov 2025`.
 */
export const formatShortMoment = (iso: string, now: number): string =>
  new Intl.DateTimeFormat(
    locale,
    Math.abs(now - Date.parse(iso)) > daysWithoutYear * 86_400_000
      ? { dateStyle: "medium", timeZone }
      : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone },
  ).format(new Date(iso));

/** Formats the time of a moment: `14.05`. */
export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone }).format(new Date(iso));

/** Formats the time of a moment with seconds: `14.05.09`. */
export const formatSecond = (iso: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone }).format(new Date(iso));

/** Formats seconds as minutes and seconds: `09:59`. */
export const formatClock = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Formats a moment with its zone, for readers in other zones: `21 Nov 2026, 14.05 WIB`. */
export function formatMomentInZone(iso: string, language: Language): string {
  return `${formatMoment(iso, language)} ${shortZone(iso, timeZone)}`.trim();
}

/**
 * Returns a zone's Indonesian name (WIB, WITA, WIT), which all readers know. In English, browsers write
 * "GMT+7" instead.
 */
const shortZone = (iso: string, zone: string | undefined): string =>
  new Intl.DateTimeFormat(locales.id, { timeZoneName: "short", timeZone: zone })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** Returns `WIB` for `Asia/Jakarta`. A zone outside Indonesia keeps its own name. */
export function zoneName(zone: string): string {
  const name = shortZone("2026-01-01T00:00:00Z", zone);
  return name.startsWith("WI") ? name : zone;
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/**
 * Formats a time relative to now: `5 minutes ago`, `in 2 hours`; within a minute `now`. From one day on, it counts the
 * calendar's days, as `tomorrow` does.
 */
export function formatRelative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of units) {
    if (Math.abs(seconds) < length) continue;
    const days = unit === "day" && dayNumber(Date.parse(iso)) - dayNumber(now);
    return format.format(days || Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Returns the number of the day in the gateway's zone. Consecutive days have consecutive numbers. */
const dayNumber = (time: number): number =>
  Date.parse(dayOf(new Date(time), timeZone)) / 86_400_000;

/**
 * Formats the time since `sinceIso` in its largest unit, at least one minute: `5 menit`, `5
 * minutes`.
 */
export function formatSpan(sinceIso: string, now: number): string {
  const seconds = Math.max(60, (now - Date.parse(sinceIso)) / 1_000);
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? (["minute", 60] as const);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).format(Math.floor(seconds / length));
}

/** Formats a range of days: `1–22 Okt`, with years if they differ. */
export const formatDays = (from: string, until: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${until}T00:00:00Z`));

/** Formats a day for an axis: `21 Nov`. */
export const formatShortDay = (day: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** Formats a day in full: `Sabtu, 21 November 2026`. */
export const formatLongDay = (day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Formats `2026-11` as `November 2026`. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01T00:00:00Z`));

/** Formats a calendar day, which has no zone: `21 Nov 2026`. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
