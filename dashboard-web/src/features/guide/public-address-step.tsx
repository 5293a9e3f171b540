import { useState } from "preact/hooks";
import type { GatewaySettings } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Radios } from "../../ui/form.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { hasLocalNetwork, LocalNetwork } from "../gateway-settings/local-network-card.tsx";
import {
  AddressInForce,
  AddressTrial,
  PublicAddressForm,
} from "../gateway-settings/public-address-card.tsx";
import { downloads, Tunnel } from "../gateway-settings/tunnel.tsx";
import { Skip, type StepProps } from "./guide-steps.tsx";
import { guideCardTexts } from "./guide-card-texts.ts";
import { guideTexts } from "./guide-texts.ts";

const t = { ...guideTexts, ...guideCardTexts };

type Way = keyof typeof t.guide.address.ways;

/** The step of the public address. Only the server's owner has it. */
export function PublicAddressStep({ isDone, next, onChanged, onStay, onNext }: StepProps) {
  const settings = useQuery("getGatewaySettings", {});
  async function reload() {
    onStay();
    await Promise.all([settings.reload(), onChanged()]);
  }
  return (
    <QueryResult query={settings}>
      {({ public_address, local_network }) => (
        <>
          <Ways
            address={public_address}
            network={local_network}
            look={settings.reload}
            reload={reload}
          />
          {!isDone && (
            <div class="actions">
              <Skip onNext={onNext} />
            </div>
          )}
          {isDone && next && (
            <div class="actions">
              <Button tone="primary" onClick={onNext}>
                {t.guideCard.steps[next]}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryResult>
  );
}

interface WaysProps {
  address: GatewaySettings["public_address"];
  network: GatewaySettings["local_network"];
  look(): Promise<void>;
  reload(): Promise<void>;
}

function Ways({ address, network, look, reload }: WaysProps) {
  const { tunnel } = address;
  const [way, setWay] = useState<Way | null>(
    tunnel && (tunnel.state !== "off" || address.set_by === null) ? "tunnel" : null,
  );
  const ways: readonly Way[] = hasLocalNetwork(network)
    ? ["tunnel", "domain", "network"]
    : ["tunnel", "domain"];
  return (
    <div class="form">
      <AddressInForce address={address} />
      {address.set_by !== "start" && (
        <Radios<Way>
          legend={t.guide.address.question}
          name="way"
          chosen={way}
          options={ways.map((each) => [
            each,
            each === "tunnel" && tunnel ? t.guide.address.oneButton : t.guide.address.ways[each],
          ])}
          onChoose={setWay}
        />
      )}
      {way === "tunnel" &&
        (tunnel ? (
          <Tunnel tunnel={tunnel} look={look} reload={reload} />
        ) : (
          <TunnelSteps localUrl={address.local_url} />
        ))}
      {way === "domain" && <DomainSteps localUrl={address.local_url} />}
      {way === "network" && <LocalNetwork network={network} address={address} reload={reload} />}
      {(way === "tunnel" && !tunnel) || way === "domain" ? (
        <PublicAddressForm address={address} reload={reload} />
      ) : (
        <AddressTrial address={address} />
      )}
    </div>
  );
}

interface StepsProps {
  localUrl: string;
}

function TunnelSteps({ localUrl }: StepsProps) {
  const [install, run, enter] = t.guide.address.tunnel;
  return (
    <>
      <ol class="steps">
        <li>
          {install}{" "}
          <a href={downloads} target="_blank" rel="noreferrer">
            {t.guide.address.cloudflared}
          </a>
        </li>
        <li>
          {run}
          <Copyable label={t.guide.address.command} text={`cloudflared tunnel --url ${localUrl}`} />
        </li>
        <li>{enter}</li>
      </ol>
      <p class="hint">{t.guide.address.tunnelEnds}</p>
    </>
  );
}

function DomainSteps({ localUrl }: StepsProps) {
  const [point, run, enter] = t.guide.address.domain;
  const to = new URL(localUrl).host;
  return (
    <>
      <ol class="steps">
        <li>{point}</li>
        <li>
          {run}
          <Copyable
            label={t.guide.address.command}
            text={`caddy reverse-proxy --from pay.example.com --to ${to}`}
          />
        </li>
        <li>{enter}</li>
      </ol>
      <p>
        <a href="/docs/production" target="_blank">
          {t.guide.address.production}
        </a>
      </p>
    </>
  );
}
