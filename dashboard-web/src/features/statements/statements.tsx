import { Empty } from "../../ui/notice.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Page } from "../../ui/page.tsx";
import { usePages } from "../../ui/pager.tsx";
import { UnsupportedTransfers } from "./unsupported-transfers.tsx";
import { accountName } from "../../base/account-name.ts";
import type { StatementMonth } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatSen } from "../../base/numbers.ts";
import { Link } from "../../base/router.tsx";
import { formatMonth } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { booksTexts as books } from "./books-texts.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Button } from "../../ui/button.tsx";
import { RowList } from "../../ui/list.tsx";

/** Lists the transfers without a row in a statement first, then each account's months. */
export function Statements() {
  const pages = usePages(limits.rowsPerPage);
  const months = useQuery("listStatementMonths", { query: pages.query });
  const unsupported = useQuery("listUnsupportedMutations", {
    query: { per_page: limits.rowsPerPageMax },
  });
  const [newest] = months.data ?? [];
  const upload = (
    <>
      {newest && (
        <Button needs="getBooks" to={`/books/${newest.month.slice(0, 4)}`}>
          {books.books.link}
        </Button>
      )}
      <Button needs="importStatement" tone="primary" icon="plus" to="/statements/import">
        {t.common.uploadStatement}
      </Button>
    </>
  );
  return (
    <Page title={t.menu.statements} hint={t.common.aboutStatements} actions={upload}>
      <UnsupportedTransfers transfers={unsupported.data ?? []} onClosed={unsupported.reload} />
      <RowList
        query={months}
        place={pages}
        label={t.statements.months}
        keyOf={({ account_id, month }) => `${account_id} ${month}`}
        empty={
          <Empty icon="statements" title={t.statements.none}>
            {t.statements.noneHint}
          </Empty>
        }
      >
        {(month) => <MonthRow month={month} />}
      </RowList>
    </Page>
  );
}

function MonthRow({ month }: { month: StatementMonth }) {
  const { account_id } = month;
  return (
    <li class="row">
      <div class="row-title">
        <Link to={`/statements/${account_id}/${month.month}`}>{formatMonth(month.month)}</Link>
        <span class="hint">{accountName(month)}</span>
      </div>
      <dl class="sums">
        <Fact name={t.statements.credit} isAmount>
          {formatSen(month.credit_sen)}
        </Fact>
        <Fact name={t.statements.debit} isAmount>
          {formatSen(month.debit_sen)}
        </Fact>
      </dl>
      <MonthTags month={month} />
    </li>
  );
}

function MonthTags({ month }: { month: StatementMonth }) {
  const { unsupported_count, unexplained_count: open, is_complete, closed_at } = month;
  return (
    <div class="tags">
      {is_complete === false && <span class="tag bad">{books.books.addsNotUp}</span>}
      {unsupported_count > 0 && (
        <span class="tag bad">{t.statements.unsupportedTag(unsupported_count)}</span>
      )}
      {open > 0 && <span class="tag warning">{t.statements.openTag(open)}</span>}
      {unsupported_count + open === 0 && (
        <span class="tag good">
          {closed_at === null ? t.statements.allExplained : books.books.closed}
        </span>
      )}
    </div>
  );
}
