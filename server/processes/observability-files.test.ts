import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMetrics } from "../http/metrics/metrics.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFile(join(root, file), "utf8");

const unread = () => Promise.reject(new Error("nobody asks"));
const metrics = new Map(
  createMetrics({
    readDeviceFigures: unread,
    readOperatingFigures: unread,
    countEventStreams: () => 0,
    listReplicas: () => [],
  })
    .describe()
    .map((metric) => [metric.name, metric]),
);

/** Prometheus makes three metrics of a histogram. */
const metricOf = (name: string) =>
  metrics.get(name) ?? metrics.get(name.replace(/_(?:bucket|sum|count)$/, ""));

/** Labels that Prometheus and the buckets of a histogram add. */
const addedLabels = new Set(["instance", "job", "le"]);

/** Lists what an expression uses and /metrics does not have. */
function missingFrom(expression: string): string[] {
  const selectors = expression.matchAll(/\b((?:tepat|process|nodejs)_\w+)(?:\{([^}]*)\})?/g);
  return [...selectors].flatMap(([, name = "", matchers = ""]) => {
    const metric = metricOf(name);
    if (!metric) return [name];
    const labels = [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label ?? "");
    return labels
      .filter((label) => !metric.labels.includes(label) && !addedLabels.has(label))
      .map((label) => `${name}{${label}}`);
  });
}

interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string }[];
}

const dashboard = JSON.parse(await read("observability/grafana-dashboard.json")) as {
  panels: Panel[];
};
const panels = dashboard.panels.filter(({ type }) => type !== "row");

test.each(panels.map(({ title, targets = [] }) => [title, targets] as const))(
  "the dashboard's %s asks for metrics that exist",
  (_, targets) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.flatMap(({ expr }) => missingFrom(expr))).toEqual([]);
    expect(targets.every(({ expr }) => /\b(?:tepat|process|nodejs)_/.test(expr))).toBe(true);
  },
);

test("the dashboard shows every metric of ours, each panel under an id of its own", () => {
  const expressions = panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .join("\n");
  const unseen = [...metrics.keys()].filter(
    (name) => name.startsWith("tepat_") && !expressions.includes(name),
  );
  expect(unseen).toEqual([]);
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

const rules = [
  ...(await read("observability/alerts.yml")).matchAll(
    /- alert: (\w+)\n\s+expr: >-\n((?:\s{10}.*\n)+)[^]*?runbook: (\S+)/g,
  ),
].map(([, name = "", expr = "", runbook = ""]) => ({ name, expr, runbook }));

test.each(rules)("the alert $name asks for metrics that exist", ({ expr }) => {
  expect(missingFrom(expr)).toEqual([]);
});

test("each alert has a paragraph on what to do, and each paragraph an alert", async () => {
  const headings = [...(await read("docs/alerts.md")).matchAll(/^## (\w+)$/gm)];
  expect(rules.length).toBeGreaterThan(10);
  expect(headings.map(([, name]) => name)).toEqual(rules.map(({ name }) => name));
  for (const { name, runbook } of rules) {
    expect(runbook).toBe(`docs/alerts.md#${name.toLowerCase()}`);
  }
});

test("an expression with a wrong name or label is found", () => {
  expect(missingFrom('sum(tepat_nothing_total{result="x"})')).toEqual(["tepat_nothing_total"]);
  expect(missingFrom('rate(tepat_webhook_attempts_total{outcome!~"x"}[5m])')).toEqual([
    "tepat_webhook_attempts_total{outcome}",
  ]);
  expect(missingFrom('rate(tepat_http_request_seconds_bucket{le="1",status="200"}[5m])')).toEqual(
    [],
  );
});
