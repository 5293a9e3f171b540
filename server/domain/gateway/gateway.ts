import type { InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";
import type { NotificationReader } from "../notifications/notification-reader.ts";
import type { SecretBox } from "../security/secrets.ts";
import type { PaymentName } from "./payment-row.ts";
import type { DueDelivery } from "./delivery.ts";

/**
 * The services that the domain needs from outside. start/open-gateway.ts builds this object once. Tests build it with
 * their own clock and seed.
 */
export interface Gateway {
  readonly sql: Sql;
  /** Returns a time in tests and the simulator. null: the database's clock decides, as in production. */
  readonly now: () => Date | null;
  /** Returns a uniformly distributed number in [0, 1). */
  readonly random: () => number;
  readonly secrets: SecretBox;
  /** Called for each piece of work, because an operator can change the rules in the meantime. */
  readonly notificationReader: () => NotificationReader;
  readonly settings: DomainSettings;
  /** For a table that is sent part by part: reads one part, from a replica if that is allowed. See `readingPart`. */
  readonly readingPart?: <Result>(work: (gateway: Gateway) => Promise<Result>) => Promise<Result>;
  /** The channels' built-in steps that this process has read. A gateway inside a transaction shares the map. */
  readonly builtInSteps: Map<string, InstructionStep[]>;
  /**
   * Notifies the webhook sender after a commit that deliveries might be due: the given ones, or those that the sender
   * finds. If the call is lost, a webhook is late but not lost.
   */
  readonly wakeWebhookSender: (owed?: readonly DueDelivery[]) => void;
  /**
   * Notifies every process that shows these payments, after a commit. Returns at once. If the call is lost, the pages
   * show the change later.
   */
  readonly announcePayments: (payments: readonly PaymentName[]) => void;
}

/** Reads a part of a table. The part can be read twice, so `work` must not write. */
export const readingPart = <Result>(
  gateway: Gateway,
  work: (gateway: Gateway) => Promise<Result>,
): Promise<Result> => (gateway.readingPart ? gateway.readingPart(work) : work(gateway));

/**
 * Callers read a setting again for each use, because some settings change while the process runs
 * (domain/gateway-settings/settings-in-force.ts).
 */
export interface DomainSettings {
  /** The address in all links, without a trailing slash. */
  readonly publicUrl: string;
  /** The address at which this process listens. */
  readonly listensAt: { readonly host: string; readonly port: number };
  /** The installation file of the Tepat app. The file need not exist. */
  readonly androidAppFile: string;
  /** Whether a mail server is currently set. */
  readonly sendsMail: boolean;
  /** The domain at which Tepat receives forwarded emails. null: Tepat receives none. */
  readonly mailDomain: string | null;
  /** The IANA zone that decides when a quota day begins and ends. */
  readonly quotaTimeZone: string;
  readonly totalQuarantineHours: number;
  readonly allowPrivateWebhooks: boolean;
  /** The waits in seconds, one after each failed attempt of a webhook. */
  readonly webhookRetrySeconds: readonly number[];
  /** The waits in seconds, one after each failed attempt of a notice or of an email to a customer. */
  readonly noticeRetrySeconds: readonly number[];
  /** Whether anyone can sign up as a merchant in the dashboard. */
  readonly allowSignUp: boolean;
  /** Whether anyone can sign up, or has signed up. */
  readonly mayHaveStrangers: boolean;
  /** Whether a merchant's key can trigger test events. */
  readonly allowTrigger: boolean;
  /** The number of days for which the attempts of finished webhooks are kept. */
  readonly webhookAttemptDays: number;
  /** The number of days for which audit entries are kept. */
  readonly auditDays: number;
  /** Limits on the stock and totals that strangers can hold through payment links. */
  readonly linkLimits: {
    /** The largest number of one client's unpaid payments with one merchant in a day. */
    readonly unpaidPerClient: number;
    /** The largest number of one link's payments that wait for money. */
    readonly unpaidPerLink: number;
    /** When this number of an amount's 999 totals is taken, links leave the rest free. */
    readonly totalsPerAmount: number;
    /** The largest number of one client's unpaid pieces with one merchant in a day, of links with a stock. */
    readonly unpaidPiecesPerClient: number;
    /**
     * The share of a link's stock, or of its payments, that can wait for one client's money, in per cent. One piece
     * is always allowed.
     */
    readonly stockPercentPerClient: number;
  };
  /** The number of days for which sent notices are kept. */
  readonly noticeDays: number;
}
