import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OutsidePage } from "./outside-page.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { Link, useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { resetPasswordTexts } from "./reset-password-texts.ts";
import { securityTexts } from "./security-texts.ts";
import { signInTexts } from "./sign-in-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...resetPasswordTexts, ...securityTexts, ...signInTexts };

/**
 * Asks for a new password if the address has the token from the email. Otherwise asks for the email
 * address.
 */
export function ResetPassword() {
  const { fragment } = useRouter();
  const token = fragment.get("token");
  return (
    <OutsidePage title={token ? t.security.newPassword : t.signIn.forgot}>
      {token ? <NewPassword key={token} token={token} /> : <AskForLink />}
      <p>
        <Link to="/sign-in">{t.common.toSignIn}</Link>
      </p>
    </OutsidePage>
  );
}

function AskForLink() {
  const options = useQuery("getSignInOptions", {});
  const [address, setAddress] = useState<string | null>(null);
  if (address !== null) {
    return (
      <Notice tone="good">
        <p role="status">{t.resetPassword.sent(address)}</p>
      </Notice>
    );
  }
  return (
    <QueryResult query={options}>
      {({ can_reset_password_by_email }) =>
        can_reset_password_by_email ? (
          <Form
            isSignIn
            submit={async (values) => {
              const email = values("email").trim();
              await call("requestPasswordReset", { body: { email } });
              setAddress(email);
            }}
          >
            <Field
              name="email"
              type="email"
              label={t.signIn.email}
              hint={t.resetPassword.askHint}
              autoComplete="username"
              autoFocus
            />
            <Submit>{t.resetPassword.ask}</Submit>
          </Form>
        ) : (
          <>
            <p>{t.resetPassword.byOperator}</p>
            <p>
              <a href="/docs/recovery#a-secret-leaked" target="_blank" rel="noreferrer">
                {t.resetPassword.ownersGuide}
              </a>
            </p>
          </>
        )
      }
    </QueryResult>
  );
}

function NewPassword({ token }: { token: string }) {
  const { setMerchant } = useSession();
  const [end, setEnd] = useState<"changed" | "expired" | null>(null);
  if (end === "changed") {
    return (
      <Notice tone="good">
        <p role="status">{t.resetPassword.changed}</p>
      </Notice>
    );
  }
  if (end === "expired") {
    return (
      <>
        <Notice tone="bad">{t.resetPassword.expired}</Notice>
        <Button tone="primary" to="/reset-password">
          {t.resetPassword.askAgain}
        </Button>
      </>
    );
  }
  return (
    <Form
      isSignIn
      submit={async (values) => {
        await call("resetPassword", { body: { token, new_password: values("new_password") } });
        // Every session has ended, including this browser's.
        setMerchant(null);
        setEnd("changed");
      }}
      onRefusal={({ code }) => {
        if (code === "conflict") setEnd("expired");
      }}
    >
      <NewPasswordField name="new_password" label={t.security.newPassword} autoFocus />
      <Submit>{t.security.changePassword}</Submit>
    </Form>
  );
}
