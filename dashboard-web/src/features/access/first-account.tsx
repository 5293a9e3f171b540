import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { NewAccountForm } from "./new-account-form.tsx";
import { OutsidePage } from "./outside-page.tsx";
import { signInTexts } from "./sign-in-texts.ts";
import { firstAccountTexts } from "./first-account-texts.ts";

const t = { ...signInTexts, ...firstAccountTexts };

/** The page for the first account. The gateway prints its address with the token at start. */
export function FirstAccount() {
  const { fragment } = useRouter();
  const options = useQuery("getSignInOptions", {});
  const [end, setEnd] = useState<"taken" | "wrong" | null>(null);
  const token = fragment.get("token");
  const signIn = <Link to="/sign-in">{t.common.toSignIn}</Link>;
  return (
    <OutsidePage title={t.firstAccount.title}>
      <QueryResult query={options}>
        {({ awaits_first_account }) => {
          if (!awaits_first_account || end === "taken") {
            return (
              <>
                <p>{t.firstAccount.taken}</p>
                <p>{signIn}</p>
              </>
            );
          }
          if (token === null || end === "wrong") {
            return <Notice tone="bad">{t.firstAccount.wrongAddress}</Notice>;
          }
          return (
            <>
              <p>{t.firstAccount.lead}</p>
              <NewAccountForm
                open={(account) => call("openFirstAccount", { body: { token, ...account } })}
                onRefusal={({ code }) => {
                  if (code === "unauthorized") setEnd("wrong");
                  if (code === "conflict") setEnd("taken");
                }}
              />
            </>
          );
        }}
      </QueryResult>
    </OutsidePage>
  );
}
