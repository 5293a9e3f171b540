import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { limits } from "../base/limits.ts";
import { useRouter } from "../base/router.tsx";
import { useMerchant } from "../base/session.tsx";
import { formatDay } from "../base/time.ts";
import { useMedia } from "../base/use-media.ts";
import { startOfDay } from "../base/zone-days.ts";
import { DayFilters, ReversedDays, type DayFiltersProps } from "./day-filter.tsx";
import { AddressFilter, chosenOf, ClearFilters, type AddressFilterProps } from "./filter.tsx";
import { textOf } from "./form.tsx";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useSetFilters } from "./side-panel.tsx";
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
  /** The list's other filters. */
  filters: readonly AddressFilterProps<string>[];
  /** The list's filters by day. */
  days?: DayFiltersProps;
  /** More tools of the list, at the end of the first line. */
  children?: ComponentChildren;
}

/**
 * The filters of a list, with the search text first. The address holds them, so that a person can share the results. On
 * a narrow window, the other filters are folded, so that the rows begin on the first screen.
 */
export function SearchFilters(props: SearchFiltersProps) {
  const {
    fields,
    isLive = false,
    isFolded = false,
    isSaved = false,
    filters,
    days,
    children,
  } = props;
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
  const isShown = isOpen || !isFolding;
  const active = useActive(filters, days);
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
    <>
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
            {t.table.filters(active.length)}
          </Button>
        )}
        {children}
        {isShown && (
          <div class={isFolding ? "unfolded" : "beside"}>
            {filters.map((filter) => (
              <AddressFilter key={filter.name} {...filter} />
            ))}
            {days && <DayFilters {...days} />}
          </div>
        )}
        {!isSaved && <ClearFilters />}
        {days && !isShown && <ReversedDays />}
      </form>
      {isFolding && active.length > 0 && (
        <ul class="active-filters" aria-label={t.table.active}>
          {active.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                class="chip"
                aria-label={t.table.removeActive(text)}
                onClick={() => set({ [name]: "" })}
              >
                {text}
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns the filters that the address sets, each with its words. */
function useActive(filters: SearchFiltersProps["filters"], days: DayFiltersProps | undefined) {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const chosen = filters.map(({ name, label, choices }) => {
    const value = chosenOf(query, name, choices);
    const text = choices.find(([each]) => each === value)?.[1];
    return { name, text: text === undefined ? null : `${label}: ${text}` };
  });
  const dated = Object.entries(days ?? {}).map(([name, label]) => {
    const day = query.get(name);
    const isDay = day !== null && startOfDay(day, 0, time_zone) !== null;
    return { name, text: isDay ? `${label}: ${formatDay(day)}` : null };
  });
  return [...chosen, ...dated].flatMap(({ name, text }) => (text === null ? [] : { name, text }));
}
