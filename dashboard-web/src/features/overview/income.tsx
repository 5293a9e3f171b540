import { useId, useMemo } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { pageLanguage } from "../../base/page-language.ts";
import { accountName } from "../../base/account-name.ts";
import { addressOf } from "../../base/api.ts";
import type { Overview } from "../../base/generated/types.gen.ts";
import { compare, pointsOf, queryOfPeriod, type Period, type Point } from "./income-period.ts";
import { useAttention } from "../../base/attention.tsx";
import { useLoaded } from "../../base/use-loaded.ts";
import { useOwnAccounts } from "../../base/use-own-accounts.ts";
import { Link } from "../../base/router.tsx";
import { Figures } from "./figures.tsx";
import { formatChange, formatCount, formatPercent } from "../../base/numbers.ts";
import { overviewTexts as t } from "./overview-texts.ts";
import { formatDay, formatDays, formatMonth } from "../../base/time.ts";

interface IncomeProps {
  overview: Overview;
  period: Period;
}

/**
 * Shows the money received: one number, its comparison, a chart of the days, and the same figures
 * as a table.
 */
export function Income({ overview, period }: IncomeProps) {
  const points = useMemo(() => pointsOf(overview), [overview]);
  const hasMoney = points.some(({ income, previous }) =>
    [income, previous].some((each) => each !== null && each.paid_total > 0),
  );
  // The code of the chart and of its downloads. If it cannot load, the table has the same figures.
  const loaded = useLoaded(hasMoney, () => import("./income-chart.tsx"));
  return (
    <>
      <div class="income-sum">
        <p class="income-total">{formatRupiah(overview.paid_total)}</p>
        {hasMoney && <Change overview={overview} period={period} />}
        {overview.account_totals.length > 1 && <Shares totals={overview.account_totals} />}
        {overview.simulated_count > 0 && (
          <p class="hint">
            {t.overview.simulatedMoney(
              overview.simulated_count,
              formatRupiah(overview.simulated_total),
            )}
          </p>
        )}
      </div>
      {/* A period without an ended invoice would show only zeros and dashes. */}
      {overview.conversion !== null && <Figures overview={overview} />}
      {hasMoney && loaded === undefined ? (
        <div class="chart-place" />
      ) : hasMoney ? (
        <>
          {loaded && <loaded.IncomeChart points={points} />}
          <div class="income-foot">
            <details>
              <summary>{t.overview.asTable}</summary>
              <Table points={points} />
            </details>
            <ToDifferences />
            {loaded && (
              <loaded.Downloads
                label={t.overview.export}
                workbook={addressOf("exportOverviewWorkbook", {
                  query: { ...queryOfPeriod(period), language: pageLanguage },
                })}
                csv={addressOf("exportOverview", { query: queryOfPeriod(period) })}
                name={t.menu.overview}
              />
            )}
          </div>
        </>
      ) : (
        <p class="hint">{t.overview.nothingPaid}</p>
      )}
    </>
  );
}

/**
 * Links to undecided money. While a transfer or the rest of an invoice is undecided, the invoices' value
 * is not all of the money.
 */
function ToDifferences() {
  const items = useAttention()?.data?.items ?? [];
  const isOpen = items.some(
    ({ kind }) => kind === "transfer_waiting" || kind === "invoice_part_paid",
  );
  return isOpen && <Link to="/reconciliation">{t.overview.toDifferences}</Link>;
}

function Change({ overview, period }: IncomeProps) {
  const compared = compare(overview);
  if (compared === null) return null;
  const days = formatDays(compared.from, compared.until);
  if (compared.change === null) return <p class="hint">{t.overview.nothingBefore(days)}</p>;
  const before =
    period.month === null
      ? t.overview.daysBefore(period.days)
      : formatMonth(compared.from.slice(0, 7));
  const named = compared.isUnfinished ? t.overview.comparedSameDays : t.overview.comparedWith;
  return (
    <p class="hint" title={days}>
      {compared.total !== overview.paid_total &&
        t.overview.untilYesterday(formatRupiah(compared.total))}{" "}
      <strong class="change" data-less={compared.change < 0}>
        {formatChange(compared.change)}
      </strong>{" "}
      {named(before)}
    </p>
  );
}

/** Shows each account's share of the sum: `BCA 97% · QRIS 3%`. */
function Shares({ totals }: { totals: Overview["account_totals"] }) {
  const accounts = useOwnAccounts();
  const sum = totals.reduce((all, { paid_total }) => all + paid_total, 0);
  const names = accounts.map(({ channel_name, channel_code }) => channel_name ?? channel_code);
  const shares = totals.flatMap(({ account_id, paid_total }) => {
    const account = accounts.find((each) => each.account_id === account_id);
    if (!account) return [];
    const name = account.channel_name ?? account.channel_code;
    // Accounts at the same bank also show their numbers.
    const isOnly = names.filter((each) => each === name).length === 1;
    return `${isOnly ? name : accountName(account)} ${formatPercent(paid_total / sum)}`;
  });
  return <p class="hint">{shares.join(" · ")}</p>;
}

function Table({ points }: { points: readonly Point[] }) {
  const id = useId();
  const amount = (income: Point["income"]) => (income ? formatRupiah(income.paid_total) : "");
  return (
    <div class="scroll" tabIndex={0} role="region" aria-labelledby={id}>
      <table class="days">
        <caption id={id} class="off-screen">
          {t.overview.perDay}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t.overview.day}</th>
            <th scope="col">{t.overview.paidCount}</th>
            <th scope="col">{t.overview.income}</th>
            <th scope="col">{t.overview.previous}</th>
            <th scope="col">{t.overview.income}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, income, isToday, previous }) => (
            <tr key={day ?? previous?.day}>
              <th scope="row">
                {day && formatDay(day)}
                {isToday && <span class="hint"> {t.overview.today}</span>}
                {day && !income && <span class="hint"> {t.overview.notYet}</span>}
              </th>
              <td>{income && formatCount(income.paid_count)}</td>
              <td>{amount(income)}</td>
              <td>{previous && formatDay(previous.day)}</td>
              <td>{amount(previous)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
