import { useEffect, useState } from "preact/hooks";
import { call, type Refusal } from "../../base/api.ts";
import type { TwoFactorOffer } from "../../base/generated/types.gen.ts";
import { useMedia } from "../../base/use-media.ts";
import { useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CodeField, Form, Submit } from "../../ui/form.tsx";
import { RefusalNotice } from "../../ui/notice.tsx";
import { Loading } from "../../ui/page.tsx";
import { QrImage } from "../../ui/shared-address.tsx";
import { Copyable } from "../../ui/secret.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { twoFactorTexts as t } from "./two-factor-texts.ts";

interface OfferProps {
  offer: TwoFactorOffer;
}

const Scan = ({ offer }: OfferProps) => (
  <>
    <p>{t.twoFactor.scan}</p>
    <QrImage svg={offer.qr_svg} label={t.twoFactor.qrLabel} />
    <details>
      <summary>{t.twoFactor.cannotScan}</summary>
      <Copyable label={t.twoFactor.secret} text={offer.secret} />
    </details>
  </>
);

/** Opens the authenticator app by a link, because a phone cannot scan its own screen. */
const OpenApp = ({ offer }: OfferProps) => (
  <>
    <p>{t.twoFactor.openHint}</p>
    <Button href={offer.uri}>{t.twoFactor.open}</Button>
    <Copyable label={t.twoFactor.secret} text={offer.secret} />
    <details>
      <summary>{t.twoFactor.otherDevice}</summary>
      <QrImage svg={offer.qr_svg} label={t.twoFactor.qrLabel} />
    </details>
  </>
);

/**
 * Sets up two-factor authentication in three steps: scan, confirm with one code, store the recovery
 * codes.
 */
export function TwoFactorDialog({ onClose }: { onClose(): void }) {
  const { onRefusal } = useSession();
  const [offer, setOffer] = useState<TwoFactorOffer | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const isTouched = useMedia("(pointer: coarse)");

  useEffect(() => {
    call("offerTwoFactor", { body: {} }).then(setOffer, (cause) => setRefusal(onRefusal(cause)));
  }, []);

  return (
    <Dialog title={codes ? t.twoFactor.keepCodes : t.twoFactor.enable} onClose={onClose}>
      {refusal && <RefusalNotice refusal={refusal} />}
      {!offer && !refusal && <Loading />}
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
      {offer && !codes && (
        <Form
          submit={async (values) => {
            const body = { totp_code: values("totp_code") };
            setCodes((await call("enableTwoFactor", { body })).recovery_codes);
          }}
        >
          {isTouched ? <OpenApp offer={offer} /> : <Scan offer={offer} />}
          <CodeField />
          <div class="dialog-actions">
            <Submit>{t.twoFactor.confirm}</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
