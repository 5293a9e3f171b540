import type { Page } from "../../contract/envelope.ts";
import type { Mutation } from "../../contract/mutations.ts";
import { readChangeCursor, readNumberCursor } from "../base/cursor.ts";
import {
  partOfChanges,
  readPartByTime,
  type ByTime,
  type PartByTime,
} from "../base/part-by-time.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { presentMutation } from "./mutations.ts";
import { selectMutations } from "./mutations.sql.ts";
import { selectChangedMutations, selectCreatedMutations } from "./mutations-by-time.sql.ts";

/** Parts of a merchant's mutations by the time of their recording or of their last change. */
export interface MutationsByTime extends ByTime {
  only_unmatched: boolean;
}

export function listMutationsByTime(
  gateway: Gateway,
  options: MutationsByTime,
): Promise<Page<Mutation>> {
  const find = options.updated_since === undefined ? findCreated : findChanged;
  const { merchant_id } = options;
  return readPartByTime(
    options,
    (part) => find(gateway, part),
    async (numbers) =>
      (await selectMutations(gateway.sql, { merchant_id, numbers })).map(presentMutation),
  );
}

async function findCreated({ sql }: Gateway, options: MutationsByTime): Promise<PartByTime> {
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

async function findChanged({ sql }: Gateway, options: MutationsByTime): Promise<PartByTime> {
  const { updated_since = "", per_page: limit, ...filter } = options;
  const after = readChangeCursor(options.cursor, updated_since);
  const changed = await selectChangedMutations(sql, { ...filter, after, limit });
  return partOfChanges(changed, limit);
}
