import type { SignedInPerson } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { Field, Form, Submit, type Values } from "../../ui/form.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { signInTexts } from "./sign-in-texts.ts";
import { signUpTexts } from "./sign-up-texts.ts";

const t = { ...signInTexts, ...signUpTexts };

interface NewAccount {
  merchant_name: string;
  email: string;
  password: string;
}

/** Asks for a shop and its owner, opens the account, and goes to the guide. */
export function NewAccountForm({
  open,
  onRefusal,
}: {
  open: (account: NewAccount) => Promise<SignedInPerson>;
  onRefusal?: (refusal: { code: string }) => void;
}) {
  const { go } = useRouter();
  const { setMerchant } = useSession();

  async function submit(values: Values) {
    const merchant = await open({
      merchant_name: values("merchant_name"),
      // The contract also takes addresses of a local network. Here such an address is a typing mistake. Without its
      // domain, the server refuses it together with the other fields.
      email: values("email").replace(/@[^.]+$/u, ""),
      password: values("password"),
    });
    setMerchant(merchant);
    go("/guide", { replace: true });
  }

  return (
    <Form isSignIn submit={submit} {...(onRefusal && { onRefusal })}>
      <Field
        name="merchant_name"
        label={t.signUp.merchantName}
        hint={t.signUp.merchantNameHint}
        autoComplete="organization"
        autoCapitalize="words"
        autoFocus
      />
      <Field name="email" type="email" label={t.signIn.email} autoComplete="username" />
      <NewPasswordField name="password" label={t.common.password} />
      <Submit>{t.signUp.submit}</Submit>
    </Form>
  );
}
