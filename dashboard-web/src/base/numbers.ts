import { formatRupiah } from "../../../web-shared/src/money.ts";
import { locales } from "../../../web-shared/src/language.ts";
import { pageLanguage } from "./page-language.ts";

export const formatCount = (count: number, language = pageLanguage): string =>
  new Intl.NumberFormat(locales[language]).format(count);

/** `97.5%`; a dash if there is no total. */
export const formatShare = (share: number | null, language = pageLanguage): string =>
  share === null
    ? "–"
    : new Intl.NumberFormat(locales[language], {
        style: "percent",
        maximumFractionDigits: 1,
      }).format(share);

const units = [
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `45 secs`, `3.5 mins`, `2 hrs`. */
export function formatDuration(seconds: number | null, language = pageLanguage): string {
  if (seconds === null) return "–";
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? (["second", 1] as const);
  return new Intl.NumberFormat(locales[language], {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: unit === "second" ? 0 : 1,
  }).format(seconds / length);
}

/** A mark of an axis: `Rp 1,2 jt`, `Rp 1.2M`. */
export const formatShortRupiah = (amount: number, language = pageLanguage): string =>
  `Rp ${new Intl.NumberFormat(locales[language], { notation: "compact", maximumFractionDigits: 2 }).format(amount)}`;

/** A relative change: `+12%`, `-4%`. */
export const formatChange = (change: number, language = pageLanguage): string =>
  new Intl.NumberFormat(locales[language], {
    style: "percent",
    signDisplay: "exceptZero",
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);

/** Hundredths of a rupiah: `Rp150.123`, `Rp1.204,50`, `−Rp75`. */
export function formatSen(sen: number): string {
  const [whole, rest] = [Math.trunc(Math.abs(sen) / 100), Math.abs(sen) % 100];
  const fraction = rest === 0 ? "" : `,${String(rest).padStart(2, "0")}`;
  return `${sen < 0 ? "−" : ""}${formatRupiah(whole)}${fraction}`;
}

/** Parses a typed whole number; returns -1 for any other text. In Indonesia 150 thousand is written `150.000`. */
export function numberOf(text: string): number {
  const digits = text.trim().replaceAll(/\.(?=\d{3}(?:\D|$))/gu, "");
  return /^\d+$/u.test(digits) ? Number(digits) : -1;
}
