import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { deviceProblem } from "../contract/devices.ts";
import { limits } from "../contract/limits.ts";
import type { DeviceFigures } from "../domain/device-figures.ts";

export interface Metrics {
  observe(operationId: string, status: number, seconds: number): void;
  /** In Prometheus' text format. */
  render(): Promise<string>;
}

export interface MetricsSources {
  readDeviceFigures(): Promise<DeviceFigures>;
  countEventStreams(): number;
}

export function createMetrics({ readDeviceFigures, countEventStreams }: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "tepat_http_request_seconds",
    help: "Time to answer, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const streams = new Gauge({
    name: "tepat_event_streams",
    help: "Event streams of checkout pages that are open on this process.",
    registers: [registry],
  });
  const showDevices = deviceGauges(registry);
  let shownAt = -Infinity;

  /** However many ask, the devices are read once in a while; without a database everything else is still told. */
  async function refreshDevices(): Promise<void> {
    if (performance.now() - shownAt < limits.deviceFiguresSeconds * 1000) return;
    shownAt = performance.now();
    showDevices(await readDeviceFigures().catch(() => null));
  }

  return {
    observe: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    async render() {
      streams.set(countEventStreams());
      await refreshDevices();
      return registry.metrics();
    },
  };
}

/** Counts over all merchants: a label for each device would grow without bound. */
function deviceGauges(registry: Registry): (figures: DeviceFigures | null) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const devices = gauge("tepat_devices", "Devices, by status and health.", ["status", "health"]);
  const problems = gauge("tepat_device_problems", "ACTIVE devices with a problem.", ["problem"]);
  const queue = gauge("tepat_device_queue_length", "Notifications waiting on ACTIVE devices.");
  const quietest = gauge(
    "tepat_device_quietest_seconds",
    "Seconds since the last sign of life of the quietest ACTIVE device that sends heartbeats.",
  );
  return (figures) => {
    for (const labelled of [devices, problems]) labelled.reset();
    for (const single of [queue, quietest]) single.remove();
    if (!figures) return;
    for (const { count, ...labels } of figures.devices) devices.set(labels, count);
    for (const problem of deviceProblem.options) {
      problems.set({ problem }, figures.problems[problem] ?? 0);
    }
    queue.set(figures.queue_length);
    if (figures.quietest_seconds !== null) quietest.set(figures.quietest_seconds);
  };
}
