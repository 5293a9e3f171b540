import { useEffect, useRef, useState } from "preact/hooks";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call, type Refusal } from "../../base/api.ts";
import type { ListedDevice, PairingOffer } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { useOwnsServer, useSession } from "../../base/session.tsx";
import { ForwarderAddress } from "./forwarder-address.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Loading } from "../../ui/page.tsx";
import { QrImage } from "../../ui/shared-address.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { sourcesTexts as t } from "./sources-texts.ts";
import { MailboxForm } from "./mailbox-form.tsx";
import { forwardersOf } from "./forwarders.ts";
import { nameOfRegistration, serverOf } from "./registration.ts";
import { WayCards, type Phone, type Way } from "./ways.tsx";
import { waysTexts } from "./ways-texts.ts";
import { Button } from "../../ui/button.tsx";

interface PairingDialogProps {
  devices: readonly ListedDevice[];
  reload(): Promise<void>;
  /** The page on which the server's owner sets an address that phones can reach. */
  addressPath?: string;
  /** `hasChosen`: the dialog has shown the steps of a way. */
  onClose(hasChosen: boolean): void;
}

/** Asks how Tepat should see money, shows the steps of the chosen way, and announces the registration of a phone. */
export function PairingDialog({
  devices,
  reload,
  addressPath = "/server",
  onClose,
}: PairingDialogProps) {
  const { onRefusal } = useSession();
  const [offer, setOffer] = useState<PairingOffer | null>(null);
  const [phone, setPhone] = useState<Phone | null>(null);
  const [way, setWay] = useState<Way | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const known = useRef(new Set(devices.map(nameOfRegistration)));
  const arrived = devices.find((device) => !known.current.has(nameOfRegistration(device)));
  const isForApp = way === "cable" || way === "download";

  useEffect(() => {
    call("offerPairing", { body: {} }).then(setOffer, (cause) => setRefusal(onRefusal(cause)));
    const timer = setInterval(() => void reload(), limits.pairingPollMilliseconds);
    return () => clearInterval(timer);
  }, []);

  return (
    <Dialog
      key={way}
      title={way ? waysTexts.ways.cards[way].title : waysTexts.ways.title}
      class={way ? "" : "wide"}
      onClose={() => onClose(way !== null)}
    >
      {refusal && <RefusalNotice refusal={refusal} />}
      {!offer && !refusal && <Loading />}
      {offer && !way && (
        <WayCards
          hasApp={offer.has_app}
          isReachable={isReachable(serverOf(offer))}
          addressNotice={<Unreachable server={serverOf(offer)} addressPath={addressPath} />}
          phone={phone}
          onPhone={setPhone}
          onChoose={setWay}
        />
      )}
      {way === "email" && (
        <MailboxForm
          receivesMail={offer?.receives_mail ?? false}
          signInProviders={offer?.mail_providers ?? []}
          onDone={() => onClose(true)}
        />
      )}
      {offer && way && way !== "email" && (
        <>
          <Unreachable server={serverOf(offer)} addressPath={addressPath} />
          {!isForApp && (
            <ForwarderAddress
              server={serverOf(offer)}
              pairingToken={offer.pairing_token}
              apps={forwardersOf(way)}
            />
          )}
          {isForApp && arrived && (
            <Notice tone="good">{t.devices.arrived(arrived.device_name)}</Notice>
          )}
          {isForApp && !arrived && <ForTheApp offer={offer} way={way} />}
        </>
      )}
      <div class="dialog-actions">
        {way && !arrived && <Button onClick={() => setWay(null)}>{waysTexts.ways.other}</Button>}
        <Button onClick={() => onClose(way !== null)}>{t.common.close}</Button>
      </div>
    </Dialog>
  );
}

/**
 * Shows the pairing code. The phone's camera opens the code's address, which offers the app and
 * opens it.
 */
const ForTheApp = ({ offer, way }: { offer: PairingOffer; way: "cable" | "download" }) => (
  <>
    <ol class="steps">
      {t.devices.appSteps[way].map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    {/* This link loads a new document, whose policy allows USB. */}
    {way === "cable" && (
      <Button tone="primary" href="/dashboard/devices/cable">
        {t.devices.byCable}
      </Button>
    )}
    <p>
      <a href="/docs/phone" target="_blank">
        {waysTexts.ways.guide}
      </a>
    </p>
    <div class="middle">
      <QrImage svg={offer.qr_svg} label={t.devices.qrLabel} />
    </div>
    <p class="hint">{t.devices.offerEnds}</p>
    <details>
      <summary>{t.devices.byHand}</summary>
      <Copyable label={t.devices.link} text={offer.uri} />
      <Copyable label={t.devices.server} text={serverOf(offer)} />
      <Copyable label={t.devices.code} text={offer.pairing_token} />
    </details>
  </>
);

/** Whether a phone can reach the server. */
const isReachable = (server: string): boolean => reachOf(server) !== "computer";

/**
 * Warns that the server has no public address yet. Its pairing code would lead a phone to the phone
 * itself.
 */
function Unreachable({ server, addressPath }: { server: string; addressPath: string }) {
  const ownsServer = useOwnsServer();
  if (isReachable(server)) return null;
  return (
    <Notice tone="warning">
      {t.devices.unreachable(server)}{" "}
      {ownsServer ? <Link to={addressPath}>{t.devices.changeAddress}</Link> : t.devices.askAddress}
    </Notice>
  );
}
