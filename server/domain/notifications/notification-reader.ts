import type { AppFormat } from "../banks/format.ts";
import type { Agreement } from "./formats/engine/agree.ts";
import type { MerchantApp } from "./merchant-app.ts";
import type { AndroidMarks } from "./formats/engine/clean-notification.ts";

/** The questions to a reader of notifications, and its answers. */

export interface NotificationText extends AndroidMarks {
  package_name: string;
  title: string | null;
  body: string | null;
  /** The expanded text. Android cuts the body of a long notification. */
  big_text?: string | null | undefined;
  /** The notification's own time, with which the days that it names are compared. */
  posted_at?: string | undefined;
}

export type NotificationReading =
  /** A transaction, none, or unread. An unread text is stored and read again later. */
  | Agreement
  /** The text contains a one-time code and must not be stored. */
  | { outcome: "one_time_code" }
  /** The phone hid the text from the program that reads notifications. */
  | { outcome: "hidden_text" }
  /** The text is longer than a Worker can send. */
  | { outcome: "unread"; reason: "too_long" }
  /** Nothing is known about the app, so none of its texts is believed. */
  | { outcome: "unknown_app" };

/**
 * True of a text that no rule of the gateway reads, or that one of them doubts: a person who has confirmed it knows
 * more, and a taught rule passes the same checks. A sure rule that says otherwise is not overruled.
 */
export const isOpenToRules = (reading: NotificationReading): boolean =>
  reading.outcome === "unread" &&
  reading.reason !== "contradictory" &&
  reading.reason !== "too_long";

/** Reads texts by the known formats of apps; the result depends on nothing else. */
export interface NotificationReader {
  /** Returns a reader that also knows these apps. One that the gateway knows is read as it is everywhere. */
  withApps(apps: readonly MerchantApp[]): NotificationReader;
  /** Returns true if an unknown app's text looks like incoming money. */
  looksLikeIncome(notification: NotificationText): boolean;
  read(notification: NotificationText): NotificationReading;
  /** Reads with a merchant's own rules too, which are asked only where no other rule is sure. */
  readWith(notification: NotificationText, taught: readonly TaughtRule[]): NotificationReading;
  /** Returns the reading by these rules alone; null if none fits. */
  judgeTaught(notification: NotificationText, taught: readonly TaughtRule[]): Agreement | null;
  /**
   * True for a text that might be entirely a stranger's, such as a chat, and for an unknown app's text.
   */
  mayBeStrangers(notification: NotificationText): boolean;
  /** Returns the known traits of an app; null for an unknown one. */
  appOf(package_name: string): Pick<AppFormat, "name" | "kind" | "strangers"> | null;
  /** Returns null for an unknown app. */
  appNameOf(package_name: string): string | null;
  /** Makes an incoming transfer in the app's own words, for simulations; null for an unknown app. */
  sampleOf(
    package_name: string,
    transfer: { amount: number; sender: string },
  ): { title: string; body: string } | null;
}

/** A rule that a merchant taught, as it is stored. */
export interface TaughtRule {
  rule_id: string;
  package_name: string;
  /** Null if any title will do. */
  title: string | null;
  template: string;
}
