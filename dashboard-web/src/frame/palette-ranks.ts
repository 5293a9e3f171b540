import { searchWords } from "../../../web-shared/src/search-words.ts";
import type { ListedPayment, ListedUnchosen } from "../base/generated/types.gen.ts";
import { limits } from "../base/limits.ts";

type Found = Pick<ListedPayment, "payment_code" | "customer_name"> &
  Partial<Pick<ListedPayment, "customer_email" | "customer_phone" | "metadata">>;

/**
 * Returns the invoices in an order in which a person looks for them: the one with exactly this code, then customers
 * whose names begin with the text, whose names have a word that begins with it, and the others.
 */
export function inRanks<Each extends ListedPayment | ListedUnchosen>(
  search: string,
  found: readonly Each[],
): Each[] {
  const wanted = search.toLowerCase();
  const rankOf = ({ payment_code, customer_name }: Each) => {
    if (payment_code.toLowerCase() === wanted) return 0;
    const place = ` ${customer_name.toLowerCase()}`.indexOf(` ${wanted}`);
    return place < 0 ? 3 : place === 0 ? 1 : 2;
  };
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the text that fits the search, or null if the name or the code fits, which the row shows anyway. */
export function reasonOf(search: string, invoice: Found): string | null {
  const { payment_code, customer_name, customer_email, customer_phone, metadata } = invoice;
  const shown = `${payment_code} ${customer_name}`.toLowerCase();
  const words = searchWords(search.toLowerCase(), limits.searchWords);
  const hidden = words.filter((word) => !shown.includes(word));
  const notes = Object.entries(metadata ?? {}).map(([key, value]) => `${key}:${value}`);
  return (
    [customer_email, customer_phone, ...notes].find(
      (text): text is string =>
        typeof text === "string" && hidden.some((word) => text.toLowerCase().includes(word)),
    ) ?? null
  );
}
