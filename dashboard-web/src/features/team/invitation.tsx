import { useEffect, useState } from "preact/hooks";
import { call, Refusal } from "../../base/api.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { NewPasswordField } from "../access/new-password-field.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { OutsidePage } from "../access/outside-page.tsx";
import { Loading } from "../../ui/page.tsx";
import type { InvitationOffer } from "../../base/generated/types.gen.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { useSession } from "../../base/session.tsx";
import { invitationTexts as t } from "./invitation-texts.ts";

/** The page of an invitation's link. The person enters a name and a password, and is then signed in. */
export function Invitation() {
  const { fragment } = useRouter();
  const token = fragment.get("token");
  return (
    <OutsidePage title={t.invitation.title}>
      {token ? <Offer key={token} token={token} /> : <Useless text={t.invitation.noLink} />}
    </OutsidePage>
  );
}

function Offer({ token }: { token: string }) {
  const [offer, setOffer] = useState<InvitationOffer | Refusal | null>(null);

  useEffect(() => {
    call("openInvitation", { body: { token } }).then(setOffer, (cause: unknown) => {
      if (!(cause instanceof Refusal)) throw cause;
      setOffer(cause);
    });
  }, [token]);

  if (offer === null) return <Loading />;
  if (!(offer instanceof Refusal)) return <Join token={token} offer={offer} />;
  if (offer.code === "conflict") return <Useless text={t.invitation.useless} />;
  return <RefusalNotice refusal={offer} />;
}

function Join({ token, offer }: { token: string; offer: InvitationOffer }) {
  const { setMerchant } = useSession();
  const { go } = useRouter();
  const { merchant_name, email, role } = offer;
  return (
    <>
      <p>{t.invitation.invited(merchant_name, t.roles[role])}</p>
      <p>
        {t.invitation.email} <strong>{email}</strong>.
      </p>
      <Form
        isSignIn
        submit={async (values) => {
          const body = { token, name: values("name").trim(), password: values("password") };
          setMerchant(await call("acceptInvitation", { body }));
          go("/", { replace: true });
        }}
      >
        <Field
          name="name"
          label={t.invitation.name}
          hint={t.invitation.nameHint}
          autoComplete="name"
          autoCapitalize="words"
          autoFocus
        />
        <NewPasswordField name="password" label={t.common.password} />
        <Submit>{t.invitation.join}</Submit>
      </Form>
    </>
  );
}

const Useless = ({ text }: { text: string }) => (
  <>
    <Notice tone="bad">{text}</Notice>
    <p>
      <Link to="/sign-in">{t.common.toSignIn}</Link>
    </p>
  </>
);
