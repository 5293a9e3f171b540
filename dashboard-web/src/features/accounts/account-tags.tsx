import type { DashboardAccount } from "../../base/generated/types.gen.ts";
import { accountsTexts as t } from "./accounts-texts.ts";

/** Shows whether new invoices can use the account, and the reason if they cannot. */
export function AccountTags({ account }: { account: DashboardAccount }) {
  if (!account.account_active) return <span class="tag">{t.accounts.inactive}</span>;
  if (account.account_quota === 0 && !account.is_day_paid)
    return <span class="tag bad">{t.accounts.noDays}</span>;
  return <span class="tag good">{t.accounts.active}</span>;
}
