import { limits } from "../../base/limits.ts";
import { Field } from "../../ui/form.tsx";
import { signUpTexts as t } from "./sign-up-texts.ts";

/** The field in which a new password is chosen. */
export const NewPasswordField = (field: { name: string; label: string; autoFocus?: boolean }) => (
  <Field
    {...field}
    type="password"
    hint={t.signUp.passwordHint(limits.passwordCharactersMin)}
    autoComplete="new-password"
  />
);
