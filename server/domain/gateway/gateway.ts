import type { InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";
import type { NotificationReader } from "../notifications/notification-reader.ts";
import type { SecretBox } from "../security/secrets.ts";
import type { PaymentName } from "./payment-row.ts";
import type { DueDelivery } from "./delivery.ts";

/**
 * The services that the domain needs from outside. start/open-gateway.ts builds it once; tests build it with their own
 * clock and seed.
 */
export interface Gateway {
  readonly sql: Sql;
  /** null means the database's clock, which decides in production. Tests and the simulator return a time. */
  readonly now: () => Date | null;
  /** Returns a number in [0, 1), uniformly. */
  readonly random: () => number;
  readonly secrets: SecretBox;
  /** Called for each piece of work, because an operator might change the rules meanwhile. */
  readonly notificationReader: () => NotificationReader;
  readonly settings: DomainSettings;
  /** For a table that is sent part by part: reads one part, from a replica where that is allowed. See `readingPart`. */
  readonly readingPart?: <Result>(work: (gateway: Gateway) => Promise<Result>) => Promise<Result>;
  /** The channels' built-in steps that this process has read. A gateway inside a transaction shares it. */
  readonly builtInSteps: Map<string, InstructionStep[]>;
  /**
   * Tells the webhook sender after a commit that deliveries might be due: these, or those that it finds. If the call is
   * lost, a webhook is late but not lost.
   */
  readonly wakeWebhookSender: (owed?: readonly DueDelivery[]) => void;
  /**
   * Tells every process that shows these payments, after a commit. Returns at once. If the call is lost, the change is
   * shown later.
   */
  readonly announcePayments: (payments: readonly PaymentName[]) => void;
}

/** Reads a part of a table. The part can be read twice, so the work must not write. */
export const readingPart = <Result>(
  gateway: Gateway,
  work: (gateway: Gateway) => Promise<Result>,
): Promise<Result> => (gateway.readingPart ? gateway.readingPart(work) : work(gateway));

/** Read a setting again for each use: some change while the process runs (domain/gateway-settings/settings-in-force.ts). */
export interface DomainSettings {
  /** The address in all links, without a trailing slash. */
  readonly publicUrl: string;
  /** The address at which this process listens. */
  readonly listensAt: { readonly host: string; readonly port: number };
  /** The installation file of the Tepat app, which is there or not. */
  readonly androidAppFile: string;
  /** Whether a mail server is set now. */
  readonly sendsMail: boolean;
  /** The domain at which Tepat receives forwarded emails; null: none is received. */
  readonly mailDomain: string | null;
  /** The IANA zone that decides when a quota day begins and ends. */
  readonly quotaTimeZone: string;
  readonly totalQuarantineHours: number;
  readonly allowPrivateWebhooks: boolean;
  /** The waits after each failed attempt, in seconds. */
  readonly webhookRetrySeconds: readonly number[];
  /** The waits after each failed attempt to tell a person, or to send a customer an email. */
  readonly noticeRetrySeconds: readonly number[];
  /** Whether anyone can sign up as a merchant in the dashboard. */
  readonly allowSignUp: boolean;
  /** Whether anyone can sign up, or has before. */
  readonly mayHaveStrangers: boolean;
  /** Whether a merchant's key can cause test events. */
  readonly allowTrigger: boolean;
  /** For how many days the attempts of finished webhooks are kept. */
  readonly webhookAttemptDays: number;
  /** For how many days audit entries are kept. */
  readonly auditDays: number;
  /** Limits on the stock and totals that strangers can hold through payment links. */
  readonly linkLimits: {
    /** Unpaid payments of one client with one merchant in a day. */
    readonly unpaidPerClient: number;
    /** Payments of one link that wait for money. */
    readonly unpaidPerLink: number;
    /** The number of an amount's 999 totals above which links leave the rest free. */
    readonly totalsPerAmount: number;
    /** Unpaid pieces of one client with one merchant in a day, of links that are bounded by a stock. */
    readonly unpaidPiecesPerClient: number;
    /**
     * The share of a link's stock, or of its payments, that can wait for one client's money, in per cent; one piece
     * always can.
     */
    readonly stockPercentPerClient: number;
  };
  /** For how many days sent notices are kept. */
  readonly noticeDays: number;
}
