import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { useRouter } from "../base/router.tsx";
import { useMedia } from "../base/use-media.ts";
import { ClearFilters } from "./filter.tsx";
import { textOf } from "./form.tsx";
import { Button } from "./button.tsx";
import { filtersOf, useSetFilters } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

interface SearchField {
  /** As it stands in the address. */
  name: string;
  label: string;
  placeholder: string;
}

interface SearchFiltersProps {
  fields: readonly SearchField[];
  /** The list's other filters. */
  children: ComponentChildren;
}

/**
 * The filters of a list, with the search text first. The address holds them, so that a person can share the results. On a
 * phone the others are folded, so that the rows begin on the first screen.
 */
export function SearchFilters({ fields, children }: SearchFiltersProps) {
  const { query } = useRouter();
  const set = useSetFilters();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const isFolding = useMedia("(width < 768px)");
  const [isOpen, setOpen] = useState(false);
  const own = new Set(["order", ...fields.map(({ name }) => name)]);
  const others = [...filtersOf(query).keys()].filter((name) => !own.has(name));
  useKeys({ "/": () => form.current?.querySelector("input")?.select() });
  return (
    <form
      ref={form}
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        set(Object.fromEntries(fields.map(({ name }) => [name, textOf(data.get(name)).trim()])));
      }}
    >
      {fields.map(({ name, label, placeholder }) => (
        <div class="filter search" key={name}>
          <label for={`${id}-${name}`}>{label}</label>
          <input
            id={`${id}-${name}`}
            key={query.get(name)}
            type="search"
            name={name}
            placeholder={placeholder}
            defaultValue={query.get(name) ?? ""}
          />
        </div>
      ))}
      {/* A form of several fields is sent by Enter only if it has a button (HTML, implicit submission). */}
      <input type="submit" hidden />
      {isFolding && (
        <Button tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.table.filters(others.length)}
        </Button>
      )}
      {(isOpen || !isFolding) && children}
      <ClearFilters />
    </form>
  );
}
