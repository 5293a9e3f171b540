import { formatRupiah } from "../../../web-shared/src/money.ts";
import type { DayFigures } from "../generated/types.gen.ts";
import { formatCount, roundUp } from "../numbers.ts";
import { formatDay } from "../time.ts";
import { useWords } from "../words.tsx";
import { Card } from "./page.tsx";
import { overviewTexts } from "../pages/overview-texts.ts";

interface DayChartsProps {
  days: readonly DayFigures[];
  timeZone: string;
}

/** Bars for the eye; the same figures as a table for everybody else, and for exactness. */
export function DayCharts({ days, timeZone }: DayChartsProps) {
  const { t, language } = useWords(overviewTexts);
  return (
    <Card title={t.overview.perDay} actions={<span class="hint">{timeZone}</span>}>
      <DayChart
        name={t.overview.paidTotal}
        days={days}
        barOf={(day) => day.paid_total}
        write={formatRupiah}
      />
      <DayChart
        name={t.overview.paidOfCreated}
        days={days}
        barOf={(day) => day.paid_count}
        lineOf={(day) => day.created_count ?? 0}
        write={(count) => formatCount(count, language)}
      />
      <details>
        <summary>{t.overview.asTable}</summary>
        <DayTable days={days} />
      </details>
    </Card>
  );
}

interface DayChartProps {
  name: string;
  days: readonly DayFigures[];
  barOf(day: DayFigures): number;
  lineOf?(day: DayFigures): number;
  write(value: number): string;
}

/** The drawing stretches to any width; its words do not, as they stand beside it. */
function DayChart({ name, days, barOf, lineOf, write }: DayChartProps) {
  const { language } = useWords();
  const top = roundUp(Math.max(...days.flatMap((day) => [barOf(day), lineOf?.(day) ?? 0])));
  const height = (value: number) => (value / top) * 100;
  const line = lineOf && days.map((day, at) => `${at * 10 + 5},${100 - height(lineOf(day))}`);
  const dayAt = (at: number) => formatDay(days.at(at)?.day ?? "", language);
  return (
    <figure class="chart" aria-hidden="true">
      <figcaption>
        <span>{name}</span>
        <span class="amount">{write(top)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${days.length * 10} 100`} preserveAspectRatio="none">
        {days.map((day, at) => (
          <g key={day.day}>
            <rect
              class="bar-of-day"
              x={at * 10 + 1.5}
              y={100 - height(barOf(day))}
              width="7"
              height={height(barOf(day))}
            />
            <rect class="hover" x={at * 10} y="0" width="10" height="100">
              <title>
                {`${formatDay(day.day, language)}: ${write(barOf(day))}`}
                {lineOf && ` / ${write(lineOf(day))}`}
              </title>
            </rect>
          </g>
        ))}
        {line && <polyline points={line.join(" ")} />}
      </svg>
      <p class="axis hint">
        <span>{dayAt(0)}</span>
        <span>{dayAt(-1)}</span>
      </p>
    </figure>
  );
}

function DayTable({ days }: { days: readonly DayFigures[] }) {
  const { t, language } = useWords(overviewTexts);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t.overview.perDay}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.overview.day}</th>
            <th scope="col">{t.overview.created}</th>
            <th scope="col">{t.overview.paidCount}</th>
            <th scope="col">{t.overview.paidTotal}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day, language)}</th>
              <td>{formatCount(day.created_count ?? 0, language)}</td>
              <td>{formatCount(day.paid_count, language)}</td>
              <td>{formatRupiah(day.paid_total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
