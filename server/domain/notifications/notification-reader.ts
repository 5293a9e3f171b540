import type { AppFormat } from "../banks/format.ts";
import type { Agreement } from "./formats/engine/agree.ts";
import type { MerchantApp } from "./merchant-app.ts";
import type { AndroidMarks } from "./formats/engine/clean-notification.ts";

/** The input and output of a reader of notifications. */

export interface NotificationText extends AndroidMarks {
  package_name: string;
  title: string | null;
  body: string | null;
  /** The expanded text. Android cuts the body of a long notification. */
  big_text?: string | null | undefined;
  /** The notification's own time, which is compared with the days that the text names. */
  posted_at?: string | undefined;
}

export type NotificationReading =
  /** A transaction, no transaction, or unread. An unread text is stored and read again later. */
  | Agreement
  /** The text contains a one-time code and must not be stored. */
  | { outcome: "one_time_code" }
  /** The phone hid the text from the program that reads notifications. */
  | { outcome: "hidden_text" }
  /** The text is longer than a Worker can send. */
  | { outcome: "unread"; reason: "too_long" }
  /** The app is unknown, so none of its texts is believed. */
  | { outcome: "unknown_app" };

/**
 * Returns whether a merchant's rules can read the text: no rule of the gateway reads it, or one of them doubts it. A
 * person who has confirmed the text knows more, and a taught rule passes the same checks. A sure rule that
 * contradicts is not overruled.
 */
export const isOpenToRules = (reading: NotificationReading): boolean =>
  reading.outcome === "unread" &&
  reading.reason !== "contradictory" &&
  reading.reason !== "too_long";

/** Reads texts by the known formats of apps. The result depends on nothing else. */
export interface NotificationReader {
  /** Returns a reader that also knows these apps. An app that the gateway knows keeps its format. */
  withApps(apps: readonly MerchantApp[]): NotificationReader;
  /** Returns whether an unknown app's text looks like incoming money. */
  looksLikeIncome(notification: NotificationText): boolean;
  read(notification: NotificationText): NotificationReading;
  /** Reads a text with a merchant's own rules too. A merchant's rules count only if no other rule is sure. */
  readWith(notification: NotificationText, taught: readonly TaughtRule[]): NotificationReading;
  /** Returns the reading by these rules only, or null if none fits. */
  judgeTaught(notification: NotificationText, taught: readonly TaughtRule[]): Agreement | null;
  /** Returns true for a text that might be entirely a stranger's, such as a chat, and for an unknown app's text. */
  mayBeStrangers(notification: NotificationText): boolean;
  /** Returns the known traits of an app, or null for an unknown one. */
  appOf(package_name: string): Pick<AppFormat, "name" | "kind" | "strangers"> | null;
  /** Returns null for an unknown app. */
  appNameOf(package_name: string): string | null;
  /** Returns an incoming transfer in the app's own words for simulations, or null for an unknown app. */
  sampleOf(
    package_name: string,
    transfer: { amount: number; sender: string },
  ): { title: string; body: string } | null;
}

/** A rule that a merchant taught, as stored. */
export interface TaughtRule {
  rule_id: string;
  package_name: string;
  /** null: any title fits. */
  title: string | null;
  template: string;
}
