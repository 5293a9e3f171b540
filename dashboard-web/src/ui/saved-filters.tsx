import { useState } from "preact/hooks";
import { limits } from "../base/limits.ts";
import { Link, useRouter } from "../base/router.tsx";
import { useMerchant } from "../base/session.tsx";
import { useAnnounce } from "../base/announce.tsx";
import { FormDialog } from "./dialog.tsx";
import { ClearFilters } from "./filter.tsx";
import { Field } from "./form.tsx";
import { filtersOf, isFiltered } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";
import { Button } from "./button.tsx";

interface SavedFilter {
  name: string;
  /** The filters as in the address. */
  query: string;
}

/** An earlier list whose rows now belong to this list. */
interface FormerList {
  path: string;
  /** The filter that shows these rows. */
  filter: readonly [name: string, value: string];
}

/**
 * The filters of this list that a person has named and saved. The browser stores them for each person and list. They
 * are not stored on the server, because they are a personal view, and a person can share an address with filters.
 */
export function SavedFilters({ former }: { former?: FormerList }) {
  const announce = useAnnounce();
  const { path, query, go } = useRouter();
  const { merchant_id, email } = useMerchant();
  const keyOf = (list: string) => `tepat_filters ${merchant_id} ${email} ${list}`;
  const key = keyOf(path);
  const [saved, setSaved] = useState(() =>
    former ? takeOver(key, keyOf(former.path), former.filter) : readSaved(key),
  );
  const [isNaming, setNaming] = useState(false);
  const current = filtersOf(query).toString();
  const known = saved.find((filter) => filter.query === current);

  function keep(filters: readonly SavedFilter[], said: string) {
    localStorage.setItem(key, JSON.stringify(filters));
    setSaved(filters);
    announce(said);
  }

  const canSave = isFiltered(query) && !known && saved.length < limits.savedFilters;
  if (saved.length === 0 && !isFiltered(query)) return null;
  return (
    <div class="saved-filters">
      {saved.length > 0 && (
        <ul aria-label={t.table.saved}>
          {saved.map((filter) => (
            <li key={filter.query}>
              <Link
                class="chip"
                to={`${path}?${filter.query}`}
                aria-current={filter === known ? "true" : undefined}
              >
                {filter.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ClearFilters tone="link" />
      {canSave && (
        <Button tone="link" onClick={() => setNaming(true)}>
          {t.table.saveFilter}
        </Button>
      )}
      {known && (
        <Button
          tone="link"
          of={known.name}
          onClick={() => {
            keep(
              saved.filter((filter) => filter !== known),
              t.table.removed(known.name),
            );
            go(path, { replace: true });
          }}
        >
          {t.table.removeFilter}
        </Button>
      )}
      {isNaming && (
        <FormDialog
          title={t.table.saveFilter}
          action={t.common.save}
          submit={async (values) => {
            const name = values("name").trim();
            if (name === "") return;
            keep([...saved, { name, query: current }], t.common.saved);
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
          staysOpen
        >
          <Field
            name="name"
            label={t.table.filterName}
            hint={t.table.savedHint(limits.savedFilters)}
            maxLength={limits.savedFilterCharacters}
            autoCapitalize="words"
            autoFocus
          />
        </FormDialog>
      )}
    </div>
  );
}

/** Moves the saved filters of an earlier list to this one, as many as this list has room for. */
function takeOver(
  key: string,
  formerKey: string,
  [name, value]: FormerList["filter"],
): readonly SavedFilter[] {
  const [own, moved] = [readSaved(key), readSaved(formerKey)];
  if (moved.length === 0) return own;
  const room = limits.savedFilters - own.length;
  const added = moved.slice(0, room).map((filter) => {
    const query = new URLSearchParams(filter.query);
    query.set(name, value);
    return { ...filter, query: query.toString() };
  });
  const isNew = ({ query }: SavedFilter) => own.every((each) => each.query !== query);
  const all = [...own, ...added.filter(isNew)];
  try {
    localStorage.setItem(key, JSON.stringify(all));
    if (moved.length > room) localStorage.setItem(formerKey, JSON.stringify(moved.slice(room)));
    else localStorage.removeItem(formerKey);
  } catch {
    // The storage is full. The next visit tries again.
  }
  return all;
}

/**
 * Reads the saved filters. The browser's storage can contain any value, for example from another
 * version or a person's edit.
 */
function readSaved(key: string): readonly SavedFilter[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(saved) ? saved.filter(isSavedFilter).slice(0, limits.savedFilters) : [];
  } catch {
    return [];
  }
}

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "query" in value &&
  typeof value.query === "string";
