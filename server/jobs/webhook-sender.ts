import { limits } from "../contract/limits.ts";
import type { Channel } from "../db/notification-hub.ts";
import { batched } from "../domain/base/batch.ts";
import type { DueDelivery, LeasedDelivery } from "../domain/gateway/delivery.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import {
  attemptDelivery,
  leaseDueDeliveries,
  leaseOwedDeliveries,
  recordAttempts,
  type RecordAttempt,
  type WebhookClient,
} from "../domain/webhooks/webhooks.ts";
import type { AttemptRecord } from "../domain/webhooks/webhooks.sql.ts";
import type { Log } from "../outside/log.ts";
import { createSender, type Sender } from "./sender.ts";

/**
 * Wakes the senders of other processes for a delivery. If the message is lost, the delivery waits some seconds for a
 * recurring job.
 */
export const owedWebhooks: Channel<"now"> = {
  name: "tepat_owed_webhooks",
  encode: (when) => when,
  decode: () => "now",
};

export type WebhookSender = Sender<DueDelivery>;

/**
 * The time that the result of an attempt waits for others, so that one statement records them. The merchant's next
 * webhook does not wait for the record. After a crash within that time, these webhooks are sent again.
 */
const recordingPauseMilliseconds = 20;

/**
 * Sends webhooks. One statement leases all deliveries that are due together, and one statement records all attempts
 * that end together.
 */
export function createWebhookSender(
  gateway: Gateway,
  client: WebhookClient,
  log: Log,
): WebhookSender {
  const record: RecordAttempt = batched({
    sizeMax: limits.webhooksPerLook,
    run: (records: readonly AttemptRecord[]) => recordAttempts(gateway, records),
    // After any failure, including a locked row, the lease makes a repetition harmless.
    mayRunAlone: () => true,
    pauseMilliseconds: () => recordingPauseMilliseconds,
  });
  return createSender<DueDelivery, LeasedDelivery>(
    {
      name: "webhook",
      places: limits.webhookAttemptsUnderWay,
      placesPerOwner: limits.webhookAttemptsUnderWayPerMerchant,
      perLook: limits.webhooksPerLook,
      ownerOf: ({ merchant_id }) => merchant_id,
      idOf: ({ delivery_id }) => delivery_id,
      async lease({ per_owner, ...options }) {
        const { deliveries, ...rest } = await leaseDueDeliveries(gateway, {
          ...options,
          per_merchant: per_owner,
        });
        return { items: deliveries, ...rest };
      },
      leaseOwed: (owed) => leaseOwedDeliveries(gateway, owed),
      async attempt(delivery, signal, hasAnswer) {
        const attempt = { delivery, is_manual: false, signal };
        const status = await attemptDelivery(gateway, client, attempt, (result) => {
          hasAnswer();
          return record(result);
        });
        return status === "SUCCESS";
      },
    },
    log,
  );
}
