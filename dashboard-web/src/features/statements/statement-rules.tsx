import { useState } from "preact/hooks";
import { useAnnounce } from "../../base/announce.tsx";
import { call } from "../../base/api.ts";
import type { StatementRule } from "../../base/generated/types.gen.ts";
import { pageLanguage as language } from "../../base/page-language.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page, QueryResult } from "../../ui/page.tsx";
import { booksTexts as t } from "./books-texts.ts";
import { statementsTexts } from "./statements-texts.ts";
import { TeachDialog } from "./teach-rule.tsx";

/** Lists the taught rules for rows with the same words. A person can delete each rule. */
export function StatementRules() {
  const announce = useAnnounce();
  const rules = useQuery("listStatementRules", {});
  const chart = useQuery("getStatementChart", { query: { language } });
  const [isTeaching, setTeaching] = useState(false);
  const names = new Map(chart.data?.accounts.map(({ key, name }) => [key, name]));
  async function changed(words: string) {
    setTeaching(false);
    announce(words);
    await rules.reload();
  }
  return (
    <Page
      title={t.books.rules}
      hint={t.books.rulesHint}
      back={{ to: "/statements", text: t.menu.statements }}
      actions={
        <Button
          needs="createStatementRule"
          tone="primary"
          icon="plus"
          onClick={() => setTeaching(true)}
        >
          {t.books.rememberTitle}
        </Button>
      }
    >
      <QueryResult query={rules}>
        {(data) =>
          data.length === 0 ? (
            <Empty icon="statements" title={t.books.noRules}>
              {t.books.noRulesHint}
            </Empty>
          ) : (
            <ul class="rows">
              {data.map((rule) => (
                <Rule
                  key={rule.rule_id}
                  rule={rule}
                  account={rule.account_key && (names.get(rule.account_key) ?? rule.account_key)}
                  onRemoved={() => changed(t.books.ruleRemoved)}
                />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {isTeaching && (
        <TeachDialog
          first={{ words: "", direction: "DEBIT", meaning: "outgoing" }}
          asksDirection
          onClose={() => setTeaching(false)}
          onDone={changed}
        />
      )}
    </Page>
  );
}

interface RuleProps {
  rule: StatementRule;
  account: string | null;
  onRemoved(): Promise<void>;
}

function Rule({ rule: { rule_id, words, direction, meaning }, account, onRemoved }: RuleProps) {
  return (
    <li class="row">
      <div class="row-title">
        <strong>{words}</strong>
        <span class="hint">{direction === "CREDIT" ? t.books.credit : t.books.debit}</span>
      </div>
      <span>
        {[statementsTexts.statements.meanings[meaning], account].filter(Boolean).join(", ")}
      </span>
      <ConfirmButton
        needs="deleteStatementRule"
        of={words}
        title={t.books.removeRuleTitle(words)}
        action={t.books.removeRule}
        submit={async () => {
          await call("deleteStatementRule", { path: { rule_id } });
          await onRemoved();
        }}
      >
        <p>{t.books.removeRuleHint}</p>
      </ConfirmButton>
    </li>
  );
}
