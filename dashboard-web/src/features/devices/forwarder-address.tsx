import { useState } from "preact/hooks";
import { Refusal, registerForwarder } from "../../base/api.ts";
import { devicesTexts as t } from "./devices-texts.ts";
import { Choice, Form, Submit } from "../../ui/form.tsx";
import { forwarders, type Forwarder } from "./forwarders.ts";
import { Notice } from "../../ui/notice.tsx";
import { Copyable, Secret } from "../../ui/secret.tsx";

interface ForwarderAddressProps {
  server: string;
  pairingToken: string;
  /** The pairing code is used up then. */
  onMade(): void;
}

/** Registers a forwarder app, which cannot do it itself, and shows what to type into it. */
export function ForwarderAddress({ server, pairingToken, onMade }: ForwarderAddressProps) {
  const [made, setMade] = useState<{ app: Forwarder; token: string } | null>(null);
  const [hasEnded, setEnded] = useState(false);

  async function register(preset: string) {
    const app = forwarders.find((each) => each.preset === preset);
    if (!app) return;
    try {
      const { device_token } = await registerForwarder(pairingToken, app.name);
      setMade({ app, token: device_token });
      onMade();
    } catch (cause) {
      // This 401 is about the pairing code, not the session.
      if (!(cause instanceof Refusal) || cause.code !== "unauthorized") throw cause;
      setEnded(true);
    }
  }

  if (made) {
    const { app, token } = made;
    return (
      <div class="form">
        <Secret
          label={t.devices.forwarderAddress(app.name)}
          text={`${server}/worker/notify/${token}?preset=${app.preset}`}
        />
        <p>{t.devices.forwarderSetUp(app.preset)}</p>
        {app.template && <Copyable label={t.devices.forwarderTemplate} text={app.template} />}
        <p>
          <a href="/docs/forwarders" target="_blank">
            {t.devices.forwarderGuide}
          </a>
        </p>
        <p>{t.devices.forwarderApprove}</p>
      </div>
    );
  }
  return (
    <>
      {hasEnded && <Notice tone="warning">{t.devices.offerEnded}</Notice>}
      <p>{t.devices.forwarderHint}</p>
      <Form submit={(value) => register(value("preset"))} label={t.devices.forwarder}>
        <Choice
          name="preset"
          label={t.devices.forwarderApp}
          options={forwarders.map(({ preset, name }) => [preset, name])}
        />
        <Submit>{t.devices.forwarderMake}</Submit>
      </Form>
    </>
  );
}
