import { z } from "zod";
import { timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { cursorInput, cursorPage } from "./cursor.ts";

export const auditAction = z
  .enum([
    "merchant.created",
    "merchant.changed",
    "session.opened",
    "session.ended",
    "session.refused",
    "codes.guessed",
    "password.changed",
    "password.reset",
    "person.confirmed",
    "two_factor.enabled",
    "two_factor.disabled",
    "recovery_codes.renewed",
    "api_key.created",
    "api_key.revoked",
    "account.created",
    "account.changed",
    "instructions.changed",
    "quota.granted",
    "quota.ordered",
    "pairing.offered",
    "device.approved",
    "device.renamed",
    "device.revoked",
    "payment.cancelled",
    "payment.matched",
    "webhook_secret.rotated",
    "delivery.sent_again",
    "webhook.tested",
  ])
  .meta({ id: "AuditAction", description: "What was done." });

export type AuditAction = z.infer<typeof auditAction>;

export const auditActor = z.enum(["merchant", "operator", "operator_cli", "stranger"]).meta({
  id: "AuditActor",
  description:
    "`merchant`: in its own dashboard. `operator`: in the operator's pages. `operator_cli`: with `npx tepat` on the server. `stranger`: somebody who was not let in.",
});

const auditEntry = z
  .object({
    entry_id: uuid().meta({ description: "The entry." }),
    created_at: timestamp().meta({ description: "When it was done, UTC." }),
    actor: auditActor,
    client_address: z
      .string()
      .nullable()
      .meta({ description: "From where; null for the command line." }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: "With which browser; null for the command line." }),
    action: auditAction,
    object_id: z
      .string()
      .nullable()
      .meta({ description: "To what: an id or a payment code; null for the merchant itself." }),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "What was set, by field. Secrets are never among it." }),
  })
  .meta({ id: "AuditEntry", description: "Something that was done." });

export type AuditEntry = z.infer<typeof auditEntry>;

export const auditOperations = {
  listAuditEntries: dashboardOperation({
    meta: {
      operationId: "listAuditEntries",
      method: "GET",
      path: "/audit-entries",
      tag: "Audit log",
      summary: "List what was done",
      description: `Who did what from where: sign-ins, keys, devices, matches, settings. The newest first, ${limits.perPageDefault} a page. Entries are never changed or removed. Refused sign-ins (\`session.refused\`) are counted by network: one entry ${limits.refusalsSettleSeconds / 60} minutes after the first, one when ${limits.refusalsReportedSeconds / 60} minutes are over and more have come; their \`details\` are \`reason\` (\`wrong\`, or \`code_missing\` where the password was right), \`count\`, \`first_refused_at\` and \`last_refused_at\`.`,
    },
    input: z.object({ ...cursorInput }),
    output: cursorPage("AuditEntryPage", auditEntry),
  }),
};
