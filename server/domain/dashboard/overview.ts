import type { Checklist, DayFigures, Overview } from "../../contract/dashboard/overview.ts";
import { limits } from "../../contract/limits.ts";
import { listDevices } from "../devices/devices.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  countEnded,
  countWaiting,
  selectChecklist,
  selectDays,
  type ChecklistRow,
  type DayRow,
} from "./overview.sql.ts";
import { addWaitHistograms, waitQuantile } from "../base/wait-histogram.ts";

/**
 * Returns how a merchant's business is doing, from counts that a job keeps. A million payments cost no more than a
 * hundred.
 */

export async function readOverview(
  gateway: Gateway,
  options: { merchant_id: string; days: number },
): Promise<Overview> {
  const { merchant_id, days } = options;
  const { quotaTimeZone } = gateway.settings;
  const at = gateway.now();
  const rows = await selectDays(gateway.sql, { merchant_id, days, quotaTimeZone, at });
  const { day: _, ...whole } = figuresOf(rows.reduce(sumOf, nothing));
  return {
    time_zone: quotaTimeZone,
    days: rows.map(figuresOf),
    ...whole,
    waiting_count: await countWaiting(gateway.sql, { merchant_id, at }),
    devices: await countDevices(gateway, merchant_id),
  };
}

const nothing: DayRow = {
  day: "",
  created_count: 0,
  paid_count: 0,
  paid_total: 0,
  manual_count: 0,
  expired_count: 0,
  cancelled_count: 0,
  wait_histogram: {},
};

const sumOf = (sum: DayRow, row: DayRow): DayRow => ({
  day: "",
  created_count: sum.created_count + row.created_count,
  paid_count: sum.paid_count + row.paid_count,
  paid_total: sum.paid_total + row.paid_total,
  manual_count: sum.manual_count + row.manual_count,
  expired_count: sum.expired_count + row.expired_count,
  cancelled_count: sum.cancelled_count + row.cancelled_count,
  wait_histogram: addWaitHistograms(sum.wait_histogram, row.wait_histogram),
});

function figuresOf({ manual_count, wait_histogram, ...row }: DayRow): DayFigures {
  const { paid_count } = row;
  const ended_count = paid_count + row.expired_count + row.cancelled_count;
  return {
    ...row,
    conversion: shareOf(paid_count, ended_count),
    match_rate: shareOf(paid_count - manual_count, paid_count),
    median_seconds_to_pay: waitQuantile(wait_histogram, 0.5),
    p90_seconds_to_pay: waitQuantile(wait_histogram, 0.9),
  };
}

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

async function countDevices(gateway: Gateway, merchant_id: string): Promise<Overview["devices"]> {
  const devices = { ok: 0, warning: 0, offline: 0, pending: 0 };
  const { items } = await listDevices(gateway, {
    merchant_id,
    page: 1,
    per_page: limits.perPageMax,
  });
  for (const { device_status, health, is_unheard } of items) {
    if (device_status === "PENDING") devices.pending += 1;
    else if (health === "ok" && is_unheard) devices.warning += 1;
    else if (health !== null) devices[health] += 1;
  }
  return devices;
}

/** Adds ended payments to their days. A job calls it, and it may run twice at once. */
export async function countEndedPayments({ sql, settings }: Gateway): Promise<void> {
  const { quotaTimeZone } = settings;
  const limit = limits.endedPaymentsPerCount;
  while ((await countEnded(sql, { quotaTimeZone, limit })) === limit);
}

/** In the order in which they are best done. */
const steps = [
  "account",
  "device",
  "api_key_used",
  "first_payment",
  "first_paid_payment",
  "webhook_url",
  "first_webhook",
  "two_factor",
] as const satisfies readonly (keyof ChecklistRow)[];

export async function readChecklist({ sql }: Gateway, merchant_id: string): Promise<Checklist> {
  const done = await selectChecklist(sql, merchant_id);
  return { steps: steps.map((step) => ({ step, is_done: done[step] })) };
}
