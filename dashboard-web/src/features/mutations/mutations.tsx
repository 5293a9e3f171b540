import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { BankAccount } from "../../ui/bank-account.tsx";
import { BankAlarmTag, TransferTime } from "./bank-record.tsx";
import { AskedApps } from "../accounts/asked-apps.tsx";
import { LikelyTexts } from "./teaching/likely-texts.tsx";
import { ListDownloads } from "../../ui/list-downloads.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { ReadingRules } from "./teaching/reading-rules.tsx";
import { SavedFilters } from "../../ui/saved-filters.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { filtersOf, isFiltered } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { pageLanguage } from "../../base/page-language.ts";
import { formatCount } from "../../base/numbers.ts";
import { Totals, TotalsToCome } from "../../ui/totals.tsx";
import { UnreadTexts } from "./teaching/unread-texts.tsx";
import { addressOf, type DataOf } from "../../base/api.ts";
import type { OwnMutation } from "../../base/generated/types.gen.ts";
import { mutationPath } from "../../base/mutation-path.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { useMay, useMerchant } from "../../base/session.tsx";
import { isAlarming, nameOfTransfer } from "../../base/transfer-source.ts";
import { useOwnAccounts } from "../../base/use-own-accounts.ts";
import { useQuery, type Query } from "../../base/use-query.ts";
import { DecideAlike } from "./decide-alike.tsx";
import { MutationFilters, queryOf, ViewChips, viewOf } from "./mutation-filters.tsx";
import { MutationParts } from "./mutation.tsx";
import { invoiceOf, mutationsTexts as t, toldReason, toneOf } from "./mutations-texts.ts";
import { Button } from "../../ui/button.tsx";
import { TableList } from "../../ui/list.tsx";

const accountColumn: Column<OwnMutation> = {
  place: "place",
  width: 100,
  grows: true,
  title: t.common.account,
  cell: ({ bank_name, app_name, account_number, account_name }) => (
    <BankAccount name={bank_name ?? app_name} number={account_number} holder={account_name} />
  ),
};

/**
 * Lists the transfers. The address holds the filters, so a person who returns from an invoice continues in the
 * same place.
 */
export function Mutations() {
  const { query } = useRouter();
  const { time_zone } = useMerchant();
  const filters = filtersOf(query);
  const view = viewOf(filters);
  const order = useOrder();
  const cursor = useCursor(filters.toString(), "mutations");
  const mutations = useQuery("searchMutations", {
    query: {
      ...cursor.query,
      ...queryOf(filters, time_zone),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  const totals = useQuery("getMutationTotals", { query: queryOf(filters, time_zone) });
  const selection = useSelection(`${filters} ${Object.values(cursor.query).join(" ")}`);
  const may = useMay();
  const isDecidable = (view === "open" || view === "decided") && may("decideTransfers");

  const accounts = useOwnAccounts();
  // A transfer of no account still shows its app.
  const hasAccounts =
    accounts.length > 1 || mutations.data?.items.some(({ bank_name }) => bank_name === null);

  const columns: readonly Column<OwnMutation>[] = [
    {
      place: "title",
      width: 100,
      grows: true,
      title: t.mutations.sender,
      cell: nameOfTransfer,
    },
    ...(hasAccounts ? [accountColumn] : []),
    {
      place: "state",
      // The longest reason takes about 240 pixels in Indonesian.
      width: 248,
      title: t.mutations.why,
      cell: (mutation) =>
        isAlarming(mutation.bank_record) ? (
          <BankAlarmTag record={mutation.bank_record} />
        ) : (
          <span class={`tag ${toneOf(mutation)}`}>{t.mutations.reasons[toldReason(mutation)]}</span>
        ),
    },
    {
      place: "party",
      width: 100,
      grows: true,
      title: t.mutations.payment,
      cell: (mutation) => <PaidInvoice {...mutation} />,
    },
    { place: "amount", width: 116, title: t.common.amount, cell: amountOf },
    {
      place: "when",
      width: 104,
      title: t.mutations.reported,
      sorted: order,
      cell: (transfer) => <TransferTime transfer={transfer} isShort />,
    },
  ];

  return (
    <Page
      title={t.menu.mutations}
      hint={t.mutations.hint}
      actions={
        <ListDownloads
          workbook={addressOf("exportMutationsWorkbook", {
            query: { ...queryOf(filters, time_zone), language: pageLanguage },
          })}
          csv={addressOf("exportMutations", { query: queryOf(filters, time_zone) })}
          name={t.menu.mutations}
          isEmpty={!totals.isStale && totals.data?.is_complete && totals.data.mutation_count === 0}
        />
      }
    >
      <LikelyTexts />
      <AskedApps />
      <ViewChips />
      <MutationFilters accounts={accounts} />
      <SavedFilters />
      <MutationTotals totals={totals} />
      {isDecidable && (
        <DecideAlike
          transfers={mutations.data?.items ?? []}
          selection={selection}
          view={view}
          onDone={mutations.reload}
        />
      )}
      <TableList
        query={mutations}
        place={cursor}
        total={totals.data?.is_complete && !totals.isStale ? totals.data.mutation_count : null}
        selection={isDecidable ? selection : undefined}
        label={t.menu.mutations}
        class="mutations-table"
        columns={columns}
        keyOf={({ id }) => id}
        pageOf={mutationPath}
        titleOf={() => t.mutations.transfer}
        panel={(id) => <MutationParts id={id} />}
        empty={
          <Empty icon="mutations" title={emptyTitle(filters)}>
            {!isFiltered(query) && (
              <>
                <p>{t.mutations.noneHint}</p>
                <div class="actions">
                  <Button needs="offerPairing" tone="primary" to="/devices">
                    {t.mutations.connect}
                  </Button>
                </div>
              </>
            )}
          </Empty>
        }
      />
      <UnreadTexts />
      <ReadingRules />
    </Page>
  );
}

/** The invoice that has the transfer's money. */
function PaidInvoice(mutation: OwnMutation) {
  const code = invoiceOf(mutation);
  if (code === null) return null;
  return (
    <Link class="row-other" to={paymentPath(code)}>
      {code}
    </Link>
  );
}

const amountOf = ({ type_parsed, amount_parsed }: OwnMutation): string =>
  `${type_parsed === "DEBIT" ? "− " : ""}${formatRupiah(amount_parsed)}`;

function emptyTitle(filters: URLSearchParams): string {
  if (!isFiltered(filters)) return t.mutations.none;
  const view = viewOf(filters);
  return filters.size === 1 && view ? t.mutations.noneIn[view] : t.mutations.noneFound;
}

function MutationTotals({ totals }: { totals: Query<DataOf<"getMutationTotals">> }) {
  if (!totals.data || totals.isStale) return <TotalsToCome />;
  if (totals.data.mutation_count === 0) return null;
  const { mutation_count, credit_sum, simulated_sum, is_complete } = totals.data;
  return (
    <Totals
      count={t.mutations.counted(formatCount(mutation_count), mutation_count)}
      sum={t.mutations.cameIn(formatRupiah(credit_sum))}
      isComplete={is_complete}
    >
      {simulated_sum > 0 && (
        <span class="hint">{t.mutations.notCounted(formatRupiah(simulated_sum))}</span>
      )}
    </Totals>
  );
}
