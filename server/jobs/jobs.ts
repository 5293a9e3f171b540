import { watchDevices } from "../domain/sources/device-watch.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { rematchMutations } from "../domain/mutations/matching.ts";
import { forgetUnreadNotifications, rereadNotifications } from "../domain/mutations/mutations.ts";
import type { NotificationReader } from "../domain/notifications/notification-reader.ts";
import { oweKeylessNotices } from "../domain/sources/mailbox-health.sql.ts";
import { markSilentMailboxes, retryTokensTriedAsPasswords } from "../domain/mail/mailboxes.sql.ts";
import { countEndedPayments } from "../domain/overview/overview.ts";
import { findUnmatchedMoney } from "../domain/notices/unmatched-money.ts";
import { expirePayments } from "../domain/payments/payments.ts";
import { pullForward } from "../domain/upkeep/pull-forward.ts";
import { reportRefusedSignIns } from "../domain/access/refused-sign-ins.ts";
import { forgetOldRows } from "../domain/upkeep/retention.ts";
import { forgetEndedSessions } from "../domain/access/sessions.ts";
import type { RecurringJob } from "./queue.ts";
import type { WebhookSender } from "./webhook-sender.ts";

const expiryBatch = 500;
/**
 * The number of reads of the unread texts after a start and after a change of the rules. With the same rules, another
 * read would give the same result. There are several reads, because another process might notice the change later and
 * store a text until then.
 */
const readsAfterChange = 3;

/** Lists all recurring work. Each job can run twice at once, because guarded statements decide its changes. */
export function recurringJobs(gateway: Gateway, sender: WebhookSender): RecurringJob[] {
  let readBy: NotificationReader | undefined;
  let readsLeft = 0;
  return [
    {
      // Readers see an expired payment without this job. The job releases totals and writes webhooks.
      name: "expire-payments",
      every_seconds: 15,
      run: async () => {
        while ((await expirePayments(gateway, expiryBatch)) === expiryBatch);
      },
    },
    {
      // If a wake-up is lost with its process, a delivery waits for at most this time.
      name: "deliver-webhooks",
      every_seconds: 10,
      run: async () => sender.wake(),
    },
    {
      name: "rematch-mutations",
      every_seconds: 60,
      run: async () => {
        const reader = gateway.notificationReader();
        if (reader !== readBy) readsLeft = readsAfterChange;
        readBy = reader;
        if (readsLeft > 0) await rereadNotifications(gateway);
        readsLeft -= 1;
        await rematchMutations(gateway);
      },
    },
    {
      name: "find-silent-devices",
      every_seconds: 10,
      run: () => watchDevices(gateway),
    },
    {
      name: "find-silent-mailboxes",
      every_seconds: 30,
      run: async () => {
        await retryTokensTriedAsPasswords(gateway.sql, gateway.now());
        await markSilentMailboxes(gateway.sql, gateway.now());
        await oweKeylessNotices(gateway.sql, gateway.now());
      },
    },
    {
      name: "find-unmatched-money",
      every_seconds: 10,
      run: () => findUnmatchedMoney(gateway),
    },
    {
      // Needed if the database's clock was ahead. queue.ts does the same for the jobs themselves.
      name: "pull-forward",
      every_seconds: 60,
      run: () => pullForward(gateway),
    },
    {
      // Readers add payments that are not counted yet, and this job keeps their number small. The job runs often, so
      // that it never takes long.
      name: "count-ended-payments",
      every_seconds: 5,
      run: () => countEndedPayments(gateway),
    },
    {
      name: "report-refused-sign-ins",
      every_seconds: 60,
      run: () => reportRefusedSignIns(gateway),
    },
    {
      name: "forget-ended-sessions",
      every_seconds: 3600,
      run: () => forgetEndedSessions(gateway),
    },
    {
      name: "forget-old-rows",
      every_seconds: 3600,
      run: () => forgetOldRows(gateway),
    },
    {
      name: "forget-unread-notifications",
      every_seconds: 3600,
      run: () => forgetUnreadNotifications(gateway),
    },
  ];
}
