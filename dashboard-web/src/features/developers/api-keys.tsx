import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { CodeSample, Guides } from "./code-sample.tsx";
import { ConfirmButton, Dialog, FormDialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Field, Tick, type Values } from "../../ui/form.tsx";
import { Empty } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { Secret } from "../../ui/secret.tsx";
import type { CreatedApiKey, ListedApiKey } from "../../base/generated/types.gen.ts";
import { useSession } from "../../base/session.tsx";
import { testMode } from "../../base/payment-path.ts";
import { useQuery } from "../../base/use-query.ts";
import { apiKeysTexts as t } from "./api-keys-texts.ts";
import { Button } from "../../ui/button.tsx";

export function ApiKeys() {
  const keys = useQuery("listApiKeys", {});
  const { refresh } = useSession();
  // The menu has the developers' pages while there is a key.
  const reload = () => Promise.all([keys.reload(), refresh()]).then(() => undefined);
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button tone="primary" icon="plus" onClick={() => setCreating(true)}>
      {t.apiKeys.create}
    </Button>
  );

  return (
    <Page title={t.menu.apiKeys} hint={t.apiKeys.hint} actions={create}>
      <QueryResult query={keys}>
        {(data) =>
          data.length === 0 ? (
            <Empty icon="keys" title={t.apiKeys.none}>
              {t.apiKeys.noneHint}
            </Empty>
          ) : (
            <ul class="rows">
              {data.map((key) => (
                <KeyRow key={key.key_id} apiKey={key} onRevoked={reload} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      {keys.data !== null && keys.data.length > 0 && (
        <Card title={t.apiKeys.sample}>
          <CodeSample />
        </Card>
      )}
      <Card title={t.apiKeys.testTitle}>
        <p>{t.apiKeys.testHint}</p>
        <div class="actions">
          <Button to={`/payments?${testMode}`}>{t.apiKeys.toTests}</Button>
          <Button href="/docs/testing" target="_blank" rel="noreferrer">
            {t.apiKeys.aboutTests}
          </Button>
        </div>
      </Card>
      <Card title={t.apiKeys.guidesTitle}>
        <p>{t.apiKeys.webhookSecret}</p>
        <div class="actions">
          <Button to="/webhooks">{t.apiKeys.toWebhooks}</Button>
          <Button to="/requests">{t.apiKeys.toRequests}</Button>
        </div>
        <Guides />
      </Card>
      {isCreating && (
        <NewKeyDialog onCreated={() => void reload()} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}

function KeyRow({ apiKey, onRevoked }: { apiKey: ListedApiKey; onRevoked(): Promise<void> }) {
  const { key_id, label, key_prefix, is_test, created_at, last_used_at } = apiKey;
  return (
    <li class="row">
      <div class="row-title">
        <strong>{label ?? t.apiKeys.unnamed}</strong>
        <code>{key_prefix}…</code>
        {is_test && <span class="tag warning">{t.apiKeys.test}</span>}
      </div>
      <dl>
        <Fact name={t.common.created} at={created_at} />
        <Fact name={t.common.lastUsed} at={last_used_at} otherwise={t.common.never} />
      </dl>
      <ConfirmButton
        of={label ?? key_prefix}
        title={t.apiKeys.revokeTitle(label ?? key_prefix)}
        action={t.common.revoke}
        submit={() => call("revokeApiKey", { path: { key_id } }).then(onRevoked)}
      >
        {t.apiKeys.revokeHint}
      </ConfirmButton>
    </li>
  );
}

function NewKeyDialog({ onCreated, onClose }: { onCreated(): void; onClose(): void }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);

  async function create(values: Values) {
    setCreated(
      await call("createApiKey", {
        body: { label: values("label"), is_test: values("is_test") === "on" },
      }),
    );
    onCreated();
  }

  if (created) {
    return (
      <Dialog title={t.apiKeys.createdTitle} onClose={onClose}>
        <Secret label={t.apiKeys.useIt} text={created.api_key} />
        <p class="hint">{t.apiKeys.keepIt}</p>
        {created.webhook_secret !== null && (
          <>
            <Secret label={t.apiKeys.testSecret} text={created.webhook_secret} />
            <p class="hint">{t.apiKeys.testSecretHint}</p>
          </>
        )}
        <h3>{t.apiKeys.sample}</h3>
        <CodeSample />
        <div class="dialog-actions">
          <Button tone="primary" onClick={onClose}>
            {t.common.kept}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t.apiKeys.create}
      action={t.apiKeys.create}
      submit={create}
      onClose={onClose}
      staysOpen
    >
      <Field name="label" label={t.apiKeys.label} hint={t.apiKeys.labelHint} autoFocus />
      <Tick name="is_test" label={t.apiKeys.isTest} />
    </FormDialog>
  );
}
