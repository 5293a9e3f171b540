import { accountName } from "../../base/account-name.ts";
import type { InputOf } from "../../base/api.ts";
import type { PaymentStatus } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { isTestMode } from "../../base/payment-path.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { DayFilters, daysOf } from "../../ui/day-filter.tsx";
import { Filter } from "../../ui/filter.tsx";
import { paymentStatuses } from "../../ui/payment-status.tsx";
import { SearchFilters } from "../../ui/search-filters.tsx";
import { isFiltered, useSetFilters } from "../../ui/side-panel.tsx";
import { tableTexts } from "../../ui/table-texts.ts";
import { paymentsTexts } from "./payments-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...paymentsTexts, ...tableTexts };

type SearchQuery = NonNullable<InputOf<"searchPayments">["query"]>;

export function PaymentFilters() {
  const { query } = useRouter();
  const set = useSetFilters();
  const every = { query: { per_page: limits.rowsPerPageMax } };
  const accounts = useQuery("listOwnAccounts", every).data ?? [];

  return (
    <SearchFilters label={t.payments.search} placeholder={t.payments.searchHint}>
      <Filter<PaymentStatus>
        label={t.payments.status}
        value={(query.get("status") ?? "") as PaymentStatus | ""}
        choices={paymentStatuses.map((each) => [each, t.paymentStatuses[each]] as const)}
        onChange={(status) => set({ status })}
      />
      <Filter<"test">
        label={t.payments.data}
        all={t.payments.realData}
        value={isTestMode(query) ? "test" : ""}
        choices={[["test", t.payments.testData]]}
        // The accounts of test mode are others.
        onChange={(mode) => set({ mode, account: "" })}
      />
      {accounts.length > 1 && !isTestMode(query) && (
        <Filter<string>
          label={t.payments.account}
          value={query.get("account") ?? ""}
          choices={accounts.map((each) => [each.account_id, accountName(each)] as const)}
          onChange={(account) => set({ account })}
        />
      )}
      <DayFilters from={t.payments.from} until={t.payments.until} />
      {isFiltered(query) && (
        <Button tone="quiet" to="/payments">
          {t.table.clear}
        </Button>
      )}
    </SearchFilters>
  );
}

export function queryOf(query: URLSearchParams, time_zone: string): SearchQuery {
  const [search, status, account] = [
    query.get("search"),
    query.get("status"),
    query.get("account"),
  ];
  return {
    ...(isTestMode(query) && { is_test: true }),
    ...(search && { search }),
    ...(status && { payment_status: status as PaymentStatus }),
    ...(account && { account_id: account }),
    ...daysOf(query, time_zone),
  };
}
