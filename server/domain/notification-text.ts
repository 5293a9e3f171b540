/**
 * Reads the notification of a bank or wallet app. A wrong amount or a credit that never happened is far worse
 * than a text that is not understood, so money counts as come in only where a template of that very app says
 * so, and the amount is read from the template's place, never from what a payer wrote.
 */

import { limits } from "../contract/limits.ts";
import { cleanText } from "./notification-formats/engine/clean-text.ts";
import {
  type CleanNotification,
  type CompiledRule,
  judge,
  type Verdict,
} from "./notification-formats/engine/judge.ts";
import { handsOutOneTimeCode } from "./notification-formats/engine/one-time-code.ts";
import type { NotATransactionReason, TransactionType } from "./notification-formats/format.ts";
import { type CompiledApp, compiledAppOf } from "./notification-formats/index.ts";

export interface NotificationText {
  package_name: string;
  title: string | null;
  body: string | null;
  /** The expanded text. Android cuts the body of a long notification. */
  big_text?: string | null;
}

export type UnreadReason =
  | "unknown_wording"
  | "no_exact_amount"
  /** A template fits, but something in the text speaks against it. */
  | "doubtful"
  | "contradictory"
  | "too_long";

export type NotificationReading =
  | {
      outcome: "transaction";
      /** `app.rule`, kept with the mutation to tell later who read it. */
      rule: string;
      type: TransactionType;
      /** Whole rupiah. */
      amount: number;
      currency: "IDR";
      sender: string | null;
    }
  /** A rule recognised that no payment came in or went out. */
  | { outcome: "not_a_transaction"; rule: string; reason: NotATransactionReason }
  /** The text hands out a one-time code and must not be stored (decisions 3). */
  | { outcome: "one_time_code" }
  /** The app is known, the text is not understood; kept for re-parsing (decisions 3). */
  | { outcome: "unread"; reason: UnreadReason }
  | { outcome: "unknown_app" };

export function readNotification(notification: NotificationText): NotificationReading {
  const { title, body, big_text } = notification;
  const fields = [title, body, big_text].map((field) => field ?? "");
  if (fields.some((field) => field.length > limits.notificationTextCharacters)) {
    return { outcome: "unread", reason: "too_long" };
  }

  const [cleanTitle = "", cleanBody = "", cleanBigText = ""] = fields.map(cleanText);
  const app = compiledAppOf(notification.package_name);
  const reading: NotificationReading =
    app === null
      ? { outcome: "unknown_app" }
      : readAs(app, { title: cleanTitle, text: cleanBigText || cleanBody || cleanTitle });
  if (reading.outcome === "transaction") return reading;

  // Before anything else is said of a text that may be stored, in known apps and in others.
  const hasCode = handsOutOneTimeCode([cleanTitle, cleanBody, cleanBigText].join("\n"));
  return hasCode ? { outcome: "one_time_code" } : reading;
}

function readAs(app: CompiledApp, notification: CleanNotification): NotificationReading {
  // Some apps post a second notification with every text empty.
  if (notification.text === "") {
    return { outcome: "not_a_transaction", rule: `${app.id}.empty`, reason: "empty" };
  }
  const verdicts = judgeAll(app.own_rules, app, notification);
  return agree(verdicts.length > 0 ? verdicts : judgeAll(app.general_rules, app, notification));
}

function judgeAll(
  rules: readonly CompiledRule[],
  app: CompiledApp,
  notification: CleanNotification,
): Verdict[] {
  return rules.flatMap((rule) => judge(rule, notification, app) ?? []);
}

/** Every rule that fits has a say: one doubt or one different opinion leaves the text unread. */
function agree(verdicts: readonly Verdict[]): NotificationReading {
  const [first, ...others] = verdicts;
  if (first === undefined) return { outcome: "unread", reason: "unknown_wording" };

  const doubt = verdicts.find(({ outcome }) => outcome === "unread");
  if (doubt?.outcome === "unread") return doubt;
  if (!others.every((other) => sameFinding(first, other))) {
    return { outcome: "unread", reason: "contradictory" };
  }
  return first.outcome === "transaction" ? { ...first, currency: "IDR" } : first;
}

function sameFinding(one: Verdict, other: Verdict): boolean {
  if (one.outcome !== "transaction" || other.outcome !== "transaction") {
    return one.outcome === other.outcome;
  }
  return one.type === other.type && one.amount === other.amount;
}
