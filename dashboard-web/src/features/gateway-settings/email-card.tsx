import { useState } from "preact/hooks";
import { call, Refusal } from "../../base/api.ts";
import type { FieldProblem, GatewayEmail } from "../../base/generated/types.gen.ts";
import { useMerchant } from "../../base/session.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Choice, Done, Field, Form, Submit, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";
import { Trial, TrialProblem } from "./trial.tsx";

interface EmailCardProps {
  /** null if no email server is set. */
  email: GatewayEmail | null;
  reload(): Promise<void>;
}

export const EmailCard = ({ email, reload }: EmailCardProps) => (
  <Card title={t.server.email}>
    <p class="hint">{t.server.emailHint}</p>
    {email?.set_by === "start" ? (
      <EmailAtStart email={email} />
    ) : (
      <EmailForm email={email} reload={reload} />
    )}
    {email && (
      <Trial
        action={t.server.test}
        run={() => call("testGatewayEmail", { body: {} })}
        children={({ sent_to, problem, server_response }) =>
          problem === null ? (
            <Notice tone="good">{t.server.sent(sent_to)}</Notice>
          ) : (
            <TrialProblem problem={t.server.mailProblems[problem]} words={server_response} />
          )
        }
      />
    )}
    {email?.set_by === "dashboard" && (
      <ConfirmButton
        title={`${t.server.removeEmail}?`}
        action={t.server.removeEmail}
        submit={() =>
          call("removeGatewaySetting", { path: { setting_name: "email" } }).then(reload)
        }
      >
        {t.server.removeEmailHint}
      </ConfirmButton>
    )}
  </Card>
);

const EmailAtStart = ({ email }: { email: GatewayEmail }) => (
  <>
    <p>{t.server.atStart}</p>
    <dl class="facts">
      <Fact name={t.server.host}>
        {email.host}:{email.port}
      </Fact>
      <Fact name={t.server.senderName}>{email.sender_name}</Fact>
      <Fact name={t.server.senderAddress}>{email.sender_address}</Fact>
    </dl>
  </>
);

/**
 * Names the missing password beside the other wrong fields. The server needs valid fields to know whether a saved
 * password fits, so it asks for the password only after the others.
 */
function withPassword(cause: unknown): never {
  if (!(cause instanceof Refusal) || cause.problems.length === 0) throw cause;
  const { code, message, problems } = cause;
  const password: FieldProblem = { path: ["password"], problem: { code: "required", params: {} } };
  throw new Refusal(code, message, { problems: [...problems, password] });
}

const gmail = { host: "smtp.gmail.com", port: 587 };

/** Gmail is the default, because most shops use it. Its server is known. */
function EmailForm({ email, reload }: EmailCardProps) {
  const { merchant_name } = useMerchant();
  const [provider, setProvider] = useState(!email || email.host === gmail.host ? "gmail" : "other");
  const isGmail = provider === "gmail";

  const serverOf = (values: Values) =>
    isGmail
      ? { ...gmail, user_name: values("sender_address").trim() }
      : {
          host: values("host").trim(),
          port: Number(values("port")),
          user_name: values("user_name").trim(),
        };

  return (
    <Form
      label={t.server.email}
      said={t.common.saved}
      initial={email ?? { sender_name: merchant_name, port: gmail.port }}
      submit={async (values) => {
        const server = serverOf(values);
        const password = values("password");
        const lacksPassword =
          password === "" && !email?.has_password && (isGmail || server.user_name !== "");
        const saved = call("changeGatewayEmail", {
          body: {
            ...server,
            password,
            sender_name: values("sender_name").trim(),
            sender_address: values("sender_address").trim(),
          },
        });
        await (lacksPassword ? saved.catch(withPassword) : saved);
        await reload();
      }}
    >
      <div class="field-columns">
        <Choice
          name="provider"
          label={t.server.provider}
          options={[
            ["gmail", t.server.gmail],
            ["other", t.server.otherProvider],
          ]}
          chosen={provider}
          onChange={(event) => setProvider(event.currentTarget.value)}
        />
        {!isGmail && (
          <>
            <Field
              name="host"
              label={t.server.host}
              hint={t.server.hostHint}
              inputMode="url"
              autoComplete="off"
            />
            <Field
              name="port"
              label={t.server.port}
              hint={t.server.portHint}
              inputMode="numeric"
              autoComplete="off"
            />
            <Field
              name="user_name"
              label={t.server.user}
              isOptional
              hint={t.server.userHint}
              autoComplete="off"
            />
          </>
        )}
        <Field
          name="sender_address"
          type="email"
          label={t.server.senderAddress}
          autoComplete="off"
        />
        <Field
          name="password"
          type="password"
          label={t.common.password}
          isOptional={email?.has_password}
          hint={
            email?.has_password ? t.server.kept : isGmail ? t.server.gmailPasswordHint : undefined
          }
          autoComplete="new-password"
        />
        <Field name="sender_name" label={t.server.senderName} autoCapitalize="words" />
      </div>
      <div class="actions">
        <Submit>{t.common.save}</Submit>
        <Done />
      </div>
    </Form>
  );
}
