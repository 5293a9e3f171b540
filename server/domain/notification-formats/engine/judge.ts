import assert from "node:assert/strict";
import type { NotATransactionReason, Rule, TransactionRule, TransactionType } from "../format.ts";
import { readAmount } from "./amount.ts";
import {
  isDoubtfulFooter,
  isDoubtfulName,
  isDoubtfulReceiver,
  isDoubtfulSender,
  isDoubtfulTitle,
  namesMoney,
} from "./doubts.ts";
import {
  compileTemplate,
  type MatchedPart,
  matchTemplate,
  type Template,
  type TemplateMatch,
} from "./template.ts";

export interface CompiledRule {
  /** `app_id.rule_name` */
  id: string;
  rule: Rule;
  title: readonly Template[];
  body: readonly Template[];
}

export interface CleanNotification {
  title: string;
  text: string;
}

export type Verdict =
  | {
      outcome: "transaction";
      rule: string;
      type: TransactionType;
      amount: number;
      sender: string | null;
    }
  | { outcome: "not_a_transaction"; rule: string; reason: NotATransactionReason }
  | { outcome: "unread"; reason: "no_exact_amount" | "doubtful" };

export function compileRule(app_id: string, rule: Rule): CompiledRule {
  return {
    id: `${app_id}.${rule.name}`,
    rule,
    title: (rule.title ?? []).map(compileTemplate),
    body: rule.body.map(compileTemplate),
  };
}

interface JudgeOptions {
  /**
   * In this app some texts begin with the payer's name, so a payer may imitate any of the app's texts. Then no
   * text that names money outside the template's own places is believed.
   */
  payer_speaks_first: boolean;
}

/** What one rule says about a notification; null when its templates do not fit. */
export function judge(
  { id, rule, title, body }: CompiledRule,
  notification: CleanNotification,
  options: JudgeOptions,
): Verdict | null {
  const titleFits =
    title.length === 0 || title.some((template) => matchTemplate(template, notification.title));
  const match = titleFits ? firstMatch(body, notification.text) : null;
  if (match === null) return null;

  const doubtful = { outcome: "unread", reason: "doubtful" } as const;
  if ("reason" in rule) {
    // A second sentence about money may be a payment, which must not go unnoticed.
    return namesMoney(match.footer)
      ? doubtful
      : { outcome: "not_a_transaction", rule: id, reason: rule.reason };
  }
  if (isDoubtful(match, rule, notification, options)) return doubtful;

  const amount = readAmount(amountText(match));
  if (amount === null) return { outcome: "unread", reason: "no_exact_amount" };
  return { outcome: "transaction", rule: id, type: rule.type, amount, sender: senderName(match) };
}

function firstMatch(templates: readonly Template[], text: string): TemplateMatch | null {
  for (const template of templates) {
    const match = matchTemplate(template, text);
    if (match !== null) return match;
  }
  return null;
}

function isDoubtful(
  match: TemplateMatch,
  rule: TransactionRule,
  { title, text }: CleanNotification,
  { payer_speaks_first }: JudgeOptions,
): boolean {
  const amountAt = match.parts.findIndex(isAmount);
  const beforeAmount = match.parts.slice(0, amountAt).filter(isFree);
  const payerMayForge = payer_speaks_first || beforeAmount.length > 0;
  const mayForge = payer_speaks_first ? match.parts.filter(isFree) : beforeAmount;

  return (
    (rule.title === undefined && isDoubtfulTitle(title, rule.type)) ||
    (rule.type === "DEBIT" && amountText(match).startsWith("+")) ||
    isDoubtfulFooter(match.footer) ||
    (payerMayForge && namesMoney(`${match.remark}\n${match.footer}`)) ||
    mayForge.some(({ value }) => namesMoney(value)) ||
    match.parts.some((part) => isDoubtfulPart(part, text))
  );
}

function isDoubtfulPart({ name, value, rest }: MatchedPart, text: string): boolean {
  const place = { value, rest, text };
  switch (name) {
    case "sender":
      return isDoubtfulName(place) || isDoubtfulSender(place);
    case "receiver":
      return isDoubtfulName(place) || isDoubtfulReceiver(value);
    case "place":
      return isDoubtfulName(place);
    default:
      return false;
  }
}

function isAmount({ name }: MatchedPart): boolean {
  return name === "amount" || name === "bare_amount";
}

/** Parts in which a payer's or a shop's own words may stand. */
function isFree({ name }: MatchedPart): boolean {
  return ["sender", "remark_sender", "receiver", "place", "text"].includes(name);
}

function amountText(match: TemplateMatch): string {
  const part = match.parts.find(isAmount);
  assert(part !== undefined, "a transaction rule has an amount in each of its templates");
  return part.value;
}

/** A masked account number in the sender's place is no name. */
function senderName(match: TemplateMatch): string | null {
  const part = match.parts.find(({ name }) => name === "sender" || name === "remark_sender");
  const name = part?.value.replace(/[ ,;:"'-]+$/u, "") ?? "";
  return /\p{L}/u.test(name.replace(/x/giu, "")) ? name : null;
}
