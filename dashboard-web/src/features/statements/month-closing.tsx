import { addressOf, call } from "../../base/api.ts";
import type { StatementMonthDetail } from "../../base/generated/types.gen.ts";
import { formatSen } from "../../base/numbers.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { formatDay } from "../../base/time.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Card } from "../../ui/page.tsx";
import { booksTexts as t } from "./books-texts.ts";

/** Closes or reopens the month, and exports the month for the accountant. */
export function MonthClosing({
  month: { account_id, month, closed_at, closed_by },
  onChanged,
}: {
  month: StatementMonthDetail;
  onChanged(): Promise<void>;
}) {
  const path = { account_id, month };
  return (
    <div class="tags">
      {closed_at !== null && <span class="tag good">{t.books.closedBy(closed_by)}</span>}
      {closed_at === null ? (
        <ConfirmButton
          needs="closeStatementMonth"
          buttonTone="plain"
          tone="primary"
          title={t.books.close}
          action={t.books.close}
          submit={async () => {
            await call("closeStatementMonth", { path, body: {} });
            await onChanged();
          }}
        >
          <p class="hint">{t.books.closeHint}</p>
        </ConfirmButton>
      ) : (
        <ConfirmButton
          needs="reopenStatementMonth"
          title={t.books.reopen}
          action={t.books.reopen}
          submit={async () => {
            await call("reopenStatementMonth", { path, body: {} });
            await onChanged();
          }}
        >
          <p class="hint">{t.books.reopenHint}</p>
        </ConfirmButton>
      )}
      <Button
        icon="download"
        href={addressOf("exportStatementMonth", { path, query: { language } })}
        download={`${month}.zip`}
      >
        {t.books.everything}
      </Button>
      <Button to={`/books/${month.slice(0, 4)}`}>{t.books.link}</Button>
    </div>
  );
}

/** Lists likely corrections by the bank, each with the row that it reverses. */
export function Reversals({
  month: { account_id, month },
  onChanged,
}: {
  month: StatementMonthDetail;
  onChanged(): Promise<void>;
}) {
  const announce = useAnnounce();
  const proposals = useQuery("listStatementReversals", { path: { account_id, month } });
  if (!proposals.data || proposals.data.length === 0) return null;
  return (
    <Card class="month-card" title={t.books.reversals}>
      <p class="hint">{t.books.reversalsHint}</p>
      <ul class="rows plain">
        {proposals.data.map(({ reversal, reversed }) => (
          <li key={reversal.row_id} class="row">
            <div class="row-title">
              <strong>{reversal.description}</strong>
              <span class="hint">
                {formatDay(reversal.day)},{" "}
                {t.books.reversalOf(formatDay(reversed.day), reversed.description)}
              </span>
            </div>
            <strong class="amount">{formatSen(reversal.amount_sen)}</strong>
            <ConfirmButton
              needs="confirmStatementReversal"
              buttonTone="plain"
              tone="primary"
              of={reversal.description}
              title={t.books.reversals}
              action={t.books.confirm}
              submit={async () => {
                await call("confirmStatementReversal", {
                  path: { row_id: reversal.row_id },
                  body: { reversed_row_id: reversed.row_id },
                });
                announce(t.books.confirmed);
                await proposals.reload();
                await onChanged();
              }}
            >
              <p>
                {reversal.description} {formatSen(reversal.amount_sen)}{" "}
                {t.books.reversalOf(formatDay(reversed.day), reversed.description)}.
              </p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
