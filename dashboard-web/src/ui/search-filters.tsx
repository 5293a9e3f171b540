import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { limits } from "../base/limits.ts";
import { useRouter } from "../base/router.tsx";
import { useMedia } from "../base/use-media.ts";
import { ClearFilters } from "./filter.tsx";
import { textOf } from "./form.tsx";
import { Button } from "./button.tsx";
import { filtersOf, useSetFilters } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

interface SearchField {
  /** The name in the address. */
  name: string;
  label: string;
  placeholder: string;
}

interface SearchFiltersProps {
  fields: readonly SearchField[];
  /**
   * Whether to search after a short pause in typing, not only after Enter. Use this for a field that part of
   * a word can fill.
   */
  isLive?: boolean;
  /** Whether the other filters are behind one button in every window, not only in a narrow one. */
  isFolded?: boolean;
  /** Whether the list has saved filters, whose row also clears the filters. */
  isSaved?: boolean;
  /** The names in the address of filters that the page shows in other places. */
  shownElsewhere?: readonly string[];
  /** The list's other filters. */
  children: ComponentChildren;
}

/**
 * The filters of a list, with the search text first. The address holds them, so that a person can share the results. On
 * a narrow window, the other filters are folded, so that the rows begin on the first screen.
 */
export function SearchFilters(props: SearchFiltersProps) {
  const { fields, isLive = false, isFolded = false, isSaved = false, children } = props;
  const { shownElsewhere = [] } = props;
  const { query } = useRouter();
  const set = useSetFilters();
  /** The value of the last render, because the address can change during a pause in typing. */
  const latest = useRef(set);
  latest.current = set;
  const pause = useRef<number | undefined>(undefined);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const isFolding = useMedia("(width < 1024px)") || isFolded;
  const [isOpen, setOpen] = useState(false);
  const own = new Set(["order", ...shownElsewhere, ...fields.map(({ name }) => name)]);
  const others = [...filtersOf(query).keys()].filter((name) => !own.has(name));
  function search() {
    endPause();
    const data = new FormData(form.current ?? undefined);
    latest.current(
      Object.fromEntries(fields.map(({ name }) => [name, textOf(data.get(name)).trim()])),
    );
  }
  function endPause() {
    clearTimeout(pause.current);
    pause.current = undefined;
  }
  useEffect(() => endPause, []);
  const texts = fields.map(({ name }) => query.get(name) ?? "");
  // A step back or a cleared filter changes a field. A text that is still being typed does not change.
  useEffect(() => {
    if (pause.current !== undefined) return;
    for (const [index, { name }] of fields.entries()) {
      const input = form.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      const text = texts[index] ?? "";
      if (input && input.value.trim() !== text) input.value = text;
    }
  }, texts);
  useKeys({ "/": () => form.current?.querySelector("input")?.select() });
  return (
    <form
      ref={form}
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {fields.map(({ name, label, placeholder }) => (
        <div class="filter search" key={name}>
          <label for={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            type="search"
            name={name}
            placeholder={placeholder}
            defaultValue={query.get(name) ?? ""}
            onInput={() => {
              if (!isLive) return;
              endPause();
              pause.current = window.setTimeout(search, limits.paletteMilliseconds);
            }}
          />
        </div>
      ))}
      {/* Enter sends a form with several fields only if the form has a button (HTML, implicit submission). */}
      <input type="submit" hidden />
      {isFolding && (
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.table.filters(others.length)}
        </Button>
      )}
      {(isOpen || !isFolding) && children}
      {!isSaved && <ClearFilters />}
    </form>
  );
}
