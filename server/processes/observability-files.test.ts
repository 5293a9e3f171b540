import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createMetrics } from "../http/metrics/metrics.ts";
import { startServer } from "../server.ts";
import { readConfig } from "../start/config.ts";
import { createLog } from "../start/log.ts";
import { settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase } from "../testing/database.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFile(join(root, file), "utf8");

const unread = () => Promise.reject(new Error("nobody asks"));
const metrics = new Map(
  createMetrics({
    readDeviceFigures: unread,
    readOperatingFigures: unread,
    readMachineFigures: unread,
    readCertificateEnd: unread,
    countEventStreams: () => 0,
    listReplicas: () => [],
  })
    .describe()
    .map((metric) => [metric.name, metric]),
);

/** Returns the metric of a name. Prometheus creates three metrics from a histogram. */
const metricOf = (name: string) =>
  metrics.get(name) ?? metrics.get(name.replace(/_(?:bucket|sum|count)$/, ""));

/** Labels that Prometheus and the buckets of a histogram add. */
const addedLabels = new Set(["instance", "job", "le"]);

/** Returns the metrics and labels in an expression that /metrics does not have. */
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
  "the dashboard's %s queries existing metrics",
  (_, targets) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.flatMap(({ expr }) => missingFrom(expr))).toEqual([]);
    expect(targets.every(({ expr }) => /\b(?:tepat|process|nodejs)_/.test(expr))).toBe(true);
  },
);

test("the dashboard shows every metric of Tepat, each panel under its own id", () => {
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

const rulesTestsFile = z.object({
  tests: z.array(
    z.object({
      promql_expr_test: z
        .array(z.object({ expr: z.string(), exp_samples: z.array(z.unknown()) }))
        .optional(),
    }),
  ),
});
const severities = ["critical", "warning", "notice"] as const;
const rulesFile = z.strictObject({
  groups: z.tuple([
    z.strictObject({
      name: z.literal("tepat"),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string(),
          labels: z.strictObject({ severity: z.enum(severities) }),
          annotations: z.strictObject({
            summary: z.string(),
            action: z.string(),
            runbook: z.string(),
          }),
        }),
      ),
    }),
  ]),
});
const [{ rules }] = rulesFile.parse(parse(await read("observability/alerts.yml"))).groups;

test.each(rules)("the alert $alert queries existing metrics", ({ expr }) => {
  expect(missingFrom(expr)).toEqual([]);
});

test.each(rules)("the alert $alert names the next step in one sentence", ({ annotations }) => {
  expect(annotations.action).toMatch(/^[A-Z][^]+[^.]\.$/);
  expect(annotations.action).not.toMatch(/[.!?] [A-Z]/);
});

test("each alert has a paragraph in the guide, and each paragraph an alert", async () => {
  const headings = [...(await read("docs/alerts.md")).matchAll(/^## (\w+)$/gm)];
  expect(rules.length).toBeGreaterThan(30);
  expect(headings.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
  }
});

test("a running gateway exports each metric of the alerts", async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await createTestDatabase(), ({ drop }) => drop());
  const folder = await mkdtemp(join(tmpdir(), "tepat-alerts-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const settings = { ...settingsOf(database), BACKUP_DIR: folder, HOST: "127.0.0.1", PORT: "0" };
  const server = stack.adopt(
    await startServer(readConfig({ ...settings, TRANSPORT: "node" }), createLog("silent")),
    ({ close }) => close(),
  );
  const shown = await (await fetch(`${server.url}/metrics`)).text();
  const named = new Set(
    rules.flatMap(({ expr }) => expr.match(/\b(?:tepat|process|nodejs)_\w+/g) ?? []),
  );
  const types = new Set([...shown.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
  const isShown = (name: string) =>
    types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, ""));
  expect(named.size).toBeGreaterThan(30);
  expect([...named].filter((name) => !isShown(name))).toEqual([]);
  // A rule can select a label's value by name. The value must exist too, unless it appears only with its
  // first event.
  const comesLater = /^(?:operation|status|job="tepat"|severity)/;
  const values = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/\b(\w+)=~?"([\w|-]+)"/g)].flatMap(([all, label = "", value = ""]) =>
      comesLater.test(all) ? [] : value.split("|").map((each) => `${label}="${each}"`),
    ),
  );
  expect(values.length).toBeGreaterThan(15);
  expect(values.filter((each) => !shown.includes(each))).toEqual([]);
});

const rulesTests = await read("observability/alerts.test.yml");

test("each alert fires in a simulated outage, and ends after it", () => {
  const { tests } = rulesTestsFile.parse(parse(rulesTests));
  const expected = tests.flatMap(({ promql_expr_test = [] }) =>
    promql_expr_test.map(({ expr, exp_samples }) => [expr, exp_samples.length] as const),
  );
  for (const { alert } of rules) {
    const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
    expect(expected).toContainEqual([firing, 1]);
    expect(expected).toContainEqual([firing, 0]);
  }
});

const noPromtool = spawnSync("promtool", ["--version"]).status !== 0;
describe.skipIf(noPromtool)(
  `Prometheus' own program${noPromtool ? " (skipped: no promtool)" : ""}`,
  () => {
    const promtool = (...args: string[]) =>
      promisify(execFile)("promtool", args, { cwd: join(root, "observability") });

    test("accepts the rules", async () => {
      expect((await promtool("check", "rules", "alerts.yml")).stdout).toContain(
        `SUCCESS: ${rules.length} rules found`,
      );
    });

    test("sees each alert fire and end", async () => {
      expect((await promtool("test", "rules", "alerts.test.yml")).stdout).toContain("SUCCESS");
    }, 300_000);

    test("reports a rule that never fires", async () => {
      const folder = await mkdtemp(join(tmpdir(), "tepat-rules-"));
      try {
        const blind = (await read("observability/alerts.yml")).replace("waits) > 5", "waits) > 7");
        await writeFile(join(folder, "alerts.yml"), blind);
        const [head = "", ...groups] = rulesTests.split(/^(?= {2}- interval)/m);
        const one = groups.filter((group) => group.includes("TepatLockWaits"));
        await writeFile(join(folder, "alerts.test.yml"), [head, ...one].join(""));
        await expect(promtool("test", "rules", join(folder, "alerts.test.yml"))).rejects.toThrow(
          "TepatLockWaits",
        );
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
);

test("an expression with a wrong name or label is found", () => {
  expect(missingFrom('sum(tepat_nothing_total{result="x"})')).toEqual(["tepat_nothing_total"]);
  expect(missingFrom('rate(tepat_webhook_attempts_total{outcome!~"x"}[5m])')).toEqual([
    "tepat_webhook_attempts_total{outcome}",
  ]);
  expect(missingFrom('rate(tepat_http_request_seconds_bucket{le="1",status="200"}[5m])')).toEqual(
    [],
  );
});
