import { useState } from "preact/hooks";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call } from "../../base/api.ts";
import type { GatewayPublicAddress, PublicAddressTrial } from "../../base/generated/types.gen.ts";
import { withHttps } from "../../base/with-https.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Done, Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";
import { Trial, TrialProblem } from "./trial.tsx";
import { Tunnel } from "./tunnel.tsx";

interface PublicAddressProps {
  address: GatewayPublicAddress;
  reload(): Promise<void>;
}

export const PublicAddressCard = ({ address, reload }: PublicAddressProps) => (
  <Card title={t.server.publicAddress}>
    <p class="hint">{t.server.publicAddressHint}</p>
    <AddressInForce address={address} />
    <PublicAddressForm address={address} reload={reload} />
    {address.tunnel && <Tunnel tunnel={address.tunnel} look={reload} reload={reload} />}
    {address.set_by === "dashboard" && !isOfTunnel(address) && (
      <ConfirmButton
        title={`${t.server.removeAddress}?`}
        action={t.server.removeAddress}
        submit={() =>
          call("removeGatewaySetting", { path: { setting_name: "public_address" } }).then(reload)
        }
      >
        {t.server.removeAddressHint}
      </ConfirmButton>
    )}
  </Card>
);

const isOfTunnel = ({ tunnel }: GatewayPublicAddress) => tunnel !== null && tunnel.state !== "off";

/** Shows the current address, and the devices that cannot open it. */
export const AddressInForce = ({ address: { url } }: Pick<PublicAddressProps, "address">) => (
  <>
    <dl class="facts">
      <Fact name={t.server.addressInForce}>{url}</Fact>
    </dl>
    {reachOf(url) !== "internet" && <Notice tone="warning">{t.server.reach[reachOf(url)]}</Notice>}
  </>
);

/** Changes the address. A saved address is tested at once, also one that is saved again. */
export function PublicAddressForm({ address, reload }: PublicAddressProps) {
  const [saved, setSaved] = useState<{ url: string; time: number } | null>(null);
  return (
    <>
      {address.set_by === "start" ? (
        <p>{t.server.addressAtStart}</p>
      ) : (
        <AddressForm
          address={address}
          reload={reload}
          onSaved={(url) => setSaved({ url, time: (saved?.time ?? 0) + 1 })}
        />
      )}
      <AddressTrial key={saved?.time} address={address} startsAtOnce={address.url === saved?.url} />
    </>
  );
}

interface AddressTrialProps extends Pick<PublicAddressProps, "address"> {
  startsAtOnce?: boolean;
}

/** Tests an address that a person has set. */
export const AddressTrial = ({ address, startsAtOnce = false }: AddressTrialProps) =>
  address.set_by === null ? null : (
    <Trial
      key={address.url}
      action={t.server.testAddress}
      startsAtOnce={startsAtOnce}
      run={() => call("testGatewayPublicAddress", { body: {} })}
      children={(trial) => <Tried {...trial} />}
    />
  );

interface AddressFormProps extends PublicAddressProps {
  onSaved(url: string): void;
}

const AddressForm = ({ address, reload, onSaved }: AddressFormProps) => (
  <Form
    label={t.server.publicAddress}
    said={t.common.saved}
    initial={{ url: address.set_by === "dashboard" && !isOfTunnel(address) ? address.url : "" }}
    submit={async (values) => {
      const url = withHttps(values("url")).replace(/\/+$/u, "");
      const { public_address } = await call("changeGatewayPublicAddress", { body: { url } });
      onSaved(public_address.url);
      await reload();
    }}
  >
    <Field
      key={`${address.set_by} ${address.url}`}
      name="url"
      label={t.server.publicAddress}
      hint={t.server.publicAddressFieldHint}
      autoCapitalize="none"
      autoComplete="off"
      inputMode="url"
    />
    <div class="actions">
      <Submit>{t.common.save}</Submit>
      <Done isOver={address.set_by !== "dashboard"} />
    </div>
  </Form>
);

const Tried = ({ url, problem, http_status, has_untrusted_proxy }: PublicAddressTrial) =>
  problem === null ? (
    <>
      <Notice tone="good">{t.server.addressWorks(url)}</Notice>
      {has_untrusted_proxy && (
        <Notice tone="warning">
          <p>{t.server.untrustedProxy}</p>
          <Copyable label={t.server.variable} text="TRUST_PROXY=1" />
        </Notice>
      )}
    </>
  ) : (
    <TrialProblem
      problem={t.server.addressProblems[problem]}
      words={http_status === null ? null : `HTTP ${http_status}`}
    />
  );
