import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { marksUpTo, namedPlaces, type Point } from "./income-period.ts";
import { formatCount, formatShortRupiah } from "../../base/numbers.ts";
import { overviewTexts as t } from "./overview-texts.ts";
import { watchScheme } from "../../base/scheme.ts";
import { formatLongDay, formatShortDay } from "../../base/time.ts";

export { Downloads } from "../../ui/downloads.tsx";

/** The positions of the days in the drawing, in CSS pixels. */
interface Ground {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Draws the value of each day's paid invoices as bars, and the previous period as a mark across each bar. Today is
 * hatched because it is not over. The pointer or the arrow keys choose a day; a screen reader reads the day as the
 * value of a slider.
 */
export function IncomeChart({ points }: { points: readonly Point[] }) {
  const [ground, setGround] = useState<Ground | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const root = place.current;
    if (!root) return;
    return draw(root, points, setGround);
  }, [points]);
  useEffect(() => setChosen(null), [points.length]);

  const last = points.length - 1;
  const present = points.findLastIndex(({ income }) => income !== null);
  const at = Math.min(chosen ?? Math.max(present, 0), last);
  const choose = (next: number) => setChosen(Math.max(0, Math.min(last, next)));

  const point = (event: PointerEvent) => {
    if (!ground) return;
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    choose(Math.floor(((event.clientX - left - ground.left) / ground.width) * points.length));
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + 7,
      PageDown: at - 7,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (event.key === "Escape") setChosen(null);
    else if (next !== undefined) {
      event.preventDefault();
      // The first key shows the day that the screen reader has announced. Later keys move to another day.
      choose(chosen === null && !["Home", "End"].includes(event.key) ? at : next);
    }
  };

  const shown = points[at];
  return (
    <div class="income-chart">
      <div
        class="chart-place"
        role="slider"
        tabIndex={0}
        aria-label={t.overview.chooseDay}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={shown && textOf(shown)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={(event) => event.pointerType === "mouse" && setChosen(null)}
        onKeyDown={press}
        onBlur={() => setChosen(null)}
      >
        <div ref={place} aria-hidden="true" />
        {ground && chosen !== null && shown && (
          <DayCard point={shown} at={at} count={points.length} ground={ground} />
        )}
      </div>
      <ul class="legend" aria-hidden="true">
        <li data-key="income">{t.overview.day}</li>
        {points.some(({ isToday }) => isToday) && <li data-key="today">{t.overview.today}</li>}
        {hasPrevious(points) && <li data-key="previous">{t.overview.previous}</li>}
      </ul>
    </div>
  );
}

/**
 * Returns whether the previous period has paid invoices. A shop younger than the period would get a line of
 * zeros.
 */
const hasPrevious = (points: readonly Point[]): boolean =>
  points.some(({ previous }) => (previous?.paid_total ?? 0) > 0);

interface DayCardProps {
  point: Point;
  at: number;
  count: number;
  ground: Ground;
}

/** Shows a day's figures beside the day, on the side with more room. */
function DayCard({ point: { day, income, isToday, previous }, at, count, ground }: DayCardProps) {
  const step = ground.width / count;
  const left = ground.left + at * step;
  const isRight = at < count / 2;
  const { top, height } = ground;
  const side = isRight ? { left: `${left + step + 8}px` } : { right: `calc(100% - ${left - 8}px)` };
  return (
    <div aria-hidden="true">
      <div
        class="chart-column"
        style={{ left: `${left}px`, top: `${top}px`, width: `${step}px`, height: `${height}px` }}
      />
      <div class="day-card" style={{ top: `${top}px`, ...side }}>
        {day !== null && (
          <>
            <p class="hint">{formatLongDay(day)}</p>
            <p>
              <strong>{income ? formatRupiah(income.paid_total) : t.overview.notYet}</strong>
            </p>
            {income && <p>{t.overview.invoices(formatCount(income.paid_count))}</p>}
            {isToday && <p class="hint">{t.overview.today}</p>}
          </>
        )}
        {previous && (
          <p class="hint before">
            {formatShortDay(previous.day)}: {formatRupiah(previous.paid_total)}
          </p>
        )}
      </div>
    </div>
  );
}

function textOf({ day, income, isToday, previous }: Point): string {
  const ofDay =
    day === null
      ? []
      : [
          formatLongDay(day),
          income ? formatRupiah(income.paid_total) : t.overview.notYet,
          ...(income ? [t.overview.invoices(formatCount(income.paid_count))] : []),
          ...(isToday ? [t.overview.today] : []),
        ];
  const before =
    previous &&
    `${t.overview.previous}, ${formatShortDay(previous.day)}: ${formatRupiah(previous.paid_total)}`;
  return [...ofDay, ...(before ? [before] : [])].join(", ");
}

/**
 * Draws the chart, and redraws it when its size or the colours change. Returns a function that stops
 * this.
 */
function draw(
  root: HTMLElement,
  points: readonly Point[],
  onGround: (ground: Ground) => void,
): () => void {
  let plot: uPlot | null = null;
  let width = 0;
  const again = () => {
    plot?.destroy();
    width = root.clientWidth;
    plot = width > 0 ? plotIn(root, points, onGround) : null;
  };
  const sizes = new ResizeObserver(() => {
    if (root.clientWidth !== width) again();
  });
  sizes.observe(root);
  const unwatch = watchScheme(again);
  again();
  return () => {
    sizes.disconnect();
    unwatch();
    plot?.destroy();
  };
}

function plotIn(
  root: HTMLElement,
  points: readonly Point[],
  onGround: (ground: Ground) => void,
): uPlot {
  const style = getComputedStyle(root);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const [accent, quiet, line] = [color("--accent"), color("--quiet"), color("--line")];
  const card = color("--card");
  const font = `12px ${style.fontFamily}`;
  const width = root.clientWidth;
  const totals = points.flatMap(({ income, previous }) => [
    income?.paid_total ?? 0,
    previous?.paid_total ?? 0,
  ]);
  const marks = marksUpTo(Math.max(...totals));
  const isCompared = hasPrevious(points);
  const before = points.map(({ previous }) => (isCompared ? (previous?.paid_total ?? null) : null));
  const bars = (uPlot.paths.bars as uPlot.Series.BarsPathBuilderFactory)({
    size: [0.72, barWidthMax],
    radius: 0.16,
  });
  const axis = { stroke: quiet, font, ticks: { show: false } };
  return new uPlot(
    {
      width,
      height: root.clientHeight,
      padding: [10, 22, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, range: [-0.5, points.length - 0.5] },
        y: { range: [0, marks.at(-1) ?? 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 28,
          gap: 8,
          splits: (plot) =>
            namedPlaces(points.length, plot.over.clientWidth || width, 58).filter(
              (at) => points[at]?.day !== null,
            ),
          values: (_, places) =>
            places.map((at) => {
              const day = points[at]?.day;
              return day ? formatShortDay(day) : "";
            }),
        },
        {
          ...axis,
          grid: { stroke: line, width: 1 },
          size: (plot, values) => widest(plot, values ?? [], font) + 14,
          gap: 6,
          splits: () => marks,
          values: (_, amounts) => amounts.map((amount) => formatShortRupiah(amount)),
        },
      ],
      series: [
        {},
        { paths: bars, fill: accent, points: { show: false } },
        {
          paths: bars,
          fill: () => hatched(accent),
          stroke: accent,
          width: 1,
          points: { show: false },
        },
        // The marks cross the bars. The wider line behind each keeps the two apart.
        { paths: marksOfDays, stroke: card, width: 5, points: { show: false } },
        { paths: marksOfDays, stroke: quiet, width: 2, points: { show: false } },
      ],
      hooks: {
        ready: [
          ({ over }) =>
            onGround({
              left: over.offsetLeft,
              top: over.offsetTop,
              width: over.clientWidth,
              height: over.clientHeight,
            }),
        ],
      },
    },
    [
      points.map((_, at) => at),
      points.map(({ income, isToday }) => (income && !isToday ? income.paid_total : null)),
      points.map(({ income, isToday }) => (income && isToday ? income.paid_total : null)),
      before,
      before,
    ],
    root,
  );
}

/** The widest bar, in CSS pixels. */
const barWidthMax = 44;

/** Draws a mark for each day, a little wider than its bar. A line between the days would mean values between them. */
const marksOfDays: uPlot.Series.PathBuilder = (plot, series, from, until) => {
  const stroke = new Path2D();
  const step = plot.valToPos(1, "x", true) - plot.valToPos(0, "x", true);
  const half = Math.min(step * 0.86, barWidthMax * 1.2 * devicePixelRatio) / 2;
  for (let at = from; at <= until; at++) {
    const value = plot.data[series]?.[at];
    if (typeof value !== "number") continue;
    const [x, y] = [plot.valToPos(at, "x", true), plot.valToPos(value, "y", true)];
    stroke.moveTo(x - half, y);
    stroke.lineTo(x + half, y);
  }
  return { stroke };
};

function widest({ ctx }: uPlot, texts: readonly string[], font: string): number {
  ctx.save();
  ctx.font = font;
  const widths = texts.map((text) => ctx.measureText(text).width);
  ctx.restore();
  return Math.ceil(Math.max(0, ...widths));
}

/** Returns a hatched pattern for days that are not over. */
function hatched(color: string): CanvasPattern | string {
  const tile = document.createElement("canvas");
  const size = Math.round(6 * devicePixelRatio);
  [tile.width, tile.height] = [size, size];
  const context = tile.getContext("2d");
  if (!context) return color;
  context.strokeStyle = color;
  context.lineWidth = 1.5 * devicePixelRatio;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift, size);
    context.lineTo(shift + size, 0);
  }
  context.stroke();
  return context.createPattern(tile, "repeat") ?? color;
}
