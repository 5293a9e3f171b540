import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { Link, useRouter } from "../base/router.tsx";
import { useMedia } from "../base/use-media.ts";
import { filtersOf, panelMedia, useShown } from "./side-panel.tsx";
import type { Selection } from "./selection.tsx";
import { tableTexts as t } from "./table-texts.ts";

export interface Column<Row> {
  /**
   * The column's place in the row: `title` is the link, and `amount` is on the right. The style sheets define the
   * others.
   */
  place: "title" | "party" | "place" | "amount" | "state" | "due" | "paid" | "when" | "note";
  title: string;
  /**
   * The current sort direction, and the address for the other one. Only columns with an index can be
   * sorted.
   */
  sorted?: Sorted;
  cell(row: Row): ComponentChildren;
}

export interface Sorted {
  isOldestFirst: boolean;
  /** The address for the other direction. */
  other: string;
}

/** Returns the sort direction from the address. */
export function useOrder(): Sorted {
  const { path, query } = useRouter();
  const isOldestFirst = query.get("order") === "oldest";
  const changed = filtersOf(query);
  if (isOldestFirst) changed.delete("order");
  else changed.set("order", "oldest");
  return { isOldestFirst, other: changed.size > 0 ? `${path}?${changed}` : path };
}

export interface TableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  /** The class that sets the widths of the columns (`table.css`). */
  class: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /**
   * Returns the key of a row. The address holds the key while the row's details are beside the list.
   */
  keyOf(row: Row): string;
  /** Returns the address of the row's own page. */
  pageOf(row: Row): string;
  /** Lets a person tick rows. */
  selection?: Selection | undefined;
  /** Returns whether a person can tick the row. Without it, all rows can be ticked. */
  canTick?: ((row: Row) => boolean) | undefined;
}

/**
 * A table with a header. Each row is one link: to the panel at the side if there is room, otherwise to its own page. In
 * another tab, the link always opens the page. The keys `j` and `k` move between rows.
 *
 * Rows are grids, so that a row takes several lines on a phone or beside an open panel. The roles tell screen readers
 * that it is still a table.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, class: name, columns, rows, keyOf, pageOf, selection } = props;
  const { canTick = () => true } = props;
  const { shown, addressOf } = useShown();
  const { go } = useRouter();
  const hasPanel = useMedia(panelMedia);
  const table = useRef<HTMLTableElement>(null);
  const size = useSize(table);
  const body = useRef<HTMLTableSectionElement>(null);

  const ticked = selection ? rows.filter(canTick).map(keyOf) : [];
  const isAll = selection !== undefined && ticked.every((key) => selection.keys.has(key));

  function step(by: number) {
    const links = [...(body.current?.querySelectorAll<HTMLElement>(".row-link") ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLElement);
    const from = focused === -1 ? rows.findIndex((row) => keyOf(row) === shown) : focused;
    const next = from === -1 ? 0 : Math.min(Math.max(from + by, 0), links.length - 1);
    links[next]?.focus();
    const row = rows[next];
    if (row && hasPanel && shown !== null) go(addressOf(keyOf(row)), { replace: true });
  }
  useKeys({ j: () => step(1), k: () => step(-1) });

  return (
    <table
      data-sorts={columns.some(({ sorted }) => sorted)}
      ref={table}
      class={`table ${name}`}
      data-size={size === "widest" ? "wide" : size}
      data-has-room={size === "widest"}
      role="table"
      aria-label={label}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <HeadCell key={column.place} column={column}>
              {column.place === "title" && selection && ticked.length > 0 && (
                <input
                  class="row-tick"
                  type="checkbox"
                  aria-label={t.table.selectAll}
                  checked={isAll}
                  onChange={() => selection.choose(isAll ? [] : ticked)}
                />
              )}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {rows.map((row) => {
          const key = keyOf(row);
          return (
            <tr key={key} role="row" data-shown={key === shown}>
              {columns.map(({ place, cell }) => (
                <td key={place} role="cell" class={`cell ${place}`}>
                  {place === "title" && selection && !canTick(row) && <span class="no-tick" />}
                  {place === "title" && selection && canTick(row) && (
                    <input
                      class="row-tick"
                      type="checkbox"
                      aria-labelledby={`row-${key}`}
                      checked={selection.keys.has(key)}
                      onChange={() => selection.toggle(key)}
                    />
                  )}
                  {place === "title" ? (
                    <Link
                      id={`row-${key}`}
                      class="row-link"
                      to={pageOf(row)}
                      opens={hasPanel ? addressOf(key) : undefined}
                      aria-current={key === shown ? "true" : undefined}
                    >
                      {cell(row)}
                    </Link>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type Size = "narrow" | "medium" | "wide" | "widest";

const widths = { medium: 540, wide: 820, widest: 1240 };

/**
 * Returns the size class by the table's width, because a panel beside the table takes room. The width is measured
 * before the first paint.
 */
function useSize(table: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>("wide");
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const fitting = (["widest", "wide", "medium"] as const).find((each) => width >= widths[each]);
      setSize(fitting ?? "narrow");
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  children: ComponentChildren;
}

function HeadCell<Row>({ column: { place, title, sorted }, children }: HeadCellProps<Row>) {
  const order = sorted && (sorted.isOldestFirst ? "ascending" : "descending");
  return (
    <th role="columnheader" class={`cell ${place}`} aria-sort={order} scope="col">
      {children}
      {sorted ? (
        <Link
          class="sort"
          to={sorted.other}
          opens={sorted.other}
          aria-label={
            sorted.isOldestFirst ? t.table.newestFirst(title) : t.table.oldestFirst(title)
          }
        >
          {title}
          <span aria-hidden="true">{sorted.isOldestFirst ? "↑" : "↓"}</span>
        </Link>
      ) : (
        title
      )}
    </th>
  );
}
