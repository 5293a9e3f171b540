import { call } from "../../base/api.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import { Card, Columns, Page } from "../../ui/page.tsx";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { useAnnounce } from "../../base/announce.tsx";
import { useState } from "preact/hooks";
import { securityTexts as t } from "./security-texts.ts";

export const Security = () => (
  <Page title={t.menu.security} hint={t.security.hint}>
    <Columns>
      <div>
        <TwoFactorCard />
        <OpenSessions />
      </div>
      <div>
        <PasswordCard />
      </div>
    </Columns>
  </Page>
);

function PasswordCard() {
  const announce = useAnnounce();
  const [changes, setChanges] = useState(0);
  return (
    <Card title={t.common.password}>
      {changes > 0 && <p class="done">{t.security.passwordChanged}</p>}
      <Form
        key={changes}
        label={t.common.password}
        submit={async (values) => {
          await call("changePassword", {
            body: {
              current_password: values("current_password"),
              new_password: values("new_password"),
            },
          });
          setChanges((count) => count + 1);
          announce(t.security.passwordChanged);
        }}
      >
        <Field
          name="current_password"
          type="password"
          label={t.security.currentPassword}
          autoComplete="current-password"
        />
        <NewPasswordField name="new_password" label={t.security.newPassword} />
        <Submit>{t.security.changePassword}</Submit>
      </Form>
    </Card>
  );
}
