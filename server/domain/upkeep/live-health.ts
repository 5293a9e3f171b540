import type { Sql } from "../../db/client.ts";
import { readDeviceFigures } from "../sources/device-figures.ts";
import { selectUnwellMailboxes } from "../sources/mailbox-health.sql.ts";
import {
  countMailboxes,
  selectDurability,
  selectLocalTime,
  selectWaitingWebhooks,
} from "./live-health.sql.ts";

/** Checks a running gateway. Each check returns its finding, or throws the problem and its fix. */

export async function describeDurability(sql: Sql): Promise<string> {
  const off = Object.entries(await selectDurability(sql)).filter(([, value]) => value === "off");
  if (off.length === 0) return "every commit reaches the disk before Tepat responds";
  const names = off.map(([name]) => name);
  throw new Error(
    `switched off: ${names.join(", ")}. If the machine loses power, acknowledged payments can be lost. In psql run: ${names.map((name) => `alter system set ${name} = on`).join("; ")}; select pg_reload_conf()`,
  );
}

export async function describeTimeZone(sql: Sql, zone: string): Promise<string> {
  return `${zone}, where it is ${await selectLocalTime(sql, zone)}`;
}

const waitingMax = 10_000;

/**
 * Describes the waiting webhooks. A merchant's dead receiver is not a fault of the gateway. describeBacklogs finds
 * deliveries that are due and not sent.
 */
export async function describeWebhooks(sql: Sql): Promise<string> {
  const { waiting_count, longest_wait_seconds } = await selectWaitingWebhooks(sql, waitingMax);
  if (waiting_count === 0) return "no webhooks are waiting";
  const count = waiting_count === waitingMax ? `${waitingMax} or more` : waiting_count;
  const hours = ((longest_wait_seconds ?? 0) / 3600).toFixed(1);
  return `webhooks that wait for their next attempt: ${count}, the oldest for ${hours} h. To see a merchant's webhooks, run npx tepat webhook list --merchant ID`;
}

/**
 * Describes the sources. An unwell source sees no transfers, or not all of them. A phone is unwell if diagnose()
 * finds a problem.
 */
export async function describeSources(sql: Sql): Promise<string> {
  const { devices, problems } = await readDeviceFigures({ sql, now: () => null });
  const mailboxes = await countMailboxes(sql);
  const troubled = await selectUnwellMailboxes(sql, { merchant_id: null, at: null });
  const active = devices.filter(({ status }) => status === "ACTIVE");
  const count = (groups: typeof active): number =>
    groups.reduce((sum, group) => sum + group.count, 0);
  const unwell = count(active.filter(({ health }) => health !== "ok"));
  const found: string[] = [];
  if (unwell > 0) {
    const names = Object.entries(problems).map(([problem, phones]) => `${problem} ${phones}`);
    found.push(
      `${unwell} of ${count(active)} phones have problems (${names.join(", ")}). Run npx tepat device list, and revoke unused phones. The dashboard gives the fixes`,
    );
  }
  const [example] = troubled;
  if (example) {
    const names = [...new Set(troubled.map(({ trouble }) => trouble))];
    found.push(
      `${example.total} of ${mailboxes} mailboxes have problems (${names.join(", ")}), such as ${example.device_name}. The dashboard gives the fixes`,
    );
  }
  if (found.length > 0) throw new Error(found.join("; "));
  return `no problem is known (phones: ${count(active)}, mailboxes: ${mailboxes})`;
}
