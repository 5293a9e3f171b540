import { useEffect, useState } from "preact/hooks";
import { call, type Refusal } from "../api.ts";
import type { TwoFactorOffer } from "../generated/types.gen.ts";
import { useSession } from "../session.tsx";
import { useWords } from "../words.tsx";
import { Dialog } from "./dialog.tsx";
import { CodeField, Form, Submit } from "./form.tsx";
import { RefusalNotice } from "./notice.tsx";
import { Loading } from "./page.tsx";
import { QrImage } from "./qr-image.tsx";
import { Copyable } from "./secret.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { twoFactorTexts } from "./two-factor-texts.ts";

/** Scan, confirm with one code, keep the recovery codes. */
export function TwoFactorDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords(twoFactorTexts);
  const { onRefusal } = useSession();
  const [offer, setOffer] = useState<TwoFactorOffer | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  useEffect(() => {
    call("offerTwoFactor", { body: {} }).then(setOffer, (cause) => setRefusal(onRefusal(cause)));
  }, []);

  return (
    <Dialog title={t.twoFactor.enable} onClose={onClose}>
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
          <p>{t.twoFactor.scan}</p>
          <QrImage svg={offer.qr_svg} label={t.twoFactor.qrLabel} />
          <details>
            <summary>{t.twoFactor.cannotScan}</summary>
            <Copyable label={t.twoFactor.secret} text={offer.secret} />
          </details>
          <CodeField />
          <div class="dialog-actions">
            <Submit>{t.twoFactor.confirm}</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
