import { z } from "zod";
import { moment, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { cursorInput, foundOnFirstPage, oldestFirst } from "./cursor.ts";

export const auditAction = z
  .enum([
    "merchant.created",
    "merchant.changed",
    "session.opened",
    "session.ended",
    "session.refused",
    "codes.guessed",
    "operation.refused",
    "password.changed",
    "password.reset",
    "person.confirmed",
    "person.invited",
    "invitation.withdrawn",
    "person.joined",
    "person.role_changed",
    "person.removed",
    "person.renamed",
    "two_factor.enabled",
    "two_factor.disabled",
    "recovery_codes.renewed",
    "api_key.created",
    "api_key.revoked",
    "account.created",
    "account.changed",
    "instructions.changed",
    "quota.granted",
    "quota.renewed",
    "quota.ordered",
    "pairing.offered",
    "device.approved",
    "device.renamed",
    "device.revoked",
    "mailbox.connected",
    "mailbox.password_changed",
    "mailbox.folder_changed",
    "mailbox.signed_in_again",
    "mailbox.paused",
    "mailbox.resumed",
    "mailbox.disconnected",
    "invoice.created",
    "invoice.cancelled",
    "invoice.mailed",
    "payment.cancelled",
    "payment.matched",
    "payment.settled",
    "payment.refunded",
    "payment.followed_up",
    "refund.sent",
    "refund.withdrawn",
    "transfer.tied",
    "transfer.set_aside",
    "transfer.reopened",
    "transfer.separated",
    "transfer.noted",
    "text.refused",
    "app.answered",
    "bank.added",
    "bank.changed",
    "bank.removed",
    "reading_rule.saved",
    "reading_rule.switched",
    "reading_rule.removed",
    "webhook_secret.rotated",
    "delivery.sent_again",
    "webhook.tested",
    "link.created",
    "link.changed",
    "counter_items.changed",
    "statement.imported",
    "statement.withdrawn",
    "statement_row.recorded",
    "statement_row.explained",
    "statement_row.reversed",
    "statement_rule.created",
    "statement_rule.removed",
    "statement_chart.saved",
    "statement_month.closed",
    "statement_month.reopened",
    "transfer.unsupported",
    "transfer.supported",
    "unsupported_transfer.closed",
    "notices.changed",
    "notice_target.added",
    "notice_target.removed",
    "telegram.offered",
    "gateway_setting.changed",
    "gateway_setting.removed",
  ])
  .meta({ id: "AuditAction", description: "The action." });

export type AuditAction = z.infer<typeof auditAction>;

export const auditKind = z.enum(["access", "team", "money", "set_up", "developers"]).meta({
  id: "AuditKind",
  description:
    "`access`: sign-ins, passwords, two-factor authentication. `team`: people and roles. `money`: invoices, transfers, statements, links. `set_up`: settings, accounts, devices, notices. `developers`: keys and webhooks.",
});

export type AuditKind = z.infer<typeof auditKind>;

type Subject<Action extends string> = Action extends `${infer Name}.${string}` ? Name : never;

const kindOfSubject: Readonly<Record<Subject<AuditAction>, AuditKind>> = {
  session: "access",
  codes: "access",
  operation: "access",
  password: "access",
  two_factor: "access",
  recovery_codes: "access",
  person: "team",
  invitation: "team",
  quota: "money",
  invoice: "money",
  payment: "money",
  refund: "money",
  transfer: "money",
  text: "money",
  app: "money",
  bank: "set_up",
  reading_rule: "money",
  link: "money",
  counter_items: "money",
  statement: "money",
  statement_row: "money",
  statement_rule: "money",
  statement_chart: "money",
  statement_month: "money",
  unsupported_transfer: "money",
  merchant: "set_up",
  account: "set_up",
  instructions: "set_up",
  pairing: "set_up",
  device: "set_up",
  mailbox: "set_up",
  notices: "set_up",
  notice_target: "set_up",
  telegram: "set_up",
  gateway_setting: "set_up",
  api_key: "developers",
  webhook_secret: "developers",
  delivery: "developers",
  webhook: "developers",
};

/** Returns the actions of a kind. A confirmation with a code belongs to access. */
export const actionsOf = (kind: AuditKind): AuditAction[] =>
  auditAction.options.filter((action) => {
    const [subject = ""] = action.split(".");
    const own = action === "person.confirmed" ? "access" : kindOfSubject[subject as "person"];
    return own === kind;
  });

export const auditActor = z.enum(["merchant", "operator", "operator_cli", "stranger"]).meta({
  id: "AuditActor",
  description:
    "`merchant`: a team member, in the merchant's dashboard. `operator`: the operator, in the operator's pages. `operator_cli`: the operator, with `npx tepat` on the server. `stranger`: a person with a refused sign-in.",
});

const auditEntry = z
  .object({
    entry_id: uuid().meta({ description: "The entry." }),
    created_at: timestamp().meta({ description: "The time of the action, UTC." }),
    actor: auditActor,
    person_name: z
      .string()
      .nullable()
      .meta({ description: "The team member; null if no member acted." }),
    client_address: z
      .string()
      .nullable()
      .meta({ description: "The client address; null for the command line." }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: "The browser; null for the command line." }),
    action: auditAction,
    object_id: z.string().nullable().meta({
      description:
        "The object of the action: an id or a payment code; null for the merchant itself.",
    }),
    object_name: z.string().nullable().meta({
      description:
        "The current name of the device, key, account, person or link; null for other and deleted objects.",
    }),
    details: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The values that were set, by field. They never include secrets." }),
  })
  .meta({ id: "AuditEntry", description: "An action in the audit log." });

export type AuditEntry = z.infer<typeof auditEntry>;

const auditEntryPage = z
  .object({
    items: z.array(auditEntry).meta({ description: "The entries, newest first; can be empty." }),
    next_cursor: z.string().nullable().meta({
      description: "Send this value as `cursor` to get the next page. Null on the last page.",
    }),
    searched_until: timestamp()
      .nullable()
      .meta({
        description: `A page of one person or kind looks at ${limits.auditEntriesPerPage} entries. The value is the time that the search has reached, UTC; null if there is no more to search.`,
      }),
    found: foundOnFirstPage,
  })
  .meta({ id: "AuditEntryPage", description: "A page of the audit log." });

export type AuditEntryPage = z.infer<typeof auditEntryPage>;

export const auditOperations = {
  listAuditEntries: dashboardOperation({
    meta: {
      operationId: "listAuditEntries",
      method: "GET",
      path: "/audit-entries",
      mayReadReplica: true,
      roles: ["owner"],
      tag: "Audit log",
      summary: "List actions",
      description: `Actions with their authors and addresses: sign-ins, keys, devices, matches, settings. Newest first, ${limits.perPageDefault} a page. Tepat never changes an entry, and removes it after \`RETENTION_AUDIT_DAYS\`. Refused sign-ins (\`session.refused\`) are counted by network. Tepat writes one entry ${limits.refusalsSettleSeconds / 60} minutes after the first refusal, and another after ${limits.refusalsReportedSeconds / 60} minutes if more have come. Their \`details\` are \`reason\` (\`wrong\`, or \`code_missing\` where the password was right), \`count\`, \`first_refused_at\` and \`last_refused_at\`. Refused requests of signed-in people (\`operation.refused\`) are counted in the same way by session and operation. The cause is the person's role, or an operation that needs two-factor authentication. Tepat writes at most ${2 * (limits.refusedOperationsTold + 1)} entries for each person, hour and process. Their \`details\` are \`operation\` (\`others\` when there were more than ${limits.refusedOperationsTold}), \`reason\` (the error code), \`role\`, and the same \`count\` and times.`,
    },
    input: z.object({
      ...cursorInput,
      person_id: uuid().meta({ description: "Lists only actions of this team member." }).optional(),
      kind: auditKind.meta({ description: "Lists only actions of this kind." }).optional(),
      created_from: moment()
        .meta({ description: "Lists only actions at this time or later." })
        .optional(),
      created_before: moment()
        .meta({ description: "Lists only actions before this time." })
        .optional(),
      oldest_first: oldestFirst,
    }),
    output: auditEntryPage,
  }),
};
