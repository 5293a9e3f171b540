import type { StatementMonthDetail } from "../../base/generated/types.gen.ts";
import { formatSen } from "../../base/numbers.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Fact } from "../../ui/fact.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Shows the opening balance, money in, money out, the closing balance, and whether they agree. */
export function MonthFigures({ month }: { month: StatementMonthDetail }) {
  const { opening_sen, closing_sen, is_complete } = month;
  return (
    <>
      <dl class="facts month-figures">
        <Fact name={t.statements.opening} isAmount>
          {opening_sen === null ? "–" : formatSen(opening_sen)}
        </Fact>
        <Fact name={t.statements.credit} isAmount>
          {formatSen(month.credit_sen)}
        </Fact>
        <Fact name={t.statements.debit} isAmount>
          {formatSen(month.debit_sen)}
        </Fact>
        <Fact name={t.statements.fees} isAmount>
          {formatSen(month.fee_sen)}
        </Fact>
        <Fact name={t.statements.closing} isAmount>
          {closing_sen === null ? "–" : formatSen(closing_sen)}
        </Fact>
      </dl>
      {is_complete === false ? (
        <Notice tone="warning">{t.statements.addsNotUp}</Notice>
      ) : (
        <p class="hint">{is_complete ? t.statements.addsUp : t.statements.noBalance}</p>
      )}
    </>
  );
}
