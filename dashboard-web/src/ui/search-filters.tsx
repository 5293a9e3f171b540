import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { useRouter } from "../base/router.tsx";
import { useSetFilters } from "./side-panel.tsx";

interface SearchFiltersProps {
  label: string;
  placeholder: string;
  /** The list's other filters. */
  children: ComponentChildren;
}

/** The filters of a list, a search before all. They stand in the address, so that what is found can be sent to somebody. */
export function SearchFilters({ label, placeholder, children }: SearchFiltersProps) {
  const { query } = useRouter();
  const set = useSetFilters();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => field.current?.select() });
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const search = new FormData(event.currentTarget).get("search");
        set({ search: typeof search === "string" ? search.trim() : "" });
      }}
    >
      <div class="filter search">
        <label for={id}>{label}</label>
        <input
          id={id}
          ref={field}
          key={query.get("search")}
          type="search"
          name="search"
          placeholder={placeholder}
          defaultValue={query.get("search") ?? ""}
        />
        {/* A form of several fields is sent by Enter only if it has a button (HTML, implicit submission). */}
        <input type="submit" hidden />
      </div>
      {children}
    </form>
  );
}
