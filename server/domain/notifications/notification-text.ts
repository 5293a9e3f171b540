/**
 * Reads the notification of a bank or wallet app. A wrong amount or a credit that never happened is far worse
 * than a text that is not understood, so money counts as come in only where a template of that very app says
 * so, and the amount is read from the template's place, never from what a payer wrote.
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
  /** A transaction, none, or unread; what is unread is kept for re-parsing (decisions 3). */
  | Agreement
  /** The text hands out a one-time code and must not be stored (decisions 3). */
  | { outcome: "one_time_code" }
  /** The phone hid the text from whoever read it there. */
  | { outcome: "hidden_text" }
  /** Longer than a Worker may send. */
  | { outcome: "unread"; reason: "too_long" }
  /** Nothing is known about the app, so nothing it says is believed. */
  | { outcome: "unknown_app" };

/** What is known about apps, bound once: reading depends on nothing else. */
export interface NotificationReader {
  read(notification: NotificationText): NotificationReading;
  /** null for an unknown app. */
  appNameOf(package_name: string): string | null;
  /** An incoming transfer in the app's own words, for simulations; null for an unknown app. */
  sampleOf(
    package_name: string,
    transfer: { amount: number; sender: string },
  ): { title: string; body: string } | null;
}

/** Reads the apps that the release knows, and what an operator adds to them. */
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

  // Before anything else is said of a text that may be stored, in known apps and in others.
  const hasCode = handsOutOneTimeCode([cleanTitle, cleanBody, cleanBigText].join("\n"));
  return hasCode ? { outcome: "one_time_code" } : reading;
}

function readAs(app: KnownApp, notification: CleanNotification): NotificationReading {
  // Some apps post a second notification with every text empty.
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
