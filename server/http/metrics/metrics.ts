import { collectDefaultMetrics, Registry } from "prom-client";
import server from "../../package.json" with { type: "json" };
import type { ReplicaState } from "../../db/replicas.ts";
import { registerDatabaseGauges, type DatabaseReaders } from "./database-gauges.ts";
import { registerMachineGauges, type MachineReaders } from "./machine-gauges.ts";
import { registerOwnMetric } from "./own-metric.ts";
import { createRequestHistogram, type RequestHistogram } from "./request-histogram.ts";
import { createWorkCounters, type WorkCounters } from "./work-counters.ts";

/** The metrics for Prometheus; `docs/observability.md` lists them. Counters belong to this process. */
export interface Metrics {
  observe: RequestHistogram["observe"];
  count: WorkCounters;
  /** Returns Prometheus' text format. */
  render(): Promise<string>;
  /** Describes the metrics for the documents, without reading their values. */
  describe(): DescribedMetric[];
}

export interface DescribedMetric {
  name: string;
  type: string;
  labels: readonly string[];
  help: string;
}

export interface MetricsSources extends DatabaseReaders, MachineReaders {
  countEventStreams(): number;
  /** Empty if DATABASE_REPLICA_URL is not set. */
  listReplicas(): readonly ReplicaState[];
}

export function createMetrics({
  countEventStreams,
  listReplicas,
  ...readers
}: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRequestHistogram(registry);
  registerOwnMetric(registry, {
    name: "tepat_payments_created_total",
    help: "Payments that were created through this process's interface.",
    type: "counter",
    labelNames: [],
    samples: () => [{ labels: {}, value: requests.count("createPayment", 201) }],
  });
  const count = createWorkCounters(registry);
  registerOwnMetric(registry, {
    name: "tepat_event_streams",
    help: "Open event streams of this process: checkout pages, dashboards, listen.",
    type: "gauge",
    labelNames: [],
    samples: () => [{ labels: {}, value: countEventStreams() }],
  });
  registerOwnMetric(registry, {
    name: "tepat_replica_lag_seconds",
    help: "Seconds that a replica took to replay the leader's WAL; if it is still behind, seconds since it last caught up.",
    type: "gauge",
    labelNames: ["replica"],
    samples: () =>
      listReplicas().map(({ name, lag_seconds }) => ({
        labels: { replica: name },
        value: lag_seconds,
      })),
  });
  registerOwnMetric(registry, {
    name: "tepat_replica_is_read",
    help: "1 while this process reads from the replica, otherwise 0.",
    type: "gauge",
    labelNames: ["replica"],
    samples: () =>
      listReplicas().map(({ name, is_read }) => ({
        labels: { replica: name },
        value: is_read ? 1 : 0,
      })),
  });
  registerOwnMetric(registry, {
    name: "tepat_build_info",
    help: "1, with the running release and Node.js.",
    type: "gauge",
    labelNames: ["version", "node"],
    samples: () => [{ labels: { version: server.version, node: process.version }, value: 1 }],
  });
  const refreshes = [
    registerDatabaseGauges(registry, readers),
    registerMachineGauges(registry, readers),
  ];

  return {
    observe: requests.observe,
    count,
    async render() {
      await Promise.all(refreshes.map((refresh) => refresh()));
      return registry.metrics();
    },
    describe: () =>
      registry.getMetricsAsArray().map((metric) => {
        const { name, type, help, labelNames } = metric as unknown as {
          [field in "name" | "type" | "help"]: string;
        } & { labelNames?: readonly string[] };
        return { name, type, help, labels: labelNames ?? [] };
      }),
  };
}
