import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import type { ListedDevice, PairingOffer } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useSession } from "../../base/session.tsx";
import { ForwarderAddress } from "./forwarder-address.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Loading } from "../../ui/page.tsx";
import { QrImage } from "../../ui/qr-image.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { devicesTexts as t } from "./devices-texts.ts";
import { Button } from "../../ui/button.tsx";

interface PairingDialogProps {
  devices: readonly ListedDevice[];
  reload(): Promise<void>;
  onClose(): void;
}

/** Shows a phone what it registers with, and says when it has. */
export function PairingDialog({ devices, reload, onClose }: PairingDialogProps) {
  const { onRefusal } = useSession();
  const [offer, setOffer] = useState<PairingOffer | null>(null);
  const [isForwarder, setForwarder] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const known = useRef(new Set(devices.map(nameOfRegistration)));
  const arrived = devices.find((device) => !known.current.has(nameOfRegistration(device)));

  useEffect(() => {
    call("offerPairing", { body: {} }).then(setOffer, (cause) => setRefusal(onRefusal(cause)));
    const timer = setInterval(() => void reload(), limits.pairingPollMilliseconds);
    return () => clearInterval(timer);
  }, []);

  return (
    <Dialog title={t.devices.pair} onClose={onClose}>
      {refusal && <RefusalNotice refusal={refusal} />}
      {!offer && !refusal && <Loading />}
      {arrived && !isForwarder && (
        <>
          <Notice tone="good">{t.devices.arrived(arrived.device_name)}</Notice>
          <p>{t.devices.stepRun}</p>
          <pre>termux-wake-lock; tepat-worker run</pre>
        </>
      )}
      {offer && (!arrived || isForwarder) && (
        <>
          <Unreachable server={serverOf(offer)} />
          {!isForwarder && <ForTheApp offer={offer} />}
          <h3>{t.devices.otherWays}</h3>
          <details open={isForwarder}>
            <summary>{t.devices.forwarder}</summary>
            <ForwarderAddress
              server={serverOf(offer)}
              pairingToken={offer.pairing_token}
              onMade={() => setForwarder(true)}
            />
          </details>
          {!isForwarder && (
            <details>
              <summary>{t.devices.termux}</summary>
              <p>{t.devices.termuxInstall}</p>
              <pre>{installation}</pre>
              <Copyable
                label={t.devices.command}
                text={`tepat-worker register --pairing '${offer.uri}' --name "${t.devices.phone}"`}
              />
            </details>
          )}
        </>
      )}
      <div class="dialog-actions">
        <Button onClick={onClose}>{t.common.close}</Button>
      </div>
    </Dialog>
  );
}

/** The phone's own camera opens the code's address, where the app is offered and opened. */
const ForTheApp = ({ offer }: { offer: PairingOffer }) => (
  <>
    <ol class="steps">
      <li>{t.devices.stepCamera}</li>
      <li>{t.devices.stepApp}</li>
      <li>{t.devices.stepApprove}</li>
    </ol>
    <div class="middle">
      <QrImage svg={offer.qr_svg} label={t.devices.qrLabel} />
    </div>
    <p class="hint">{t.devices.offerEnds}</p>
    <details>
      <summary>{t.devices.byHand}</summary>
      <Copyable label={t.devices.server} text={serverOf(offer)} />
      <Copyable label={t.devices.code} text={offer.pairing_token} />
    </details>
  </>
);

/** As the Worker's guide has them. */
const installation = `pkg install -y nodejs-lts npm termux-api
npm install -g @tepat/worker`;

/** The pairing page stands at the root of the server. */
const serverOf = ({ uri }: PairingOffer): string => uri.slice(0, uri.lastIndexOf("/pair#"));

/** Before a server has its public address, the code leads a phone to the phone itself. */
function Unreachable({ server }: { server: string }) {
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(server).hostname)) return null;
  return <Notice tone="warning">{t.devices.unreachable(server)}</Notice>;
}

/** A phone that registers again has a new code. */
const nameOfRegistration = ({ device_id, pairing_code }: ListedDevice) =>
  `${device_id} ${pairing_code}`;
