import type { Registry } from "prom-client";
import { registerOwnMetric, type Sample } from "./own-metric.ts";

export interface RequestHistogram {
  observe(operation: string, status: number, seconds: number): void;
  count(operation: string, status: number): number;
}

/** The bounds in seconds. `samplesOf` adds +Inf. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The number of observations in each bucket. The last bucket holds values above all bounds. */
interface Series {
  counts: number[];
  sum: number;
}

const name = "tepat_http_request_seconds";

/**
 * Observes every request. prom-client's own histogram costs 1.2 µs per request, because it builds an object and a
 * string of the labels. Here two maps find the series, the series holds plain numbers, and prom-client's form is
 * built only at a scrape.
 */
export function createRequestHistogram(registry: Registry): RequestHistogram {
  const operations = new Map<string, Map<number, Series>>();

  function find(operation: string, status: number): Series {
    let statuses = operations.get(operation);
    if (!statuses) operations.set(operation, (statuses = new Map()));
    let series = statuses.get(status);
    if (!series) {
      series = { counts: [...buckets, Infinity].map(() => 0), sum: 0 };
      statuses.set(status, series);
    }
    return series;
  }

  registerOwnMetric(registry, {
    name,
    help: "Response time in seconds, by operation and HTTP status.",
    type: "histogram",
    labelNames: ["operation", "status"],
    samples: () =>
      [...operations].flatMap(([operation, statuses]) =>
        [...statuses].flatMap(([status, series]) => samplesOf({ operation, status }, series)),
      ),
  });

  return {
    observe(operation, status, seconds) {
      const series = find(operation, status);
      let index = 0;
      while (index < buckets.length && seconds > (buckets[index] as number)) index += 1;
      series.counts[index] = (series.counts[index] as number) + 1;
      series.sum += seconds;
    },
    count: (operation, status) => sum(operations.get(operation)?.get(status)?.counts ?? []),
  };
}

/** Returns the samples in Prometheus' form: each bucket also counts the observations of all smaller buckets. */
function samplesOf(labels: Sample["labels"], series: Series): Sample[] {
  let below = 0;
  const bounds = [...buckets, "+Inf"].map((le, index) => {
    below += series.counts[index] as number;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...bounds,
    { metricName: `${name}_sum`, labels, value: series.sum },
    { metricName: `${name}_count`, labels, value: below },
  ];
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);
