import { createMetrics } from "../http/metrics/metrics.ts";

const unread = () => Promise.reject(new Error("documents have no database"));

/** Returns all metrics of the gateway as a Markdown table. */
export function metricsTable(): string {
  const metrics = createMetrics({
    readDeviceFigures: unread,
    readOperatingFigures: unread,
    readMachineFigures: unread,
    readCertificateEnd: unread,
    countEventStreams: () => 0,
    listReplicas: () => [],
  });
  const rows = metrics
    .describe()
    .filter(({ name }) => name.startsWith("tepat_"))
    .map(({ name, labels, help }) => {
      const shown = labels.length === 0 ? name : `${name}{${labels.join()}}`;
      return `| \`${shown}\` | ${help.replace(/\.$/, "")} |`;
    });
  return ["| Metric | Meaning |", "| --- | --- |", ...rows].join("\n");
}
