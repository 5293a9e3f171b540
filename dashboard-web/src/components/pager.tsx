import { useState } from "preact/hooks";
import { useWords } from "../words.tsx";

/** The way through a list that is walked by cursors. */
export interface Cursor {
  query: { cursor?: string };
  isFirst: boolean;
  back(): void;
  forth(next: string): void;
}

/** Another filter is another list, which begins anew. */
export function useCursor(filter = ""): Cursor {
  const [place, setPlace] = useState<{ filter: string; pages: readonly string[] }>({
    filter,
    pages: [],
  });
  const visited = place.filter === filter ? place.pages : [];
  const cursor = visited.at(-1);
  const move = (pages: readonly string[]) => {
    setPlace({ filter, pages });
    scrollTo(0, 0);
  };
  return {
    query: cursor === undefined ? {} : { cursor },
    isFirst: cursor === undefined,
    back: () => move(visited.slice(0, -1)),
    forth: (next) => move([...visited, next]),
  };
}

export function Pager({ cursor, next }: { cursor: Cursor; next: string | null }) {
  const { t } = useWords();
  if (cursor.isFirst && next === null) return null;
  return (
    <nav class="pager" aria-label={t.common.pages}>
      <button type="button" class="button" disabled={cursor.isFirst} onClick={cursor.back}>
        {t.common.newer}
      </button>
      <button
        type="button"
        class="button"
        disabled={next === null}
        onClick={() => next !== null && cursor.forth(next)}
      >
        {t.common.older}
      </button>
    </nav>
  );
}
