import { bareNumber } from "../../../../web-shared/src/account-number.ts";
import { accountName } from "../../base/account-name.ts";
import { call } from "../../base/api.ts";
import {
  AppChoiceField,
  BoundFields,
  boundsOf,
  DeviceField,
  NumberField,
} from "./account-fields.tsx";
import { AccountTags } from "./account-tags.tsx";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Done, Field, Form, Submit, Warned, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card, Columns, Page } from "../../ui/page.tsx";
import { QuotaCard } from "./quota-card.tsx";
import { SourcesCard } from "./sources-card.tsx";
import { StepsCard } from "./steps-card.tsx";
import type { DashboardAccount } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import type { PageProps } from "../../base/match-route.ts";
import { hasCountedDays } from "../../base/takes-payments.ts";
import { phoneMedia, useMedia } from "../../base/use-media.ts";
import { useQuery } from "../../base/use-query.ts";
import { May } from "../../base/session.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";
import { Button } from "../../ui/button.tsx";

export function Account({ parameters }: PageProps) {
  const account_id = parameters["account_id"] ?? "";
  const account = useQuery("getOwnAccount", { path: { account_id } });
  const onChanged = account.reload;
  const switchButton = account.data && (
    <SwitchButton account={account.data} onChanged={onChanged} />
  );
  // On a phone, switching off stands last, because the title's button would be the first and widest thing.
  const isLast = useMedia(phoneMedia) && account.data?.account_active === true;
  return (
    <Page
      title={account.data ? accountName(account.data) : t.common.account}
      back={{ to: "/accounts", text: t.menu.accounts }}
      actions={isLast ? undefined : switchButton}
    >
      <QueryResult query={account}>
        {(data) => (
          <>
            {!data.can_be_read && <Notice tone="warning">{t.accounts.cannotBeRead}</Notice>}
            {data.no_free_days !== null && data.account_quota === 0 && (
              <Notice tone="warning">{t.accounts.noFreeDays[data.no_free_days]}</Notice>
            )}
            <Columns>
              <div>
                <DetailsCard account={data} onChanged={onChanged} />
              </div>
              <div>
                <SourcesCard accountId={account_id} />
                {hasCountedDays(data) && <QuotaCard accountId={account_id} />}
                <StatementsCard accountId={account_id} />
                <StepsCard channelId={data.channel_id} />
              </div>
            </Columns>
            {isLast && <div class="actions">{switchButton}</div>}
          </>
        )}
      </QueryResult>
    </Page>
  );
}

const StatementsCard = ({ accountId }: { accountId: string }) => (
  <May call="listStatementMonths">
    <Card title={t.menu.statements}>
      <p>{t.common.aboutStatements}</p>
      <div class="actions">
        <Button to="/statements">{t.menu.statements}</Button>
        <Button needs="importStatement" to={`/statements/import?account=${accountId}`}>
          {t.common.uploadStatement}
        </Button>
      </div>
    </Card>
  </May>
);

interface AccountPartProps {
  account: DashboardAccount;
  onChanged(): Promise<void>;
}

/** Switches an account on or off. Only switching off needs a confirmation. */
function SwitchButton({ account, onChanged }: AccountPartProps) {
  const { account_id, account_active } = account;

  async function set(isActive: boolean) {
    await call("changeOwnAccount", { path: { account_id }, body: { account_active: isActive } });
    await onChanged();
  }

  if (!account_active) {
    return (
      <Form label={t.accounts.switchOn} submit={() => set(true)}>
        <Submit needs="changeOwnAccount">{t.accounts.switchOn}</Submit>
      </Form>
    );
  }
  return (
    <ConfirmButton
      needs="changeOwnAccount"
      title={t.accounts.switchOffTitle(accountName(account))}
      action={t.accounts.switchOff}
      submit={() => set(false)}
    >
      {t.accounts.switchOffHint}
    </ConfirmButton>
  );
}

function DetailsCard({ account, onChanged }: AccountPartProps) {
  const choices = useQuery("listAccountChoices", {});
  const devices = useQuery("listOwnDevices", { query: { per_page: limits.rowsPerPageMax } }).data;
  return (
    <Card title={t.accounts.details} actions={<AccountTags account={account} />}>
      {account.qris_name !== null && (
        <dl class="facts">
          <Fact name={t.accounts.qrisName}>{account.qris_name}</Fact>
          <Fact name={t.accounts.qrisCity}>{account.qris_city ?? "–"}</Fact>
          <Fact name={t.accounts.nmid}>{account.qris_id ?? "–"}</Fact>
        </dl>
      )}
      <QueryResult query={choices}>
        {(data) => (
          <Form
            label={t.accounts.edit}
            said={t.common.saved}
            initial={account}
            submit={async (values) => {
              await call("changeOwnAccount", {
                path: { account_id: account.account_id },
                body: changesOf(account, values),
              });
              await onChanged();
            }}
          >
            {/* A QRIS code names its own account, as shown above. */}
            {account.channel_type !== "QRIS" && (
              <>
                <NumberField
                  channel={data.channels.find(
                    ({ channel_id }) => channel_id === account.channel_id,
                  )}
                />
                <Field
                  name="account_name"
                  label={t.accounts.holder}
                  autoComplete="off"
                  autoCapitalize="characters"
                />
                <Warned name="unusual_number" label={t.accounts.unusual} />
              </>
            )}
            <AppChoiceField
              choices={data}
              chosen={account.app_package}
              empty={t.accounts.appDefault}
            />
            {devices && <DeviceField devices={devices} chosen={account.device_id} />}
            <BoundFields />
            <div class="actions">
              <Submit needs="changeOwnAccount">{t.common.save}</Submit>
              <Done />
            </div>
          </Form>
        )}
      </QueryResult>
    </Card>
  );
}

/**
 * Returns only the changed values. Sending an unchanged app or phone would count as a change of the
 * matching pool.
 */
function changesOf(account: DashboardAccount, values: Values) {
  const app_package = values("app_package");
  const device_id = values("device_id") || null;
  return {
    ...(account.channel_type !== "QRIS" && {
      account_number: bareNumber(values("account_number")),
      account_name: values("account_name").trim(),
      unusual_number: values("unusual_number") === "on",
    }),
    ...boundsOf(values),
    ...(app_package && app_package !== account.app_package && { app_package }),
    ...(device_id !== account.device_id && { device_id }),
  };
}
