import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { useRouter } from "../base/router.tsx";
import { Icon } from "./icon.tsx";
import { tableTexts as t } from "./table-texts.ts";
import { Button } from "./button.tsx";

/** The windows in which a list has room for a panel beside it. */
export const panelMedia = "(width >= 1024px)";

const parameter = "show";

/**
 * Returns the key of the row whose details are beside the list. The address holds the key, so that a reload
 * and a step back keep the details open.
 */
export function useShown() {
  const { path, query } = useRouter();
  const withShown = (key: string | null) => {
    const changed = new URLSearchParams(query);
    if (key === null) changed.delete(parameter);
    else changed.set(parameter, key);
    return changed.size > 0 ? `${path}?${changed}` : path;
  };
  return {
    shown: query.get(parameter),
    /** Returns the address of this page with the details of that row. */
    addressOf: (key: string) => withShown(key),
    closed: withShown(null),
  };
}

/** The words of an address that filter or sort a list. */
const filterNames: ReadonlySet<string> = new Set([
  "search",
  "status",
  "ended",
  "mode",
  "refund",
  "account",
  "view",
  "reason",
  "source",
  "from",
  "until",
  "person",
  "kind",
  "path",
  "request_id",
  "errors",
  "order",
]);

/** Returns the filters of a list: the address without the panel's row and without unknown words. */
export const filtersOf = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => filterNames.has(name)));

/** Returns whether the address hides any rows of the list. */
export function isFiltered(query: URLSearchParams): boolean {
  const filters = filtersOf(query);
  filters.delete("order");
  return filters.size > 0;
}

/**
 * Returns a function that writes filters into the address and removes empty ones. The function also closes the details
 * beside the list, because their row might no longer be found.
 */
export function useSetFilters(): (values: Readonly<Record<string, string>>) => void {
  const { path, query, go } = useRouter();
  return (values) => {
    const changed = filtersOf(query);
    for (const [name, value] of Object.entries(values)) {
      if (value) changed.set(name, value);
      else changed.delete(name);
    }
    go(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
  };
}

export interface WithPanelProps {
  /** Returns the address of the row's own page, if it has one. */
  pageOf?(key: string): string;
  titleOf(key: string): string;
  panel(key: string): ComponentChildren;
  children: ComponentChildren;
}

/**
 * A list, and beside it the details of one row. Rows open in the panel only if there is room. If the window becomes
 * small, or if the address comes from a larger window, the details replace the list.
 */
export function WithPanel({ pageOf, titleOf, panel, children }: WithPanelProps) {
  const { shown } = useShown();
  return (
    <div class={shown === null ? "with-panel" : "with-panel open"}>
      <div>{children}</div>
      {shown !== null && (
        <Panel title={titleOf(shown)} page={pageOf?.(shown)}>
          <div key={shown}>{panel(shown)}</div>
        </Panel>
      )}
    </div>
  );
}

interface PanelProps {
  title: string;
  page: string | undefined;
  children: ComponentChildren;
}

/**
 * Shows a row's details. The panel takes the focus when it opens, and returns the focus to its row. The panel is not
 * modal: the list beside it stays usable.
 */
function Panel({ title, page, children }: PanelProps) {
  const { closed } = useShown();
  const { go } = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  function close() {
    const row = document.querySelector<HTMLElement>(".row-link[aria-current]");
    go(closed, { stays: true });
    // If the details had replaced the list, the row is visible only after the next frame.
    requestAnimationFrame(() => row?.focus());
  }
  useKeys({ Escape: close });

  return (
    <aside class="panel" aria-label={title}>
      <div class="panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {page !== undefined && <Button to={page}>{t.table.openPage}</Button>}
        <button type="button" class="icon-button" aria-label={t.common.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </aside>
  );
}
