import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  pullAttemptsForward,
  pullDevicesForward,
  pullLeasesForward,
  pullMailboxesForward,
  pullWatchForward,
} from "./pull-forward.sql.ts";
import { retryBounds } from "../webhooks/webhook-schedule.ts";

const deliveriesBatch = 500;

/**
 * Corrects times that were written while the database's clock was ahead. Such times are in the future once the clock
 * is right again. The next attempts of webhooks, the reads of mailboxes and the detection of silent phones would wait
 * for as long as the clock had been ahead.
 */
export async function pullForward({
  sql,
  now,
  settings,
  wakeWebhookSender,
}: Gateway): Promise<void> {
  const at = now();
  const late = await inBatches((limit) =>
    pullAttemptsForward(sql, {
      retry_seconds: settings.webhookRetrySeconds,
      retry_after_seconds: retryBounds.retryAfterSeconds,
      limit,
      at,
    }),
  );
  const held = await inBatches((limit) =>
    pullLeasesForward(sql, { lease_seconds: limits.webhookLeaseSeconds, limit, at }),
  );
  if (late + held > 0) wakeWebhookSender();
  const tolerance_seconds = limits.clockDifferenceSeconds;
  await pullWatchForward(sql, { tolerance_seconds, at });
  await pullDevicesForward(sql, { tolerance_seconds, at });
  await pullMailboxesForward(sql, { tolerance_seconds, at });
}

async function inBatches(pull: (limit: number) => Promise<number>): Promise<number> {
  let count = 0;
  for (let pulled = deliveriesBatch; pulled === deliveriesBatch; count += pulled) {
    pulled = await pull(deliveriesBatch);
  }
  return count;
}
