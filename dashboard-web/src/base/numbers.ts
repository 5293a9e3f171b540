import { formatCountIn, formatRupiah } from "../../../web-shared/src/money.ts";
import { locales } from "../../../web-shared/src/language.ts";
import { bareAmount } from "./grouped.ts";
import { pageLanguage } from "./page-language.ts";

/**
 * Counts and shares follow the page's language, but rupiah do not. The rule is in `web-shared/src/money.ts`.
 */
export const formatCount = (count: number): string => formatCountIn(pageLanguage, count);

/**
 * Formats a part of a whole: `97,5%`, `97.5%`, or a dash if there is no whole. Only the whole is `100%`, and only
 * nothing is `0%`.
 */
export function formatShare(share: number | null, language = pageLanguage, digits = 1): string {
  if (share === null) return "–";
  const { format } = new Intl.NumberFormat(locales[language], {
    style: "percent",
    maximumFractionDigits: digits,
  });
  const least = 10 ** -(digits + 2);
  if (share > 0 && share < least) return `<${format(least)}`;
  return format(share < 1 ? Math.min(share, 1 - least) : share);
}

/** Formats a part of a whole in whole per cents: `97%`, `<1%`. */
export const formatPercent = (share: number, language = pageLanguage): string =>
  formatShare(share, language, 0);

/** Formats a duration: `45s`, `3m 18s`, `2h 5m`. */
export function formatDuration(seconds: number | null, language = pageLanguage): string {
  if (seconds === null) return "–";
  const whole = Math.round(seconds);
  const parts = (
    [
      ["hour", Math.trunc(whole / 3_600)],
      ["minute", Math.trunc(whole / 60) % 60],
      ["second", whole % 60],
    ] as const
  ).slice(whole >= 3_600 ? 0 : 1, whole >= 3_600 ? 2 : 3);
  return parts
    .filter(([unit, count]) => count > 0 || (unit === "second" && whole === 0))
    .map(([unit, count]) =>
      new Intl.NumberFormat(locales[language], {
        style: "unit",
        unit,
        unitDisplay: "narrow",
      }).format(count),
    )
    .join(" ");
}

/** Formats an axis mark: `Rp1,2 juta`, `Rp1.2 million`; below a million `Rp250 rb`, `Rp250k`. */
export const formatShortRupiah = (amount: number, language = pageLanguage): string =>
  `Rp${new Intl.NumberFormat(locales[language], {
    notation: "compact",
    compactDisplay: amount < 1_000_000 ? "short" : "long",
    maximumFractionDigits: 2,
  }).format(amount)}`;

/**
 * Formats a relative change: `+12%`, `-4%`. If one sum is more than ten times the other, the result is the factor:
 * `22×`.
 */
export const formatChange = (change: number, language = pageLanguage): string => {
  if (change >= 9.995) return `${formatCountIn(language, Math.round(change + 1))}×`;
  return new Intl.NumberFormat(locales[language], {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
};

/** Formats an amount as a person says it: `99,99 miliar`, `99.99 billion`. The amount is never rounded up. */
export const amountInWords = (amount: number, language = pageLanguage): string =>
  new Intl.NumberFormat(locales[language], {
    notation: "compact",
    compactDisplay: "long",
    maximumFractionDigits: 2,
    roundingMode: "trunc",
  }).format(amount);

/** Formats hundredths of a rupiah: `Rp150.123`, `Rp1.204,50`, `−Rp75`. */
export function formatSen(sen: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(sen) / 100), Math.abs(sen) % 100];
  const fraction = rest === 0 ? "" : `,${String(rest).padStart(2, "0")}`;
  return `${sen < 0 ? "−" : ""}${formatRupiah(whole)}${fraction}`;
}

/**
 * Parses a typed or pasted whole number, where `150.000` means 150 thousand as in Indonesia. Returns -1 for other text.
 * For `150.000,50`, returns a fraction, so that the server refuses the number as not whole.
 */
export function numberOf(text: string): number {
  const digits = bareAmount(text);
  if (/^\d+[.,]\d+$/u.test(digits)) return -0.5;
  return /^\d+$/u.test(digits) ? Number(digits) : -1;
}
