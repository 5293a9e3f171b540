import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { formatted } from "../scripts/formatted.ts";
import { describeMoment } from "../../bench/machine.ts";
import { table, whole } from "../../bench/report.ts";
import { median } from "../../bench/rounds.ts";
import { replaceSection } from "../scripts/error-table.ts";
import type { ClusterReport, Trial } from "./cluster.ts";
import { faults, type FaultName } from "./faults.ts";

/** The table of a run's results, in docs/scaling.md. */

const published = path.join(import.meta.dirname, "../../docs/scaling.md");

/** The number of times that each fault happens in a run that can be published. */
export const fullRounds = 7;

/**
 * Writes the table of a full run into the guide. A smaller run shows less than the published table, so the guide
 * stays unchanged, and both tables are returned for comparison.
 */
export async function showTable(
  report: ClusterReport,
  { isFull, file = published }: { isFull: boolean; file?: string },
): Promise<string | null> {
  const guide = await readFile(file, "utf8");
  const code = await formatted(file, replaceSection(guide, "cluster", describe(report)));
  if (isFull) {
    await writeFile(file, code);
    return null;
  }
  return `Published in docs/scaling.md, and left as it is:\n\n${sectionOf(guide)}\n\nThis run:\n\n${sectionOf(code)}`;
}

const sectionOf = (guide: string): string =>
  /<!-- cluster:begin[^>]*-->\s*([^]*?)\s*<!-- cluster:end -->/.exec(guide)?.[1] ?? "";

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const sum = (trials: readonly Trial[], of: (trial: Trial) => number): number =>
  trials.reduce((total, trial) => total + of(trial), 0);

export function describe({ seed, network, trials, not_tried, lost_at_the_end }: ClusterReport) {
  const byFault = Map.groupBy(trials, ({ fault }) => fault);
  const rows = [...byFault].map(([fault, of]) => [
    `\`${fault}\`: ${faults[fault].says}`,
    whole(of.length),
    seconds(median(of.map(({ back_ms }) => back_ms))),
    seconds(Math.max(...of.map(({ back_ms }) => back_ms))),
    seconds(Math.max(...of.map(({ slowest_answer_ms }) => slowest_answer_ms))),
    whole(sum(of, ({ refused_with_5xx }) => refused_with_5xx)),
    whole(sum(of, ({ unanswered }) => unanswered)),
    whole(sum(of, ({ late }) => late)),
    whole(sum(of, ({ lost }) => lost)),
  ]);
  const left = Object.entries(not_tried).map(([name, why]) => `${name as FaultName} (${why})`);
  return `${table(
    [
      "fault",
      "times",
      "writes back: median",
      "longest",
      "slowest response",
      "5xx responses",
      "connection lost",
      "no response after 10 s",
      "lost",
    ],
    rows,
  )}

${whole(trials.length)} faults, ${whole(sum(trials, ({ requests }) => requests))} requests, ${whole(sum(trials, ({ acknowledged }) => acknowledged))} acknowledged creates, matches, cancels and days of quota; lost at the end: ${lost_at_the_end.length}. Seed ${seed}; machines simulated with ${network}.${left.length > 0 ? ` Not tried: ${left.join(", ")}.` : ""}

${describeMoment()}`;
}
