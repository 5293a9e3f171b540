import { useState } from "preact/hooks";
import { accountName } from "../../base/account-name.ts";
import { call } from "../../base/api.ts";
import type { DashboardAccount, MerchantSummary } from "../../base/generated/types.gen.ts";
import { useQuery } from "../../base/use-query.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Done, Field, Form, Submit } from "../../ui/form.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { accountsTexts } from "../accounts/accounts-texts.ts";
import { operatorTexts } from "./operator-texts.ts";

const t = { ...accountsTexts, ...operatorTexts };

interface MerchantDialogProps {
  merchant: MerchantSummary;
  onGranted(): Promise<void>;
  onClose(): void;
}

/** Shows a merchant's accounts, and grants days of use for each. */
export function MerchantDialog({ merchant, onGranted, onClose }: MerchantDialogProps) {
  const { merchant_id, merchant_name } = merchant;
  const accounts = useQuery("listMerchantAccounts", { path: { merchant_id } });
  const onAccountGranted = async () => {
    await Promise.all([accounts.reload(), onGranted()]);
  };
  return (
    <Dialog title={merchant_name} onClose={onClose}>
      <QueryResult query={accounts}>
        {(data) => (
          <>
            {data.length === 0 && <p class="hint">{t.accounts.none}.</p>}
            <ul class="grants">
              {data.map((account) => (
                <GrantRow key={account.account_id} account={account} onGranted={onAccountGranted} />
              ))}
            </ul>
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}

interface GrantRowProps {
  account: DashboardAccount;
  onGranted(): Promise<void>;
}

function GrantRow({ account, onGranted }: GrantRowProps) {
  const announce = useAnnounce();
  const [granted, setGranted] = useState<number | null>(null);
  const { account_id, account_quota } = account;
  return (
    <li>
      <p>
        <strong>{accountName(account)}</strong>
        <span class="hint">
          {t.accounts.quota}: {t.accounts.days(account_quota)}
        </span>
      </p>
      <Form
        label={accountName(account)}
        submit={async (values) => {
          const days = Number(values("days"));
          await call("grantQuota", { path: { account_id }, body: { days } });
          await onGranted();
          setGranted(days);
          announce(t.operator.granted(days));
        }}
      >
        <Field
          name="days"
          label={t.accounts.orderDays}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={30}
        />
        <Submit>{t.operator.grant}</Submit>
        <Done>{granted !== null && t.operator.granted(granted)}</Done>
      </Form>
    </li>
  );
}
