import type { AuditAction } from "./audit.ts";

/** The events of `/dashboard/api/events`. They say that something of a kind has changed, never its new state. */
export const dashboardEventKinds = [
  "payment",
  "mutation",
  "device",
  "webhook",
  "account",
  "session",
] as const;

export type DashboardEventKind = (typeof dashboardEventKinds)[number];

/** The kind that a change in the audit log belongs to; null for changes that no page shows. */
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
