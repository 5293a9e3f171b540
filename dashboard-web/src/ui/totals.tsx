import type { ComponentChildren } from "preact";
import { limits } from "../base/limits.ts";
import { formatCount } from "../base/numbers.ts";
import { tableTexts as t } from "./table-texts.ts";

interface TotalsProps {
  /** The number of rows with their noun: `12 invoices`. */
  count: string;
  sum: string;
  isComplete: boolean;
  children?: ComponentChildren;
}

/** The reason why counts and totals can be incomplete. */
export const countedAtMost = t.table.countedAtMost(formatCount(limits.rowsPerTotal));

/** Shows the totals of all rows that a filter finds, not only those of the page. */
export const Totals = ({ count, sum, isComplete, children }: TotalsProps) => (
  <p class="totals">
    <span>
      {isComplete ? count : t.table.newestOf(count)} · <strong class="amount">{sum}</strong>
    </span>
    {children}
    {!isComplete && <span class="hint">{countedAtMost}</span>}
  </p>
);

/**
 * Reserves the line of the totals until they arrive, so that the rows below do not move under the pointer.
 */
export const TotalsToCome = () => (
  <p class="totals" aria-hidden="true">
    {"\u00a0"}
  </p>
);
