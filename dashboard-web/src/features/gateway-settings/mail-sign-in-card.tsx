import { call } from "../../base/api.ts";
import type { GatewayMailClient, GatewayMailSignIn } from "../../base/generated/types.gen.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Done, Field, Form, Renewed, Submit } from "../../ui/form.tsx";
import { Card } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

interface MailSignInCardProps {
  mailSignIn: GatewayMailSignIn;
  reload(): Promise<void>;
}

type Provider = "google" | "microsoft";

const providers: readonly Provider[] = ["google", "microsoft"];

/** The OAuth clients with which people connect mailboxes at Google and Microsoft without a password. */
export const MailSignInCard = ({ mailSignIn, reload }: MailSignInCardProps) => (
  <Card title={t.server.mailSignIn}>
    <p class="hint">{t.server.mailSignInHint}</p>
    <Copyable label={t.server.redirectUrl} text={mailSignIn.redirect_url} />
    {providers.map((provider) => (
      <ClientForm
        key={provider}
        provider={provider}
        client={mailSignIn[provider]}
        reload={reload}
      />
    ))}
  </Card>
);

interface ClientFormProps {
  provider: Provider;
  /** null if no client is set. */
  client: GatewayMailClient | null;
  reload(): Promise<void>;
}

const ClientForm = ({ provider, client, reload }: ClientFormProps) => (
  <details class="mail-client" open={client !== null}>
    <summary>{t.server.mailProviders[provider]}</summary>
    {client?.set_by === "start" ? (
      <p>{t.server.atStart}</p>
    ) : (
      <Form
        label={t.server.mailProviders[provider]}
        said={t.common.saved}
        initial={client}
        submit={async (values) => {
          await call("changeGatewayMailClient", {
            body: {
              provider,
              client_id: values("client_id").trim(),
              client_secret: values("client_secret").trim(),
            },
          });
          await reload();
        }}
      >
        <Field
          name="client_id"
          label={t.server.clientId}
          hint={t.server.clientIdHints[provider]}
          autoComplete="off"
        />
        <Renewed>
          <Field
            name="client_secret"
            type="password"
            label={t.server.clientSecret}
            autoComplete="new-password"
          />
        </Renewed>
        <div class="actions">
          <Submit>{t.common.save}</Submit>
          <Done />
        </div>
      </Form>
    )}
    {client?.set_by === "dashboard" && (
      <ConfirmButton
        title={`${t.server.removeClient(t.server.mailProviders[provider])}?`}
        action={t.server.removeClient(t.server.mailProviders[provider])}
        submit={() =>
          call("removeGatewaySetting", { path: { setting_name: provider } }).then(reload)
        }
      >
        {t.server.removeClientHint}
      </ConfirmButton>
    )}
  </details>
);
