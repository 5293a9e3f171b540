import type { Gateway } from "../gateway/gateway.ts";
import { deleteSurplusLoggedRequests } from "../merchants/request-log.sql.ts";
import {
  deleteExpiredWebhookSecrets,
  deleteOldAttempts,
  deleteOldAuditEntries,
  deleteOldCustomerMails,
  deleteOldInvitations,
  deleteOldLoggedRequests,
  deleteOldMails,
  deleteOldMailSignIns,
  deleteOldNoticeMessages,
  deleteOldNotices,
  deleteOldPasswordResets,
  deleteOldTelegramOffers,
  deleteOldTotpOffers,
  deleteOldUploads,
  forgetLinkClients,
} from "./retention.sql.ts";

/**
 * Deletes rows that accumulate and lose their use after some time. Payments, mutations and deliveries stay until
 * `npx tepat archive --remove` removes them.
 */

/** A batch is small enough that no request waits for its locks. */
const batch = 500;
/** The request log has no locks that other work waits for, and each statement scans all of it. */
const logBatch = 20_000;
/** The limit for each kind in one run. After a shorter setting, the remaining rows take some more hours. */
const batchesMax = 200;

/** Returns the number of deleted rows. */
export async function forgetOldRows(gateway: Gateway): Promise<number> {
  const { sql, settings } = gateway;
  const bounds = { at: gateway.now(), limit: batch };
  const attempts = { ...bounds, days: settings.webhookAttemptDays };
  const entries = { ...bounds, days: settings.auditDays };
  const notices = { ...bounds, days: settings.noticeDays };
  const kinds = [
    () => deleteOldAttempts(sql, attempts),
    () => deleteOldAuditEntries(sql, entries),
    () => deleteExpiredWebhookSecrets(sql, bounds),
    () => deleteOldTotpOffers(sql, bounds),
    () => deleteOldInvitations(sql, bounds),
    () => deleteOldPasswordResets(sql, bounds),
    () => forgetLinkClients(sql, bounds),
    () => deleteOldNotices(sql, notices),
    () => deleteOldCustomerMails(sql, notices),
    () => deleteOldNoticeMessages(sql, notices),
    () => deleteOldTelegramOffers(sql, bounds),
    () => deleteOldMailSignIns(sql, bounds),
    () => deleteOldLoggedRequests(sql, { ...bounds, limit: logBatch }),
    () => deleteSurplusLoggedRequests(sql, { limit: logBatch }),
    () => deleteOldUploads(sql, bounds),
    () => deleteOldMails(sql, bounds),
  ];
  let forgotten = 0;
  for (const deleteSome of kinds) {
    for (let round = 0; round < batchesMax; round++) {
      const deleted = await deleteSome();
      forgotten += deleted;
      if (deleted < batch) break;
    }
  }
  return forgotten;
}
