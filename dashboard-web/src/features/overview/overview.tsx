import { useEffect, useRef } from "preact/hooks";
import { accountChoices } from "../../base/account-name.ts";
import { useAttention } from "../../base/attention.tsx";
import { Attention } from "./attention.tsx";
import { limits } from "../../base/limits.ts";
import { useOpenGuide } from "../guide/open-guide.ts";
import { Button } from "../../ui/button.tsx";
import { Filter } from "../../ui/plain-filter.tsx";
import { Income } from "./income.tsx";
import { LatestPayments } from "./latest-payments.tsx";
import { lastDays, MoneyNow } from "./money-now.tsx";
import { UnpaidInvoices } from "./unpaid-invoices.tsx";
import { QueryResult, Page } from "../../ui/page.tsx";
import {
  addressOfPeriod,
  dayChoices,
  monthsUntil,
  periodOf,
  queryOfPeriod,
  type Period,
} from "./income-period.ts";
import { useRouter } from "../../base/router.tsx";
import { formatMonth } from "../../base/time.ts";
import { useLoaded } from "../../base/use-loaded.ts";
import { useOwnAccounts } from "../../base/use-own-accounts.ts";
import { useQuery } from "../../base/use-query.ts";
import { overviewTexts as t } from "./overview-texts.ts";

/**
 * The overview. The address holds the period and the account, so that a person can share the view.
 */
export function Overview() {
  const { query } = useRouter();
  const guide = useOpenGuide();
  const attention = useAttention();
  const period = periodOf(query);
  const overview = useQuery("getOverview", { query: queryOfPeriod(period) });
  const lastWeek = useQuery("getOverview", lastDays);
  const week = lastWeek.data;
  // A shop that has received some payments needs no guide.
  const shown = guide && week && week.last_paid.length < limits.guidePaidInvoices ? guide : null;
  const card = useLoaded(shown !== null, () => import("../guide/guide-card.tsx"));
  const isNew =
    overview.data !== null && overview.data.created_count === 0 && !week?.last_paid.length;
  const guideCard = shown && card && <card.GuideCard {...shown} />;
  useFreshAttention(attention);
  // The parts appear together, so that none moves another.
  const isKnown =
    guide !== undefined &&
    [attention, overview, lastWeek].every((each) => !each || each.data || each.refusal) &&
    (shown === null || card !== undefined);
  return (
    <Page
      title={t.menu.overview}
      actions={
        <Button
          needs="createInvoice"
          // The guide's card has the page's main action.
          tone={shown && isNew ? "plain" : "primary"}
          icon="plus"
          to="/invoices/new"
        >
          {t.common.newInvoice}
        </Button>
      }
    >
      {isKnown ? (
        <>
          {attention && (
            <QueryResult query={attention}>
              {/* A customer might pay a real invoice before the person comes to the guide's step. */}
              {(data) => <Attention data={data} guide={isNew ? shown : null} />}
            </QueryResult>
          )}
          {isNew ? guideCard : <MoneyNow week={week} />}
          {/* Beside the guide, a new shop needs no figures of zero. */}
          {!(isNew && guideCard) && (
            <div class="cockpit">
              {week && week.last_paid.length > 0 && (
                <div class="newest">
                  <LatestPayments payments={week.last_paid} />
                </div>
              )}
              <section class="card income">
                <div class="income-head">
                  <h2>{t.overview.incomeIn(nameOf(period))}</h2>
                  <PeriodFilters period={period} calendar={overview.data} />
                </div>
                <QueryResult query={overview}>
                  {(data) => <Income overview={data} period={period} />}
                </QueryResult>
              </section>
              {week && <UnpaidInvoices week={week} />}
            </div>
          )}
          {isNew || guideCard}
        </>
      ) : (
        <Outline />
      )}
    </Page>
  );
}

/** The shape of the page before its data: the first line, the sums, the chart. */
const Outline = () => (
  <div class="outline" role="progressbar" aria-label={t.common.loading}>
    <span />
    <span />
    <span />
  </div>
);

/** Asks again for tasks that another page has shown before. The stream does not announce every cause of a task. */
function useFreshAttention(attention: ReturnType<typeof useAttention>): void {
  const isOld = useRef(attention?.data !== null).current;
  const reload = attention?.reload;
  useEffect(() => {
    if (isOld) void reload?.();
  }, [isOld, reload]);
}

const nameOf = ({ month, days }: Period): string =>
  month === null ? t.overview.lastDaysOf(days) : formatMonth(month);

interface PeriodFiltersProps {
  period: Period;
  calendar: { today: string; first_month: string } | null;
}

function PeriodFilters({ period, calendar }: PeriodFiltersProps) {
  const { go } = useRouter();
  const accounts = useOwnAccounts();
  const change = (changed: Partial<Period>) =>
    go(addressOfPeriod({ ...period, ...changed }), { replace: true });
  const months = calendar ? monthsUntil(calendar.today, calendar.first_month) : [];
  // The period can be a month that a person typed into the address.
  const all =
    period.month === null || months.includes(period.month) ? months : [period.month, ...months];
  return (
    <div class="periods">
      <div class="segments" role="group" aria-label={t.overview.period}>
        {dayChoices.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={period.month === null && period.days === days}
            onClick={() => change({ days, month: null })}
          >
            {t.overview.lastDays(days)}
          </button>
        ))}
      </div>
      <Filter<string>
        label={t.overview.month}
        all={t.overview.anyMonth}
        value={period.month ?? ""}
        choices={all.map((month) => [month, formatMonth(month)] as const)}
        onChange={(month) => change({ month: month || null })}
      />
      {accounts.length > 1 && (
        <Filter<string>
          label={t.common.account}
          all={t.overview.allAccounts}
          value={period.account_id ?? ""}
          choices={accountChoices(accounts)}
          onChange={(account) => change({ account_id: account || null })}
        />
      )}
    </div>
  );
}
