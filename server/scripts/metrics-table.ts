import { createMetrics } from "../http/metrics/metrics.ts";

const unread = () => Promise.reject(new Error("documents have no database"));

/** Writes all our metrics as a Markdown table. */
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
    .map(({ name, type, labels, help }) => {
      const names = labels.map((label) => `\`${label}\``).join(", ");
      return `| \`${name}\` | ${type} | ${names} | ${help} |`;
    });
  return ["| Metric | Type | Labels | Meaning |", "| --- | --- | --- | --- |", ...rows].join("\n");
}
