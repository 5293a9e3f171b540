import type { ComponentChildren } from "preact";
import { formatMoment } from "../base/time.ts";
import { tableTexts as t } from "./table-texts.ts";

interface TotalsProps {
  /** The number of rows with their noun: `12 invoices`. */
  count: string;
  /** The sum of the rows, if one sum of all means something. */
  sum?: string | undefined;
  isComplete: boolean;
  /** The time back to which an incomplete count went, if the page knows it. */
  countedBackTo?: string | null | undefined;
  children?: ComponentChildren;
}

/** Shows the totals of all rows that a filter finds, not only those of the page. */
export const Totals = ({ count, sum, isComplete, countedBackTo, children }: TotalsProps) => (
  <p class="totals">
    <span>
      {isComplete
        ? count
        : countedBackTo
          ? t.table.countedBack(count, formatMoment(countedBackTo))
          : t.table.newestOf(count)}
      {sum !== undefined && (
        <>
          {" "}
          · <strong class="amount">{sum}</strong>
        </>
      )}
    </span>
    {children}
    {!isComplete && <span class="hint">{t.table.olderUncounted}</span>}
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
