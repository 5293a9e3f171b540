import { accountChoices } from "../../base/account-name.ts";
import { useUndecided } from "../../base/attention.tsx";
import type { DataOf, InputOf } from "../../base/api.ts";
import type { MatchReason } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { daysOf } from "../../ui/day-filter.tsx";
import { FilterChips } from "../../ui/filter-chips.tsx";
import { SearchFilters } from "../../ui/search-filters.tsx";
import { filtersOf } from "../../ui/side-panel.tsx";
import { mutationsTexts as t } from "./mutations-texts.ts";

type SearchQuery = NonNullable<InputOf<"searchMutations">["query"]>;

const views = ["open", "matched", "unmatched", "late", "decided"] as const;
export type View = (typeof views)[number];

const ofView = {
  open: { state: "open" },
  matched: { state: "matched" },
  unmatched: { state: "unmatched" },
  late: { match_reason: "late_payment" },
  decided: { state: "decided" },
} as const satisfies Record<View, SearchQuery>;

/** All reasons, in the order of the filter. */
const reasons = Object.keys({
  matched: true,
  matched_by_hand: true,
  late_payment: true,
  second_payment: true,
  paid_by_hand: true,
  former_choice: true,
  before_invoice: true,
  no_such_total: true,
  no_account: true,
  announced_twice: true,
  foreign_currency: true,
  before_registration: true,
  while_unregistered: true,
  debit: true,
} satisfies Record<MatchReason, true>) as MatchReason[];

export const viewOf = (query: URLSearchParams): View | "" =>
  views.find((each) => each === query.get("view")) ?? "";

export function queryOf(query: URLSearchParams, time_zone: string): SearchQuery {
  const [search, device_id, account_id] = ["search", "source", "account"].map((name) =>
    query.get(name),
  );
  const match_reason = reasons.find((each) => each === query.get("reason"));
  const view = viewOf(query);
  return {
    ...(search && { search }),
    ...(device_id && { device_id }),
    ...(account_id && { account_id }),
    ...(match_reason && { match_reason }),
    ...(view && ofView[view]),
    ...daysOf(query, time_zone),
  };
}

/** Shows the views of the list. The number of transfers to decide is the menu's, so it is not shown beside a filter. */
export function ViewChips() {
  const undecided = useUndecided();
  const others = filtersOf(useRouter().query);
  others.delete("view");
  others.delete("order");
  const { open } = t.mutations.views;
  const counted = undecided !== null && others.size === 0 ? `${open} (${undecided})` : open;
  return (
    <FilterChips
      name="view"
      label={t.common.show}
      choices={[
        ["", t.common.all],
        ...views.map(
          (each) => [each, each === "open" ? counted : t.mutations.views[each]] as const,
        ),
      ]}
    />
  );
}

export function MutationFilters({ accounts }: { accounts: DataOf<"listOwnAccounts"> }) {
  const { query } = useRouter();
  const every = { query: { per_page: limits.rowsPerPageMax } };
  const devices = useQuery("listOwnDevices", every).data ?? [];
  const ofReason = {
    name: "reason",
    label: t.mutations.why,
    choices: reasons.map((each) => [each, t.mutations.reasons[each]] as const),
  };
  const ofSource = {
    name: "source",
    label: t.mutations.device,
    choices: devices.map((each) => [each.device_id, each.device_name] as const),
  };
  const ofAccount = {
    name: "account",
    label: t.common.account,
    choices: accountChoices(accounts),
  };
  return (
    <SearchFilters
      isLive
      isFolded
      isSaved
      fields={[{ name: "search", label: t.common.search, placeholder: t.mutations.searchHint }]}
      filters={[
        // Late is a reason.
        ...(viewOf(query) === "late" ? [] : [ofReason]),
        ...(devices.length > 1 ? [ofSource] : []),
        ...(accounts.length > 1 ? [ofAccount] : []),
      ]}
      days={{ from: t.mutations.from, until: t.mutations.until }}
    />
  );
}
