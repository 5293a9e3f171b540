import { Fragment, type ComponentChildren } from "preact";
import type { Found } from "../base/generated/types.gen.ts";
import { useRouter } from "../base/router.tsx";
import { formatMoment } from "../base/time.ts";
import type { Query } from "../base/use-query.ts";
import { Button } from "./button.tsx";
import { FoundCount } from "./found-count.tsx";
import { Empty } from "./notice.tsx";
import { QueryResult } from "./page.tsx";
import { Pager, type Place } from "./pager.tsx";
import { WithPanel, type WithPanelProps } from "./side-panel.tsx";
import { Table, type TableProps } from "./table.tsx";
import { tableTexts as t } from "./table-texts.ts";

/** The rows of one page: of a list with numbered pages, or of a list with cursors. */
type Part<Row> =
  | readonly Row[]
  | {
      items: readonly Row[];
      next_cursor: string | null;
      /** For a search with few results: the time back to which the server has searched. */
      searched_until?: string | null;
      found?: Found | null;
    };

interface PartProps<Row> {
  query: Query<Part<Row>>;
  place: Place;
  /** Shown if there are no rows. */
  empty: ComponentChildren;
}

interface TableListProps<Row>
  extends
    PartProps<Row>,
    Omit<TableProps<Row>, "rows" | "pageOf">,
    Omit<WithPanelProps, "children" | "pageOf"> {
  /** Returns the address of the row's own page. */
  pageOf(key: string): string;
  /** True if a row's details have no page. They appear only beside the list or in its place. */
  hasNoPage?: boolean;
  /** The count of all rows that the filters find, if the page knows it. */
  total?: number | null | undefined;
  /** Returns that count with its noun. */
  counted?(count: string, number: number): string;
}

/** A list as a table, page by page, with the details of a row beside it. */
export function TableList<Row>(props: TableListProps<Row>) {
  const { query, place, empty, hasNoPage = false, counted, pageOf, titleOf, panel } = props;
  const { label, class: name, columns, hiding, keyOf, selection, canTick, total } = props;
  const isOldestFirst = columns.some(({ sorted }) => sorted?.isOldestFirst);
  const pager = { ...place.pagerOf(query), isOldestFirst };
  return (
    <WithPanel titleOf={titleOf} panel={panel} {...(!hasNoPage && { pageOf })}>
      <QueryResult query={query} rows={10}>
        {(data) => {
          const { items: rows, next_cursor, searched_until, found } = partOf(data);
          return (
            <>
              {counted && <FoundCount found={found ?? null} counted={counted} />}
              {rows.length === 0 && next_cursor === null && empty}
              {rows.length === 0 && next_cursor !== null && (
                <NoneYet until={searched_until ?? null} {...pager} />
              )}
              {rows.length > 0 && (
                <Table
                  label={label}
                  class={name}
                  columns={columns}
                  hiding={hiding}
                  rows={rows}
                  keyOf={keyOf}
                  selection={selection}
                  canTick={canTick}
                  pageOf={(row) => pageOf(keyOf(row))}
                />
              )}
              {rows.length > 0 && searched_until && (
                <p class="hint">
                  {t.table[isOldestFirst ? "searchedOn" : "searchedBack"](
                    formatMoment(searched_until),
                  )}
                </p>
              )}
              <Pager {...pager} {...(rows.length === 0 && { next: null })} total={total} />
            </>
          );
        }}
      </QueryResult>
    </WithPanel>
  );
}

interface NoneYetProps {
  /** The time that the search has reached. */
  until: string | null;
  isOldestFirst: boolean;
  next: (() => void) | null;
}

/** Says that a search has found nothing in its part of the list, and continues with the next part. */
function NoneYet({ until, isOldestFirst, next }: NoneYetProps) {
  const search = useRouter().query.get("search");
  const span = until && t.table[isOldestFirst ? "until" : "since"](formatMoment(until));
  return (
    <Empty icon="search" title={[t.table.noMatch(search), span].filter(Boolean).join(" ")}>
      <p>{t.table.notSearchedYet}</p>
      <div class="actions">
        <Button tone="primary" onClick={() => next?.()}>
          {isOldestFirst ? t.table.searchNewer : t.table.searchOlder}
        </Button>
      </div>
    </Empty>
  );
}

interface RowListProps<Row> extends PartProps<Row> {
  label?: string;
  keyOf(row: Row): string;
  children(row: Row): ComponentChildren;
}

/** A list without columns, page by page, for rows with few facts. */
export function RowList<Row>(props: RowListProps<Row>) {
  const { query, place, empty, label, keyOf, children } = props;
  return (
    <QueryResult query={query}>
      {(data) => {
        const { items: rows } = partOf(data);
        return (
          <>
            {rows.length === 0 ? (
              empty
            ) : (
              <ul class="rows" aria-label={label}>
                {rows.map((row) => (
                  <Fragment key={keyOf(row)}>{children(row)}</Fragment>
                ))}
              </ul>
            )}
            <Pager {...place.pagerOf(query)} />
          </>
        );
      }}
    </QueryResult>
  );
}

const partOf = <Row,>(data: Part<Row>) =>
  "items" in data ? data : { items: data, next_cursor: null, searched_until: null, found: null };
