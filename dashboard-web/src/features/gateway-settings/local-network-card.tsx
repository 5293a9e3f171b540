import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call } from "../../base/api.ts";
import type { GatewayLocalNetwork, GatewayPublicAddress } from "../../base/generated/types.gen.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { QrImage } from "../../ui/shared-address.tsx";
import { gatewaySettingsTexts as t } from "./gateway-settings-texts.ts";

interface LocalNetworkProps {
  network: GatewayLocalNetwork;
  address: GatewayPublicAddress;
  reload(): Promise<void>;
}

/**
 * Lets phones in the same Wi-Fi open the gateway at its computer's local address. A server without a
 * domain needs this.
 */
export const LocalNetworkCard = (props: LocalNetworkProps) =>
  hasLocalNetwork(props.network) ? (
    <Card title={t.server.localNetwork}>
      <LocalNetwork {...props} />
    </Card>
  ) : null;

/** Returns false if the server runs in a container or a data centre. */
export const hasLocalNetwork = ({ set_by, is_open, addresses }: GatewayLocalNetwork): boolean =>
  set_by !== "start" || !is_open || addresses.length > 0;

export function LocalNetwork({ network, address, reload }: LocalNetworkProps) {
  const { set_by, is_open, addresses, refused_hosts } = network;
  const isAtStart = set_by === "start";
  return (
    <>
      {is_open || <p class="hint">{t.server.listensHereOnly}</p>}
      {!is_open && reachOf(address.url) === "network" && (
        <Notice tone="bad">{t.server.closedButUsed}</Notice>
      )}
      <Notice tone="warning">{t.server.networkWarning}</Notice>
      {is_open && addresses.length === 0 && (
        <p>
          {refused_hosts.length > 0
            ? t.server.portTaken(refused_hosts.join(", "))
            : t.server.noLocalAddress}
        </p>
      )}
      {addresses.map((local) => (
        <LocalAddress key={local.url} {...local} address={address} reload={reload} />
      ))}
      {isAtStart ? <p>{t.server.networkAtStart}</p> : <Change isOpen={is_open} reload={reload} />}
    </>
  );
}

const Change = ({ isOpen, reload }: { isOpen: boolean; reload(): Promise<void> }) => {
  const change = (is_open: boolean) =>
    call("changeGatewayLocalNetwork", { body: { is_open } }).then(reload);
  return isOpen ? (
    <ConfirmButton
      title={`${t.server.closeNetwork}?`}
      action={t.server.closeNetwork}
      submit={() => change(false)}
    >
      {t.server.closeNetworkHint}
    </ConfirmButton>
  ) : (
    <Form label={t.server.localNetwork} said={t.common.saved} submit={() => change(true)}>
      <div class="actions">
        <Submit>{t.server.openNetwork}</Submit>
      </div>
    </Form>
  );
};

interface LocalAddressProps extends Pick<LocalNetworkProps, "address" | "reload"> {
  url: string;
  qr_svg: string;
}

const LocalAddress = ({ url, qr_svg, address, reload }: LocalAddressProps) => (
  <>
    <QrImage svg={qr_svg} label={t.server.localQr(url)} />
    <p class="hint">{t.server.localHint}</p>
    <Copyable label={t.server.localAddress} text={url} />
    {address.url === url && <p>{t.server.usedInLinks}</p>}
    {address.url !== url && address.set_by !== "start" && (
      <Form
        label={t.server.useInLinks}
        said={t.common.saved}
        submit={() => call("changeGatewayPublicAddress", { body: { url } }).then(reload)}
      >
        <div class="actions">
          <Submit tone="plain">{t.server.useInLinks}</Submit>
        </div>
      </Form>
    )}
  </>
);
