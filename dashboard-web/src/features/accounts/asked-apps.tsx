import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { SeenApp } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { May } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton, FormDialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { askedAppsTexts as t } from "./asked-apps-texts.ts";

/**
 * Lists apps that Tepat does not know and whose notifications look like incoming money. Hidden if there are
 * none.
 */
export function AskedApps() {
  const choices = useQuery("listAccountChoices", {});
  const [accepted, setAccepted] = useState<SeenApp | null>(null);
  const apps = choices.data?.seen_apps ?? [];
  const asked = apps.filter(({ is_refused }) => !is_refused);
  const refused = apps.filter(({ is_refused }) => is_refused);
  if (apps.length === 0) return null;
  return (
    <May call="answerForApp">
      {asked.length > 0 && (
        <Card title={t.askedApps.title} class="asked-apps">
          <p class="hint">{t.askedApps.hint}</p>
          <ul>
            {asked.map((app) => (
              <li key={app.package_name} class="asked-app">
                <AppQuote app={app} />
                {app.has_known_name && <Notice tone="warning">{t.askedApps.knownName}</Notice>}
                <div class="actions">
                  <Button
                    tone={app.has_known_name ? "plain" : "primary"}
                    of={nameOf(app)}
                    onClick={() => setAccepted(app)}
                  >
                    {t.askedApps.yes}
                  </Button>
                  <ConfirmButton
                    buttonTone="plain"
                    of={nameOf(app)}
                    title={t.askedApps.no}
                    action={t.askedApps.no}
                    submit={() =>
                      call("answerForApp", {
                        path: { package_name: app.package_name },
                        body: { is_bank: false },
                      }).then(choices.reload)
                    }
                  >
                    <AppQuote app={app} />
                    <p>{t.askedApps.noHint}</p>
                  </ConfirmButton>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {refused.length > 0 && (
        <details class="refused-apps">
          <summary>{t.askedApps.refused}</summary>
          <ul>
            {refused.map((app) => (
              <li key={app.package_name} class="asked-app">
                <AppQuote app={app} />
                <Button tone="link" of={nameOf(app)} onClick={() => setAccepted(app)}>
                  {t.askedApps.yes}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {accepted && <AcceptDialog app={accepted} onClose={() => setAccepted(null)} />}
    </May>
  );
}

const nameOf = ({ app_name, package_name }: SeenApp): string => app_name ?? package_name;

/**
 * Quotes an app with its package, because any app can have any name, but a package belongs to one
 * app.
 */
const AppQuote = ({ app }: { app: SeenApp }) => (
  <div class="text-quote">
    <div class="attempt-head">
      <span class="asked-app-name">
        {app.app_name !== null && (
          <strong>
            <bdi>{app.app_name}</bdi>
          </strong>
        )}
        <code>{app.package_name}</code>
        <span class="hint">{t.askedApps.count(app.seen_count)}</span>
      </span>
      <Moment at={app.last_seen_at} />
    </div>
    {app.body !== null && (
      <blockquote>
        {app.title && <strong>{app.title}</strong>}
        <p>{app.body}</p>
      </blockquote>
    )}
  </div>
);

function AcceptDialog({ app, onClose }: { app: SeenApp; onClose(): void }) {
  const { go } = useRouter();
  return (
    <FormDialog
      title={t.askedApps.yesTitle}
      action={t.askedApps.add}
      submit={async (values) => {
        await call("answerForApp", {
          path: { package_name: app.package_name },
          body: { is_bank: true, app_name: values("app_name").trim() || null },
        });
        go(`/accounts/new?${new URLSearchParams({ app: app.package_name })}`);
      }}
      onClose={onClose}
    >
      <AppQuote app={app} />
      {app.has_known_name && <Notice tone="warning">{t.askedApps.knownName}</Notice>}
      <Notice tone="warning">{t.askedApps.yesHint}</Notice>
      <p>{t.askedApps.yesNext}</p>
      <Field
        name="app_name"
        label={t.askedApps.name}
        defaultValue={app.has_known_name ? "" : (app.app_name ?? "")}
        autoComplete="off"
      />
    </FormDialog>
  );
}
