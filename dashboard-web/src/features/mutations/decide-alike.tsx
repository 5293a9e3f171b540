import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { OwnMutation } from "../../base/generated/types.gen.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { SelectionBar, useRowResults, type Selection } from "../../ui/selection.tsx";
import { mutationsTexts as t } from "./mutations-texts.ts";

interface DecideAlikeProps {
  transfers: readonly OwnMutation[];
  selection: Selection;
  view: "open" | "decided";
  onDone(): Promise<void>;
}

/** Makes one decision about all ticked transfers: "not ours", or undoing a decision. */
export function DecideAlike({ transfers, selection, view, onDone }: DecideAlikeProps) {
  const rows = useRowResults(selection, onDone);
  const chosen = transfers.filter(({ id }) => selection.keys.has(id));
  const alike = transfers.filter((each) => chosen.some((one) => isAlike(one, each)));
  const sum = formatRupiah(chosen.reduce((total, { amount_parsed }) => total + amount_parsed, 0));
  const decision = view === "open" ? "not_ours" : "open";
  const texts = t.mutations.bulk[decision];
  return (
    <SelectionBar
      selection={selection}
      rows={transfers.map(({ id }) => id)}
      refused={rows.refused}
      main={
        <ConfirmButton
          buttonTone="plain"
          tone="primary"
          title={texts.title(chosen.length, sum)}
          action={texts.action}
          submit={() =>
            rows.submit(
              call("decideTransfers", {
                body: { mutation_ids: chosen.map(({ id }) => id), decision },
              }),
            )
          }
        >
          {texts.hint}
        </ConfirmButton>
      }
    >
      {alike.length > chosen.length && (
        <Button onClick={() => selection.choose(alike.map(({ id }) => id))}>
          {t.mutations.sameSender(alike.length - chosen.length)}
        </Button>
      )}
    </SelectionBar>
  );
}

/** Returns whether two transfers have the same sender and the same reason. */
const isAlike = (one: OwnMutation, other: OwnMutation): boolean =>
  one.id === other.id ||
  (one.sender_parsed !== null &&
    one.sender_parsed === other.sender_parsed &&
    one.match_reason === other.match_reason);
