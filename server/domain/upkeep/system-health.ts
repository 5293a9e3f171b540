import type { SystemHealth } from "../../contract/dashboard/operator.ts";
import {
  findingInEnglish,
  type LateWork,
  type SystemFinding,
} from "../../contract/system-findings.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "./database-health.ts";
import { runPageCheck, CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { countProcessesWithOwnLimits, selectBacklogs } from "./system-health.sql.ts";

/** Runs those checks of `npx tepat doctor` that a running server can make. */
export async function readSystemHealth(gateway: Gateway): Promise<SystemHealth> {
  const { sql } = gateway;
  const checks = [
    await runPageCheck("database", () => describeVersion(sql)),
    await runPageCheck("migrations", () => describeMigrations(sql)),
    await runPageCheck("TEPAT_SECRET", () => openOuterSecrets(gateway)),
    await runPageCheck("clocks", () => describeClocks(sql)),
    await runPageCheck("recurring work", () => describeBacklogs(gateway)),
    await runPageCheck("rate limits", () => describeRateLimits(gateway)),
  ];
  return { is_ok: checks.every(({ is_ok }) => is_ok), checks };
}

/**
 * The longest overlap of an old and a new process while processes are replaced one by one. Two that overlap for longer
 * are meant to stay.
 */
const overlapSeconds = 300;

/** Checks that no two processes count the requests of the same merchants separately. */
export async function describeRateLimits(
  { sql }: Pick<Gateway, "sql">,
  seconds = overlapSeconds,
): Promise<SystemFinding> {
  const processes = await countProcessesWithOwnLimits(sql, seconds);
  if (processes < 2) return { code: "limits_shared", params: {} };
  throw new CheckFailed({ code: "limits_apart", params: { processes } });
}

/**
 * Logs once that another process counts requests separately too. Returns a function that ends the watch. After a
 * failed look, the next look tries again.
 */
export function watchRateLimits(
  gateway: Pick<Gateway, "sql">,
  log: { warn(message: string): void },
  { everyMilliseconds = overlapSeconds * 1000, overlapSeconds: seconds = overlapSeconds } = {},
): () => void {
  let isStopped = false;
  // The next look begins after the last one has ended, so that two looks cannot both warn.
  const look = async () => {
    const { finding } = await runPageCheck("rate limits", () =>
      describeRateLimits(gateway, seconds),
    );
    if (isStopped) return;
    if (finding.code === "limits_apart") log.warn(`rate limits: ${findingInEnglish(finding)}`);
    else lookLater();
  };
  let timer: NodeJS.Timeout;
  const lookLater = () => {
    timer = setTimeout(look, everyMilliseconds).unref();
  };
  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** The lateness that exceeds several rounds of a job. */
const lateSeconds = 90;

/** Checks whether a server does the work that is due. */
export async function describeBacklogs({
  sql,
  now,
}: Pick<Gateway, "sql" | "now">): Promise<SystemFinding> {
  const late = await selectBacklogs(sql, { late_seconds: lateSeconds, at: now() });
  const work: LateWork[] = [
    ...(late.has_overdue_payments ? (["ending_invoices"] as const) : []),
    ...(late.has_due_deliveries ? (["sending_webhooks"] as const) : []),
    ...(late.has_uncounted_payments ? (["counting_invoices"] as const) : []),
  ];
  if (work.length === 0) return { code: "work_done", params: {} };
  throw new CheckFailed({ code: "work_late", params: { late: work } });
}
