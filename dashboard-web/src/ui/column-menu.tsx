import { useState } from "preact/hooks";
import { useMedia } from "../base/use-media.ts";
import { MoreMenu } from "./more-menu.tsx";
import type { Column } from "./table.tsx";
import { tableTexts as t } from "./table-texts.ts";

/** The places of the columns that a person has hidden. */
interface HiddenColumns {
  hidden: ReadonlySet<string>;
  toggle(place: string): void;
}

/** Stores the hidden columns of a list in this browser, because each screen has its own room. */
export function useHiddenColumns(list: string): HiddenColumns {
  const key = `tepat_hidden_columns ${list}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(localStorage.getItem(key)?.split(" ")),
  );
  return {
    hidden,
    toggle(place) {
      const changed = new Set(hidden);
      if (!changed.delete(place)) changed.add(place);
      localStorage.setItem(key, [...changed].join(" "));
      setHidden(changed);
    },
  };
}

interface ColumnMenuProps<Row> extends HiddenColumns {
  columns: readonly Column<Row>[];
}

/** Lets a person hide columns. On a phone, rows have no columns. */
export function ColumnMenu<Row>({ columns, hidden, toggle }: ColumnMenuProps<Row>) {
  const isPhone = useMedia("(width < 768px)");
  if (isPhone) return null;
  return (
    <MoreMenu name={t.table.columns}>
      <div role="group" aria-label={t.table.columns}>
        {columns
          .filter(({ canHide }) => canHide)
          .map(({ place, title }) => (
            <label class="option" key={place}>
              <input type="checkbox" checked={!hidden.has(place)} onChange={() => toggle(place)} />
              {title}
            </label>
          ))}
      </div>
      <p class="hint">{t.table.columnsHint}</p>
    </MoreMenu>
  );
}
