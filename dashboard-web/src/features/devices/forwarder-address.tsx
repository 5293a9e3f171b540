import { useState } from "preact/hooks";
import { Refusal, registerForwarder } from "../../base/api.ts";
import { useQuery } from "../../base/use-query.ts";
import { devicesTexts as t } from "./devices-texts.ts";
import { Choice, Form, Submit } from "../../ui/form.tsx";
import type { Forwarder } from "./forwarders.ts";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Copyable, Secret } from "../../ui/secret.tsx";

interface ForwarderAddressProps {
  server: string;
  pairingToken: string;
  /** The apps to choose from, at least one. */
  apps: readonly [Forwarder, ...Forwarder[]];
}

interface MadeAddress {
  app: Forwarder;
  /** The package of the bank's app, for a forwarder that does not know it. */
  bankApp: string;
  token: string;
}

/** Registers a forwarder app, which cannot do it itself, and shows what to type into it. */
export function ForwarderAddress({ server, pairingToken, apps }: ForwarderAddressProps) {
  const [made, setMade] = useState<MadeAddress | null>(null);
  const [hasEnded, setEnded] = useState(false);

  async function register(app: Forwarder, bankApp: string) {
    try {
      const { device_token } = await registerForwarder(pairingToken, app.name);
      setMade({ app, bankApp, token: device_token });
    } catch (cause) {
      // This 401 is about the pairing code, not the session.
      if (!(cause instanceof Refusal) || cause.code !== "unauthorized") throw cause;
      setEnded(true);
    }
  }

  if (made) return <SetUp server={server} {...made} />;
  return (
    <>
      {hasEnded && <Notice tone="warning">{t.devices.offerEnded}</Notice>}
      <p>{t.devices.forwarderHint}</p>
      <AddressForm apps={apps} register={register} />
    </>
  );
}

interface AddressFormProps {
  apps: ForwarderAddressProps["apps"];
  register(app: Forwarder, bankApp: string): Promise<void>;
}

function AddressForm({ apps: [first, ...others], register }: AddressFormProps) {
  const [app, setApp] = useState(first);
  const apps = [first, ...others];
  return (
    <Form
      submit={(value) => register(app, value("bank_app"))}
      label={t.devices.forwarderAddress(app.name)}
    >
      {others.length > 0 && (
        <Choice
          name="preset"
          label={t.devices.forwarderApp}
          options={apps.map(({ preset, name }) => [preset, name])}
          onChange={(event) =>
            setApp(apps.find(({ preset }) => preset === event.currentTarget.value) ?? first)
          }
        />
      )}
      {typeof app.template === "function" && <BankAppChoice />}
      <Submit>{t.devices.forwarderMake}</Submit>
    </Form>
  );
}

function BankAppChoice() {
  const choices = useQuery("listAccountChoices", {});
  return (
    <QueryResult query={choices}>
      {({ apps }) => (
        <Choice
          name="bank_app"
          label={t.devices.bankApp}
          options={apps.map(({ app_package, app_name }) => [app_package, app_name])}
        />
      )}
    </QueryResult>
  );
}

function SetUp({ server, app, bankApp, token }: MadeAddress & { server: string }) {
  const template = typeof app.template === "function" ? app.template(bankApp) : app.template;
  return (
    <div class="form">
      <Secret
        label={t.devices.forwarderAddress(app.name)}
        text={`${server}/worker/notify/${token}?preset=${app.preset}`}
      />
      {template !== undefined && <Copyable label={t.devices.forwarderTemplate} text={template} />}
      <ol class="steps">
        {t.devices.forwarderSetUp(app.preset).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href="/docs/forwarders" target="_blank">
          {t.devices.forwarderGuide}
        </a>
      </p>
      <p>{t.devices.forwarderApprove}</p>
    </div>
  );
}
