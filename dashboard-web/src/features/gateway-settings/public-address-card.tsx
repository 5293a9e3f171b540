import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call } from "../../base/api.ts";
import type { GatewayPublicAddress, PublicAddressTrial } from "../../base/generated/types.gen.ts";
import { withHttps } from "../../base/with-https.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Done, Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";
import { Trial, TrialProblem } from "./trial.tsx";

interface PublicAddressCardProps {
  address: GatewayPublicAddress;
  reload(): Promise<void>;
}

export const PublicAddressCard = ({ address, reload }: PublicAddressCardProps) => (
  <Card title={t.server.publicAddress}>
    <p class="hint">{t.server.publicAddressHint}</p>
    <dl class="facts">
      <Fact name={t.server.addressInForce}>{address.url}</Fact>
    </dl>
    {reachOf(address.url) !== "internet" && (
      <Notice tone="warning">{t.server.reach[reachOf(address.url)]}</Notice>
    )}
    {address.set_by === "start" ? (
      <p>{t.server.addressAtStart}</p>
    ) : (
      <AddressForm address={address} reload={reload} />
    )}
    {address.set_by !== null && (
      <Trial
        key={address.url}
        action={t.server.testAddress}
        run={() => call("testGatewayPublicAddress", { body: {} })}
        children={(trial) => <Tried {...trial} />}
      />
    )}
    {address.set_by === "dashboard" && (
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

const AddressForm = ({ address: { url: current, set_by }, reload }: PublicAddressCardProps) => (
  <Form
    label={t.server.publicAddress}
    said={t.common.saved}
    initial={{ url: set_by === "dashboard" ? current : "" }}
    submit={async (values) => {
      const url = withHttps(values("url")).replace(/\/+$/u, "");
      await call("changeGatewayPublicAddress", { body: { url } });
      await reload();
    }}
  >
    <Field
      key={`${set_by} ${current}`}
      name="url"
      label={t.server.publicAddress}
      hint={t.server.publicAddressFieldHint}
      autoCapitalize="none"
      autoComplete="off"
    />
    <div class="actions">
      <Submit>{t.common.save}</Submit>
      <Done isOver={set_by !== "dashboard"} />
    </div>
  </Form>
);

const Tried = ({ url, problem, http_status }: PublicAddressTrial) =>
  problem === null ? (
    <Notice tone="good">{t.server.addressWorks(url)}</Notice>
  ) : (
    <TrialProblem
      problem={t.server.addressProblems[problem]}
      words={http_status === null ? null : `HTTP ${http_status}`}
    />
  );
