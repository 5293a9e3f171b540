import { locales, type Language } from "../../web-shared/src/language.ts";
import { texts } from "./texts.ts";

/** Formats the time left: `23:59:12`, `59:12`, and for a day or more `2 hari 03:12:45`. */
export function formatRemaining(seconds: number, language: Language): string {
  const { days, hours, minutes, rest } = split(seconds);
  const clock = [minutes, rest].map((part) => String(part).padStart(2, "0")).join(":");
  if (days > 0) {
    return `${texts[language].days(days)} ${String(hours).padStart(2, "0")}:${clock}`;
  }
  return hours > 0 ? `${String(hours).padStart(2, "0")}:${clock}` : clock;
}

/** Formats the time left for a screen reader. Seconds appear only in the last minute. */
export function speakRemaining(seconds: number, language: Language): string {
  const { days, hours, minutes, rest } = split(seconds);
  const words = texts[language];
  const parts = [
    days > 0 && words.days(days),
    hours > 0 && words.hours(hours),
    minutes > 0 && words.minutes(minutes),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" ") : words.seconds(rest);
}

function split(seconds: number) {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    rest: seconds % 60,
  };
}

/** All times of the page are in this zone, so the server and the browser write the same. */
const timeZone = "Asia/Jakarta";

/**
 * Formats a deadline: `Sab, 21 Nov, 14.30 WIB`. The year appears if it differs from the year of `now`.
 */
export function formatDeadline(
  { expiresAt, now }: { expiresAt: string; now: string },
  language: Language,
): string {
  const moment = new Date(expiresAt);
  const locale = locales[language];
  const yearOf = (date: Date) => date.toLocaleDateString(locale, { year: "numeric", timeZone });
  const day = {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(yearOf(moment) !== yearOf(new Date(now)) && ({ year: "numeric" } as const)),
    timeZone,
  } as const;
  return `${moment.toLocaleDateString(locale, day)}, ${formatTime(expiresAt, language)}`;
}

/** Formats a time of day: `14.30 WIB`. */
export function formatTime(moment: string, language: Language): string {
  const time = { hour: "2-digit", minute: "2-digit", timeZone } as const;
  return `${new Date(moment).toLocaleTimeString(locales[language], time)} WIB`;
}
