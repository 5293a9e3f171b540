import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type {
  AccountingProgram,
  ChartAccountKind,
  StatementChart,
} from "../../base/generated/types.gen.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useQuery } from "../../base/use-query.ts";
import { Choice, Field, Form, Submit } from "../../ui/form.tsx";
import { Filter } from "../../ui/plain-filter.tsx";
import { Card, Page, QueryResult } from "../../ui/page.tsx";
import { booksTexts as t } from "./books-texts.ts";

const kinds = ["expense", "income", "asset", "liability"] as const satisfies ChartAccountKind[];

/**
 * Edits the codes of the journal's accounts in the merchant's accounting program, and the merchant's own accounts.
 */
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
          all={t.books.programInUse}
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
        {(data) => (
          // A new account appears in the list, and the fields for another account become empty.
          <Accounts
            key={`${data.program} ${data.accounts.length}`}
            chart={data}
            onSaved={chart.reload}
          />
        )}
      </QueryResult>
    </Page>
  );
}

/** Returns the name of a field as a refusal names it. */
const fieldOf = (at: number, part: "code" | "name") => `accounts.${at}.${part}`;

function Accounts({ chart, onSaved }: { chart: StatementChart; onSaved(): Promise<void> }) {
  const added = chart.accounts.length;
  const byCode = Map.groupBy(chart.accounts, ({ code }) => code);
  const shared = [...byCode].filter(([, accounts]) => accounts.length > 1);
  return (
    <Card title={t.books.programs[chart.program]}>
      {shared.map(([code, accounts]) => (
        <p key={code} class="hint">
          {t.books.sameCode(code, accounts.map(({ name }) => name).join(", "))}
        </p>
      ))}
      <Form
        said={t.books.saved}
        submit={async (values) => {
          const name = values(fieldOf(added, "name")).trim();
          const code = values(fieldOf(added, "code")).trim();
          const kind = values("new_kind") as ChartAccountKind;
          const accounts = chart.accounts.map(({ key, tax, ...account }, at) => ({
            ...account,
            key,
            ...(tax !== null && { tax }),
            code: values(fieldOf(at, "code")),
          }));
          await call("saveStatementChart", {
            body: {
              program: chart.program,
              accounts: name === "" ? accounts : [...accounts, { code, name, kind }],
            },
          });
          await onSaved();
        }}
      >
        {chart.accounts.map(({ key, name, code }, at) => (
          <Field
            key={key}
            name={fieldOf(at, "code")}
            label={t.books.code(name)}
            defaultValue={code}
          />
        ))}
        <fieldset>
          <legend>{t.books.newAccount}</legend>
          <Field
            name={fieldOf(added, "name")}
            label={t.books.newName}
            isOptional
            hint={t.books.newHint}
          />
          <Field name={fieldOf(added, "code")} label={t.books.newCode} isOptional />
          <Choice
            name="new_kind"
            label={t.books.newKind}
            options={kinds.map((kind) => [kind, t.books.kinds[kind]])}
          />
        </fieldset>
        <Submit needs="saveStatementChart">{t.common.save}</Submit>
      </Form>
    </Card>
  );
}
