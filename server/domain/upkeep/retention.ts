import type { Gateway } from "../gateway/gateway.ts";
import {
  deleteExpiredWebhookSecrets,
  deleteOldAttempts,
  deleteOldAuditEntries,
  deleteOldPasswordResets,
  deleteOldTotpOffers,
} from "./retention.sql.ts";

/** Deletes rows that grow and are of no use after some time. Payments, mutations and deliveries are kept for ever. */

/** Small enough that nobody waits for its locks. */
const batch = 500;
/** For each kind in one run: after a shorter setting, the rest takes some more hours. */
const batchesMax = 200;

/** Returns how many rows were deleted. */
export async function forgetOldRows(gateway: Gateway): Promise<number> {
  const { sql, settings } = gateway;
  const bounds = { at: gateway.now(), limit: batch };
  const attempts = { ...bounds, days: settings.webhookAttemptDays };
  const entries = { ...bounds, days: settings.auditDays };
  const kinds = [
    () => deleteOldAttempts(sql, attempts),
    () => deleteOldAuditEntries(sql, entries),
    () => deleteExpiredWebhookSecrets(sql, bounds),
    () => deleteOldTotpOffers(sql, bounds),
    () => deleteOldPasswordResets(sql, bounds),
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
