import { useState } from "preact/hooks";
import { commonTexts as t } from "../base/texts/common.ts";
import { limits } from "../base/limits.ts";
import { formatCount } from "../base/numbers.ts";
import { Button } from "./button.tsx";
import { tableTexts as table } from "./table-texts.ts";

interface PagerProps {
  /** The positions of the first and the last row in the list. */
  rows?: readonly [first: number, last: number];
  /** The count of all rows, if it is known. */
  total?: number | null | undefined;
  /** Whether the list begins with the oldest rows, so that its next page has newer ones. */
  isOldestFirst?: boolean;
  /** null if there is no such page. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** The choice of the number of rows a page, if the list has one. */
  perPage?: RowsPerPage | undefined;
}

interface RowsPerPage {
  rows: number;
  choose(rows: number): void;
}

/** The buttons for the previous and the next rows of a list, named after the age of the rows. */
export function Pager(props: PagerProps) {
  const { rows, total, isOldestFirst = false, previous, next, perPage } = props;
  const isLong = perPage !== undefined && perPage.rows > limits.rowsPerPage;
  if (!previous && !next && !isLong) return null;
  return (
    <nav class="pager" aria-label={t.common.pages}>
      <Button disabled={!previous} onClick={() => previous?.()}>
        {isOldestFirst ? t.common.older : t.common.newer}
      </Button>
      <div class="pager-rows">
        {rows && (
          <span class="hint">
            {table.table.rows(
              [...new Set(rows)].map(formatCount).join("–"),
              total ? formatCount(total) : null,
            )}
          </span>
        )}
        {perPage && (
          <label>
            <span>{table.table.rowsPerPage}</span>
            <select
              value={perPage.rows}
              onChange={(event) => perPage.choose(Number(event.currentTarget.value))}
            >
              {limits.rowsPerPageChoices.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Button disabled={!next} onClick={() => next?.()}>
        {isOldestFirst ? t.common.newer : t.common.older}
      </Button>
    </nav>
  );
}

/** The known part of a list: the loaded rows, and the total if the list has one. */
interface Known {
  data: readonly unknown[] | { items: readonly unknown[]; next_cursor: string | null } | null;
  /** Whether the rows are still those of the previous page. */
  isStale: boolean;
  pageCount: number;
}

/** The current place in a list, and the way to other pages. */
export interface Place {
  pagerOf(list: Known): PagerProps;
}

/** The place in a list whose pages are found by cursors. */
interface Cursor extends Place {
  query: { cursor?: string; per_page?: number };
}

interface VisitedPage {
  cursor: string;
  /** The number of rows on the previous pages. */
  before: number;
}

/** Stores the number of rows a page of a list in this browser, because each screen has its own room. */
function useRowsPerPage(list: string | undefined): RowsPerPage | undefined {
  const key = `tepat_rows_per_page ${list}`;
  const [rows, setRows] = useState<number>(() => {
    const stored = Number(localStorage.getItem(key));
    return limits.rowsPerPageChoices.find((each) => each === stored) ?? limits.rowsPerPage;
  });
  if (list === undefined) return undefined;
  return {
    rows,
    choose(chosen) {
      localStorage.setItem(key, String(chosen));
      setRows(chosen);
    },
  };
}

/**
 * Returns the place in a list with cursors. A change of the filter returns to the first page. In a list with a name, a
 * person can choose the number of rows a page.
 */
export function useCursor(filters = "", list?: string): Cursor {
  const perPage = useRowsPerPage(list);
  const filter = `${filters} ${perPage?.rows}`;
  const [place, setPlace] = useState<{ filter: string; pages: readonly VisitedPage[] }>({
    filter,
    pages: [],
  });
  const visited = place.filter === filter ? place.pages : [];
  const { cursor, before } = visited.at(-1) ?? { cursor: undefined, before: 0 };
  const move = (pages: readonly VisitedPage[]) => {
    setPlace({ filter, pages });
    scrollTo(0, 0);
  };
  return {
    query: {
      ...(cursor !== undefined && { cursor }),
      ...(perPage && { per_page: perPage.rows }),
    },
    pagerOf({ data, isStale }) {
      const { items = [], next_cursor = null } = data && "items" in data ? data : {};
      const last = before + items.length;
      return {
        ...(!isStale && items.length > 0 && { rows: [before + 1, last] as const }),
        perPage,
        previous: cursor === undefined ? null : () => move(visited.slice(0, -1)),
        next:
          next_cursor === null
            ? null
            : // A second click keeps the focus, and does not open the same page again.
              () => {
                if (!isStale) move([...visited, { cursor: next_cursor, before: last }]);
              },
      };
    },
  };
}

/** The place in a list with numbered pages. */
interface Pages extends Place {
  query: { page: number; per_page: number };
}

/**
 * Returns the place in a list with numbered pages. A change of the filter returns to the first
 * page.
 */
export function usePages(per_page: number, filter = ""): Pages {
  const [place, setPlace] = useState({ filter, page: 1 });
  const page = place.filter === filter ? place.page : 1;
  const move = (to: number) => {
    setPlace({ filter, page: to });
    scrollTo(0, 0);
  };
  return {
    query: { page, per_page },
    pagerOf: ({ pageCount }) => ({
      previous: page === 1 ? null : () => move(page - 1),
      next: page >= pageCount ? null : () => move(page + 1),
    }),
  };
}
