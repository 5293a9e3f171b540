import type { Sql } from "../../db/client.ts";
import type { NotificationReader } from "../notifications/notification-text.ts";
import type { SecretBox } from "../security/secrets.ts";
import type { PaymentName } from "./payment-row.ts";
import type { DueDelivery } from "./delivery.ts";

/** What the domain needs from outside. Built once in start/open-gateway.ts, and with a clock and a seed of their own in tests. */
export interface Gateway {
  readonly sql: Sql;
  /** null asks the database's clock, which decides in production; tests and the simulator pass a time. */
  readonly now: () => Date | null;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly secrets: SecretBox;
  /** Asked for each piece of work, since an operator may change the rules meanwhile. */
  readonly notificationReader: () => NotificationReader;
  readonly settings: DomainSettings;
  /**
   * Tells the webhook sender, after a commit, that deliveries may be due: these, or whichever it finds. Losing the call
   * costs a delay, no webhook.
   */
  readonly wakeWebhookSender: (owed?: readonly DueDelivery[]) => void;
  /** Tells every process that shows these payments, after a commit. Returns at once; losing the call costs a delay. */
  readonly announcePayments: (payments: readonly PaymentName[]) => void;
}

export interface DomainSettings {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** IANA zone in which a quota day begins and ends. */
  readonly quotaTimeZone: string;
  readonly totalQuarantineHours: number;
  readonly allowPrivateWebhooks: boolean;
  /** Waits after each failed attempt. */
  readonly webhookRetrySeconds: readonly number[];
  /** Whether anybody may open an account in the dashboard. */
  readonly allowSignUp: boolean;
  /** Whether a merchant's key may make events for trying. */
  readonly allowTrigger: boolean;
  /** How long the attempts of webhooks that are over are listed. */
  readonly webhookAttemptDays: number;
  /** How long the audit log reaches back. */
  readonly auditDays: number;
}
