import { locales, type Language } from "../../web-shared/src/language.ts";

export const formatCount = (count: number, language: Language): string =>
  new Intl.NumberFormat(locales[language]).format(count);

/** `97.5%`; a dash where there was nothing to take a share of. */
export const formatShare = (share: number | null, language: Language): string =>
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
export function formatDuration(seconds: number | null, language: Language): string {
  if (seconds === null) return "–";
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? (["second", 1] as const);
  return new Intl.NumberFormat(locales[language], {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: unit === "second" ? 0 : 1,
  }).format(seconds / length);
}

/** The least of 1, 2, 5, 10, 20, 50 … that is not less: where an axis ends. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 1;
}
