import { useState } from "preact/hooks";
import { BankMark } from "../../../../web-shared/src/bank-mark.tsx";
import { call } from "../../base/api.ts";
import type { ChannelChoice } from "../../base/generated/types.gen.ts";
import { numberOf } from "../../base/numbers.ts";
import { May } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton, FormDialog } from "../../ui/dialog.tsx";
import { Field, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { ownBanksTexts as t } from "./own-banks-texts.ts";

/**
 * Returns the bank's values. Text that is not a number becomes a number that the server refuses, so
 * that the server explains the problem.
 */
const bankOf = (values: Values) => ({
  channel_name: values("channel_name").trim(),
  number_min: numberOf(values("number_min")),
  number_max: numberOf(values("number_max")),
});

interface BankFieldsProps {
  name?: string;
  min?: number;
  max?: number;
}

const BankFields = ({ name = "", min = 10, max = 16 }: BankFieldsProps) => (
  <>
    <Field
      name="channel_name"
      label={t.ownBanks.name}
      hint={t.ownBanks.nameHint}
      defaultValue={name}
      autoComplete="off"
    />
    <div class="pair">
      <Field name="number_min" label={t.ownBanks.min} inputMode="numeric" defaultValue={min} />
      <Field name="number_max" label={t.ownBanks.max} inputMode="numeric" defaultValue={max} />
    </div>
  </>
);

/** Returns the package from a pasted Play Store address, or the pasted package itself. */
const packageOf = (pasted: string): string => {
  const text = pasted.trim();
  return URL.canParse(text) ? (new URL(text).searchParams.get("id") ?? text) : text;
};

interface AddBankDialogProps {
  /** The app that the person has declared to be the bank's. */
  app: string | null;
  appName?: string | undefined;
  onAdded(channel_id: string): void;
  onClose(): void;
}

export function AddBankDialog({ app, appName, onAdded, onClose }: AddBankDialogProps) {
  return (
    <FormDialog
      title={t.ownBanks.add}
      action={t.ownBanks.add}
      submit={async (values) => {
        const { channel_id } = await call("addOwnBank", {
          body: { ...bankOf(values), app_package: packageOf(values("app_package")) },
        });
        onAdded(channel_id);
      }}
      onClose={onClose}
    >
      <p class="hint">{t.ownBanks.addHint}</p>
      <BankFields {...(appName !== undefined && { name: appName })} />
      <Field
        name="app_package"
        label={t.ownBanks.app}
        hint={t.ownBanks.appHint}
        defaultValue={app ?? ""}
        autoComplete="off"
        autoCapitalize="none"
      />
      <Notice tone="warning">{t.ownBanks.asked}</Notice>
    </FormDialog>
  );
}

type OwnBank = ChannelChoice & { own: NonNullable<ChannelChoice["own"]> };

/** Lists the banks that the merchant added. Hidden if there are none. */
export function OwnBanks() {
  const choices = useQuery("listAccountChoices", {});
  const [edited, setEdited] = useState<OwnBank | null>(null);
  const banks = (choices.data?.channels ?? []).filter((one): one is OwnBank => one.own !== null);
  if (banks.length === 0) return null;
  return (
    <Card title={t.ownBanks.title}>
      <ul class="own-banks">
        {banks.map((bank) => (
          <li key={bank.channel_id}>
            <BankMark name={bank.channel_name} />
            <span class="own-bank-name">
              <strong>
                <bdi>{bank.channel_name}</bdi>
              </strong>
              <span class="hint">
                {t.ownBanks.digits(bank.own.number_min, bank.own.number_max)}
              </span>
              <code>{bank.default_package}</code>
            </span>
            <May call="changeOwnBank">
              <Button of={bank.channel_name} onClick={() => setEdited(bank)}>
                {t.ownBanks.rename}
              </Button>
              {bank.own.is_used ? (
                <span class="tag">{t.ownBanks.used}</span>
              ) : (
                <ConfirmButton
                  of={bank.channel_name}
                  title={t.ownBanks.removeTitle(bank.channel_name)}
                  action={t.ownBanks.remove}
                  submit={() =>
                    call("removeOwnBank", { path: { channel_id: bank.channel_id } }).then(
                      choices.reload,
                    )
                  }
                >
                  {t.ownBanks.removeHint}
                </ConfirmButton>
              )}
            </May>
          </li>
        ))}
      </ul>
      {edited && (
        <FormDialog
          title={t.ownBanks.renameTitle(edited.channel_name)}
          action={t.ownBanks.save}
          submit={async (values) => {
            await call("changeOwnBank", {
              path: { channel_id: edited.channel_id },
              body: bankOf(values),
            });
            await choices.reload();
          }}
          onClose={() => setEdited(null)}
        >
          <BankFields
            name={edited.channel_name}
            min={edited.own.number_min}
            max={edited.own.number_max}
          />
        </FormDialog>
      )}
    </Card>
  );
}
