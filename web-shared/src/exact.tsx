import { splitTotal } from "./digits.ts";

/**
 * An exact total: the digits that tell it from every other are lit, as in our mark. Every page that shows such a total
 * shows it this way.
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
