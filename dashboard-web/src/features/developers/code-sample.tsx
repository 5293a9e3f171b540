import { useState } from "preact/hooks";
import { codeSamples, sampleLanguages, type SampleLanguage } from "./code-samples.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { takesPayments } from "../../base/takes-payments.ts";
import { useQuery } from "../../base/use-query.ts";
import { apiKeysTexts as t } from "./api-keys-texts.ts";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { CopyButton } from "../../ui/secret.tsx";
import { Button } from "../../ui/button.tsx";

const usualAmount = 150_000;

/**
 * Shows a program that creates the first invoice on this gateway. The program uses the merchant's first
 * account that takes payments.
 */
export function CodeSample() {
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const [now] = useState(() => new Date());
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  return (
    <QueryResult query={accounts}>
      {(all) => {
        const account = all.find(takesPayments);
        const most = account?.account_max_amount ?? usualAmount;
        const text = codeSamples[language]({
          baseUrl: location.origin,
          accountId: account?.account_id ?? "ACCOUNT_ID",
          amount: Math.max(account?.account_min_amount ?? 1, Math.min(usualAmount, most)),
          now,
        });
        return (
          <div class="code-sample">
            <p class="hint">{t.apiKeys.sampleHint}</p>
            {!account && (
              <Notice tone="warning">
                <p>
                  {t.apiKeys.noAccount} <Link to="/accounts/new">{t.common.addAccount}</Link>
                </p>
              </Notice>
            )}
            <div class="code-languages" role="group" aria-label={t.apiKeys.languages}>
              {sampleLanguages.map((each) => (
                <Button
                  key={each}
                  aria-pressed={each === language}
                  onClick={() => setLanguage(each)}
                >
                  {each}
                </Button>
              ))}
            </div>
            <pre tabIndex={0} role="region" aria-label={t.apiKeys.sample}>
              {text}
            </pre>
            <div class="actions">
              <CopyButton text={text} />
            </div>
          </div>
        );
      }}
    </QueryResult>
  );
}

/** Links to the guides for developers. */
export function Guides() {
  const links = [
    ["/docs/first-api-payment", t.apiKeys.guides.first],
    ["/docs/api", t.apiKeys.guides.api],
    ["/docs/languages", t.apiKeys.guides.languages],
    ["/docs/webhooks", t.apiKeys.guides.webhooks],
    ["/docs/errors", t.apiKeys.guides.errors],
    ["/docs/request-log", t.apiKeys.guides.requests],
  ] as const;
  return (
    <ul class="guides">
      {links.map(([address, text]) => (
        <li key={address}>
          <a href={address} target="_blank" rel="noreferrer">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
