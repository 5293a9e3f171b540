import { useId } from "preact/hooks";
import { accountName } from "../account-name.ts";
import type { InputOf } from "../api.ts";
import type { PaymentStatus } from "../generated/types.gen.ts";
import { limits } from "../limits.ts";
import { useRouter } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { Filter } from "./filter.tsx";
import { paymentStatuses } from "./payment-status.tsx";
import { paymentsTexts } from "../pages/payments-texts.ts";

type SearchQuery = NonNullable<InputOf<"searchPayments">["query"]>;

/** The filters stand in the address, so that a search can be sent to somebody. */
export function PaymentFilters() {
  const { t } = useWords(paymentsTexts);
  const { query, go } = useRouter();
  const every = { query: { per_page: limits.rowsPerPageMax } };
  const accounts = useQuery("listOwnAccounts", every).data ?? [];
  const searchId = useId();

  function set(name: string, value: string) {
    const changed = new URLSearchParams(query);
    if (value) changed.set(name, value);
    else changed.delete(name);
    go(changed.size > 0 ? `/payments?${changed}` : "/payments", { replace: true });
  }

  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const search = new FormData(event.currentTarget).get("search");
        set("search", typeof search === "string" ? search.trim() : "");
      }}
    >
      <div class="filter search">
        <label for={searchId}>{t.payments.search}</label>
        <input
          id={searchId}
          key={query.get("search")}
          type="search"
          name="search"
          placeholder={t.payments.searchHint}
          defaultValue={query.get("search") ?? ""}
        />
        {/* A form of several fields is sent by Enter only if it has a button (HTML, implicit submission). */}
        <input type="submit" hidden />
      </div>
      <Filter<PaymentStatus>
        label={t.payments.status}
        value={(query.get("status") ?? "") as PaymentStatus | ""}
        choices={paymentStatuses.map((each) => [each, t.payments.statuses[each]] as const)}
        onChange={(value) => set("status", value)}
      />
      {accounts.length > 1 && (
        <Filter<string>
          label={t.payments.account}
          value={query.get("account") ?? ""}
          choices={accounts.map((each) => [each.account_id, accountName(each)] as const)}
          onChange={(value) => set("account", value)}
        />
      )}
      <DayFilter label={t.payments.from} name="from" onChange={set} />
      <DayFilter label={t.payments.until} name="until" onChange={set} />
    </form>
  );
}

interface DayFilterProps {
  label: string;
  name: string;
  onChange(name: string, day: string): void;
}

function DayFilter({ label, name, onChange }: DayFilterProps) {
  const { query } = useRouter();
  const id = useId();
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={query.get(name) ?? ""}
        onChange={(event) => onChange(name, event.currentTarget.value)}
      />
    </div>
  );
}

/** Days are the reader's own; `until` is a day that still counts. */
export function queryOf(query: URLSearchParams): SearchQuery {
  const [search, status, account] = [
    query.get("search"),
    query.get("status"),
    query.get("account"),
  ];
  const [from, until] = [dayOf(query.get("from"), 0), dayOf(query.get("until"), 1)];
  return {
    ...(search && { search }),
    ...(status && { payment_status: status as PaymentStatus }),
    ...(account && { account_id: account }),
    ...(from && { created_from: from }),
    ...(until && { created_before: until }),
  };
}

/** The beginning of a day, or of one that many days later. */
function dayOf(text: string | null, daysLater: number): string | null {
  const day = new Date(`${text ?? ""}T00:00:00`);
  if (Number.isNaN(day.getTime())) return null;
  day.setDate(day.getDate() + daysLater);
  return day.toISOString();
}
