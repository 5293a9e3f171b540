import { limits } from "../limits.ts";
import { useWords } from "../words.tsx";
import { Field } from "./form.tsx";

/** Where a password is chosen. */
export function NewPasswordField(field: { name: string; label: string; autoFocus?: boolean }) {
  const { t } = useWords();
  return (
    <Field
      {...field}
      type="password"
      hint={t.signUp.passwordHint(limits.passwordCharactersMin)}
      autoComplete="new-password"
    />
  );
}
