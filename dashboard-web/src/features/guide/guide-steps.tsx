import { useState } from "preact/hooks";
import { reachOf } from "../../../../web-shared/src/reach.ts";
import { call, type DataOf } from "../../base/api.ts";
import { changesOf } from "../../base/changes-of.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { useOwnsServer, useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { ReachRemedy } from "../../ui/shared-address.tsx";
import { TwoFactorDialog } from "../access/two-factor-dialog.tsx";
import { signUpTexts } from "../access/sign-up-texts.ts";
import { twoFactorTexts } from "../access/two-factor-texts.ts";
import { NewAccountForms } from "../accounts/new-account.tsx";
import { PairingDialog } from "../sources/pairing-dialog.tsx";
import { LooksFields, looksOf } from "../settings/looks-fields.tsx";
import { guideCardTexts } from "./guide-card-texts.ts";
import { guideTexts } from "./guide-texts.ts";

const t = { ...guideTexts, ...guideCardTexts, ...signUpTexts, ...twoFactorTexts };

export type Step = DataOf<"getChecklist">["steps"][number];

export type PaidTest = Pick<
  DataOf<"getPaymentDetail">["payment"],
  "payment_total" | "payment_checkout_url"
>;

export interface StepProps {
  isDone: boolean;
  hasAccount: boolean;
  hasSource: boolean;
  /** The address of this server in links. */
  address: string;
  /** Called after a change that might have finished a step. */
  onChanged(): Promise<void>;
  onNext(): void;
  /** Keeps the step open after a change that has finished it. */
  onStay(): void;
  /** Called after the payment of the test invoice. The step then shows the payment. */
  onPaid(paid: PaidTest): Promise<void>;
  /** The test invoice that the person has just paid. */
  justPaid: PaidTest | null;
  /** The open step after this one, or undefined if there is none. */
  next: Step["step"] | undefined;
}

export const Skip = ({ onNext }: Pick<StepProps, "onNext">) => (
  <Button tone="link" onClick={onNext}>
    {t.guide.skip}
  </Button>
);

export function ShopStep({ onChanged, onNext }: StepProps) {
  const { refresh } = useSession();
  const settings = useQuery("getSettings", {});
  return (
    <QueryResult query={settings}>
      {(data) => (
        <Form
          label={t.guideCard.steps.shop}
          initial={data}
          submit={async (values) => {
            const wanted = {
              merchant_name: values("merchant_name"),
              contact_phone: values("contact_phone").trim() || null,
              ...looksOf(values),
            };
            await call("changeSettings", { body: changesOf(data, wanted) });
            await Promise.all([refresh(), onChanged()]);
            onNext();
          }}
        >
          <Field
            name="merchant_name"
            label={t.signUp.merchantName}
            autoComplete="organization"
            autoCapitalize="words"
          />
          <Field
            name="contact_phone"
            label={t.guide.phone}
            isOptional
            hint={t.guide.phoneHint}
            type="tel"
            autoComplete="tel"
          />
          <LooksFields {...data} />
          <div class="actions">
            <Submit>{t.common.save}</Submit>
            <Skip onNext={onNext} />
          </div>
        </Form>
      )}
    </QueryResult>
  );
}

export function AccountStep({ isDone, onChanged, onNext }: StepProps) {
  if (isDone) {
    return (
      <>
        <p>{t.guide.accountAdded}</p>
        <Button to="/accounts">{t.guide.toAccounts}</Button>
      </>
    );
  }
  return (
    <div class="form">
      <NewAccountForms onCreated={() => onChanged().then(onNext)} />
      <div class="actions">
        <Skip onNext={onNext} />
      </div>
    </div>
  );
}

export function SourceStep({ isDone, address, onChanged, onNext }: StepProps) {
  const devices = useQuery("listOwnDevices", { query: { per_page: limits.rowsPerPageMax } });
  const [isPairing, setPairing] = useState(false);
  return (
    <>
      {isDone && <p>{t.guide.sourceDone}</p>}
      {!isDone && reachOf(address) === "computer" && <NoPhoneYet />}
      <div class="actions">
        <Button tone={isDone ? "plain" : "primary"} onClick={() => setPairing(true)}>
          {t.guide.chooseHow}
        </Button>
        <Button to="/statements">{t.common.uploadStatement}</Button>
        {!isDone && <Skip onNext={onNext} />}
      </div>
      {isPairing && devices.data && (
        <PairingDialog
          devices={devices.data}
          reload={devices.reload}
          addressPath="/guide?step=public_address"
          onClose={(hasChosen) => {
            setPairing(false);
            // The steps of a way happen on the phone, which might report much later.
            if (hasChosen) void onChanged().then(onNext);
          }}
        />
      )}
    </>
  );
}

/**
 * Says that no phone can reach the server yet. Without this notice, only a phone's setup would show it. Only the
 * server's owner has the step of the address.
 */
const NoPhoneYet = () => (
  <Notice tone="warning">
    {t.guide.noPhoneYet}{" "}
    {useOwnsServer() ? (
      <Link to="/guide?step=public_address">{t.guide.addressFirst}</Link>
    ) : (
      <ReachRemedy />
    )}
  </Notice>
);

export function TwoFactorStep({ isDone, onChanged, onNext }: StepProps) {
  const { refresh } = useSession();
  const [isEnabling, setEnabling] = useState(false);
  if (isDone && !isEnabling) return <p>{t.guide.twoFactorOn}</p>;
  return (
    <>
      {!isDone && <p class="hint">{t.twoFactor.toMarkPaid}</p>}
      <div class="actions">
        <Button tone="primary" onClick={() => setEnabling(true)}>
          {t.twoFactor.enable}
        </Button>
        <Skip onNext={onNext} />
      </div>
      {isEnabling && (
        <TwoFactorDialog
          onClose={() => {
            setEnabling(false);
            void Promise.all([refresh(), onChanged()]);
          }}
        />
      )}
    </>
  );
}
