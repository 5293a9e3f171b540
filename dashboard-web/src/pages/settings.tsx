import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { changesOf } from "../changes-of.ts";
import { Done, Field, Form, Submit, Tick } from "../components/form.tsx";
import { Answered, Card, Page } from "../components/page.tsx";
import { useSession } from "../session.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { settingsTexts } from "./settings-texts.ts";
import { signUpTexts } from "./sign-up-texts.ts";

export function Settings() {
  const { t, announce } = useWords(settingsTexts, signUpTexts);
  const { refresh } = useSession();
  const settings = useQuery("getSettings", {});
  const [isSaved, setSaved] = useState(false);
  return (
    <Page title={t.menu.settings} hint={t.settings.hint}>
      <Card>
        <Answered query={settings}>
          {(data) => (
            <Form
              label={t.menu.settings}
              submit={async (values) => {
                const wanted = {
                  merchant_name: values("merchant_name"),
                  logo_url: values("logo_url") || null,
                  accent_color: values("accent_color") || null,
                  refuse_offline_accounts: values("refuse_offline_accounts") === "on",
                };
                await call("changeSettings", { body: changesOf(data, wanted) });
                await Promise.all([settings.reload(), refresh()]);
                setSaved(true);
                announce(t.common.saved);
              }}
            >
              <Field
                name="merchant_name"
                label={t.signUp.merchantName}
                hint={t.signUp.merchantNameHint}
                autoCapitalize="words"
                defaultValue={data.merchant_name}
              />
              <Field
                name="logo_url"
                label={t.settings.logo}
                hint={t.settings.logoHint}
                placeholder="https://"
                defaultValue={data.logo_url ?? ""}
              />
              <Field
                name="accent_color"
                label={t.settings.color}
                hint={t.settings.colorHint}
                placeholder="#0a7d55"
                defaultValue={data.accent_color ?? ""}
              />
              <Tick
                name="refuse_offline_accounts"
                label={t.settings.refuseOffline}
                isTicked={data.refuse_offline_accounts}
              />
              <div class="actions">
                <Submit>{t.common.save}</Submit>
                {isSaved && <Done>{t.common.saved}</Done>}
              </div>
            </Form>
          )}
        </Answered>
      </Card>
    </Page>
  );
}
