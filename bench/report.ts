import type { Standing } from "./rounds.ts";

/** Formats numbers as a Markdown table. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/**
 * Formats rates as a table, with the speed of Tepat's first entry relative to each of `references`.
 */
export function rateTable(standings: readonly Standing[]): string {
  const [tepat] = standings;
  return table(
    ["", "per second (median)", "lowest to highest", "Tepat is"],
    standings.map(({ name, rate, rates }) => [
      name,
      whole(rate),
      `${whole(Math.min(...rates))} to ${whole(Math.max(...rates))}`,
      name.startsWith("Tepat") || !tepat ? "" : `${(tepat.rate / rate).toFixed(2)} ×`,
    ]),
  );
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en");

export const rounded = (value: number, unit: string): string =>
  `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
