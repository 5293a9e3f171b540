import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { AccountingProgram, StatementChart } from "../../base/generated/types.gen.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useQuery } from "../../base/use-query.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Filter } from "../../ui/filter.tsx";
import { Card, Page, QueryResult } from "../../ui/page.tsx";
import { booksTexts as t } from "./books-texts.ts";

/** The codes of the journal's accounts in the merchant's accounting program, and accounts of the merchant's own. */
export function BooksChart() {
  const [program, setProgram] = useState<AccountingProgram | "">("");
  const chart = useQuery("getStatementChart", {
    query: { language, ...(program !== "" && { program }) },
  });
  return (
    <Page
      title={t.books.chart}
      hint={t.books.chartHint}
      back={{ to: "/statements", text: t.menu.statements }}
      actions={
        <Filter<AccountingProgram>
          label={t.books.program}
          value={program}
          choices={(Object.keys(t.books.programs) as AccountingProgram[]).map((each) => [
            each,
            t.books.programs[each],
          ])}
          onChange={setProgram}
        />
      }
    >
      <QueryResult query={chart}>
        {(data) => <Accounts key={data.program} chart={data} onSaved={chart.reload} />}
      </QueryResult>
    </Page>
  );
}

function Accounts({ chart, onSaved }: { chart: StatementChart; onSaved(): Promise<void> }) {
  return (
    <Card title={t.books.programs[chart.program]}>
      <Form
        said={t.books.saved}
        submit={async (values) => {
          const name = values("new_name").trim();
          const added = { code: values("new_code").trim(), name, kind: "expense" as const };
          const accounts = chart.accounts.map(({ key, tax, ...account }) => ({
            ...account,
            key,
            ...(tax !== null && { tax }),
            code: values(key),
          }));
          await call("saveStatementChart", {
            body: {
              program: chart.program,
              accounts: name === "" ? accounts : [...accounts, added],
            },
          });
          await onSaved();
        }}
      >
        {chart.accounts.map(({ key, name, code }) => (
          <Field key={key} name={key} label={t.books.code(name)} defaultValue={code} />
        ))}
        <fieldset>
          <legend>{t.books.newAccount}</legend>
          <Field name="new_name" label={t.books.newName} hint={t.books.newHint} />
          <Field name="new_code" label={t.books.newCode} />
        </fieldset>
        <Submit needs="saveStatementChart">{t.common.save}</Submit>
      </Form>
    </Card>
  );
}
