import type { InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import type { ListedPayment, ListedUnchosen } from "../../contract/dashboard/payments.ts";
import { invalidCursor } from "../base/cursor.ts";
import type { UnchosenFilter, UnchosenRow } from "./unchosen-invoices.sql.ts";

/**
 * Manual invoices whose customers have not chosen how to pay are listed between the payments, by their time of
 * creation. Such invoices have no payment number, so a place in the list consists of a place in both lists.
 */
export interface ListPlace {
  /** The list continues after this payment. null: from the beginning. */
  payment: number | null;
  /** The list also continues after this invoice without a payment. null: there are no more. */
  sale: number | null;
}

/** The filters that apply to invoices without a payment too. */
export interface ListSearch {
  merchant_id: string;
  search?: string | undefined;
  /** `OPEN` finds only invoices without a payment. */
  payment_status?: InvoiceStatus | undefined;
  account_id?: string | undefined;
  created_from?: string | undefined;
  created_before?: string | undefined;
  ended_from?: string | undefined;
  ended_before?: string | undefined;
  is_unpaid?: boolean | undefined;
  is_part_paid?: boolean | undefined;
  is_refunded?: boolean | undefined;
  oldest_first?: boolean | undefined;
}

const highest = 999_999_999_999_999;

const beginningOf = (isOldestFirst: boolean) => (isOldestFirst ? 0 : highest);
const endOf = (isOldestFirst: boolean) => beginningOf(!isOldestFirst);

/** Parses a cursor. `12.7` is the place after payment 12 and sale 7. `12` is a place after all sales. */
export function readListPlace({
  cursor,
  oldest_first = false,
}: Pick<ListSearch, "oldest_first"> & { cursor?: string | undefined }): ListPlace {
  if (cursor === undefined) return { payment: null, sale: beginningOf(oldest_first) };
  const [, payment, sale] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(cursor) ?? [];
  if (payment === undefined) throw invalidCursor();
  return { payment: Number(payment), sale: sale === undefined ? null : Number(sale) };
}

/** Returns the filter for invoices without a payment, or null if no such invoice can match. */
export function unchosenFilterOf(
  options: ListSearch,
  { after, at }: Pick<UnchosenFilter, "after" | "at">,
): UnchosenFilter | null {
  const { payment_status = null, account_id, oldest_first = false } = options;
  const hasPayment = payment_status === "PENDING" || payment_status === "PAID";
  const hasMoney = options.is_unpaid || options.is_part_paid || options.is_refunded;
  if (hasPayment || account_id !== undefined || hasMoney) return null;
  const { ended_from, ended_before } = options;
  return {
    merchant_id: options.merchant_id,
    invoice_status: payment_status,
    search: options.search ?? null,
    created: { from: dateOf(options.created_from), before: dateOf(options.created_before) },
    ended:
      ended_from === undefined && ended_before === undefined
        ? null
        : { from: dateOf(ended_from), before: dateOf(ended_before) },
    after,
    isOldestFirst: oldest_first,
    at,
  };
}

const dateOf = (time: string | undefined) => (time === undefined ? null : new Date(time));

interface Lists {
  payments: readonly ListedPayment[];
  /** The numbers of the payments. */
  numbers: readonly number[];
  /** The list of payments continues after this number; null at its end. */
  nextPayment: number | null;
  /** The time that the payments have reached. Older invoices belong to the next page. null: unknown. */
  reached: Date | null;
  unchosen: readonly UnchosenRow[];
  /** The last invoice that was read, if there are more. */
  nextSale: number | null;
}

interface Merged {
  items: ListedPayment[];
  unchosen: ListedUnchosen[];
  next_cursor: string | null;
}

/** Merges the first rows of both lists into one page. The payment of a searched code stays the first row. */
export function mergePage(
  lists: Lists,
  options: Pick<ListSearch, "oldest_first"> & {
    place: ListPlace;
    limit: number;
    exact: string | null;
  },
): Merged {
  const { payments, numbers, nextPayment, reached, unchosen, nextSale } = lists;
  const { place, limit, exact, oldest_first: isOldestFirst = false } = options;
  const isBefore = (sale: Date, payment: Date) =>
    isOldestFirst ? sale < payment : sale >= payment;
  const isKnown = ({ created_at }: UnchosenRow) =>
    nextPayment === null || (reached !== null && isBefore(created_at, reached));
  // After a step of the clock, an invoice can have an earlier time than the invoice before it. The cursor is a
  // number, so an invoice that waits for the next page keeps all later invoices waiting.
  const unknown = unchosen.findIndex((each) => !isKnown(each));
  const known = unknown < 0 ? unchosen : unchosen.slice(0, unknown);
  const items: ListedPayment[] = [];
  const merged: ListedUnchosen[] = [];
  let behind = place.payment ?? beginningOf(isOldestFirst);
  while (items.length + merged.length < limit) {
    const next = payments[items.length];
    const sale = known[merged.length];
    const isExact = next?.payment_code === exact && items.length === 0;
    if (sale && !isExact && (!next || isBefore(sale.created_at, new Date(next.created_at)))) {
      merged.push(present(sale, items.length + merged.length));
    } else if (next) {
      if (!isExact) behind = numbers[items.length] ?? behind;
      items.push(next);
    } else break;
  }
  const isLastPayment = items.length === payments.length;
  const isLastSale = merged.length === unchosen.length;
  const payment = isLastPayment ? (nextPayment ?? endOf(isOldestFirst)) : behind;
  const sale = isLastSale
    ? nextSale
    : (unchosen[merged.length - 1]?.sale_number ?? place.sale ?? endOf(isOldestFirst));
  const isEnd = isLastPayment && nextPayment === null && sale === null;
  return {
    items,
    unchosen: merged,
    next_cursor: isEnd ? null : sale === null ? String(payment) : `${payment}.${sale}`,
  };
}

/** Puts an invoice before all rows of a page. */
export const putFirst = (row: UnchosenRow, others: readonly ListedUnchosen[]): ListedUnchosen[] => [
  present(row, 0),
  ...others.map((each) => ({ ...each, place: each.place + 1 })),
];

const present = (row: UnchosenRow, place: number): ListedUnchosen => ({
  sale_id: row.sale_id,
  payment_code: row.payment_code,
  payment_amount: row.payment_amount,
  customer_name: row.customer_name,
  created_at: row.created_at.toISOString(),
  invoice_status: row.invoice_status,
  place,
});
