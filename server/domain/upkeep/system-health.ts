import type { SystemHealth } from "../../contract/dashboard/operator.ts";
import {
  describeClocks,
  describeMigrations,
  describeVersion,
  openOuterSecrets,
} from "./database-health.ts";
import { examine } from "../base/finding.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBacklogs } from "./system-health.sql.ts";

/** What `npx tepat doctor` looks at, as far as a running server can, and whether its recurring work gets done. */
export async function readSystemHealth(gateway: Gateway): Promise<SystemHealth> {
  const { sql } = gateway;
  const checks = [
    await examine("database", () => describeVersion(sql)),
    await examine("migrations", () => describeMigrations(sql)),
    await examine("TEPAT_SECRET", () => openOuterSecrets(gateway)),
    await examine("clocks", () => describeClocks(sql)),
    await examine("recurring work", () => describeBacklogs(gateway)),
  ];
  return { is_ok: checks.every(({ is_ok }) => is_ok), checks };
}

/** Late by more than several rounds of the job that does it. */
const lateSeconds = 90;

/** Whether a server does what is due. */
export async function describeBacklogs({
  sql,
  now,
}: Pick<Gateway, "sql" | "now">): Promise<string> {
  const late = await selectBacklogs(sql, { late_seconds: lateSeconds, at: now() });
  const lines = [
    late.has_overdue_payments && "invoices past their deadline are not ended",
    late.has_due_deliveries && "webhooks that are due are not sent",
    late.has_uncounted_payments && "ended invoices are not counted",
  ].filter((line) => line !== false);
  if (lines.length === 0) return "done in time";
  throw new Error(`${lines.join("; ")}: see the server's log`);
}
