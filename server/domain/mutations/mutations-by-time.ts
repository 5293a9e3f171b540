import { paginateByTime, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import type { Mutation } from "../../contract/mutations.ts";
import { changeCursor, readChangeCursor, readNumberCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { presentMutation } from "./mutations.ts";
import { selectMutations } from "./mutations.sql.ts";
import { selectChangedMutations, selectCreatedMutations } from "./mutations-by-time.sql.ts";

/** Parts of a merchant's mutations by the time of their recording or of their last change. */
export interface MutationsByTime {
  merchant_id: string;
  only_unmatched: boolean;
  since?: string | undefined;
  until?: string | undefined;
  updated_since?: string | undefined;
  cursor?: string | undefined;
  per_page: number;
}

export async function listMutationsByTime(
  gateway: Gateway,
  options: MutationsByTime,
): Promise<Page<Mutation>> {
  const per_page = pageSize(options);
  const find = options.updated_since === undefined ? findCreated : findChanged;
  const found = await find(gateway, { ...options, per_page });
  const counted = { ...options, cursor: undefined, per_page: limits.rowsPerTotal };
  // A first part that is not full is the whole list.
  const isWhole = options.cursor === undefined && found.next_cursor === null;
  const all = isWhole ? found : await find(gateway, counted);
  const { merchant_id } = options;
  const rows = await selectMutations(gateway.sql, { merchant_id, numbers: found.numbers });
  return {
    items: rows.map(presentMutation),
    pagination: paginateByTime(all.numbers.length, rows.length, per_page, found.next_cursor),
  };
}

interface Found {
  numbers: number[];
  next_cursor: string | null;
}

async function findCreated({ sql }: Gateway, options: MutationsByTime): Promise<Found> {
  const { since, until, per_page: limit, ...filter } = options;
  const numbers = await selectCreatedMutations(sql, {
    ...filter,
    since: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(until),
    before: readNumberCursor(options.cursor),
    limit,
  });
  const last = numbers.length < limit ? undefined : numbers.at(-1);
  return { numbers, next_cursor: last === undefined ? null : String(last) };
}

async function findChanged({ sql }: Gateway, options: MutationsByTime): Promise<Found> {
  const { updated_since = "", per_page: limit, ...filter } = options;
  const after = readChangeCursor(options.cursor, updated_since);
  const changed = await selectChangedMutations(sql, { ...filter, after, limit });
  const last = changed.length < limit ? undefined : changed.at(-1);
  return {
    numbers: changed.map(({ number }) => number),
    next_cursor: last === undefined ? null : changeCursor(last),
  };
}
