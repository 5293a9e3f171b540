/** An English count with its noun: `1 day`, `2 days`. Indonesian nouns have no plural form. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
