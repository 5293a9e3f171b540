import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { CodeField, Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card } from "../../ui/page.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorDialog } from "./two-factor-dialog.tsx";
import { signInTexts } from "./sign-in-texts.ts";
import { twoFactorTexts } from "./two-factor-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...twoFactorTexts, ...signInTexts };

type Step = "enable" | "renew" | "disable";

/** Switches two-factor authentication on and off, and creates new recovery codes. */
export function TwoFactorCard() {
  const { refresh } = useSession();
  const twoFactor = useQuery("getTwoFactor", {});
  const [step, setStep] = useState<Step | null>(null);

  async function close() {
    setStep(null);
    await Promise.all([twoFactor.reload(), refresh()]);
  }
  const onClose = () => void close();

  return (
    <Card title={t.twoFactor.title}>
      <QueryResult query={twoFactor}>
        {({ is_enabled, unused_recovery_codes }) =>
          is_enabled ? (
            <>
              <p>
                <span class="tag good">{t.twoFactor.on}</span>{" "}
                {t.twoFactor.codesLeft(unused_recovery_codes)}
              </p>
              {unused_recovery_codes < 3 && <Notice tone="warning">{t.twoFactor.fewCodes}</Notice>}
              <div class="actions">
                <Button onClick={() => setStep("renew")}>{t.twoFactor.renew}</Button>
                <Button tone="danger-text" onClick={() => setStep("disable")}>
                  {t.twoFactor.disable}
                </Button>
              </div>
            </>
          ) : (
            <>
              <p>
                <span class="tag">{t.twoFactor.off}</span> {t.twoFactor.why}
              </p>
              <Button tone="primary" onClick={() => setStep("enable")}>
                {t.twoFactor.enable}
              </Button>
            </>
          )
        }
      </QueryResult>
      {step === "enable" && <TwoFactorDialog onClose={onClose} />}
      {step === "renew" && <RenewDialog onClose={onClose} />}
      {step === "disable" && <DisableDialog onClose={onClose} />}
    </Card>
  );
}

/**
 * Switches two-factor authentication off. A person without the authenticator app can use a recovery
 * code.
 */
function DisableDialog({ onClose }: { onClose(): void }) {
  const [hasApp, setHasApp] = useState(true);
  return (
    <ConfirmDialog
      title={t.twoFactor.disableTitle}
      action={t.twoFactor.disable}
      submit={(values) => {
        const name = hasApp ? "totp_code" : "recovery_code";
        return call("disableTwoFactor", { body: { [name]: values(name) } });
      }}
      onClose={onClose}
    >
      <p>{t.twoFactor.disableHint}</p>
      {hasApp ? (
        <CodeField autoFocus />
      ) : (
        <Field
          name="recovery_code"
          label={t.signIn.recoveryCode}
          hint={t.signIn.recoveryCodeHint}
          autoComplete="off"
        />
      )}
      <Button tone="link" onClick={() => setHasApp(!hasApp)}>
        {hasApp ? t.signIn.useRecoveryCode : t.signIn.useApp}
      </Button>
    </ConfirmDialog>
  );
}

function RenewDialog({ onClose }: { onClose(): void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog title={t.twoFactor.renew} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <Form
          submit={async (values) => {
            const body = { totp_code: values("totp_code") };
            setCodes((await call("renewRecoveryCodes", { body })).recovery_codes);
          }}
        >
          <p>{t.twoFactor.renewHint}</p>
          <CodeField autoFocus />
          <div class="dialog-actions">
            <Submit>{t.twoFactor.renew}</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
