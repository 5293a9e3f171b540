import type { Pagination } from "./generated/types.gen.ts";
import { requireCount } from "./arguments.ts";
import { limits } from "./limits.ts";

/** One page, newest first. */
export interface Page<Item> {
  readonly data: Item[];
  readonly pagination: Pagination;
}

/** Await it for one page, or walk through all items from that page on with `for await`. */
export interface List<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /** The first items, at most `limit`, over as many pages as it takes. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

interface ListSource<Item> {
  readonly readPage: (page: number) => Promise<Page<Item>>;
  readonly firstPage: number;
  readonly idOf: (item: Item) => string;
}

/** @internal */
export function listOf<Item>(source: ListSource<Item>): List<Item> {
  const first = source.readPage(source.firstPage);
  // Whoever walks through it later, or never, has not failed to handle anything: Node.js would end the process.
  first.catch(() => {});
  return Object.assign(first, {
    [Symbol.asyncIterator]: () => walk(first, source),
    toArray: async ({ limit }: { limit: number }) =>
      take(walk(first, source), requireCount("limit", limit, Number.MAX_SAFE_INTEGER)),
  });
}

/**
 * Yields every item once, although pages are numbered from the newest and the list changes meanwhile. New items push
 * old ones to later pages: what was yielded is recognised by its id. Items that leave the list, such as mutations that
 * get matched while unmatched ones are walked through, pull later ones to earlier pages. That shows in the number of
 * items from a page to the end, which new items do not change; the walk then goes back by as many pages.
 */
async function* walk<Item>(
  first: Promise<Page<Item>>,
  { readPage, firstPage, idOf }: ListSource<Item>,
): AsyncGenerator<Item, void, undefined> {
  const seen = recentIds();
  let page = await first;
  /** Items behind the ones that were walked through, as far as is known. */
  let behind = 0;
  let rereads = 0;
  for (;;) {
    const { total, per_page, current_page } = page.pagination;
    const slipped = behind - (total - (current_page - 1) * per_page);
    // Bounded, so that the walk ends whatever the totals say.
    if (slipped > 0 && current_page > firstPage && rereads < limits.rereads) {
      rereads += 1;
      page = await readPage(Math.max(firstPage, current_page - Math.ceil(slipped / per_page)));
      continue;
    }
    for (const item of page.data) {
      if (!seen.add(idOf(item))) continue;
      rereads = 0;
      yield item;
    }
    behind = total - current_page * per_page;
    if (behind <= 0 || page.data.length === 0) return;
    page = await readPage(current_page + 1);
  }
}

function recentIds(): { add(id: string): boolean } {
  const ids = new Set<string>();
  return {
    /** False if it is there. */
    add(id) {
      if (ids.has(id)) return false;
      ids.add(id);
      if (ids.size > limits.rememberedIds) ids.delete(ids.values().next().value as string);
      return true;
    },
  };
}

async function take<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = [];
  if (limit === 0) return taken;
  for await (const item of items) {
    if (taken.push(item) >= limit) break;
  }
  return taken;
}
