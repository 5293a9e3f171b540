import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
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
   * The width in a wide table, in pixels. Columns that grow share the remaining room in proportion to this width.
   */
  width: number;
  grows?: boolean;
  /** True if only a wide table with room shows the column. The last one gives way first. */
  isExtra?: boolean;
  /** Whether a person can hide the column. */
  canHide?: boolean;
  /**
   * The current sort direction, and the address for the other one. Only columns with an index can be
   * sorted.
   */
  sorted?: Sorted;
  cell(row: Row): ComponentChildren;
}

/** The columns that a person has hidden, and the table's width, which decides about the others. */
export interface Hiding {
  /** The places of the hidden columns. A narrow table shows them too. */
  hidden: ReadonlySet<string>;
  toggle(place: string): void;
  width: number;
  onWidth(width: number): void;
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
  /** The class that places the cells in a table that is not wide (`table.css`). */
  class: string;
  columns: readonly Column<Row>[];
  hiding?: Hiding | undefined;
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
 * that the grids are still a table.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, class: name, rows, keyOf, pageOf, selection } = props;
  const { canTick = () => true, hiding } = props;
  const { shown, addressOf } = useShown();
  const { go } = useRouter();
  const hasPanel = useMedia(panelMedia);
  const table = useRef<HTMLTableElement>(null);
  const width = useWidth(table);
  const columns = fitting(props.columns, hiding?.hidden, width);
  useEffect(() => hiding?.onWidth(width), [width]);
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
      data-size={sizeOf(width)}
      style={{
        "--columns": templateOf(columns),
        "--column-gap": `${gap}px`,
        "--row-padding": `${padding}px`,
      }}
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

/** The width before a table is measured: its columns fit. */
export const widthBefore = 820;

const sizeOf = (width: number) => (width < 540 ? "narrow" : width < 820 ? "medium" : "wide");

/** The gap between columns, and the padding at each end of a row, in pixels. */
const [gap, padding] = [16, 18];

/** Returns the columns that a table of this width shows. */
export function fitting<Row>(
  columns: readonly Column<Row>[],
  hidden: ReadonlySet<string> | undefined,
  width: number,
): readonly Column<Row>[] {
  const size = sizeOf(width);
  const shown = columns.filter(
    ({ place, isExtra, canHide }) =>
      !(isExtra && size !== "wide") && !(canHide && size !== "narrow" && hidden?.has(place)),
  );
  const needed = shown.reduce((sum, column) => sum + column.width + gap, 2 * padding - gap);
  const extra = needed > width ? shown.findLastIndex(({ isExtra }) => isExtra) : -1;
  if (extra === -1) return shown;
  return fitting(
    shown.filter((_, index) => index !== extra),
    hidden,
    width,
  );
}

/** Returns the grid template of the rows of a wide table. */
function templateOf<Row>(columns: readonly Column<Row>[]): string {
  const tracks = columns.map(({ width, grows }) =>
    grows ? `minmax(0, ${width}fr)` : `${width}px`,
  );
  return `"${columns.map(({ place }) => place).join(" ")}" / ${tracks.join(" ")}`;
}

/**
 * Returns the table's width, because a panel beside the table takes room. The width is measured before the first
 * paint, in steps of 20 pixels, so that few of its changes draw the rows again.
 */
function useWidth(table: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(widthBefore);
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth - (element.clientWidth % 20));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
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
