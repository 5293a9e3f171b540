import type { Found } from "../base/generated/types.gen.ts";
import { formatCount } from "../base/numbers.ts";
import { tableTexts as t } from "./table-texts.ts";

interface FoundCountProps {
  found: Found | null;
  /** Returns the count with its noun: `12 deliveries`. */
  counted(count: string, number: number): string;
}

/**
 * Shows the number of rows that a filter finds on all pages. Only the first page has this number.
 */
export function FoundCount({ found, counted }: FoundCountProps) {
  if (found === null || found.count === 0) return null;
  const count = counted(formatCount(found.count), found.count);
  return <p class="totals">{found.is_complete ? count : t.table.moreThan(count)}</p>;
}
