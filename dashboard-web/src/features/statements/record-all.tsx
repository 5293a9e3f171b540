import { useState } from "preact/hooks";
import { useAnnounce } from "../../base/announce.tsx";
import { call, Refusal } from "../../base/api.ts";
import type { StatementMonthDetail, StatementRow } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatSen } from "../../base/numbers.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { allRows } from "./all-rows.ts";
import { statementsTexts as t } from "./statements-texts.ts";

interface RecordAllProps {
  month: StatementMonthDetail;
  onChanged(): Promise<void>;
}

/**
 * Records the missed money of a month, one row after the other. Each row is a transaction with its own entry in the
 * audit log, so an interruption leaves whole rows, and the next press records the rest.
 */
export function RecordAll({ month, onChanged }: RecordAllProps) {
  const announce = useAnnounce();
  const [recorded, setRecorded] = useState(0);
  const missed = month.meanings.find(({ meaning }) => meaning === "missed");
  if (!missed || missed.row_count < 2) return null;
  const count = Math.min(missed.row_count, limits.recordedAtOnceMax);

  async function submit() {
    setRecorded(0);
    try {
      for (const row of await missedRows(month)) {
        await record(row);
        setRecorded((before) => before + 1);
      }
      announce(t.statements.recorded);
    } finally {
      await onChanged();
    }
  }

  return (
    <ConfirmButton
      needs="recordMissedRow"
      buttonTone="plain"
      tone="primary"
      title={
        count === missed.row_count
          ? t.statements.recordAllTitle(count, formatSen(missed.amount_sen))
          : t.statements.recordManyTitle(count)
      }
      action={t.statements.recordAll(count)}
      submit={submit}
    >
      <p class="hint">{t.statements.recordAllHint}</p>
      {recorded > 0 && (
        <p class="hint" role="status">
          {t.statements.recordedOf(recorded, count)}
        </p>
      )}
    </ConfirmButton>
  );
}

/** Reads the rows before it records any, because a recorded row leaves the list and the pages move. */
async function missedRows(path: StatementMonthDetail): Promise<readonly StatementRow[]> {
  const rows: StatementRow[] = [];
  for await (const page of allRows(
    { account_id: path.account_id, month: path.month },
    { meaning: "missed" },
  )) {
    rows.push(...page);
    if (rows.length >= limits.recordedAtOnceMax) break;
  }
  return rows.slice(0, limits.recordedAtOnceMax);
}

/** Records a row. A row that another person has recorded or explained meanwhile needs nothing. */
async function record({ row_id }: StatementRow): Promise<void> {
  await call("recordMissedRow", { path: { row_id }, body: {} }).catch((cause: unknown) => {
    const isSettled = cause instanceof Refusal && cause.reason?.code === "statement_row_settled";
    if (!isSettled) throw cause;
  });
}
