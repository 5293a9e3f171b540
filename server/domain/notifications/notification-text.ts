/**
 * Reads the notification of a bank or wallet app. A wrong amount, or a credit that never happened, is far worse than
 * a text that stays unread. Money therefore counts as received only if a template of that same app says so. The
 * amount comes from the template's place, never from a payer's words.
 */

import { limits } from "../../contract/limits.ts";
import { type Catalogue, createCatalogue, type KnownApp } from "./formats/catalogue.ts";
import { readAmount } from "./formats/engine/amount.ts";
import { type Agreement, agree } from "./formats/engine/agree.ts";
import { cleanText } from "./formats/engine/clean-text.ts";
import type { CleanNotification } from "./formats/engine/clean-notification.ts";
import { contradictingWord } from "./formats/engine/doubtful-words.ts";
import { amountText, literal, matchTemplate } from "./formats/engine/template.ts";
import { isDatedLater } from "./formats/engine/later-day.ts";
import { isHiddenText } from "./formats/engine/hidden-text.ts";
import {
  type CompiledRule,
  compileRule,
  judge,
  judgeTransaction,
  type Verdict,
} from "./formats/engine/judge.ts";
import { handsOutOneTimeCode } from "./formats/engine/one-time-code.ts";
import { matchIncoming } from "./formats/engine/sentence.ts";
import { isForeignTitle, isMessage } from "./formats/engine/strangers.ts";
import type { AddedRules, AppFormat, TransactionRule } from "../banks/format.ts";
import { appFormats } from "./formats/index.ts";
import { formatOfMerchantApp, type MerchantApp } from "./merchant-app.ts";
import { amountBesideBalance, amountIn, isDate } from "./payers-words.ts";
import { readableText, taughtPrefix } from "./taught-rules.ts";
import {
  isOpenToRules,
  type NotificationReader,
  type NotificationReading,
  type NotificationText,
  type TaughtRule,
} from "./notification-reader.ts";

/** Creates a reader for the apps that the release knows, and for those that an operator adds. */
export function createNotificationReader(
  operator: { formats: readonly AppFormat[]; added: readonly AddedRules[] } = noAdditions,
): NotificationReader {
  return createReader([...appFormats, ...operator.formats], operator.added);
}

/** Creates a reader for these apps only. */
export function createReader(
  formats: readonly AppFormat[],
  added: readonly AddedRules[] = [],
): NotificationReader {
  return readerOf(createCatalogue(formats, added));
}

function readerOf(catalogue: Catalogue): NotificationReader {
  const reader: NotificationReader = {
    withApps: (apps) => (apps.length === 0 ? reader : readerOf(withApps(catalogue, apps))),
    looksLikeIncome: (notification) => looksLikeIncome(catalogue, notification),
    read: (notification) => readNotification(catalogue, notification),
    readWith(notification, taught) {
      const reading = readNotification(catalogue, notification);
      const isOpen = isOpenToRules(reading);
      return (isOpen ? judgeTaught(catalogue, notification, taught) : null) ?? reading;
    },
    judgeTaught: (notification, taught) => judgeTaught(catalogue, notification, taught),
    mayBeStrangers: (notification) =>
      mayBeStrangers(catalogue.appOf(notification.package_name), notification),
    appOf: (package_name) => catalogue.formatOf(package_name) ?? null,
    appNameOf: (package_name) => catalogue.formatOf(package_name)?.name ?? null,
    sampleOf(package_name, transfer) {
      const format = catalogue.formatOf(package_name);
      return format && fillSample(format.incoming_sample, transfer);
    },
  };
  return reader;
}

function withApps(catalogue: Catalogue, apps: readonly MerchantApp[]): Catalogue {
  const added = new Map(
    apps.map((app) => [app.package_name.toLowerCase(), formatOfMerchantApp(app)]),
  );
  const addedOf = (package_name: string) => added.get(package_name.toLowerCase()) ?? null;
  return {
    ...catalogue,
    formatOf: (package_name) => catalogue.formatOf(package_name) ?? addedOf(package_name),
    appOf(package_name) {
      const known = catalogue.appOf(package_name);
      if (known !== null) return known;
      const format = addedOf(package_name);
      return format && { ...catalogue.describe(format, package_name), isTaughtOnly: true };
    },
  };
}

/**
 * Returns whether a general rule or the grammar reads a credit in the text, and Android does not mark it as a
 * person's.
 */
function looksLikeIncome(catalogue: Catalogue, notification: NotificationText): boolean {
  const { package_name } = notification;
  const format = formatOfMerchantApp({ package_name, app_name: package_name });
  const app = catalogue.describe({ ...format, strangers: "remarks" }, package_name);
  const reading = readNotification({ ...catalogue, appOf: () => app }, notification);
  return reading.outcome === "transaction" && reading.type === "CREDIT";
}

const noAdditions = { formats: [], added: [] };

function readNotification(
  catalogue: Catalogue,
  { package_name, title, body, big_text, posted_at, ...marks }: NotificationText,
): NotificationReading {
  const fields = [title, body, big_text].map((field) => field ?? "");
  if (fields.some((field) => field.length > limits.notificationTextCharacters)) {
    return { outcome: "unread", reason: "too_long" };
  }

  const [cleanTitle = "", cleanBody = "", cleanBigText = ""] = fields.map(cleanText);
  if ([cleanBody, cleanBigText].some(isHiddenText)) return { outcome: "hidden_text" };
  const app = catalogue.appOf(package_name);
  const reading: NotificationReading =
    app === null
      ? { outcome: "unknown_app" }
      : readAs(app, {
          ...marks,
          title: cleanTitle,
          written_title: title ?? "",
          text: cleanBigText || cleanBody || cleanTitle,
        });
  if (reading.outcome === "transaction") {
    const text = cleanBigText || cleanBody || cleanTitle;
    return isOfLaterDay(text, posted_at) ? ofLaterDay : reading;
  }

  // Any other text with a one-time code must not be stored, whether the app is known or unknown.
  const hasCode = handsOutOneTimeCode([cleanTitle, cleanBody, cleanBigText].join("\n"));
  return hasCode ? { outcome: "one_time_code" } : reading;
}

const ofLaterDay = { outcome: "unread", reason: "doubtful", doubt: "later_day" } as const;

const isOfLaterDay = (text: string, posted_at: string | undefined): boolean =>
  posted_at !== undefined && isDatedLater(text, new Date(posted_at));

function mayBeStrangers(app: KnownApp | null, { title, ...marks }: NotificationText): boolean {
  if (app === null || isMessage(marks, app)) return true;
  const titles = { title: cleanText(title ?? ""), written_title: title ?? "" };
  return isForeignTitle(titles, app, { isNamedByRule: false });
}

function judgeTaught(
  catalogue: Catalogue,
  notification: NotificationText,
  taught: readonly TaughtRule[],
): Agreement | null {
  const { package_name, title, body, big_text, posted_at, ...marks } = notification;
  const app = catalogue.appOf(package_name);
  if (app === null) return null;
  const clean = {
    ...marks,
    title: cleanText(title ?? ""),
    written_title: title ?? "",
    text: readableText({ package_name, title, body, big_text }),
  };
  const rules = taught.filter((rule) => rule.package_name === package_name.toLowerCase());
  const compiled = rules.map(compileTaught).filter((rule) => !isContradicted(rule, clean.text));
  const verdicts = judgeAll(compiled, app, clean);
  if (verdicts.length === 0) return null;
  const agreed = agree(verdicts);
  return agreed.outcome === "transaction" && isOfLaterDay(clean.text, posted_at)
    ? ofLaterDay
    : agreed;
}

/**
 * Returns whether a text contradicts a taught rule. A place that a merchant has marked can hold the very word that
 * makes the text a debit: "Info {reference} Rp1". It can also hold the bank's own amount, if the marked amount is a
 * payer's. The same is true of the text after the template: a payer called "BUDI Rp9.000.000 masuk. Note:" cuts off
 * the bank's amount.
 */
function isContradicted({ body }: CompiledRule, text: string): boolean {
  return body.some((template) => {
    const match = matchTemplate(template, text);
    if (match === null) return false;
    const said = [match.remark, match.note, match.footer].join("\n");
    const amount = readAmount(amountText(match)) ?? 0;
    if (amountBesideBalance(said, amount) !== undefined) return true;
    return match.parts.some(({ name, value }) => {
      const [first = ""] = value.split(" ");
      // A name can contain any word in capitals, except at its beginning.
      const words = name === "sender" ? [first, value.replace(/\p{Lu}[\p{L}'-]*/gu, "")] : [value];
      if (name === "amount") return false;
      if (name === "when" ? !isDate(value) : amountIn(value) !== undefined) return true;
      return words.some((word) => contradictingWord(word) !== null);
    });
  });
}

/** Compiles a rule for each text, because a merchant has few rules and most texts need none of them. */
function compileTaught({ rule_id, title, template }: TaughtRule): CompiledRule {
  const rule: TransactionRule = {
    name: rule_id,
    type: "CREDIT",
    ...(title !== null && { title: [literal(title)] }),
    body: [template],
    samples: [],
  };
  return compileRule(taughtPrefix, rule);
}

function readAs(app: KnownApp, notification: CleanNotification): NotificationReading {
  // Some apps post a second notification with only empty texts.
  if (notification.text === "") {
    return { outcome: "not_a_transaction", rule: `${app.format.id}.empty`, reason: "empty" };
  }
  const reading = readWording(app, notification);
  return app.isTaughtOnly === true && reading.outcome === "transaction" && reading.type === "CREDIT"
    ? agree([])
    : reading;
}

function readWording(app: KnownApp, notification: CleanNotification): Agreement {
  const verdicts = judgeAll(app.own_rules, app, notification);
  if (verdicts.length > 0) return agree(verdicts);
  const general = judgeAll(app.general_rules, app, notification);
  // A name in a template might have taken the rest of a sentence that the grammar knows.
  const isOpen = general.every(
    (verdict) => verdict.outcome === "unread" && verdict.reason === "doubtful",
  );
  const sentence = isOpen ? judgeSentence(app, notification) : [];
  return agree(sentence.length > 0 ? sentence : general);
}

/**
 * Judges a text by the grammar, which knows only income. Only templates recognise other transactions, because no
 * others pay an invoice.
 */
function judgeSentence(app: KnownApp, notification: CleanNotification): Verdict[] {
  const match = matchIncoming(notification, { kind: app.format.kind, lex: app.lex });
  if (match === null) return [];
  const rule = { type: "CREDIT" } as const;
  return [judgeTransaction({ id: "general.sentence", rule, match }, notification, app)];
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
