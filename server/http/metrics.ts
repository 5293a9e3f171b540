import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

export interface Metrics {
  observe(operationId: string, status: number, seconds: number): void;
  /** In Prometheus' text format. */
  render(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "tepat_http_request_seconds",
    help: "Time to answer, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return {
    observe: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    render: () => registry.metrics(),
  };
}
