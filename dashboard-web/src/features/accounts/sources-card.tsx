import type { AccountSource } from "../../base/generated/types.gen.ts";
import { formatDay } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card, QueryResult } from "../../ui/page.tsx";
import { sourcesCardTexts as t } from "./sources-card-texts.ts";

/**
 * Shows the sources that watch an account, each source's state, and the effect on invoices if there is
 * no source.
 */
export function SourcesCard({ accountId }: { accountId: string }) {
  const query = useQuery("getAccountSources", { path: { account_id: accountId } });
  return (
    <Card title={t.menu.devices}>
      <QueryResult query={query}>
        {({ sources, is_watched, statement_until }) => (
          <>
            {!is_watched && (
              <Notice tone="warning">
                {sources.length === 0 && <p>{t.accountSources.none}</p>}
                <p>{t.accountSources.unwatched}</p>
              </Notice>
            )}
            {sources.length > 0 && (
              <ul class="rows plain">
                {sources.map((source) => (
                  <SourceRow key={source.source_id} source={source} />
                ))}
              </ul>
            )}
            {statement_until !== null && (
              <dl class="facts">
                <Fact name={t.accountSources.statement}>{formatDay(statement_until)}</Fact>
              </dl>
            )}
            <p class="hint">
              {t.accountSources.ifSilent} {t.accountSources.afterwards}
            </p>
            <div class="actions">
              <Button to="/devices">{t.accountSources.toSources}</Button>
            </div>
          </>
        )}
      </QueryResult>
    </Card>
  );
}

const tones = {
  working: "good",
  warning: "warning",
  silent: "bad",
  unheard: "warning",
  paused: "",
};

const SourceRow = ({
  source: { source_name, kind, state, heard_at },
}: {
  source: AccountSource;
}) => (
  <li class="row">
    <div class="row-title">
      <strong>{source_name}</strong>
    </div>
    <dl>
      <Fact
        name={kind === "phone" ? t.accountSources.heard : t.accountSources.read}
        at={heard_at}
      />
    </dl>
    <span class={`tag ${tones[state]}`}>{t.accountSources.states[state]}</span>
  </li>
);
