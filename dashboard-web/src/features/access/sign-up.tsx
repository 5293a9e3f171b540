import { call } from "../../base/api.ts";
import { OutsidePage } from "./outside-page.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { Link } from "../../base/router.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import { useQuery } from "../../base/use-query.ts";
import { signInTexts } from "./sign-in-texts.ts";
import { signUpTexts } from "./sign-up-texts.ts";

const t = { ...signInTexts, ...signUpTexts };

export function SignUp() {
  const options = useQuery("getSignInOptions", {});
  return (
    <OutsidePage title={t.signIn.signUp}>
      <QueryResult query={options}>
        {({ can_sign_up }) =>
          can_sign_up ? (
            <NewAccountForm open={(body) => call("signUp", { body })} />
          ) : (
            <p>{t.signUp.byOperator}</p>
          )
        }
      </QueryResult>
      <p>
        {t.signUp.haveAccount} <Link to="/sign-in">{t.signIn.title}</Link>
      </p>
    </OutsidePage>
  );
}
