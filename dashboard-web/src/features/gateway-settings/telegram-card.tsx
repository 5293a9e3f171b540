import { call } from "../../base/api.ts";
import { Link } from "../../base/router.tsx";
import type { GatewayTelegram } from "../../base/generated/types.gen.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Done, Field, Form, Renewed, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";
import { Trial, TrialProblem } from "./trial.tsx";

interface TelegramCardProps {
  /** null if there is no bot. */
  telegram: GatewayTelegram | null;
  reload(): Promise<void>;
}

export const TelegramCard = ({ telegram, reload }: TelegramCardProps) => (
  <Card title={t.server.telegram}>
    <p class="hint">{t.server.telegramHint}</p>
    {telegram?.set_by === "start" ? (
      <p>{t.server.atStart}</p>
    ) : (
      <BotForm telegram={telegram} reload={reload} />
    )}
    {telegram && (
      <Trial
        action={t.server.testBot}
        run={() => call("testGatewayTelegram", { body: {} })}
        children={({ bot_name, problem, response }) =>
          problem === null ? (
            <Notice tone="good">
              <p>{t.server.botWorks(bot_name ?? "")}</p>
              <p>
                <Link to="/notices">{t.server.connectChat}</Link>
              </p>
            </Notice>
          ) : (
            <TrialProblem problem={t.server.botProblems[problem]} words={response} />
          )
        }
      />
    )}
    {telegram?.set_by === "dashboard" && (
      <ConfirmButton
        title={`${t.server.removeBot}?`}
        action={t.server.removeBot}
        submit={() =>
          call("removeGatewaySetting", { path: { setting_name: "telegram" } }).then(reload)
        }
      >
        {t.server.removeBotHint}
      </ConfirmButton>
    )}
  </Card>
);

const BotForm = ({ telegram, reload }: TelegramCardProps) => (
  <Form
    label={t.server.telegram}
    said={t.common.saved}
    submit={async (values) => {
      await call("changeGatewayTelegram", { body: { bot_token: values("bot_token").trim() } });
      await reload();
    }}
  >
    <Renewed>
      <Field
        name="bot_token"
        type="password"
        label={t.server.token}
        hint={telegram ? t.server.tokenKept(telegram.bot_id) : t.server.tokenHint}
        autoComplete="new-password"
      />
    </Renewed>
    <div class="actions">
      <Submit>{t.common.save}</Submit>
      <Done />
    </div>
  </Form>
);
