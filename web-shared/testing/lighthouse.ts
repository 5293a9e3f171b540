import path from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "./browser.ts";
import { asideFolder, installAside } from "./install-aside.ts";

/**
 * Runs Lighthouse in the tests' Chromium. Lighthouse takes 185 MB and has no other use, so it is installed from npm
 * into `.cache/` on first use.
 */

const lighthouse = { name: "lighthouse", version: "13.5.0" };
const entry = path.join(asideFolder(lighthouse), "node_modules/lighthouse/core/index.js");

/** Installs Lighthouse. Returns null on success, otherwise a sentence about the obstacle. */
export async function installLighthouse(): Promise<string | null> {
  const installed = await installAside(lighthouse);
  return "obstacle" in installed ? installed.obstacle : null;
}

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

export type Scores = Record<(typeof categories)[number], number>;

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string }>;
  environment: { benchmarkIndex: number };
}

export interface Audit {
  scores: Scores;
  /** The names of the audits that cost points, as Lighthouse has them. */
  faults: string[];
  /** Lighthouse's measure of the processor at the time of the audit: above 1,000 on an idle machine. */
  benchmark_index: number;
}

export interface Lighthouse {
  audit(
    address: string,
    options?: {
      device?: "phone" | "desktop";
      headers?: Readonly<Record<string, string>>;
      /** The index of an earlier audit, for a phone's slowdown that fits this machine. */
      benchmark_index?: number | undefined;
    },
  ): Promise<Audit>;
  stop(): Promise<void>;
}

/** The used parts of the package. The package is loaded once, because a process for each audit takes a second more. */
interface Package {
  default(address: string, flags: object, config?: object): Promise<{ lhr: Report } | undefined>;
  desktopConfig: object;
}

/** A phone takes four times as long as an idle machine with this index, by Lighthouse's own default. */
const idle = { benchmark_index: 1_400, slowdown: 4 };

/** A busy machine is slow already, so a phone's slowdown shrinks by as much as the machine's index. */
const slowdownAt = (index: number): number =>
  Math.max(1, idle.slowdown * Math.min(1, index / idle.benchmark_index));

/** Whether other programs took more than half of the processor, so that scores for speed say little of the page. */
export const wasBusy = ({ benchmark_index }: Audit): boolean =>
  benchmark_index < idle.benchmark_index / 2;

/** All pages forbid search engines on purpose, so these audits are skipped. */
const skipped = ["is-crawlable", "robots-txt"];

export async function startLighthouse(debuggingPort: number): Promise<Lighthouse> {
  const { default: run, desktopConfig } = (await import(pathToFileURL(entry).href)) as Package;
  const browser = await launchBrowser({
    args: ["--no-sandbox", `--remote-debugging-port=${debuggingPort}`],
  });
  return {
    async audit(address, { device = "phone", headers = {}, benchmark_index } = {}) {
      const flags = {
        port: debuggingPort,
        onlyCategories: categories,
        extraHeaders: headers,
        skipAudits: skipped,
        // No test reads the screenshot.
        disableFullPageScreenshot: true,
        logLevel: "error",
        ...(benchmark_index !== undefined && {
          throttling: { cpuSlowdownMultiplier: slowdownAt(benchmark_index) },
        }),
      };
      const result = await run(address, flags, device === "desktop" ? desktopConfig : undefined);
      if (!result) throw new Error(`Lighthouse did not audit ${address}.`);
      return auditOf(result.lhr);
    },
    stop: () => browser.close(),
  };
}

function auditOf(report: Report): Audit {
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Scores;
  const faults = Object.values(report.categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id}: ${report.audits[id]?.title}`);
  return { scores, faults, benchmark_index: report.environment.benchmarkIndex };
}
