import type { Pagination } from "./generated/types.gen.ts";
import { requireCount } from "./arguments.ts";
import { InvalidArgumentError } from "./errors.ts";
import type { WithLastResponse, LastResponse } from "./last-response.ts";
import { limits } from "./limits.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly data: Item[];
  readonly pagination: Pagination;
  /** The response that contained the page. */
  readonly lastResponse: LastResponse;
  /** Returns whether another page follows. */
  hasNextPage(): boolean;
  /**
   * Returns the next page. In a list that begins with the newest item, new items push others to later pages, so a page
   * can repeat items of the previous one. `for await` over the list skips repeated items.
   *
   * @throws {@link InvalidArgumentError} when there is no next page. Call `hasNextPage()` first.
   *
   * @example
   * ```ts
   * let page = await tepat.payments.list();
   * while (page.hasNextPage()) page = await page.getNextPage();
   * ```
   */
  getNextPage(): Promise<Page<Item>>;
}

/**
 * A list. Await the list to get one page, or iterate with `for await` over all items from that page
 * on.
 */
export interface List<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /**
   * Returns the first items, at most `limit`, from as many pages as necessary.
   *
   * @throws {@link TepatError} as the list itself; {@link InvalidArgumentError} without a `limit`.
   *
   * @example
   * ```ts
   * const unmatched = await tepat.mutations.list({ only_unmatched: true }).toArray({ limit: 200 });
   * ```
   */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** @internal A page as the gateway returned it. */
export type PageData<Item> = WithLastResponse<Pick<Page<Item>, "data" | "pagination">>;

/** The place of a page: its number, or the cursor of a list by time. */
type Place = { readonly page: number } | { readonly cursor: string };

interface ListSource<Item> {
  readonly readPage: (place: Place) => Promise<PageData<Item>>;
  readonly firstPage: number;
  readonly idOf: (item: Item) => string;
}

/** @internal */
export function listOf<Item>(source: ListSource<Item>): List<Item> {
  const first = source.readPage({ page: source.firstPage }).then((page) => turnable(page, source));
  // This promise might never be awaited. Without this handler, a rejection would end the Node.js
  // process.
  first.catch(() => {});
  return Object.assign(first, {
    [Symbol.asyncIterator]: () => walk(first, source),
    // A program in JavaScript might omit the options, or some of them.
    toArray: async (options?: { limit: number }) => {
      const limit = requireCount("limit", options?.limit as number, Number.MAX_SAFE_INTEGER);
      return take(walk(first, source), limit);
    },
  });
}

/**
 * Adds the methods of a page. They are not enumerable, so a page prints and compares like the
 * response.
 */
function turnable<Item>(page: PageData<Item>, source: ListSource<Item>): Page<Item> {
  const next = placeAfter(page);
  const hasNextPage = () => next !== null;
  async function getNextPage(): Promise<Page<Item>> {
    if (next) return turnable(await source.readPage(next), source);
    throw new InvalidArgumentError(
      "There is no next page. Call hasNextPage() before getNextPage().",
    );
  }
  return Object.defineProperties(page, {
    hasNextPage: { value: hasNextPage },
    getNextPage: { value: getNextPage },
  }) as PageData<Item> & Page<Item>;
}

function placeAfter({
  data,
  pagination,
}: Pick<PageData<unknown>, "data" | "pagination">): Place | null {
  const { current_page, per_page, total, next_cursor } = pagination;
  if (next_cursor !== undefined) return next_cursor === null ? null : { cursor: next_cursor };
  return data.length > 0 && current_page * per_page < total ? { page: current_page + 1 } : null;
}

async function* walk<Item>(
  first: Promise<Pick<Page<Item>, "data" | "pagination">>,
  source: ListSource<Item>,
): AsyncGenerator<Item, void, undefined> {
  const page = await first;
  const isByTime = page.pagination.next_cursor !== undefined;
  yield* isByTime ? walkByTime(page, source) : walkPages(page, source);
}

/**
 * Yields the items of a list by time. A cursor skips no item. In the order of changes, an item that changed
 * meanwhile is yielded again.
 */
async function* walkByTime<Item>(
  first: Pick<Page<Item>, "data" | "pagination">,
  { readPage }: ListSource<Item>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = first; ;) {
    yield* page.data;
    const next = placeAfter(page);
    if (!next) return;
    page = await readPage(next);
  }
}

/**
 * Yields every item once, although pages are numbered from the newest item and the list changes meanwhile.
 *
 * New items push old ones to later pages. Items that were already yielded are recognised by their ids.
 *
 * Items that leave the list pull later items to earlier pages, for example mutations that are matched while the
 * unmatched ones are listed. In that case, fewer items remain from a page to the end than before, which new items
 * cannot cause. The iteration then goes back by the number of pages that hold the missing items.
 */
async function* walkPages<Item>(
  first: Pick<Page<Item>, "data" | "pagination">,
  { readPage, firstPage, idOf }: ListSource<Item>,
): AsyncGenerator<Item, void, undefined> {
  const seen = recentIds();
  let page = first;
  /** The known number of items after those yielded. */
  let behind = 0;
  let rereads = 0;
  for (;;) {
    const { total, per_page, current_page } = page.pagination;
    const slipped = behind - (total - (current_page - 1) * per_page);
    // The number of steps back is limited, so that the iteration ends even if the totals are wrong.
    if (slipped > 0 && current_page > firstPage && rereads < limits.rereads) {
      rereads += 1;
      const earlier = Math.max(firstPage, current_page - Math.ceil(slipped / per_page));
      page = await readPage({ page: earlier });
      continue;
    }
    for (const item of page.data) {
      if (!seen.add(idOf(item))) continue;
      rereads = 0;
      yield item;
    }
    behind = total - current_page * per_page;
    if (behind <= 0 || page.data.length === 0) return;
    page = await readPage({ page: current_page + 1 });
  }
}

function recentIds(): { add(id: string): boolean } {
  const ids = new Set<string>();
  return {
    /** Returns false if the id is already present. */
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
