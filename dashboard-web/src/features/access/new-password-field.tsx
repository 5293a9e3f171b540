import { limits } from "../../base/limits.ts";
import { useWords } from "../../base/words.tsx";
import { Field } from "../../ui/form.tsx";
import { signUpTexts } from "./sign-up-texts.ts";

/** The field in which a new password is chosen. */
export function NewPasswordField(field: { name: string; label: string; autoFocus?: boolean }) {
  const { t } = useWords(signUpTexts);
  return (
    <Field
      {...field}
      type="password"
      hint={t.signUp.passwordHint(limits.passwordCharactersMin)}
      autoComplete="new-password"
    />
  );
}
