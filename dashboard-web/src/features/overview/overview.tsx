import { accountChoices } from "../../base/account-name.ts";
import { Attention } from "./attention.tsx";
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
  const period = periodOf(query);
  const overview = useQuery("getOverview", { query: queryOfPeriod(period) });
  const lastWeek = useQuery("getOverview", lastDays);
  const week = lastWeek.data;
  // A merchant who has received a payment needs no guide.
  const isGuided = Boolean(guide) && week?.last_paid.length === 0;
  const card = useLoaded(isGuided, () => import("../guide/guide-card.tsx"));
  const isNew = overview.data !== null && overview.data.created_count === 0;
  // Beside the guide, a new shop needs no figures of zero.
  const hasFigures = !isGuided || overview.refusal || (overview.data !== null && !isNew);
  return (
    <Page
      title={t.menu.overview}
      actions={
        <Button
          needs="createInvoice"
          // The guide's card has the page's main action.
          tone={isGuided ? "plain" : "primary"}
          icon="plus"
          to="/invoices/new"
        >
          {t.common.newInvoice}
        </Button>
      }
    >
      <Attention
        isGuided={isGuided}
        asksForSource={
          isGuided &&
          Boolean(guide?.steps.some(({ step, is_done }) => step === "source" && !is_done))
        }
      />
      {/* The guide's place keeps its height, so that the content below does not move. */}
      {(guide === null ||
        (guide && (isGuided ? card !== undefined : (week ?? lastWeek.refusal)))) && (
        <>
          {guide && isGuided && card && <card.GuideCard {...guide} />}
          {isNew || <MoneyNow week={week} />}
          {hasFigures && (
            <div class="cockpit">
              {week?.last_paid.length !== 0 && (
                <div class="newest">{week && <LatestPayments payments={week.last_paid} />}</div>
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
        </>
      )}
    </Page>
  );
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
