import { useEffect, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { Refusal } from "../../base/api.ts";
import { bankRecordTexts } from "../mutations/bank-record-texts.ts";
import { RefusalNotice } from "../../ui/notice.tsx";
import { QueryResult, Page } from "../../ui/page.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { StatementFindings } from "./statement-findings.tsx";
import { signedSen } from "./statement-rows.tsx";
import type { StatementMonthDetail, StatementRow } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import type { PageProps } from "../../base/match-route.ts";
import { formatSen } from "../../base/numbers.ts";
import { useMerchant, useSession } from "../../base/session.tsx";
import { formatDay, formatMoment, formatMonth } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { usePaper } from "../../base/use-paper.ts";
import { allRows } from "./all-rows.ts";
import { accountOf } from "./statement-month.tsx";
import { statementsTexts } from "./statements-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...statementsTexts, ...bankRecordTexts };

/** Shows a month for printing: its figures, the open rows, and all rows. */
export function StatementPrint({ parameters: { account_id = "", month = "" } }: PageProps) {
  const statement = useQuery("getStatementMonth", { path: { account_id, month } });
  const { rows, refusal } = useAllRows(account_id, month);
  const all = Math.min(statement.data?.row_count ?? 0, limits.printedRowsMax);
  const isLoaded = statement.data !== null && rows !== null && rows.length >= all;
  usePaper("A4", "14mm 12mm");
  return (
    <Page
      title={t.common.print}
      back={{ to: `/statements/${account_id}/${month}`, text: t.statements.back }}
      actions={
        <Button tone="primary" disabled={!isLoaded} onClick={() => window.print()}>
          {t.common.print}
        </Button>
      }
    >
      {refusal && <RefusalNotice refusal={refusal} />}
      <QueryResult query={statement}>
        {(detail) => (
          <>
            {!isLoaded && !refusal && (
              <p role="status">{t.statements.printing(rows?.length ?? 0, all)}</p>
            )}
            {detail.row_count > limits.printedRowsMax && (
              <p>{t.statements.printLimit(limits.printedRowsMax)}</p>
            )}
            <section class="sheet" aria-label={t.statements.printTitle(formatMonth(month))}>
              <SheetHead detail={detail} />
              <MonthFigures month={detail} />
              <StatementFindings found={detail} />
              {detail.unsupported.length > 0 && <SheetAlarms detail={detail} />}
              {rows && <SheetRows rows={rows} />}
            </section>
          </>
        )}
      </QueryResult>
    </Page>
  );
}

function SheetHead({ detail }: { detail: StatementMonthDetail }) {
  const { merchant_name } = useMerchant();
  return (
    <header>
      <p>{merchant_name}</p>
      <h2>{t.statements.printTitle(formatMonth(detail.month))}</h2>
      <p>{accountOf(detail)}</p>
      <p class="hint">
        {t.statements.covered(formatDay(detail.first_day), formatDay(detail.last_day))}
        {". "}
        {t.statements.printedAt(formatMoment(new Date().toISOString()))}
      </p>
    </header>
  );
}

const SheetAlarms = ({ detail: { unsupported } }: { detail: StatementMonthDetail }) => (
  <>
    <h3>{t.statements.alarm(unsupported.length)}</h3>
    <ul>
      {unsupported.map((each) => (
        <li key={each.mutation_id}>
          {[
            formatMoment(each.posted_at),
            formatRupiah(each.amount_parsed),
            each.sender_parsed,
            each.payment_code,
            each.verdict && t.bankRecord.verdicts[each.verdict],
          ]
            .filter(Boolean)
            .join(", ")}
        </li>
      ))}
    </ul>
  </>
);

const SheetRows = ({ rows }: { rows: readonly StatementRow[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{t.statements.day}</th>
        <th scope="col">{t.statements.description}</th>
        <th scope="col">{t.common.amount}</th>
        <th scope="col">{t.statements.balance}</th>
        <th scope="col">{t.statements.meaning}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.row_id}>
          <td class="sheet-day">{formatDay(row.day)}</td>
          <td class="sheet-words">
            {row.description}
            {row.payment_code !== null && <strong> {row.payment_code}</strong>}
          </td>
          <td class="sheet-amount">{formatSen(signedSen(row))}</td>
          <td class="sheet-balance" data-name={t.statements.balance}>
            {row.balance_sen === null ? "–" : formatSen(row.balance_sen)}
          </td>
          <td class="sheet-meaning">{t.statements.meanings[row.meaning]}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/**
 * Loads the rows of the month page by page, up to the print limit. The rows are null before the
 * first page.
 */
function useAllRows(account_id: string, month: string) {
  const { onRefusal } = useSession();
  const [rows, setRows] = useState<readonly StatementRow[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  useEffect(() => {
    let isOver = false;
    async function load() {
      const loaded: StatementRow[] = [];
      for await (const page of allRows({ account_id, month })) {
        if (isOver) return;
        loaded.push(...page);
        setRows([...loaded]);
        if (loaded.length >= limits.printedRowsMax) return;
      }
    }
    load().catch((cause: unknown) => {
      if (!isOver) setRefusal(onRefusal(cause));
    });
    return () => {
      isOver = true;
    };
  }, [account_id, month, onRefusal]);

  return { rows, refusal };
}
