import type {
  ListedPayment,
  PaymentCounts,
  PaymentPage,
  PaymentTotals,
} from "../../contract/dashboard/payments.ts";
import { limits } from "../../contract/limits.ts";
import { readNumberCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Sql } from "../../db/client.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  addCounts,
  hasKind,
  selectCreationTime,
  selectEndedNumbers,
  selectFilteredCounts,
  selectFilteredNumbers,
  selectKindStretch,
  selectListedPayments,
  selectMatchingNumbers,
  selectNewestNumbers,
  selectNumberOfCode,
  selectNumbersOfIds,
  selectPartPaidNumbers,
  selectPartPaidStretch,
  selectNumberRange,
  selectTotals,
  selectWaitingCounts,
  type Counts,
  type ListedPaymentRow,
  type NumberRange,
  type PageFilter,
  type TotalsOfPayments,
} from "./payment-search.sql.ts";
import {
  mergePage,
  putFirst,
  readListPlace,
  unchosenFilterOf,
  type ListSearch,
} from "./unchosen-invoices.ts";
import {
  countOfUnchosen,
  isUnchosenCut,
  selectUnchosen,
  selectUnchosenOfCode,
  selectUnchosenTotals,
} from "./unchosen-invoices.sql.ts";
import { refundStateOf } from "./refund-state.ts";

/**
 * Lists a merchant's payments in the order of their creation. Status and account have an index. A search by text or
 * amount has none, because every create would pay for it. The search therefore reads one stretch of payments after
 * another for a bounded time, and returns the place that it reached. Sums and counts go on for the same time.
 */
export interface PaymentSearch extends ListSearch {
  is_manual?: boolean | undefined;
  /** Separated by commas: only these payments, whatever the other filters are. */
  payment_ids?: string | undefined;
  cursor?: string | undefined;
  per_page: number;
  /** The time in which a next stretch begins. */
  milliseconds?: number | undefined;
}

/** Returns a function that tells whether there is time for another stretch. */
function stopwatch({
  milliseconds = limits.searchMilliseconds,
}: Pick<PaymentSearch, "milliseconds">) {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

/** Lists payments, and among them the manual invoices without a payment. */
export async function searchPayments(
  gateway: Gateway,
  options: PaymentSearch,
): Promise<PaymentPage> {
  const { merchant_id, search } = options;
  const limit = pageSize(options);
  const place = readListPlace(options);
  const cursor = place.payment === null ? undefined : String(place.payment);
  const { next, ...part } = await readPart(gateway, { ...options, cursor, per_page: limit });
  const filter =
    place.sale === null
      ? null
      : unchosenFilterOf(options, { after: place.sale, at: gateway.now() });
  const looked = limits.paymentsPerSearch;
  const found = filter && (await selectUnchosen(gateway.sql, { ...filter, looked, limit }));
  const isFull = part.items.length === limit;
  const isFirst = options.cursor === undefined;
  const ofCode =
    filter?.search && isFirst ? await selectUnchosenOfCode(gateway.sql, filter) : undefined;
  const isSearchedInPart = part.isInStretches && !isFull;
  // The next payment's time matters only for invoices without a payment, and for the note about the reach of a
  // search.
  const reached =
    isSearchedInPart || (found?.rows.length ?? 0) > 0
      ? await timeOf(gateway, merchant_id, next)
      : null;
  const page = mergePage(
    {
      payments: part.items,
      numbers: part.numbers,
      nextPayment: next,
      reached,
      unchosen: found?.rows ?? [],
      nextSale: found?.reached ?? null,
    },
    {
      ...options,
      place,
      limit: ofCode ? limit - 1 : limit,
      exact: (isFirst && search) || null,
    },
  );
  return {
    ...page,
    unchosen: ofCode ? putFirst(ofCode, page.unchosen) : page.unchosen,
    searched_until: isSearchedInPart ? (reached?.toISOString() ?? null) : null,
  };
}

/** Counts and sums the entries of a list, from the newest on, for a bounded time. */
export async function readPaymentTotals(
  gateway: Gateway,
  options: Omit<PaymentSearch, "cursor" | "per_page" | "oldest_first">,
): Promise<PaymentTotals> {
  const { merchant_id, is_unpaid } = options;
  const per_page = is_unpaid ? limits.unpaidCounted : limits.rowsPerTotal;
  const isInTime = stopwatch(options);
  const at = gateway.now();
  let next: number | null = null;
  let totals: TotalsOfPayments | undefined;
  do {
    const cursor = next === null ? undefined : String(next);
    const part = { ...options, cursor, per_page, milliseconds: 0 };
    const found = await findNumbers(gateway, await filterOf(gateway, part), part);
    const { numbers } = found;
    const sums = await selectTotals(gateway.sql, { merchant_id, numbers, at });
    totals = totals ? addTotals(totals, sums) : sums;
    ({ next } = found);
  } while (next !== null && isInTime());
  const { is_cut, open_sum, ...withoutPayment } = await readUnchosenTotals(gateway, options, at);
  const reached = await timeOf(gateway, merchant_id, next);
  return {
    ...totals,
    ...withoutPayment,
    outstanding_sum: Math.min(totals.outstanding_sum + open_sum, Number.MAX_SAFE_INTEGER),
    is_complete: next === null && !is_cut,
    counted_back_to: reached?.toISOString() ?? null,
  };
}

/** Adds up the totals of two parts, each up to the largest exact number. */
function addTotals(sum: TotalsOfPayments, part: TotalsOfPayments): TotalsOfPayments {
  const added = { ...sum };
  for (const name of Object.keys(sum) as (keyof TotalsOfPayments)[]) {
    added[name] = Math.min(sum[name] + part[name], Number.MAX_SAFE_INTEGER);
  }
  return added;
}

/** Returns the time of creation of the payment at which a list goes on, or null if the list has ended. */
const timeOf = async (
  { sql }: Gateway,
  merchant_id: string,
  payment_number: number | null,
): Promise<Date | null> =>
  payment_number === null ? null : selectCreationTime(sql, { merchant_id, payment_number });

/** The filters beside which the invoices of each state are counted. */
type CountedSearch = Omit<
  PaymentSearch,
  "payment_status" | "is_unpaid" | "is_part_paid" | "payment_ids" | "cursor" | "per_page"
>;

/** Counts the invoices in each state that might need a person's work, up to a bound. */
export async function readPaymentCounts(
  gateway: Gateway,
  options: CountedSearch,
): Promise<PaymentCounts> {
  const { sql } = gateway;
  const most = limits.paymentsCountedPerState;
  const looked = limits.paymentsPerSearch;
  const filter = await filterOf(gateway, { ...options, per_page: most });
  const { account_id, ended, range, at } = filter;
  const countUnchosen = (payment_status: "EXPIRED" | "OPEN") => {
    const wanted = unchosenFilterOf({ ...options, payment_status }, { after: null, at });
    return wanted ? countOfUnchosen(sql, { ...wanted, looked, most }) : sql`0`;
  };
  const anyUnchosen = unchosenFilterOf(options, { after: null, at });
  const unchosen = {
    expired: countUnchosen("EXPIRED"),
    open: countUnchosen("OPEN"),
    isCut: anyUnchosen ? isUnchosenCut(sql, { ...anyUnchosen, looked }) : sql`false`,
  };
  const { merchant_id, search = null } = options;
  const isWhole = [search, account_id, ended].every((each) => each === null) && !hasKind(filter);
  if (isWhole && options.created_from === undefined && options.created_before === undefined) {
    const { is_cut, ...counts } = await selectWaitingCounts(sql, {
      merchant_id,
      most,
      unchosen,
      at,
    });
    return { ...counts, is_complete: !is_cut };
  }
  const isInTime = stopwatch(options);
  const { low } = range;
  let { high } = range;
  let counts: Counts | undefined;
  do {
    const rest = { ...filter, range: { low, high } };
    const stretch = await selectStretch(sql, rest);
    const part = { ...filter, stretch, search, most, unchosen };
    counts = counts
      ? addCounts(counts, await selectFilteredCounts(sql, { ...part, isFirst: false }), most)
      : await selectFilteredCounts(sql, { ...part, isFirst: true });
    high = stretch.low;
  } while (low < high && isInTime());
  const { is_cut, ...found } = counts;
  return { ...found, is_complete: low >= high && !is_cut };
}

/** Counts and sums the invoices without a payment that a list finds. */
async function readUnchosenTotals(gateway: Gateway, options: ListSearch, at: Date | null) {
  const filter = unchosenFilterOf(options, { after: null, at });
  return filter
    ? selectUnchosenTotals(gateway.sql, { ...filter, looked: limits.paymentsPerSearch })
    : { is_cut: false, unchosen_count: 0, unchosen_sum: 0, open_sum: 0 };
}

/** Returns the numbers of a part of the list, and the place where the list continues. */
export async function findPart(gateway: Gateway, options: PaymentSearch): Promise<Found> {
  const { merchant_id, payment_ids } = options;
  if (payment_ids === undefined) {
    return findNumbers(gateway, await filterOf(gateway, options), options);
  }
  const ids = payment_ids.split(",");
  const numbers = await selectNumbersOfIds(gateway.sql, { merchant_id, ids });
  return { numbers, next: null, isInStretches: false };
}

/** Returns the numbers of the newest PAID payments. */
export async function findNewestPaid(
  gateway: Gateway,
  options: { merchant_id: string; account_id: string | null; limit: number },
): Promise<number[]> {
  const filter = await filterOf(gateway, {
    merchant_id: options.merchant_id,
    payment_status: "PAID",
    account_id: options.account_id ?? undefined,
    per_page: options.limit,
  });
  return selectFilteredNumbers(gateway.sql, filter);
}

/** Returns these payments, in the order of the given numbers. */
export async function readListed(
  gateway: Gateway,
  { merchant_id, numbers }: { merchant_id: string; numbers: readonly number[] },
): Promise<ListedPayment[]> {
  const at = gateway.now();
  return (await selectListedPayments(gateway.sql, { merchant_id, numbers, at })).map(presentListed);
}

/** Reads a part of any size, of payments only. */
export async function readPart(
  gateway: Gateway,
  options: PaymentSearch,
): Promise<Found & { items: ListedPayment[] }> {
  const { merchant_id } = options;
  const found = await findPart(gateway, options);
  const items = await readListed(gateway, { merchant_id, numbers: found.numbers });
  return { ...found, items };
}

async function filterOf(gateway: Gateway, options: PaymentSearch): Promise<PageFilter> {
  const dates = { from: options.created_from, before: options.created_before };
  const range = await selectNumberRange(gateway.sql, {
    merchant_id: options.merchant_id,
    created_from: dates.from === undefined ? null : new Date(dates.from),
    created_before: dates.before === undefined ? null : new Date(dates.before),
  });
  const cursor = readNumberCursor(options.cursor);
  const { is_unpaid = false, ended_from, ended_before } = options;
  const payment_status = options.payment_status === "OPEN" ? undefined : options.payment_status;
  const isNever =
    options.payment_status === "OPEN" || (is_unpaid && (payment_status ?? "EXPIRED") !== "EXPIRED");
  return {
    merchant_id: options.merchant_id,
    payment_status: payment_status ?? (is_unpaid ? "EXPIRED" : null),
    account_id: options.account_id ?? null,
    ended:
      ended_from === undefined && ended_before === undefined
        ? null
        : {
            from: ended_from === undefined ? null : new Date(ended_from),
            before: ended_before === undefined ? null : new Date(ended_before),
            looked: limits.paymentsPerSearch,
          },
    isUnpaid: is_unpaid,
    isPartPaid: options.is_part_paid ?? null,
    isManual: options.is_manual ?? false,
    isRefunded: options.is_refunded ?? false,
    range: isNever
      ? { low: 1, high: 1 }
      : options.oldest_first
        ? { low: Math.max(range.low, (cursor ?? 0) + 1), high: range.high }
        : { low: range.low, high: Math.min(range.high, cursor ?? range.high) },
    isOldestFirst: options.oldest_first ?? false,
    limit: options.per_page,
    at: gateway.now(),
  };
}

interface Found {
  numbers: number[];
  /** The list continues after this number, in its direction; null at its end. */
  next: number | null;
  /** Whether only a stretch of the list was read. A stretch can hold few matches or none. */
  isInStretches: boolean;
}

async function findNumbers(
  gateway: Gateway,
  filter: PageFilter,
  options: PaymentSearch,
): Promise<Found> {
  const inStretch = () => findInStretches(gateway, filter, options);
  if (isOfEnded(filter, options)) {
    const { numbers, is_cut } = await selectEndedNumbers(gateway.sql, filter);
    return is_cut ? inStretch() : firstOf(filter, numbers);
  }
  if (options.search !== undefined || hasKind(filter)) return inStretch();
  if (filter.isPartPaid) return findPartPaid(gateway, filter);
  const isUnfiltered = [filter.payment_status, filter.account_id, filter.isPartPaid].every(
    (each) => each === null,
  );
  const select = isUnfiltered ? selectNewestNumbers : selectFilteredNumbers;
  return firstOf(filter, await select(gateway.sql, filter));
}

const isOfEnded = (filter: PageFilter, { search }: PaymentSearch): boolean =>
  filter.ended !== null && search === undefined && !hasKind(filter) && !filter.isPartPaid;

const firstOf = ({ limit }: PageFilter, numbers: number[]): Found => ({
  numbers,
  next: numbers.length < limit ? null : (numbers.at(-1) ?? null),
  isInStretches: false,
});

/** Finds the payments with parts that match the filter, among a bounded number. */
async function findPartPaid({ sql }: Gateway, filter: PageFilter): Promise<Found> {
  const looked = limits.paymentsPerSearch;
  const range = await selectPartPaidStretch(sql, { ...filter, looked });
  return ofStretch(filter, range, await selectPartPaidNumbers(sql, { ...filter, range }));
}

/**
 * Returns the end of the part. The list continues after the last number if the page is full, and otherwise after the
 * stretch.
 */
function ofStretch(
  { range, isOldestFirst, limit }: PageFilter,
  stretch: NumberRange,
  numbers: number[],
): Found {
  const last = numbers.at(-1);
  if (last !== undefined && numbers.length === limit)
    return { numbers, next: last, isInStretches: true };
  const goesOn = isOldestFirst ? stretch.high < range.high : stretch.low > range.low;
  const end = isOldestFirst ? stretch.high - 1 : stretch.low;
  return { numbers, next: goesOn ? end : null, isInStretches: true };
}

/** Searches the list in stretches. A payment whose code is exactly the search text comes first, whatever its place. */
async function findInStretches(
  { sql }: Gateway,
  filter: PageFilter,
  options: PaymentSearch,
): Promise<Found> {
  const { search = null, cursor } = options;
  const isInTime = stopwatch(options);
  const exact =
    search !== null && cursor === undefined
      ? await selectNumberOfCode(sql, { ...filter, search })
      : undefined;
  const numbers = exact === undefined ? [] : [exact];
  let { range } = filter;
  let next: number | null = filter.isOldestFirst ? range.low - 1 : range.high;
  while (next !== null && numbers.length < filter.limit) {
    const rest = { ...filter, range, limit: filter.limit - numbers.length };
    const stretch = await selectStretch(sql, rest);
    const found = await selectMatchingNumbers(sql, { ...rest, range: stretch, search });
    numbers.push(...found);
    ({ next } = ofStretch(rest, stretch, found));
    if (next === null || !isInTime()) break;
    range = filter.isOldestFirst ? { ...range, low: next + 1 } : { ...range, high: next };
  }
  return { numbers, next, isInStretches: true };
}

/** Returns the part of the range that one statement reads: rows of the rarest kind that an index knows. */
async function selectStretch(sql: Sql, filter: PageFilter): Promise<NumberRange> {
  const looked = limits.paymentsPerSearch;
  if (hasKind(filter)) return selectKindStretch(sql, { ...filter, looked });
  const { low, high } = filter.range;
  return filter.isOldestFirst
    ? { low, high: Math.min(high, low + looked) }
    : { low: Math.max(low, high - looked), high };
}

const presentListed = ({ money, ...row }: ListedPaymentRow): ListedPayment => ({
  ...row,
  created_at: row.created_at.toISOString(),
  payment_expired_at: row.payment_expired_at.toISOString(),
  payment_updated_at: row.payment_updated_at.toISOString(),
  paid_at: row.payment_status === "PAID" ? row.payment_updated_at.toISOString() : null,
  received_in_parts: money?.has_undecided_parts ? money.received - money.refunded : null,
  refunded: money?.refunded ?? 0,
  kept_difference: money?.kept ?? null,
  refund_state: refundStateOf({ ...row, money }),
});
