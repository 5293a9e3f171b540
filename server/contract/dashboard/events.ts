import type { AuditAction } from "./audit.ts";

/** What `/dashboard/api/events` tells the pages: that something of a kind has changed, never what it is now. */
export const dashboardEventKinds = [
  "payment",
  "mutation",
  "device",
  "webhook",
  "account",
  "session",
] as const;

export type DashboardEventKind = (typeof dashboardEventKinds)[number];

/** The kind of what a deed in the audit log has changed. Deeds that no page shows have none. */
export const kindOfDeed: Readonly<Record<AuditAction, DashboardEventKind | null>> = {
  "merchant.created": null,
  "merchant.changed": "session",
  "session.opened": "session",
  "session.ended": "session",
  "session.refused": "session",
  "codes.guessed": "session",
  "password.changed": "session",
  "password.reset": "session",
  "person.confirmed": "session",
  "two_factor.enabled": "session",
  "two_factor.disabled": "session",
  "recovery_codes.renewed": "session",
  "api_key.created": "session",
  "api_key.revoked": "session",
  "account.created": "account",
  "account.changed": "account",
  "instructions.changed": "account",
  "quota.granted": "account",
  "quota.ordered": "account",
  "pairing.offered": null,
  "device.approved": "device",
  "device.renamed": "device",
  "device.revoked": "device",
  "payment.cancelled": "payment",
  "payment.matched": "mutation",
  "webhook_secret.rotated": "webhook",
  "delivery.sent_again": "webhook",
  "webhook.tested": "webhook",
};
