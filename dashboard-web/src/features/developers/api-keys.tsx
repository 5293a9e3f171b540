import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { CodeSample, Guides } from "./code-sample.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Field, Form, Submit, Tick, type Values } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Answered, Card, Page } from "../../ui/page.tsx";
import { Secret } from "../../ui/secret.tsx";
import type { CreatedApiKey, ListedApiKey } from "../../base/generated/types.gen.ts";
import { testMode } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { apiKeysTexts as t } from "./api-keys-texts.ts";

export function ApiKeys() {
  const keys = useQuery("listApiKeys", {});
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ListedApiKey | null>(null);
  const create = (
    <button type="button" class="button primary" onClick={() => setCreating(true)}>
      <Icon name="plus" />
      {t.apiKeys.create}
    </button>
  );

  return (
    <Page title={t.menu.apiKeys} hint={t.apiKeys.hint} actions={create}>
      <Answered query={keys}>
        {(data) =>
          data.length === 0 ? (
            <Empty icon="keys" title={t.apiKeys.none}>
              <p>{t.apiKeys.noneHint}</p>
            </Empty>
          ) : (
            <ul class="rows">
              {data.map((key) => (
                <KeyRow key={key.key_id} apiKey={key} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )
        }
      </Answered>
      {keys.data !== null && keys.data.length > 0 && (
        <Card title={t.apiKeys.sample}>
          <CodeSample />
        </Card>
      )}
      <Card title={t.apiKeys.testTitle}>
        <p>{t.apiKeys.testHint}</p>
        <div class="actions">
          <Link class="button" to={`/payments?${testMode}`}>
            {t.apiKeys.toTests}
          </Link>
          <a class="button" href="/docs/testing" target="_blank" rel="noreferrer">
            {t.apiKeys.aboutTests}
          </a>
        </div>
      </Card>
      <Card title={t.apiKeys.guidesTitle}>
        <p>{t.apiKeys.webhookSecret}</p>
        <div class="actions">
          <Link class="button" to="/webhooks">
            {t.apiKeys.toWebhooks}
          </Link>
          <Link class="button" to="/requests">
            {t.apiKeys.toRequests}
          </Link>
        </div>
        <Guides />
      </Card>
      {isCreating && (
        <NewKeyDialog onCreated={() => void keys.reload()} onClose={() => setCreating(false)} />
      )}
      {revoking && (
        <ConfirmDialog
          title={t.apiKeys.revokeTitle(revoking.label ?? revoking.key_prefix)}
          action={t.apiKeys.revoke}
          submit={async () => {
            await call("revokeApiKey", { path: { key_id: revoking.key_id } });
            await keys.reload();
          }}
          onClose={() => setRevoking(null)}
        >
          <p>{t.apiKeys.revokeHint}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ListedApiKey; onRevoke(): void }) {
  const { label, key_prefix, is_test, created_at, last_used_at } = apiKey;
  return (
    <li class="row">
      <div class="row-title">
        <strong>{label ?? t.apiKeys.unnamed}</strong>
        <code>{key_prefix}…</code>
        {is_test && <span class="tag warning">{t.apiKeys.test}</span>}
      </div>
      <dl>
        <Fact name={t.common.created}>
          <Moment at={created_at} />
        </Fact>
        <Fact name={t.common.lastUsed}>
          {last_used_at ? <Moment at={last_used_at} /> : t.common.never}
        </Fact>
      </dl>
      <button type="button" class="button danger-text" onClick={onRevoke}>
        {t.apiKeys.revoke}
        <span class="off-screen"> {label ?? key_prefix}</span>
      </button>
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
          <button type="button" class="button primary" onClick={onClose}>
            {t.common.kept}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.apiKeys.create} onClose={onClose}>
      <Form submit={create}>
        <Field name="label" label={t.apiKeys.label} hint={t.apiKeys.labelHint} autoFocus />
        <Tick name="is_test" label={t.apiKeys.isTest} isTicked={false} />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            {t.common.back}
          </button>
          <Submit>{t.apiKeys.create}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
