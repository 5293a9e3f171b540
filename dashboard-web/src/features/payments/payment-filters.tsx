import type { ComponentChildren } from "preact";
import { accountChoices } from "../../base/account-name.ts";
import type { DataOf, InputOf } from "../../base/api.ts";
import type { InvoiceStatus } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatCount } from "../../base/numbers.ts";
import { isTestMode } from "../../base/payment-path.ts";
import { useRouter } from "../../base/router.tsx";
import { useMerchant } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { daysOf } from "../../ui/day-filter.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { SearchFilters } from "../../ui/search-filters.tsx";
import { filtersOf } from "../../ui/side-panel.tsx";
import { tableTexts } from "../../ui/table-texts.ts";
import { invoicesTexts } from "./invoices-texts.ts";
import { endedOf, endings, outstanding, partPaid, unpaid } from "./ended-payments.ts";
import { paymentsTexts } from "./payments-texts.ts";

const t = { ...paymentsTexts, ...invoicesTexts };

/** The value of the filter for invoices with a refund. */
const refunded = "any";

type SearchQuery = NonNullable<InputOf<"searchPayments">["query"]>;

/**
 * Shows the statuses, and for states that might need a person's work the number of invoices that the other filters
 * find. The list does not wait for the numbers. A status that only a link elsewhere chooses is shown while it is
 * chosen.
 */
export function StatusChips() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const others = filtersOf(query);
  others.delete("status");
  const { data, isStale } = useQuery("getPaymentCounts", { query: queryOf(others, time_zone) });
  const counts: Readonly<Record<string, string | undefined>> =
    data && !isStale
      ? {
          PENDING: shortCount(data.pending_count, data),
          [partPaid]: shortCount(data.part_paid_count, data),
          EXPIRED: shortCount(data.expired_count, data),
          OPEN: shortCount(data.open_count, data),
        }
      : {};
  const named = t.paymentStatuses;
  // The names are in the order of the chips.
  const names: Record<InvoiceStatus | "" | typeof partPaid, string> = {
    "": t.common.all,
    PENDING: named.PENDING,
    [partPaid]: t.common.partPaid,
    PAID: named.PAID,
    EXPIRED: named.EXPIRED,
    OPEN: named.OPEN,
    CANCELLED: named.CANCELLED,
  };
  const status = query.get("status") ?? "";
  const linked = { [unpaid]: t.payments.unpaid, [outstanding]: t.payments.stillPayable };
  const chosen = Object.entries(linked).filter(([each]) => each === status);
  return (
    <FilterChips
      name="status"
      label={t.common.status}
      title={data?.is_complete === false ? tableTexts.table.olderUncounted : undefined}
      choices={[...Object.entries(names), ...chosen].map(([each, text]) => [
        each,
        counts[each] ? `${text} (${counts[each]})` : text,
      ])}
    />
  );
}

/** Returns a count as text, or undefined for none. */
function shortCount(
  count: number,
  { is_complete }: DataOf<"getPaymentCounts">,
): string | undefined {
  if (count === 0) return undefined;
  return `${formatCount(count)}${is_complete && count < limits.paymentsCounted ? "" : "+"}`;
}

interface PaymentFiltersProps {
  accounts: DataOf<"listOwnAccounts">;
  children: ComponentChildren;
}

export function PaymentFilters({ accounts, children }: PaymentFiltersProps) {
  const { query } = useRouter();
  return (
    <SearchFilters
      isLive
      isFolded
      isSaved
      fields={[{ name: "search", label: t.common.search, placeholder: t.payments.searchHint }]}
      filters={[
        {
          name: "ended",
          label: t.payments.ended,
          choices: endings.map((each) => [each, t.payments.endedIn[each]]),
        },
        {
          name: "mode",
          label: t.payments.kind,
          choices: [
            ["manual", t.payments.manual],
            ["test", t.payments.testData],
          ],
          // Test mode has other accounts.
          clears: "account",
        },
        {
          name: "refund",
          label: t.payments.refund,
          choices: [[refunded, t.payments.refunded]],
        },
        ...(accounts.length > 1 && !isTestMode(query)
          ? [{ name: "account", label: t.common.account, choices: accountChoices(accounts) }]
          : []),
      ]}
      days={{ from: t.payments.from, until: t.payments.until }}
    >
      {children}
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
    ...(query.get("mode") === "manual" && { is_manual: true }),
    ...(query.get("refund") === refunded && { is_refunded: true }),
    ...(search && { search }),
    ...(status && filterOf(status)),
    ...endedOf(query.get("ended"), time_zone),
    ...(account && { account_id: account }),
    ...daysOf(query, time_zone),
  };
}

/** Returns the filter for a status in the address. A row is found by the status that its tag shows. */
function filterOf(status: string): SearchQuery {
  switch (status) {
    case unpaid:
      return { is_unpaid: true };
    case partPaid:
      return { is_part_paid: true };
    case outstanding:
      return { payment_status: "PENDING" };
    case "PENDING":
      return { payment_status: "PENDING", is_part_paid: false };
    default:
      return { payment_status: status as InvoiceStatus };
  }
}
