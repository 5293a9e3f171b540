import { useState } from "preact/hooks";
import { limits } from "../../base/limits.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form.tsx";
import { signUpTexts as t } from "./sign-up-texts.ts";

/** The field in which a new password is chosen. Shown on request, because no second field would find a wrong letter. */
export function NewPasswordField(field: { name: string; label: string; autoFocus?: boolean }) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field
        {...field}
        type={isShown ? "text" : "password"}
        hint={t.signUp.passwordHint(limits.passwordCharactersMin)}
        autoComplete="new-password"
      />
      <Button tone="link" onClick={() => setShown(!isShown)}>
        {isShown ? t.signUp.hidePassword : t.signUp.showPassword}
      </Button>
    </div>
  );
}
