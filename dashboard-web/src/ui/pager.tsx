import { useState } from "preact/hooks";
import { commonTexts as t } from "../base/texts/common.ts";
import { formatCount } from "../base/numbers.ts";
import { Button } from "./button.tsx";
import { tableTexts as table } from "./table-texts.ts";

interface PagerProps {
  /** The place of the first row and of the last one in the list. */
  rows?: readonly [first: number, last: number];
  /** The count of all rows, if it is known. */
  total?: number | null | undefined;
  /** null when there is no such page. */
  newer: (() => void) | null;
  older: (() => void) | null;
}

/** The buttons that lead to newer and older rows of a list. */
export function Pager({ rows, total, newer, older }: PagerProps) {
  if (!newer && !older) return null;
  return (
    <nav class="pager" aria-label={t.common.pages}>
      <Button disabled={!newer} onClick={() => newer?.()}>
        {t.common.newer}
      </Button>
      {rows && (
        <span class="hint">
          {table.table.rows(
            [...new Set(rows)].map(formatCount).join("–"),
            total ? formatCount(total) : null,
          )}
        </span>
      )}
      <Button disabled={!older} onClick={() => older?.()}>
        {t.common.older}
      </Button>
    </nav>
  );
}

/** The known part of a list: the rows loaded, and the total if the list has one. */
interface Known {
  data: readonly unknown[] | { items: readonly unknown[]; next_cursor: string | null } | null;
  /** The rows are those of the page before. */
  isStale: boolean;
  pageCount: number;
}

/** Which part of a list is shown, and the way to the others. */
export interface Place {
  pagerOf(list: Known): PagerProps;
}

/** Keeps the place in a list whose pages are found by cursors. */
interface Cursor extends Place {
  query: { cursor?: string };
}

interface VisitedPage {
  cursor: string;
  /** The count of the rows on the pages before. */
  before: number;
}

/** A change of the filter begins again at the first page. */
export function useCursor(filter = ""): Cursor {
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
    query: cursor === undefined ? {} : { cursor },
    pagerOf({ data, isStale }) {
      const { items = [], next_cursor: next = null } = data && "items" in data ? data : {};
      const last = before + items.length;
      return {
        ...(!isStale && items.length > 0 && { rows: [before + 1, last] as const }),
        newer: cursor === undefined ? null : () => move(visited.slice(0, -1)),
        older:
          next === null
            ? null
            : // A second click keeps the focus, and does not lead to the same page again.
              () => {
                if (!isStale) move([...visited, { cursor: next, before: last }]);
              },
      };
    },
  };
}

/** Keeps the place in a list whose pages have numbers. */
interface Pages extends Place {
  query: { page: number; per_page: number };
}

/** A change of the filter begins again at the first page. */
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
      newer: page === 1 ? null : () => move(page - 1),
      older: page >= pageCount ? null : () => move(page + 1),
    }),
  };
}
