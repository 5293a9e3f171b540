import type { DataOf } from "../../base/api.ts";
import type { ListedDevice } from "../../base/generated/types.gen.ts";
import { numberOf } from "../../base/numbers.ts";
import { AmountField } from "../../ui/amount-field.tsx";
import { Choice, Field, type Values } from "../../ui/form.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";

export type Choices = DataOf<"listAccountChoices">;

interface AppChoiceFieldProps {
  choices: Choices;
  /** The app of an existing account. */
  chosen?: string | null;
  /** The label of the empty option: the default, or a request to choose. */
  empty: string;
}

/**
 * The choice of the bank's app. A new account has no app preselected, because a wrong app would
 * report transfers to other accounts.
 */
export function AppChoiceField({ choices, chosen, empty }: AppChoiceFieldProps) {
  const isListed = choices.apps.some(({ app_package }) => app_package === chosen);
  return (
    <Choice
      name="app_package"
      label={t.accounts.app}
      hint={t.accounts.appHint}
      chosen={chosen ?? ""}
      options={[
        ...(!chosen ? [["", empty] as const] : isListed ? [] : [[chosen, chosen] as const]),
        ...choices.apps.map(
          ({ app_name, app_package, can_be_read }) =>
            [
              app_package,
              can_be_read ? app_name : `${app_name} (${t.accounts.appUnread})`,
            ] as const,
        ),
      ]}
    />
  );
}

/** Returns the server's name for an app, found by the app's package. */
export const appNameOf = (choices: Choices, app_package: string | null): string | null =>
  choices.apps.find((app) => app.app_package === app_package)?.app_name ?? app_package;

/** The account's number: for a wallet, a phone number. */
export const NumberField = ({
  channel,
}: {
  channel: { is_mobile_number: boolean } | undefined;
}) => (
  <Field
    name="account_number"
    label={channel?.is_mobile_number ? t.accounts.phone : t.accounts.number}
    inputMode="numeric"
    autoComplete="off"
  />
);

interface DeviceFieldProps {
  devices: readonly ListedDevice[];
  chosen: string | null;
}

/**
 * The phone whose notifications pay the account. A revoked phone stays selected until the person chooses another
 * one.
 */
export function DeviceField({ devices, chosen }: DeviceFieldProps) {
  const offered = devices.filter(
    ({ device_id, device_status }) => device_status === "ACTIVE" || device_id === chosen,
  );
  return (
    <Choice
      name="device_id"
      label={t.accounts.device}
      hint={t.accounts.deviceHint}
      chosen={chosen ?? ""}
      options={[
        ["", t.accounts.anyDevice],
        ...offered.map(({ device_id, device_name }) => [device_id, device_name] as const),
      ]}
    />
  );
}

/** The initial bounds of a new account. */
export const initialBounds = { account_min_amount: 1 };

export const BoundFields = () => (
  <div class="pair">
    <AmountField name="account_min_amount" label={`${t.accounts.min} (Rp)`} />
    <AmountField
      name="account_max_amount"
      label={`${t.accounts.max} (Rp)`}
      isOptional
      hint={t.accounts.maxHint}
    />
  </div>
);

/**
 * Returns the amount bounds. Text that is not a number becomes a number that the server refuses, so
 * that the server explains the problem.
 */
export const boundsOf = (values: Values) => ({
  account_min_amount: numberOf(values("account_min_amount") || "1"),
  account_max_amount:
    values("account_max_amount") === "" ? null : numberOf(values("account_max_amount")),
});
