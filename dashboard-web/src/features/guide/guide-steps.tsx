import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { changesOf } from "../../base/changes-of.ts";
import { useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { TwoFactorDialog } from "../access/two-factor-dialog.tsx";
import { signUpTexts } from "../access/sign-up-texts.ts";
import { twoFactorTexts } from "../access/two-factor-texts.ts";
import { NewAccountForms } from "../accounts/new-account.tsx";
import { LooksFields, looksOf } from "../settings/looks-fields.tsx";
import { guideCardTexts } from "./guide-card-texts.ts";
import { guideTexts } from "./guide-texts.ts";

const t = { ...guideTexts, ...guideCardTexts, ...signUpTexts, ...twoFactorTexts };

export interface StepProps {
  isDone: boolean;
  hasAccount: boolean;
  /** After a change that might have finished a step. */
  onChanged(): Promise<void>;
  onNext(): void;
}

const Skip = ({ onNext }: Pick<StepProps, "onNext">) => (
  <Button tone="quiet" onClick={onNext}>
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
          <Field name="contact_phone" label={t.guide.phone} type="tel" />
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

export const SourceStep = ({ isDone, onNext }: StepProps) => (
  <>
    {isDone && <p>{t.guide.sourceDone}</p>}
    <div class="actions">
      <Button to="/devices" tone={isDone ? "plain" : "primary"}>
        {t.guide.connectPhone}
      </Button>
      <Button to="/statements">{t.common.uploadStatement}</Button>
      {!isDone && <Skip onNext={onNext} />}
    </div>
    <p class="hint">{t.guide.otherWays}</p>
  </>
);

export function TwoFactorStep({ isDone, onChanged, onNext }: StepProps) {
  const { refresh } = useSession();
  const [isEnabling, setEnabling] = useState(false);
  if (isDone && !isEnabling) return <p>{t.guide.twoFactorOn}</p>;
  return (
    <>
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
