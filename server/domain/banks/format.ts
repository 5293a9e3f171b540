/**
 * Defines a notification format: plain data, one format for each app of a bank or wallet. Operators write their own
 * formats in JSON (`notifications/operator-rules.ts`). `notifications/formats/engine/template.ts` explains the
 * template language.
 *
 * The tests check every rule with its samples. State the source of the wordings at each format: captured on a device,
 * public tests, or descriptions.
 */

export type TransactionType = "CREDIT" | "DEBIT";

export type NotATransactionReason =
  | "empty"
  | "failed"
  | "not_yet"
  | "promotion"
  | "reward"
  | "refund"
  | "summary"
  | "internal_move"
  | "settlement"
  | "settings";

interface Sample {
  title?: string;
  body: string;
}

interface RuleText {
  /** The name, which is unique within its app. Together with the app's id, it identifies the rule in a mutation. */
  name: string;
  /** Needed if only the title shows the direction of the money. */
  title?: readonly string[];
  body: readonly string[];
}

export interface TransactionRule extends RuleText {
  type: TransactionType;
  samples: readonly (Sample & { amount: number; sender?: string })[];
}

export interface OtherRule extends RuleText {
  reason: NotATransactionReason;
  samples: readonly Sample[];
}

export type Rule = TransactionRule | OtherRule;

/**
 * The influence of a stranger's words on the app's notifications. The name and the remark in a transfer's text do not
 * count here, because the templates know their places.
 *
 * - `remarks`: no further influence.
 * - `requests`: the app also puts words around a name or a note to ask the reader for something: money, a shared
 *   pocket, a part of a bill. The name can open such a text. Texts that continue like a request are therefore not
 *   believed, nor is a title that names neither the app nor money.
 * - `messages`: whole texts are a stranger's: chats, comments, reviews, a shop's offers. Money is believed only under
 *   `own_titles`, because a stranger's text has the stranger's name as its title.
 *
 * If a fact about an app is unknown, the more cautious value applies.
 */
export type StrangersReach = "remarks" | "requests" | "messages";

export interface AppFormat {
  id: string;
  name: string;
  /** Other names of the app in titles and before its sentences: an older name, a shorter one, the bank's. */
  other_names?: readonly string[];
  /** The names in the Play Store, compared case-insensitively. */
  packages: readonly string[];
  /** In an app for merchants, "Pembayaran … di TOKO" is income, so the general rules on spending do not apply. */
  kind: "account" | "merchant";
  strangers: StrangersReach;
  /**
   * For `messages`: the exact titles of the app's own notifications about money. `{amount}` stands for any amount. A
   * rule with its own title needs none of them.
   */
  own_titles?: readonly string[];
  rules: readonly Rule[];
  /** An incoming transfer in this app's words. `{dots}` is 1.250.000, and `{commas}` is 1,250,000. */
  incoming_sample: { title: string; body: string };
}

/** An operator's rules for apps that already have a format. */
export interface AddedRules {
  /** Replaces the app's id, so that a mutation shows whose rule read it. */
  id: string;
  packages: readonly string[];
  rules: readonly Rule[];
}
