import type { Metric, Registry } from "prom-client";

export interface Sample {
  /** The name of a histogram's part, if that name differs from the metric's. */
  metricName?: string;
  labels: Readonly<Record<string, string | number>>;
  value: number;
}

export interface OwnMetric {
  name: string;
  help: string;
  type: "gauge" | "counter" | "histogram";
  labelNames: readonly string[];
  /** Called at each scrape. A metric without samples is not shown. */
  samples(): readonly Sample[];
}

/**
 * Registers a metric whose numbers are kept elsewhere. The registry needs only these methods, although its type names
 * prom-client's classes.
 */
export function registerOwnMetric(registry: Registry, { samples, ...described }: OwnMetric): void {
  const metric = {
    ...described,
    aggregator: "sum",
    get: async () => ({ ...described, values: samples() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}
