import type { ComponentChildren } from "preact";
import { useWords } from "../words.tsx";
import { tableTexts } from "./table-texts.ts";

interface TotalsProps {
  /** How many rows, with their name: `12 invoices`. */
  count: string;
  sum: string;
  isComplete: boolean;
  children?: ComponentChildren;
}

/** What all rows of a filter come to, not only those of the page. */
export function Totals({ count, sum, isComplete, children }: TotalsProps) {
  const { t } = useWords(tableTexts);
  return (
    <p class="totals">
      <span>
        {isComplete ? count : t.table.newestOf(count)}, <strong class="amount">{sum}</strong>
      </span>
      {children}
    </p>
  );
}

/** `12.345`, in both languages as Indonesians write it, like the amounts beside it. */
export const formatNumber = (value: number): string => new Intl.NumberFormat("id-ID").format(value);
