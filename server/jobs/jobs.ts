import type { Gateway } from "../domain/gateway.ts";
import { rematchMutations } from "../domain/matching.ts";
import { forgetUnreadNotifications, rereadNotifications } from "../domain/mutations.ts";
import { expirePayments } from "../domain/payments.ts";
import type { RecurringJob } from "./queue.ts";
import type { WebhookSender } from "./webhook-sender.ts";

const expiryBatch = 500;

/** All recurring work. Each may run twice at once, and is a repetition of what a statement decides. */
export function recurringJobs(gateway: Gateway, sender: WebhookSender): RecurringJob[] {
  return [
    {
      // Readers see the deadline without it; this releases totals and owes webhooks.
      name: "expire-payments",
      every_seconds: 15,
      run: async () => {
        while ((await expirePayments(gateway, expiryBatch)) === expiryBatch);
      },
    },
    {
      // A wake that was lost with its process costs a delivery at most this long.
      name: "deliver-webhooks",
      every_seconds: 10,
      run: async () => sender.wake(),
    },
    {
      name: "rematch-mutations",
      every_seconds: 60,
      run: async () => {
        await rereadNotifications(gateway);
        await rematchMutations(gateway);
      },
    },
    {
      name: "forget-unread-notifications",
      every_seconds: 3600,
      run: () => forgetUnreadNotifications(gateway),
    },
  ];
}
