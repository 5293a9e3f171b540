import type { MutationTotals } from "../../contract/dashboard/mutations.ts";
import { limits } from "../../contract/limits.ts";
import type { MatchReason, MutationWithReason } from "../../contract/mutation-reasons.ts";
import { readNumberCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { explainMutations } from "./mutation-reasons.ts";
import {
  selectFoundPart,
  selectNumberRange,
  selectRecordingTime,
  selectTotals,
  type FoundFilter,
} from "./mutation-search.sql.ts";

/**
 * Lists a merchant's transfers in the order of their recording. State and reason have an index. Text, amount, source
 * and account have none, because every report would pay for it. A part therefore reads a bounded number of transfers
 * and returns its end.
 */
export interface MutationFilter {
  merchant_id: string;
  search?: string | undefined;
  state?: "open" | "matched" | "unmatched" | "decided" | undefined;
  match_reason?: MatchReason | undefined;
  device_id?: string | undefined;
  account_id?: string | undefined;
  created_from?: string | undefined;
  created_before?: string | undefined;
}

export interface MutationSearch extends MutationFilter {
  oldest_first?: boolean | undefined;
  cursor?: string | undefined;
  per_page: number;
}

export interface FoundMutations {
  items: MutationWithReason[];
  next_cursor: string | null;
  searched_until: string | null;
}

export const searchMutations = (
  gateway: Gateway,
  options: MutationSearch,
): Promise<FoundMutations> => readFoundPart(gateway, { ...options, per_page: pageSize(options) });

/** The number of transfers at which a search without an index looks before it returns its part. */
export interface SearchBound {
  looked?: number;
}

/** Reads a part that can be longer than a page, for a table. */
export async function readFoundPart(
  gateway: Gateway,
  options: MutationSearch,
  { looked: lookedBySight = limits.mutationsPerSearch }: SearchBound = {},
): Promise<FoundMutations> {
  const { merchant_id, oldest_first: isOldestFirst = false } = options;
  const filter = await filterOf(gateway, options);
  const cursor = readNumberCursor(options.cursor);
  const { low, high } = filter.range;
  const range = isOldestFirst
    ? { low: Math.max(low, (cursor ?? 0) + 1), high }
    : { low, high: Math.min(high, cursor ?? high) };
  const limit = options.per_page;
  const looked = isBySight(filter) ? lookedBySight : limit;
  const found = await selectFoundPart(gateway.sql, {
    ...filter,
    range,
    isOldestFirst,
    limit,
    looked,
  });
  const { numbers, stretch_end } = found;
  const newestFirst = await explainMutations(gateway, { merchant_id, numbers });
  const next = numbers.length === limit ? (numbers.at(-1) ?? null) : stretch_end;
  const until =
    next === null || numbers.length === limit
      ? null
      : await selectRecordingTime(gateway.sql, { merchant_id, mutation_number: next });
  return {
    items: isOldestFirst ? newestFirst.toReversed() : newestFirst,
    next_cursor: next === null ? null : String(next),
    searched_until: until?.toISOString() ?? null,
  };
}

/** Counts a list's transfers and sums the incoming money, up to a number that bounds the cost. */
export async function readMutationTotals(
  gateway: Gateway,
  options: MutationFilter,
): Promise<MutationTotals> {
  const filter = await filterOf(gateway, options);
  return selectTotals(gateway.sql, { ...filter, looked: limits.rowsPerTotal });
}

async function filterOf(gateway: Gateway, options: MutationFilter): Promise<FoundFilter> {
  const { merchant_id, search = null, created_from, created_before } = options;
  return {
    merchant_id,
    search,
    state: options.state ?? null,
    match_reason: options.match_reason ?? null,
    device_id: options.device_id ?? null,
    account_id: options.account_id ?? null,
    range: await selectNumberRange(gateway.sql, {
      merchant_id,
      created_from: created_from === undefined ? null : new Date(created_from),
      created_before: created_before === undefined ? null : new Date(created_before),
    }),
  };
}

/** Returns whether the filter must read the rows, because no index decides. */
const isBySight = ({ search, device_id, account_id, state, match_reason }: FoundFilter): boolean =>
  search !== null ||
  device_id !== null ||
  account_id !== null ||
  (state !== null && match_reason !== null) ||
  state === "matched" ||
  match_reason === "matched";
