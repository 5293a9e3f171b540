import type { SystemHealth } from "../../contract/dashboard/operator.ts";
import type { LateWork, SystemFinding } from "../../contract/system-findings.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "./database-health.ts";
import { examineForPage, FoundWrong } from "../base/finding.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBacklogs } from "./system-health.sql.ts";

/** What `npx tepat doctor` looks at, as far as a running server can, and whether its recurring work gets done. */
export async function readSystemHealth(gateway: Gateway): Promise<SystemHealth> {
  const { sql } = gateway;
  const checks = [
    await examineForPage("database", () => describeVersion(sql)),
    await examineForPage("migrations", () => describeMigrations(sql)),
    await examineForPage("TEPAT_SECRET", () => openOuterSecrets(gateway)),
    await examineForPage("clocks", () => describeClocks(sql)),
    await examineForPage("recurring work", () => describeBacklogs(gateway)),
  ];
  return { is_ok: checks.every(({ is_ok }) => is_ok), checks };
}

/** Late by more than several rounds of the job that does it. */
const lateSeconds = 90;

/** Whether a server does what is due. */
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
  throw new FoundWrong({ code: "work_late", params: { late: work } });
}
