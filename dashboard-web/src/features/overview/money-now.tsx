import type { ComponentChildren } from "preact";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { DataOf } from "../../base/api.ts";
import type { Overview } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { formatChange, formatCount } from "../../base/numbers.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { Figure } from "./figures.tsx";
import { overviewTexts as t } from "./overview-texts.ts";

/** The days whose expired invoices the overview counts and lists. */
export const lastDays = { query: { days: limits.unpaidDays } };

/** The address of the list of invoices that expired in these days without payment. */
export const unpaidAddress = `/payments?status=UNPAID&ended=${limits.unpaidDays}`;

/** Returns the query for the same invoices. */
export const unpaidIn = ({ days }: Overview) => ({
  is_unpaid: true,
  ended_from: new Date(days[0]?.begins_at ?? 0).toISOString(),
});

const pending = { query: { payment_status: "PENDING" } } as const;
const unchosen = { query: { payment_status: "OPEN" } } as const;

/**
 * Shows the money of today and yesterday, and the unpaid invoices. Each figure links to its
 * invoices.
 */
export function MoneyNow({ week }: { week: Overview | null }) {
  const outstanding = useQuery("getPaymentTotals", pending).data;
  const open = useQuery("getPaymentTotals", unchosen).data;
  const [today, yesterday] = week?.days.toReversed() ?? [];
  const refunded = week?.refunded_today ?? 0;
  return (
    <section aria-label={t.overview.money}>
      <dl class="figures">
        <Figure name={t.overview.todayPaid}>
          <Money to="/payments?status=PAID&ended=today" of={today} />
          {today && yesterday ? <ByThisTime today={today} yesterday={yesterday} /> : <Line />}
        </Figure>
        <Figure name={t.overview.yesterdayPaid}>
          <Money to="/payments?status=PAID&ended=yesterday" of={yesterday} />
        </Figure>
        <Figure name={t.overview.outstanding}>
          <Money
            to="/payments?status=OUTSTANDING"
            of={outstanding && ofTotals(outstanding, outstanding.outstanding_sum)}
          />
          {open && open.unchosen_count > 0 && (
            <Line>
              {t.overview.unchosen(
                formatCount(open.unchosen_count),
                formatRupiah(open.unchosen_sum),
              )}
            </Line>
          )}
        </Figure>
        <Figure name={t.overview.unpaid(limits.unpaidDays)}>
          {week ? <Unpaid week={week} /> : <Money to={unpaidAddress} of={null} />}
        </Figure>
      </dl>
      {/* Below the tiles, because a phone's tile has no room for more lines. */}
      {refunded > 0 && <p class="hint">{t.overview.refundedToday(formatRupiah(refunded))}</p>}
    </section>
  );
}

type Day = Overview["days"][number];

const dayMilliseconds = 86_400_000;

/**
 * Compares a day that is not over with the same part of the day before. The earlier day's sum is requested only if that
 * day has paid invoices. A sum beyond the limit of totals is left out.
 */
function ByThisTime({ today, yesterday }: Record<"today" | "yesterday", Day>) {
  return yesterday.paid_count === 0 ? (
    <Line>{t.overview.byThisTime(formatRupiah(0))}</Line>
  ) : (
    <PartOfDay today={today} yesterday={yesterday} />
  );
}

function PartOfDay({ today, yesterday }: Record<"today" | "yesterday", Day>) {
  const { comparedMilliseconds } = limits;
  const now = Math.floor(Date.now() / comparedMilliseconds) * comparedMilliseconds;
  const totals = useQuery("getPaymentTotals", {
    query: {
      payment_status: "PAID",
      ended_from: new Date(yesterday.begins_at).toISOString(),
      ended_before: new Date(now - dayMilliseconds).toISOString(),
    },
  }).data;
  if (totals && !totals.is_complete) return null;
  // Before the response, an invisible text of about its length keeps its lines.
  const then = totals ? totals.paid_sum : yesterday.paid_total;
  return (
    <Line key={totals ? "known" : "expected"} isExpected={!totals}>
      {then > 0 && (
        <>
          <strong class="change" data-less={today.paid_total < then}>
            {formatChange(today.paid_total / then - 1)}
          </strong>
          {" · "}
        </>
      )}
      {t.overview.byThisTime(formatRupiah(then))}
    </Line>
  );
}

/** A line below a figure. Before the response, the line keeps its place. */
const Line = ({ isExpected, children }: { isExpected?: boolean; children?: ComponentChildren }) =>
  children ? (
    <span class={isExpected ? "hint expected" : "hint"} aria-hidden={isExpected}>
      {children}
    </span>
  ) : (
    <span class="hint" aria-hidden="true">
      …
    </span>
  );

function Unpaid({ week }: { week: Overview }) {
  const totals = useQuery("getPaymentTotals", { query: unpaidIn(week) }).data;
  return <Money to={unpaidAddress} of={totals && ofTotals(totals)} />;
}

interface Amount {
  paid_count: number;
  paid_total: number;
  isMore?: boolean;
}

const ofTotals = (totals: DataOf<"getPaymentTotals">, paid_total = totals.payment_sum): Amount => ({
  paid_count: totals.payment_count,
  paid_total,
  isMore: !totals.is_complete,
});

interface MoneyProps {
  to: string;
  /** null or undefined before the response. */
  of: Amount | null | undefined;
}

function Money({ to, of }: MoneyProps) {
  // The placeholder is as high as an amount with its count, so that nothing moves when they arrive.
  if (!of) {
    return (
      <>
        <span aria-hidden="true">…</span>
        <Line />
      </>
    );
  }
  const { paid_count, paid_total, isMore = false } = of;
  const more = isMore ? "+" : "";
  return (
    <>
      <Link to={to}>
        {formatRupiah(paid_total)}
        {more}
      </Link>
      <Line>{t.overview.invoices(`${formatCount(paid_count)}${more}`)}</Line>
    </>
  );
}
