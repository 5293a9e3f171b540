import { limits } from "../contract/limits.ts";

/**
 * The limits that SQL statements need too. A database function of the same name returns each one.
 */
export const sqlLimits = {
  active_api_keys_max: ["integer", limits.activeApiKeys],
  announcement_window: ["seconds", limits.announcementSeconds],
  announcements_max: ["integer", limits.announcementsMax],
  choice_changes_max: ["integer", limits.choiceChanges],
  customer_mails_per_day: ["integer", limits.customerMailsPerDay],
  follow_up_codes_tried: ["integer", limits.followUpCodesTried],
  late_payment_window: ["days", limits.latePaymentDays],
  late_proof_window: ["hours", limits.lateProofHours],
  payment_code_characters: ["integer", limits.paymentCodeCharacters],
  payment_parts_max: ["integer", limits.paymentParts],
  posting_tolerance: ["seconds", limits.postingToleranceSeconds],
  proof_window: ["seconds", limits.proofSeconds],
  qris_amount_max: ["bigint", limits.qrisAmountMax],
  quota_low_days: ["integer", limits.quotaLowDays],
  registrations_kept: ["integer", limits.registrationsKept],
  sale_codes_tried: ["integer", limits.saleCodesTried],
  unique_amount_max: ["integer", limits.uniqueAmountMax],
  webhook_failing_attempts: ["integer", limits.webhookFailingAttempts],
  webhook_failing_pause: ["hours", limits.webhookFailingHours],
} as const;

/** Returns a file in db/functions/limits for each limit. */
export const limitFunctions = (): [file: string, text: string][] =>
  Object.entries(sqlLimits).map(([name, [unit, value]]) => {
    const isNumber = unit === "integer" || unit === "bigint";
    return [
      `server/db/functions/limits/${name}.sql`,
      `-- Generated from contract/limits.ts by \`npm run generate\`.
create or replace function ${name}() returns ${isNumber ? unit : "interval"}
language sql immutable parallel safe
return ${isNumber ? value : `interval '${value} ${unit}'`};
`,
    ];
  });
