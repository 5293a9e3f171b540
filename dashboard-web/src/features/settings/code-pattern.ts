import { dayOf } from "../../base/zone-days.ts";

/** The patterns that the page offers by their examples. */
export const codePatterns = [
  "INV-{year}-{number}",
  "INV-{year}{month}-{number}",
  "INV-{year}{month}{day}-{number}",
] as const;

/** The first code of a pattern on this day, as the server writes it. */
export function exampleOf(pattern: string, now: Date, timeZone: string): string {
  const [year = "", month = "", day = ""] = dayOf(now, timeZone).split("-");
  return pattern
    .replace("{year}", year)
    .replace("{month}", month)
    .replace("{day}", day)
    .replace("{number}", "0001");
}
