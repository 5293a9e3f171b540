import type { Metric, Registry } from "prom-client";

export interface Sample {
  /** Of a histogram's parts, whose names differ from its own. */
  metricName?: string;
  labels: Readonly<Record<string, string | number>>;
  value: number;
}

export interface OwnMetric {
  name: string;
  help: string;
  type: "gauge" | "counter" | "histogram";
  labelNames: readonly string[];
  /** Asked at each scrape. Without samples nothing is told. */
  samples(): readonly Sample[];
}

/** A metric whose numbers are kept elsewhere. The registry asks no more of it than this; its type wants prom-client's classes. */
export function registerOwnMetric(registry: Registry, { samples, ...described }: OwnMetric): void {
  const metric = {
    ...described,
    aggregator: "sum",
    get: async () => ({ ...described, values: samples() }),
  };
  registry.registerMetric(metric as unknown as Metric);
}
