import { formatCountIn } from "../../../../web-shared/src/money.ts";

/**
 * Returns an English count with its noun: `1 day`, `2,422 days`, `99+ days`. Indonesian nouns have no plural
 * form.
 */
export const counted = (count: number | string, one: string, many: string): string =>
  `${typeof count === "number" ? formatCountIn("en", count) : count} ${String(count) === "1" ? one : many}`;
