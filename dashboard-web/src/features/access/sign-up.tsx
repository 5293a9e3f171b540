import { call } from "../../base/api.ts";
import { Field, Form, Submit, type Values } from "../../ui/form.tsx";
import { OutsidePage } from "./outside-page.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { Link, useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { signInTexts } from "./sign-in-texts.ts";
import { signUpTexts } from "./sign-up-texts.ts";

const t = { ...signInTexts, ...signUpTexts };

export function SignUp() {
  const options = useQuery("getSignInOptions", {});
  return (
    <OutsidePage title={t.signUp.title}>
      <QueryResult query={options}>
        {({ can_sign_up }) => (can_sign_up ? <SignUpForm /> : <p>{t.signUp.byOperator}</p>)}
      </QueryResult>
      <p>
        {t.signUp.haveAccount} <Link to="/sign-in">{t.signIn.title}</Link>
      </p>
    </OutsidePage>
  );
}

function SignUpForm() {
  const { go } = useRouter();
  const { setMerchant } = useSession();

  async function signUp(values: Values) {
    const body = {
      merchant_name: values("merchant_name"),
      email: values("email"),
      password: values("password"),
    };
    setMerchant(await call("signUp", { body }));
    go("/", { replace: true });
  }

  return (
    <Form isSignIn submit={signUp}>
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
