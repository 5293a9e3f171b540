import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { BankMark } from "../../../../web-shared/src/bank-mark.tsx";
import { accountName, nameInCode } from "../../base/account-name.ts";
import { AccountTags } from "./account-tags.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Empty } from "../../ui/notice.tsx";
import { OwnBanks } from "./own-banks.tsx";
import { Page } from "../../ui/page.tsx";
import { usePages } from "../../ui/pager.tsx";
import type { DashboardAccount } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { hasCountedDays } from "../../base/takes-payments.ts";
import { formatRelative } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { accountsTexts as t } from "./accounts-texts.ts";
import { Button } from "../../ui/button.tsx";
import { RowList } from "../../ui/list.tsx";

export function Accounts() {
  const pages = usePages(limits.rowsPerPage);
  const accounts = useQuery("listOwnAccounts", { query: pages.query });
  const add = (
    <Button needs="createOwnAccount" tone="primary" icon="plus" to="/accounts/new">
      {t.common.addAccount}
    </Button>
  );
  return (
    <Page title={t.menu.accounts} hint={t.accounts.hint} actions={add}>
      <RowList
        query={accounts}
        place={pages}
        keyOf={({ account_id }) => account_id}
        empty={
          <Empty icon="accounts" title={t.accounts.none}>
            {t.accounts.noneHint}
          </Empty>
        }
      >
        {(account) => <AccountRow account={account} />}
      </RowList>
      <OwnBanks />
    </Page>
  );
}

const AccountRow = ({ account }: { account: DashboardAccount }) => (
  <li class="row">
    <div class="row-title">
      <Link to={`/accounts/${account.account_id}`} class="bank-account">
        <BankMark name={account.channel_name ?? account.channel_code} />
        {accountName(account)}
      </Link>
      <span class="hint">
        {nameInCode(account) ? account.account_number : account.account_name}
      </span>
    </div>
    <dl>
      {account.account_active && (
        <Fact name={t.accounts.source}>
          <Watch watch={account.watched_by} />
        </Fact>
      )}
      {hasCountedDays(account) && (
        <Fact name={t.accounts.quota}>{t.accounts.days(account.account_quota)}</Fact>
      )}
      {isBounded(account) && (
        <Fact name={t.accounts.bounds} isAmount>
          {boundsOf(account, t.common.fromAmount)}
        </Fact>
      )}
    </dl>
    <AccountTags account={account} />
  </li>
);

/** Shows the source that reports the account's transfers, or warns and links to the next step. */
function Watch({ watch }: { watch: DashboardAccount["watched_by"] }) {
  const heard = watch?.heard_at ? formatRelative(watch.heard_at, Date.now()) : null;
  if (watch && watch.online_count > 0) {
    return (
      <>
        <bdi>{watch.source_name}</bdi>{" "}
        <span class="hint">
          {watch.online_count > 1 && `${t.accounts.others(watch.online_count - 1)}, `}
          {heard === null ? t.accounts.offline(null) : t.accounts.heard(heard)}
        </span>
      </>
    );
  }
  return (
    <>
      {watch && <bdi>{watch.source_name} </bdi>}
      <span class="tag warning">
        {watch ? t.accounts.offline(heard) : t.accounts.unwatched}
      </span>{" "}
      <Link to="/devices">{watch ? t.accounts.checkSources : t.accounts.connect}</Link>
    </>
  );
}

/** Returns whether an account refuses some amounts. An account that takes every amount needs no words. */
const isBounded = ({ account_min_amount, account_max_amount }: DashboardAccount): boolean =>
  account_min_amount > 1 || account_max_amount !== null;

function boundsOf(account: DashboardAccount, from: (amount: string) => string): string {
  const [min, max] = [account.account_min_amount, account.account_max_amount];
  if (max === null) return from(formatRupiah(min));
  return `${formatRupiah(min)} – ${formatRupiah(max)}`;
}
