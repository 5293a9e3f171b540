import type { ComponentChildren } from "preact";
import type { Overview } from "../../base/generated/types.gen.ts";
import { formatCount, formatDuration, formatShare } from "../../base/numbers.ts";
import { Link } from "../../base/router.tsx";
import { useWords } from "../../base/words.tsx";
import { overviewTexts } from "./overview-texts.ts";

/** The overview's figures for the chosen period. */
export function Figures({ overview }: { overview: Overview }) {
  const { t, language } = useWords(overviewTexts);
  return (
    <dl class="figures">
      <Figure name={t.overview.paidCount}>{formatCount(overview.paid_count, language)}</Figure>
      <Figure name={t.overview.waiting}>
        {overview.waiting_count > 0 ? (
          <Link to="/payments?status=PENDING">{formatCount(overview.waiting_count, language)}</Link>
        ) : (
          formatCount(0, language)
        )}
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
  children: ComponentChildren;
}

const Figure = ({ name, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd class="figure">{children}</dd>
  </div>
);
