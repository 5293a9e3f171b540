import { useEffect, useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { StatementMeaning, StatementRow } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatSen } from "../../base/numbers.ts";
import { booksTexts as books } from "./books-texts.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { mutationPath } from "../../base/mutation-path.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { formatDay } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { Choice } from "../../ui/form.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Pager, usePages } from "../../ui/pager.tsx";
import { bookedOn, ChartChoice, explanations, type Explanation } from "./explanations.tsx";
import { meaningTones } from "./statement-findings.tsx";
import { TeachDialog, wordsOf } from "./teach-rule.tsx";
import { Button } from "../../ui/button.tsx";

const canBeExplained = (meaning: StatementMeaning): boolean =>
  meaning === "missed" ||
  meaning === "ambiguous" ||
  meaning === "reversal" ||
  (explanations as readonly StatementMeaning[]).includes(meaning);

interface StatementRowsProps {
  account_id: string;
  month: string;
  /** Shows only rows with this meaning. */
  meaning?: StatementMeaning | undefined;
  /** Shows only rows that prevent closing the month. */
  isUnexplained?: boolean;
  /** Whether the month is closed. Rows of a closed month cannot be explained. */
  isClosed?: boolean;
  /** A counter of changes to the month. Each change reloads the other lists. */
  changes: number;
  onChanged(): Promise<void>;
  /** Called when the money of a row has become a transfer. */
  onRecorded(mutation_id: string): void;
}

/**
 * Lists the rows of a month in the order of the bank's statement, with the actions for each row.
 */
export function StatementRows({
  account_id,
  month,
  meaning,
  isUnexplained = false,
  isClosed = false,
  changes,
  onChanged,
  onRecorded,
}: StatementRowsProps) {
  const announce = useAnnounce();
  const pages = usePages(limits.rowsPerPage, meaning ?? "");
  const rows = useQuery("listStatementRows", {
    path: { account_id, month },
    query: {
      ...pages.query,
      ...(meaning && { meaning }),
      ...(isUnexplained && { is_unexplained: true }),
    },
  });
  const { reload } = rows;
  useEffect(() => {
    if (changes > 0) void reload();
  }, [changes, reload]);
  const [asked, setAsked] = useState<{
    row: StatementRow;
    to: "record" | "explain" | "teach";
  } | null>(null);

  async function done(words: string) {
    setAsked(null);
    announce(words);
    await onChanged();
  }

  return (
    <QueryResult query={rows}>
      {(data) =>
        data.length === 0 ? (
          <p class="hint">{t.statements.noRows}</p>
        ) : (
          <>
            <ul class="rows plain">
              {data.map((row) => (
                <Row
                  key={row.row_id}
                  row={row}
                  isClosed={isClosed}
                  onRecord={() => setAsked({ row, to: "record" })}
                  onExplain={() => setAsked({ row, to: "explain" })}
                  onTeach={() => setAsked({ row, to: "teach" })}
                />
              ))}
            </ul>
            <Pager {...pages.pagerOf(rows)} />
            {asked?.to === "record" && (
              <RecordDialog
                row={asked.row}
                onClose={() => setAsked(null)}
                onDone={(mutation_id) => {
                  onRecorded(mutation_id);
                  return done(t.statements.recorded);
                }}
              />
            )}
            {asked?.to === "explain" && (
              <ExplainDialog
                row={asked.row}
                onClose={() => setAsked(null)}
                onDone={() => done(t.statements.explained)}
              />
            )}
            {asked?.to === "teach" && (
              <TeachDialog
                first={{ ...asked.row, words: wordsOf(asked.row.description) }}
                onClose={() => setAsked(null)}
                onDone={done}
              />
            )}
          </>
        )
      }
    </QueryResult>
  );
}

/** Returns whether the row needs an explanation before the month can be closed. */
const isOpen = ({ account_key }: StatementRow): boolean => account_key.startsWith("unexplained");

interface RowProps {
  row: StatementRow;
  isClosed: boolean;
  onRecord(): void;
  onExplain(): void;
  onTeach(): void;
}

function Row({ row, isClosed, onRecord, onExplain, onTeach }: RowProps) {
  const { meaning, mutation_id, payment_code, gross_sen, fee_sen, settled_count } = row;
  return (
    <li class="row statement-row">
      <span class="row-day">{formatDay(row.day)}</span>
      <div class="row-details">
        <span>{row.description || "–"}</span>
        {payment_code !== null && <Link to={paymentPath(payment_code)}>{payment_code}</Link>}
        {mutation_id !== null && (
          <Link to={mutationPath(mutation_id)}>{t.statements.seeTransfer}</Link>
        )}
        {meaning === "settlement" && settled_count > 0 && (
          <span class="hint">
            {t.statements.settles(
              settled_count,
              formatSen(gross_sen ?? row.amount_sen),
              formatSen(fee_sen ?? 0),
            )}
          </span>
        )}
        <span class="hint">{t.statements.place(row.file_name, row.file_row)}</span>
      </div>
      <div class="row-amounts">
        <strong class="amount">{formatSen(signedSen(row))}</strong>
        {row.balance_sen !== null && (
          <span class="hint amount">
            {t.statements.balance} {formatSen(row.balance_sen)}
          </span>
        )}
      </div>
      <div class="row-meaning">
        <span class={`tag ${isOpen(row) ? "warning" : meaningTones[meaning]}`}>
          {t.statements.meanings[meaning]}
        </span>
        {!isClosed && meaning === "missed" && (
          <Button needs="recordMissedRow" onClick={onRecord}>
            {t.statements.record}
          </Button>
        )}
        {!isClosed && canBeExplained(meaning) && (
          <Button
            needs="explainStatementRow"
            tone="link"
            aria-label={`${t.statements.explain}: ${row.description}`}
            onClick={onExplain}
          >
            {t.statements.explain}
          </Button>
        )}
        {(explanations as readonly StatementMeaning[]).includes(meaning) && (
          <Button needs="createStatementRule" tone="link" of={row.description} onClick={onTeach}>
            {books.books.remember}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns the amount of a row in hundredths of a rupiah. Money out is negative. */
export const signedSen = ({ direction, amount_sen }: StatementRow): number =>
  direction === "CREDIT" ? amount_sen : -amount_sen;

interface RowDialogProps {
  row: StatementRow;
  onClose(): void;
}

function RecordDialog({
  row,
  onClose,
  onDone,
}: RowDialogProps & { onDone(mutation_id: string): Promise<void> }) {
  return (
    <FormDialog
      title={t.statements.recordTitle(formatSen(row.amount_sen))}
      action={t.statements.record}
      submit={async () => {
        const { mutation_id } = await call("recordMissedRow", {
          path: { row_id: row.row_id },
          body: {},
        });
        await onDone(mutation_id);
      }}
      onClose={onClose}
      staysOpen
    >
      <p>
        {formatDay(row.day)}, {row.description}
      </p>
      <p class="hint">{t.statements.recordHint}</p>
    </FormDialog>
  );
}

function ExplainDialog({ row, onClose, onDone }: RowDialogProps & { onDone(): Promise<void> }) {
  const present = explanations.find((each) => each === row.meaning);
  return (
    <FormDialog
      title={t.statements.explainTitle}
      action={t.common.save}
      submit={async (values) => {
        await call("explainStatementRow", {
          path: { row_id: row.row_id },
          body: { meaning: values("meaning") as Explanation, ...bookedOn(values) },
        });
        await onDone();
      }}
      onClose={onClose}
      staysOpen
    >
      <p>
        {formatDay(row.day)}, {row.description}, {formatSen(signedSen(row))}
      </p>
      <Choice
        name="meaning"
        label={t.statements.meaning}
        hint={t.statements.explainHint}
        chosen={present ?? "other"}
        options={explanations.map((each) => [each, t.statements.meanings[each]])}
      />
      <ChartChoice chosen={row.account_key} />
    </FormDialog>
  );
}
