import { splitTotal } from "./digits.ts";

/**
 * Shows an exact total with its identifying last digits highlighted, as in Tepat's mark. Every page uses it for such
 * totals.
 */
export const Exact = ({ total }: { total: number }) => {
  const { head, tail } = splitTotal(total);
  return (
    <span class="exact">
      {head}
      <mark>{tail}</mark>
    </span>
  );
};
