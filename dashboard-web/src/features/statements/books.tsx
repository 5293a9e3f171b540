import { accountName } from "../../base/account-name.ts";
import { addressOf } from "../../base/api.ts";
import type { Books as BooksData } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { formatSen } from "../../base/numbers.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { Link } from "../../base/router.tsx";
import { formatMonth } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Card, Page, QueryResult } from "../../ui/page.tsx";
import { booksTexts as t } from "./books-texts.ts";

/** Shows a year or a quarter over all accounts, and its journal for the accountant's program. */
export function Books({ parameters: { period = "" } }: PageProps) {
  const books = useQuery("getBooks", { path: { period }, query: { language } });
  const year = Number(period.slice(0, 4));
  const periods = [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`);
  return (
    <Page
      title={t.books.title(period)}
      hint={t.books.hint}
      back={{ to: "/statements", text: t.menu.statements }}
      actions={
        <>
          <Button needs="listStatementRules" to="/books/rules">
            {t.books.rules}
          </Button>
          <Button needs="getStatementChart" to="/books/chart">
            {t.books.chart}
          </Button>
        </>
      }
    >
      <p class="book-periods">
        {[`${year - 1}`, `${year}`, ...periods, `${year + 1}`].map((each) => (
          <Link
            key={each}
            to={`/books/${each}`}
            aria-current={each === period ? "page" : undefined}
          >
            {t.books.name(each)}
          </Link>
        ))}
      </p>
      <QueryResult query={books}>
        {(data) =>
          data.accounts.length === 0 ? (
            <Empty icon="statements" title={t.books.none}>
              {t.books.noneHint}
            </Empty>
          ) : (
            <>
              {data.accounts.map((account) => (
                <Account key={account.account_id} account={account} />
              ))}
              <Balances balances={data.balances} />
              <Files period={period} />
            </>
          )
        }
      </QueryResult>
    </Page>
  );
}

function Account({ account }: { account: BooksData["accounts"][number] }) {
  const { account_id, opening_sen, closing_sen } = account;
  const amount = (sen: number | null) => (sen === null ? "–" : formatSen(sen));
  return (
    <Card class="month-card" title={accountName(account)}>
      <dl class="facts month-figures">
        <Fact name={t.books.opening} isAmount>
          {amount(opening_sen)}
        </Fact>
        <Fact name={t.books.credit} isAmount>
          {formatSen(account.credit_sen)}
        </Fact>
        <Fact name={t.books.debit} isAmount>
          {formatSen(account.debit_sen)}
        </Fact>
        <Fact name={t.books.closing} isAmount>
          {amount(closing_sen)}
        </Fact>
      </dl>
      <ul class="rows plain">
        {account.months.map(({ month, open_count, is_complete, is_closed }) => (
          <li key={month} class="row">
            <Link to={`/statements/${account_id}/${month}`}>{formatMonth(month)}</Link>
            <div class="tags">
              {is_complete === false && <span class="tag bad">{t.books.addsNotUp}</span>}
              {open_count > 0 && <span class="tag warning">{t.books.open(open_count)}</span>}
              {is_closed && <span class="tag good">{t.books.closed}</span>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Balances({ balances }: Pick<BooksData, "balances">) {
  return (
    <Card class="month-card" title={t.books.sums}>
      <p class="hint">{t.books.sumsHint}</p>
      <ul class="rows plain">
        {balances.map(({ key, code, name, debit_sen, credit_sen }) => (
          <li key={key} class="row">
            <div class="row-title">
              <strong>{name}</strong>
              <span class="hint">{code}</span>
            </div>
            <dl class="sums">
              <Fact name={t.books.debited} isAmount>
                {formatSen(debit_sen)}
              </Fact>
              <Fact name={t.books.credited} isAmount>
                {formatSen(credit_sen)}
              </Fact>
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const programs = ["jurnal", "accurate", "xero", "odoo", "erpnext"] as const;
const plainText = ["hledger", "beancount"] as const;

function Files({ period }: { period: string }) {
  return (
    <Card title={t.books.files}>
      <p class="hint">{t.books.filesHint}</p>
      <ul class="rows plain">
        {programs.map((program) => {
          const path = { period, program };
          const file = (grouping: "row" | "day") =>
            addressOf("exportBooks", { path, query: { language, grouping } });
          const name = `${program}-${period}`;
          return (
            <li key={program} class="row book-file">
              <strong>{t.books.programs[program]}</strong>
              <div class="actions">
                <Button icon="download" href={file("row")} download={`${name}.csv`}>
                  {t.books.eachRow}
                </Button>
                <Button icon="download" href={file("day")} download={`${name}-day.csv`}>
                  {t.books.eachDay}
                </Button>
              </div>
            </li>
          );
        })}
        {plainText.map((format) => (
          <li key={format} class="row book-file">
            <strong>{format}</strong>
            <div class="actions">
              <Button
                icon="download"
                href={addressOf("exportBooksText", { path: { period, language: format } })}
                download={`${period}.${format}`}
              >
                {t.books.eachRow}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
