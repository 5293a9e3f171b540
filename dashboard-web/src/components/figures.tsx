import type { ComponentChildren } from "preact";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { Overview } from "../generated/types.gen.ts";
import { formatCount, formatDuration, formatShare } from "../numbers.ts";
import { Link } from "../router.tsx";
import { useWords } from "../words.tsx";
import { overviewTexts } from "../pages/overview-texts.ts";

/** The overview's figures for the chosen period. */
export function Figures({ overview }: { overview: Overview }) {
  const { t, language } = useWords(overviewTexts);
  return (
    <dl class="figures">
      <Figure name={t.overview.paidTotal} isWide>
        {formatRupiah(overview.paid_total)}
      </Figure>
      <Figure name={t.overview.paidCount}>{formatCount(overview.paid_count, language)}</Figure>
      <Figure name={t.overview.waiting}>
        <Link to="/payments?status=PENDING">{formatCount(overview.waiting_count, language)}</Link>
      </Figure>
      <Figure name={t.overview.conversion}>{formatShare(overview.conversion, language)}</Figure>
      <Figure name={t.overview.matchRate}>{formatShare(overview.match_rate, language)}</Figure>
      <Figure name={t.overview.timeToPay}>
        {formatDuration(overview.median_seconds_to_pay, language)}
        {overview.p90_seconds_to_pay !== null && (
          <span class="hint">
            {t.overview.nineOfTen(formatDuration(overview.p90_seconds_to_pay, language))}
          </span>
        )}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  isWide?: boolean;
  children: ComponentChildren;
}

const Figure = ({ name, isWide = false, children }: FigureProps) => (
  <div data-wide={isWide}>
    <dt>{name}</dt>
    <dd class="figure">{children}</dd>
  </div>
);
