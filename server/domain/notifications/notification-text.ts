/**
 * Reads the notification of a bank or wallet app. A wrong amount, or a credit that never happened, is far worse than a
 * text that is not understood. So money counts as received only if a template of that very app says so, and the amount
 * is read from the template's place, never from a payer's words.
 */

import { limits } from "../../contract/limits.ts";
import { type Catalogue, createCatalogue, type KnownApp } from "./formats/catalogue.ts";
import { type Agreement, agree } from "./formats/engine/agree.ts";
import { cleanText } from "./formats/engine/clean-text.ts";
import type { CleanNotification } from "./formats/engine/doubts.ts";
import { isHiddenText } from "./formats/engine/hidden-text.ts";
import { type CompiledRule, judge, type Verdict } from "./formats/engine/judge.ts";
import { handsOutOneTimeCode } from "./formats/engine/one-time-code.ts";
import type { AndroidMarks } from "./formats/engine/strangers.ts";
import type { AddedRules, AppFormat } from "./formats/format.ts";
import { appFormats } from "./formats/index.ts";

export interface NotificationText extends AndroidMarks {
  package_name: string;
  title: string | null;
  body: string | null;
  /** The expanded text. Android cuts the body of a long notification. */
  big_text?: string | null | undefined;
}

export type NotificationReading =
  /** A transaction, none, or unread. An unread text is stored and read again later. */
  | Agreement
  /** The text contains a one-time code and must not be stored. */
  | { outcome: "one_time_code" }
  /** The phone hid the text from the program that reads notifications. */
  | { outcome: "hidden_text" }
  /** It is longer than a Worker may send. */
  | { outcome: "unread"; reason: "too_long" }
  /** Nothing is known about the app, so none of its texts is believed. */
  | { outcome: "unknown_app" };

/** Reads texts with what is known about apps; the result depends on nothing else. */
export interface NotificationReader {
  read(notification: NotificationText): NotificationReading;
  /** Returns null for an unknown app. */
  appNameOf(package_name: string): string | null;
  /** Makes an incoming transfer in the app's own words, for simulations; null for an unknown app. */
  sampleOf(
    package_name: string,
    transfer: { amount: number; sender: string },
  ): { title: string; body: string } | null;
}

/** Makes a reader for the apps that the release knows, and those that an operator adds. */
export function createNotificationReader(
  operator: { formats: readonly AppFormat[]; added: readonly AddedRules[] } = noAdditions,
): NotificationReader {
  const catalogue = createCatalogue([...appFormats, ...operator.formats], operator.added);
  return {
    read: (notification) => readNotification(catalogue, notification),
    appNameOf: (package_name) => catalogue(package_name)?.format.name ?? null,
    sampleOf(package_name, transfer) {
      const app = catalogue(package_name);
      return app && fillSample(app.format.incoming_sample, transfer);
    },
  };
}

const noAdditions = { formats: [], added: [] };

function readNotification(
  catalogue: Catalogue,
  { package_name, title, body, big_text, ...marks }: NotificationText,
): NotificationReading {
  const fields = [title, body, big_text].map((field) => field ?? "");
  if (fields.some((field) => field.length > limits.notificationTextCharacters)) {
    return { outcome: "unread", reason: "too_long" };
  }

  const [cleanTitle = "", cleanBody = "", cleanBigText = ""] = fields.map(cleanText);
  if ([cleanBody, cleanBigText].some(isHiddenText)) return { outcome: "hidden_text" };
  const app = catalogue(package_name);
  const reading: NotificationReading =
    app === null
      ? { outcome: "unknown_app" }
      : readAs(app, {
          ...marks,
          title: cleanTitle,
          written_title: title ?? "",
          text: cleanBigText || cleanBody || cleanTitle,
        });
  if (reading.outcome === "transaction") return reading;

  // Checked first, for known and unknown apps, because such a text must not be stored.
  const hasCode = handsOutOneTimeCode([cleanTitle, cleanBody, cleanBigText].join("\n"));
  return hasCode ? { outcome: "one_time_code" } : reading;
}

function readAs(app: KnownApp, notification: CleanNotification): NotificationReading {
  // Some apps post a second notification in which every text is empty.
  if (notification.text === "") {
    return { outcome: "not_a_transaction", rule: `${app.format.id}.empty`, reason: "empty" };
  }
  const verdicts = judgeAll(app.own_rules, app, notification);
  return agree(verdicts.length > 0 ? verdicts : judgeAll(app.general_rules, app, notification));
}

function judgeAll(
  rules: readonly CompiledRule[],
  app: KnownApp,
  notification: CleanNotification,
): Verdict[] {
  return rules.flatMap((rule) => judge(rule, notification, app) ?? []);
}

function fillSample(
  sample: AppFormat["incoming_sample"],
  { amount, sender }: { amount: number; sender: string },
): { title: string; body: string } {
  const commas = amount.toLocaleString("en-US");
  const fill = (text: string): string =>
    text
      .replaceAll("{dots}", commas.replaceAll(",", "."))
      .replaceAll("{commas}", commas)
      .replaceAll("{sender}", () => sender);
  return { title: fill(sample.title), body: fill(sample.body) };
}
