import { useState } from "preact/hooks";
import { limits } from "../../base/limits.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form.tsx";
import { signUpTexts as t } from "./sign-up-texts.ts";

/** The field for choosing a new password. A button shows the password, so a second field to repeat it is not needed. */
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
