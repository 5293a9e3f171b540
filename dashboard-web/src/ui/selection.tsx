import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useAnnounce } from "../base/announce.tsx";
import type { DataOf } from "../base/api.ts";
import { phoneMedia, useMedia } from "../base/use-media.ts";
import { Button } from "./button.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { Notice } from "./notice.tsx";
import { tableTexts as t } from "./table-texts.ts";

/** The rows of a list's page that a person has ticked. */
export interface Selection {
  keys: ReadonlySet<string>;
  toggle(key: string): void;
  choose(keys: readonly string[]): void;
}

/** Returns the ticked rows. On another page or with another filter, no row is ticked. */
export function useSelection(place: string): Selection {
  const [chosen, setChosen] = useState<{ place: string; keys: ReadonlySet<string> }>({
    place,
    keys: new Set(),
  });
  const keys = chosen.place === place ? chosen.keys : new Set<string>();
  return {
    keys,
    toggle(key) {
      const changed = new Set(keys);
      if (!changed.delete(key)) changed.add(key);
      setChosen({ place, keys: changed });
    },
    choose: (all) => setChosen({ place, keys: new Set(all) }),
  };
}

type RowResult = Pick<DataOf<"decideTransfers">[number], "refusal">;
type RowRefusal = NonNullable<RowResult["refusal"]>;

interface SelectionBarProps {
  selection: Selection;
  /** The keys of the rows on the page. */
  rows: readonly string[];
  /** The codes of the rows that the last action could not change. */
  refused: readonly RowRefusal[];
  /** The action that changes the rows. */
  main: ComponentChildren;
  /** The other actions. On a phone they are in a menu. */
  children: ComponentChildren;
}

/** Offers the actions for the ticked rows at the bottom edge, where it stays while the list scrolls. */
export function SelectionBar({ selection, rows, refused, main, children }: SelectionBarProps) {
  const isPhone = useMedia(phoneMedia);
  const clear = <Button onClick={() => selection.choose([])}>{t.table.clearSelection}</Button>;
  const count = rows.filter((key) => selection.keys.has(key)).length;
  return (
    <>
      {count > 0 && (
        <div class="selection-bar" role="group" aria-label={t.table.selection}>
          <strong>{t.table.selected(count)}</strong>
          {!isPhone && children}
          {main}
          {isPhone ? (
            <MoreMenu>
              {children}
              {clear}
            </MoreMenu>
          ) : (
            clear
          )}
        </div>
      )}
      {refused.length > 0 && (
        <Notice tone="warning">
          <p>{t.table.refused(refused.length)}</p>
          {[...new Set(refused)].map((code) => (
            <p key={code}>{t.refusals.byCode[code]}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** Changes several rows, and keeps the refusals until the next change. */
export function useRowResults(selection: Selection, reload: () => Promise<void>) {
  const announce = useAnnounce();
  const [refused, setRefused] = useState<readonly RowRefusal[]>([]);
  return {
    refused,
    async submit(change: Promise<readonly RowResult[]>): Promise<void> {
      const results = await change;
      const codes = results.flatMap(({ refusal }) => refusal ?? []);
      setRefused(codes);
      selection.choose([]);
      announce(t.table.changed(results.length - codes.length));
      await reload();
    },
  };
}
