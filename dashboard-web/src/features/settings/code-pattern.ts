import { dayOf } from "../../base/zone-days.ts";

/** The patterns that the page offers. Each is shown by its example. */
export const codePatterns = [
  "INV-{year}-{number}",
  "INV-{year}{month}-{number}",
  "INV-{year}{month}{day}-{number}",
] as const;

/** Returns the first code of a pattern on this day, in the server's format. */
export function exampleOf(pattern: string, now: Date, timeZone: string): string {
  const [year = "", month = "", day = ""] = dayOf(now, timeZone).split("-");
  return pattern
    .replace("{year}", year)
    .replace("{month}", month)
    .replace("{day}", day)
    .replace("{number}", "0001");
}
