import type { SystemHealth } from "../../contract/dashboard/operator.ts";
import type { LateWork, SystemFinding } from "../../contract/system-findings.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "./database-health.ts";
import { runPageCheck, CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBacklogs } from "./system-health.sql.ts";

/** Makes the checks of `npx tepat doctor` that a running server can make, and checks that recurring work is done. */
export async function readSystemHealth(gateway: Gateway): Promise<SystemHealth> {
  const { sql } = gateway;
  const checks = [
    await runPageCheck("database", () => describeVersion(sql)),
    await runPageCheck("migrations", () => describeMigrations(sql)),
    await runPageCheck("TEPAT_SECRET", () => openOuterSecrets(gateway)),
    await runPageCheck("clocks", () => describeClocks(sql)),
    await runPageCheck("recurring work", () => describeBacklogs(gateway)),
  ];
  return { is_ok: checks.every(({ is_ok }) => is_ok), checks };
}

/** Late by more than several rounds of its job. */
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
