import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { CodeField, Field, Form, Submit, type Values } from "../../ui/form.tsx";
import { OutsidePage } from "./outside-page.tsx";
import { Link, useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { signInTexts as t } from "./sign-in-texts.ts";
import { Button } from "../../ui/button.tsx";

type SecondStep = "none" | "totp" | "recovery";

/** Set in a browser whose last sign-in had a code. */
const hadCode = "tepat_sign_in_code";

/**
 * Asks for a code if the last sign-in in this browser had one, otherwise after a refusal, because the server does not
 * say whether the password was wrong, the code was wrong, or a code is needed.
 */
export function SignIn() {
  const { path, go } = useRouter();
  const { setMerchant } = useSession();
  const options = useQuery("getSignInOptions", {});
  const [step, setStep] = useState<SecondStep>(() =>
    localStorage.getItem(hadCode) ? "totp" : "none",
  );

  async function signIn(values: Values) {
    const code = values("totp_code") || values("recovery_code");
    const merchant = await call("signIn", {
      body: {
        email: values("email"),
        password: values("password"),
        ...(code && (step === "totp" ? { totp_code: code } : { recovery_code: code })),
      },
    });
    if (code) localStorage.setItem(hadCode, "1");
    else localStorage.removeItem(hadCode);
    setMerchant(merchant);
    if (path.startsWith("/sign-in")) go("/", { replace: true });
  }

  return (
    <OutsidePage title={t.signIn.title}>
      {options.data?.awaits_first_account && <p>{t.signIn.waits}</p>}
      <Form
        isSignIn
        submit={signIn}
        onRefusal={({ code }) => {
          if (code === "unauthorized" && step === "none") setStep("totp");
        }}
      >
        <Field name="email" type="email" label={t.signIn.email} autoComplete="username" autoFocus />
        <Field
          name="password"
          type="password"
          label={t.common.password}
          autoComplete="current-password"
        />
        {step === "totp" && <CodeField hint={t.signIn.codeHint} />}
        {step === "recovery" && (
          <Field
            name="recovery_code"
            label={t.signIn.recoveryCode}
            hint={t.signIn.recoveryCodeHint}
            autoComplete="off"
          />
        )}
        <Submit>{t.signIn.submit}</Submit>
        {step !== "none" && (
          <Button tone="link" onClick={() => setStep(step === "totp" ? "recovery" : "totp")}>
            {step === "totp" ? t.signIn.useRecoveryCode : t.signIn.useApp}
          </Button>
        )}
      </Form>
      {options.data?.can_sign_up && (
        <p>
          {t.signIn.noAccount} <Link to="/sign-up">{t.signIn.signUp}</Link>
        </p>
      )}
      <p>
        <Link to="/reset-password">{t.signIn.forgot}</Link>
      </p>
    </OutsidePage>
  );
}
