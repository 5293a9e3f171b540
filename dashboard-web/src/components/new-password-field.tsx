import { limits } from "../limits.ts";
import { useWords } from "../words.tsx";
import { Field } from "./form.tsx";
import { signUpTexts } from "../pages/sign-up-texts.ts";

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
