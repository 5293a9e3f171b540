/** An English count with its noun: `1 day`, `2 days`, `99+ days`. Indonesian nouns have no plural form. */
export const counted = (count: number | string, one: string, many: string): string =>
  `${count} ${String(count) === "1" ? one : many}`;
