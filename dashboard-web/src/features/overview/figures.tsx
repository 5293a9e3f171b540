import type { ComponentChildren } from "preact";
import type { Overview } from "../../base/generated/types.gen.ts";
import { formatCount, formatDuration, formatShare } from "../../base/numbers.ts";
import { overviewTexts as t } from "./overview-texts.ts";

/** Shows the figures beside the sum of the chosen period. */
export const Figures = ({ overview }: { overview: Overview }) => (
  <dl class="figures of-period">
    <Figure name={t.overview.paidCount}>{formatCount(overview.paid_count)}</Figure>
    <Figure name={t.overview.conversion}>
      {formatShare(overview.conversion)}
      <span class="hint">{t.overview.ofEnded}</span>
    </Figure>
    <Figure name={t.overview.matchRate}>
      {formatShare(overview.match_rate)}
      <span class="hint">{t.overview.ofPaid}</span>
    </Figure>
    <Figure name={t.overview.timeToPay}>
      {formatDuration(overview.median_seconds_to_pay)}
      {/* Of a single payment, both are its own time. */}
      {overview.p90_seconds_to_pay !== null &&
        overview.p90_seconds_to_pay !== overview.median_seconds_to_pay && (
          <span class="hint">
            {t.overview.nineOfTen(formatDuration(overview.p90_seconds_to_pay))}
          </span>
        )}
    </Figure>
  </dl>
);

interface FigureProps {
  name: string;
  children: ComponentChildren;
}

export const Figure = ({ name, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd class="figure">{children}</dd>
  </div>
);
