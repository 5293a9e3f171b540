import { useState } from "preact/hooks";
import { phoneMedia, useMedia } from "../base/use-media.ts";
import { MoreMenu } from "./more-menu.tsx";
import { fitting, widthBefore, type Column, type Hiding } from "./table.tsx";
import { tableTexts as t } from "./table-texts.ts";

/** Stores the hidden columns of a list in this browser, because each screen has its own room. */
export function useHiddenColumns(list: string): Hiding {
  const key = `tepat_hidden_columns ${list}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(localStorage.getItem(key)?.split(" ")),
  );
  const [width, onWidth] = useState(widthBefore);
  return {
    hidden,
    width,
    onWidth,
    toggle(place) {
      const changed = new Set(hidden);
      if (!changed.delete(place)) changed.add(place);
      localStorage.setItem(key, [...changed].join(" "));
      setHidden(changed);
    },
  };
}

interface ColumnMenuProps<Row> extends Hiding {
  columns: readonly Column<Row>[];
}

/** Lets a person hide columns. Those without room cannot be chosen. On a phone, rows have no columns. */
export function ColumnMenu<Row>({ columns, hidden, toggle, width }: ColumnMenuProps<Row>) {
  const isPhone = useMedia(phoneMedia);
  if (isPhone) return null;
  const fits = (place: string) => {
    const others = new Set([...hidden].filter((each) => each !== place));
    return fitting(columns, others, width).some((column) => column.place === place);
  };
  const choices = columns.filter(({ canHide }) => canHide);
  const isFull = choices.some(({ place }) => !fits(place));
  return (
    <MoreMenu name={t.table.columns}>
      <div role="group" aria-label={t.table.columns}>
        {choices.map(({ place, title }) => (
          <label class="option" key={place}>
            <input
              type="checkbox"
              disabled={!fits(place)}
              checked={!hidden.has(place) && fits(place)}
              onChange={() => toggle(place)}
            />
            {title}
          </label>
        ))}
      </div>
      {isFull && <p class="hint">{t.table.columnsHint}</p>}
    </MoreMenu>
  );
}
