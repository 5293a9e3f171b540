import { useMemo, useState } from "preact/hooks";
import { Refusal, registerForwarder } from "../../base/api.ts";
import type { DashboardAccount } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useQuery } from "../../base/use-query.ts";
import { sourcesTexts as t } from "./sources-texts.ts";
import { Choice, Form, Submit } from "../../ui/form.tsx";
import { type Forwarder, nameOf } from "./forwarders.ts";
import type { BankApp } from "./macrodroid-file.ts";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Copyable, Secret } from "../../ui/secret.tsx";
import { TextFileButton } from "../../ui/text-file-button.tsx";

interface ForwarderAddressProps {
  server: string;
  pairingToken: string;
  /** The apps to choose from, at least one. */
  apps: readonly [Forwarder, ...Forwarder[]];
}

interface MadeAddress {
  app: Forwarder;
  /** The bank's app, for a forwarder that must name it. */
  bank: BankApp | undefined;
  token: string;
}

/**
 * Registers a forwarder app, because the app cannot register itself. Shows the values to type into
 * the app.
 */
export function ForwarderAddress({ server, pairingToken, apps }: ForwarderAddressProps) {
  const [made, setMade] = useState<MadeAddress | null>(null);
  const [hasEnded, setEnded] = useState(false);

  async function register(app: Forwarder, bank: BankApp | undefined) {
    try {
      const { device_token } = await registerForwarder(pairingToken, app.name);
      setMade({ app, bank, token: device_token });
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
  register(app: Forwarder, bank: BankApp | undefined): Promise<void>;
}

function AddressForm({ apps: [first, ...others], register }: AddressFormProps) {
  const [app, setApp] = useState(first);
  const apps = [first, ...others];
  const banks = useQuery("listAccountChoices", {});
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  return (
    <Form
      submit={(value) => {
        const chosen = value("bank_app");
        return register(
          app,
          banks.data?.apps.find(({ app_package }) => app_package === chosen),
        );
      }}
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
      {needsBank(app) && (
        <QueryResult query={banks}>
          {(choices) => (
            <QueryResult query={accounts}>
              {(own) => (
                <Choice
                  name="bank_app"
                  label={t.devices.bankApp}
                  options={ownFirst(choices.apps, own).map(({ app_package, app_name }) => [
                    app_package,
                    app_name,
                  ])}
                />
              )}
            </QueryResult>
          )}
        </QueryResult>
      )}
      <Submit>{t.devices.forwarderMake}</Submit>
    </Form>
  );
}

/** Puts the apps of the shop's own accounts first, so that one of them is preselected. */
const ownFirst = (apps: readonly BankApp[], accounts: readonly DashboardAccount[]) => {
  const isOwn = ({ app_package }: BankApp) =>
    accounts.some((account) => account.app_package === app_package);
  return [...apps.filter(isOwn), ...apps.filter((app) => !isOwn(app))];
};

const needsBank = ({ template, file }: Forwarder): boolean =>
  file !== undefined || typeof template === "function";

function SetUp({ server, app, bank, token }: MadeAddress & { server: string }) {
  const address = `${server}/worker/notify/${token}?preset=${app.preset}`;
  const template =
    typeof app.template === "function" ? app.template(bank?.app_package ?? "") : app.template;
  const typed = (
    <>
      <Secret label={t.devices.forwarderAddress(app.name)} text={address} />
      {template !== undefined && <Copyable label={t.devices.forwarderTemplate} text={template} />}
    </>
  );
  const steps = t.devices.forwarderSetUp(app.preset, {
    bankApp: bank?.app_name ?? "",
    task: bank ? nameOf(bank) : "",
  });
  const imported = app.file && bank && { file: app.file, bank };
  return (
    <div class="form">
      {imported ? <FileToImport app={app} address={address} {...imported} /> : typed}
      <ol class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {imported && (
        <details>
          <summary>{t.devices.createYourself}</summary>
          <div class="form">
            {typed}
            <p>{t.devices.createYourselfHint[app.preset]}</p>
          </div>
        </details>
      )}
      <p>
        <a href="/docs/forwarders" target="_blank">
          {t.devices.forwarderGuide}
        </a>
      </p>
      <p>{t.devices.forwarderApprove}</p>
    </div>
  );
}

interface FileToImportProps {
  app: Forwarder;
  file: NonNullable<Forwarder["file"]>;
  address: string;
  bank: BankApp;
}

/** The file contains the source's secret address, and random ids, so it is written once. */
function FileToImport({ app, file, address, bank }: FileToImportProps) {
  const text = useMemo(() => file.write({ address, bank }), [file, address, bank]);
  return (
    <>
      <p>{t.devices.fileHint}</p>
      <TextFileButton name={file.name} text={text} tone="primary">
        {t.devices.fileFor[app.preset]}
      </TextFileButton>
    </>
  );
}
