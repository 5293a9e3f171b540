import { call } from "../../base/api.ts";
import type { GatewaySignUp } from "../../base/generated/types.gen.ts";
import { Done, Form, Submit, Tick } from "../../ui/form.tsx";
import { Card } from "../../ui/page.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

interface SignUpCardProps {
  signUp: GatewaySignUp;
  reload(): Promise<void>;
}

export const SignUpCard = ({ signUp, reload }: SignUpCardProps) => (
  <Card title={t.server.signUp}>
    {signUp.set_by === "start" || (
      <div class="hint">
        <p>{t.server.ifSignUpIsOpen}</p>
        <ul class="consequences">
          {t.server.signUpMeans.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      </div>
    )}
    {signUp.set_by === "start" ? (
      <>
        <p>{signUp.is_open ? t.server.signUpIsOpen : t.server.signUpIsClosed}</p>
        <p>{t.server.atStart}</p>
      </>
    ) : (
      <Form
        label={t.server.signUp}
        said={t.common.saved}
        submit={async (values) => {
          await call("changeGatewaySignUp", { body: { is_open: values("is_open") === "on" } });
          await reload();
        }}
      >
        <Tick name="is_open" label={t.server.isOpen} isTicked={signUp.is_open} />
        <div class="actions">
          <Submit>{t.common.save}</Submit>
          <Done />
        </div>
      </Form>
    )}
  </Card>
);
