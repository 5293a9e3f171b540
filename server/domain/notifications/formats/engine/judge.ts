import type {
  NotATransactionReason,
  Rule,
  TransactionRule,
  TransactionType,
} from "../../../banks/format.ts";
import { readAmount } from "./amount.ts";
import { nameCharactersMax, namesMoney } from "./doubtful-words.ts";
import type { AppTraits, CleanNotification } from "./clean-notification.ts";
import { type Doubt, findDoubt } from "./doubts.ts";
import { isForeignTitle, isMessage } from "./strangers.ts";
import {
  amountText,
  compileTemplate,
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

export type Verdict =
  | {
      outcome: "transaction";
      /** `app.rule`, stored with the mutation, so that people can see which rule read the text. */
      rule: string;
      type: TransactionType;
      /** The amount in whole rupiah. */
      amount: number;
      currency: "IDR";
      sender: string | null;
    }
  /** A rule recognised that no money came in or went out. */
  | { outcome: "not_a_transaction"; rule: string; reason: NotATransactionReason }
  | {
      outcome: "unread";
      /** `message`, `foreign_title`: a person might have written the whole text. */
      reason: "no_exact_amount" | "message" | "foreign_title";
    }
  /** A template fits, but something in the text contradicts it. */
  | { outcome: "unread"; reason: "doubtful"; doubt: Doubt };

export function compileRule(app_id: string, rule: Rule): CompiledRule {
  return {
    id: `${app_id}.${rule.name}`,
    rule,
    title: (rule.title ?? []).map(compileTemplate),
    body: rule.body.map(compileTemplate),
  };
}

/** Returns one rule's verdict on a notification, or null if its templates do not fit. */
export function judge(
  { id, rule, title, body }: CompiledRule,
  notification: CleanNotification,
  app: AppTraits,
): Verdict | null {
  if (title.length > 0 && firstMatch(title, notification.title) === null) return null;
  const match = firstMatch(body, notification.text);
  if (match === null) return null;

  if ("reason" in rule) {
    // A second sentence about money might be a payment, which must not be missed.
    return namesMoney(match.footer)
      ? { outcome: "unread", reason: "doubtful", doubt: "second_amount" }
      : { outcome: "not_a_transaction", rule: id, reason: rule.reason };
  }
  return judgeTransaction({ id, rule, match }, notification, app);
}

/**
 * Returns the verdict on a text that reports a movement of money. The text counts if it is the app's own and no doubt
 * contradicts it.
 */
export function judgeTransaction(
  {
    id,
    rule,
    match,
  }: { id: string; rule: Pick<TransactionRule, "type" | "title">; match: TemplateMatch },
  notification: CleanNotification,
  app: AppTraits,
): Verdict {
  const { type, title = [] } = rule;
  if (isMessage(notification, app)) return { outcome: "unread", reason: "message" };
  if (isForeignTitle(notification, app, { isNamedByRule: title.length > 0 })) {
    return { outcome: "unread", reason: "foreign_title" };
  }
  const doubt = findDoubt(match, rule, notification, app);
  if (doubt !== null) return { outcome: "unread", reason: "doubtful", doubt };

  const amount = readAmount(amountText(match));
  if (amount === null) return { outcome: "unread", reason: "no_exact_amount" };
  return {
    outcome: "transaction",
    rule: id,
    type,
    amount,
    currency: "IDR",
    sender: senderName(match),
  };
}

function firstMatch(templates: readonly Template[], text: string): TemplateMatch | null {
  for (const template of templates) {
    const match = matchTemplate(template, text);
    if (match !== null) return match;
  }
  return null;
}

/**
 * Returns the sender's name. A masked account number (`XXXXXX0004`) in the sender's place is not a name, nor is a
 * whole remark.
 */
function senderName(match: TemplateMatch): string | null {
  const part = match.parts.find(({ name }) => name === "sender" || name === "remark_sender");
  const name = part?.value ?? "";
  return /[^\P{L}xX]/u.test(name) && name.length <= nameCharactersMax ? name : null;
}
