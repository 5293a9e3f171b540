import { paginateByTime, type Page } from "../../contract/envelope.ts";
import { limits } from "../../contract/limits.ts";
import { changeCursor, type ChangePlace } from "./cursor.ts";
import { pageSize } from "./page-rows.ts";

/** The options of every list by time, in addition to the list's own filters. */
export interface ByTime {
  merchant_id: string;
  since?: string | undefined;
  until?: string | undefined;
  updated_since?: string | undefined;
  cursor?: string | undefined;
  per_page: number;
}

/** The numbers of a part's records, in the part's order. */
export interface PartByTime {
  numbers: number[];
  next_cursor: string | null;
}

/** Reads a part of a list by time, and counts the list up to a bound. */
export async function readPartByTime<Options extends ByTime, Item>(
  options: Options,
  find: (options: Options) => Promise<PartByTime>,
  present: (numbers: readonly number[]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const per_page = pageSize(options);
  const found = await find({ ...options, per_page });
  const counted = { ...options, cursor: undefined, per_page: limits.rowsPerTotal };
  // A first part that is not full is the whole list.
  const isWhole = options.cursor === undefined && found.next_cursor === null;
  const all = isWhole ? found : await find(counted);
  const items = await present(found.numbers);
  return {
    items,
    pagination: paginateByTime(all.numbers.length, items.length, per_page, found.next_cursor),
  };
}

/** Returns a part in the order of changes. If the part is full, another one follows. */
export function partOfChanges(changed: readonly ChangePlace[], limit: number): PartByTime {
  const last = changed.length < limit ? undefined : changed.at(-1);
  return {
    numbers: changed.map(({ number }) => number),
    next_cursor: last === undefined ? null : changeCursor(last),
  };
}
