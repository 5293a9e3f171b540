import { useEffect } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { GatewayTunnel } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { tunnelTexts as t } from "./tunnel-texts.ts";

export const downloads =
  "https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/";

interface TunnelProps {
  tunnel: GatewayTunnel;
  /** Reads the settings again. */
  look(): Promise<void>;
  /** Called after each change of the address. */
  reload(): Promise<void>;
}

/** Starts and ends the gateway's own tunnel, and shows its state. */
export function Tunnel({ tunnel: { state, former_url }, look, reload }: TunnelProps) {
  const isBusy = state === "downloading" || state === "starting";
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => void look(), limits.tunnelPollMilliseconds);
    return () => {
      clearInterval(timer);
      void reload();
    };
  }, [isBusy]);

  return (
    <>
      <div role="status">
        {isBusy && <p>{t.tunnel[state]}</p>}
        {state === "on" && <Notice tone="good">{t.tunnel.on}</Notice>}
        {state === "failed" && <Notice tone="bad">{t.tunnel.failed}</Notice>}
      </div>
      {former_url !== null && <Notice tone="warning">{t.tunnel.former(former_url)}</Notice>}
      {state === "off" && <p>{t.tunnel.about}</p>}
      <Notice tone="warning">{t.tunnel.changes}</Notice>
      {(state === "off" || state === "failed") && (
        <Form
          label={t.tunnel.start}
          submit={() => call("startGatewayTunnel", { body: {} }).then(reload)}
        >
          <div class="actions">
            <Submit>{state === "off" ? t.tunnel.start : t.tunnel.startAgain}</Submit>
          </div>
        </Form>
      )}
      {state === "failed" && (
        <p>
          {t.tunnel.byHand}{" "}
          <a href={downloads} target="_blank" rel="noreferrer">
            {t.tunnel.download}
          </a>
        </p>
      )}
      {state !== "off" && (
        <div class="actions">
          <ConfirmButton
            title={`${t.tunnel.end}?`}
            action={t.tunnel.end}
            submit={() =>
              call("removeGatewaySetting", { path: { setting_name: "public_address" } }).then(
                reload,
              )
            }
          >
            {t.tunnel.endHint}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}
