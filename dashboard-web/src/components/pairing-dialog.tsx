import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Refusal } from "../api.ts";
import type { ListedDevice, PairingOffer } from "../generated/types.gen.ts";
import { limits } from "../limits.ts";
import { useSession } from "../session.tsx";
import { useWords } from "../words.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice, RefusalNotice } from "./notice.tsx";
import { Loading } from "./page.tsx";
import { QrImage } from "./qr-image.tsx";
import { Copyable } from "./secret.tsx";
import { devicesTexts } from "../pages/devices-texts.ts";
import { twoFactorTexts } from "./two-factor-texts.ts";

interface PairingDialogProps {
  devices: readonly ListedDevice[];
  reload(): Promise<void>;
  onClose(): void;
}

/** Shows a phone what it registers with, and says when it has. */
export function PairingDialog({ devices, reload, onClose }: PairingDialogProps) {
  const { t } = useWords(devicesTexts, twoFactorTexts);
  const { onRefusal } = useSession();
  const [offer, setOffer] = useState<PairingOffer | null>(null);
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
      {arrived && (
        <>
          <Notice tone="good">
            <p>{t.devices.arrived(arrived.device_name)}</p>
          </Notice>
          <p>{t.devices.stepRun}</p>
          <pre>termux-wake-lock; tepat-worker run</pre>
        </>
      )}
      {offer && !arrived && (
        <>
          <Unreachable uri={offer.uri} />
          <ol class="steps">
            <li>
              {t.devices.stepInstall}
              <pre>{installation}</pre>
            </li>
            <li>{t.devices.stepScan}</li>
            <li>{t.devices.stepApprove}</li>
          </ol>
          <div class="middle">
            <QrImage svg={offer.qr_svg} label={t.devices.qrLabel} />
          </div>
          <details>
            <summary>{t.twoFactor.cannotScan}</summary>
            <Copyable
              label={t.devices.command}
              text={`tepat-worker register --pairing '${offer.uri}'`}
            />
          </details>
          <p class="hint">{t.devices.offerEnds}</p>
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          {t.common.close}
        </button>
      </div>
    </Dialog>
  );
}

/** As the Worker's guide has them. */
const installation = `pkg install -y nodejs-lts npm termux-api
npm install -g @tepat/worker
tepat-worker register --pairing -`;

/** Before a server has its public address, the code leads a phone to the phone itself. */
function Unreachable({ uri }: { uri: string }) {
  const { t } = useWords(devicesTexts);
  const server = new URL(uri).searchParams.get("server") ?? "";
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(new URL(server).hostname)) return null;
  return (
    <Notice tone="warning">
      <p>{t.devices.unreachable(server)}</p>
    </Notice>
  );
}

/** A phone that registers again has a new code. */
const nameOfRegistration = ({ device_id, pairing_code }: ListedDevice) =>
  `${device_id} ${pairing_code}`;
