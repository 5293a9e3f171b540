/**
 * Defines a notification format: plain data, one for each app of a bank or wallet. Operators write their own in
 * JSON (`notifications/operator-rules.ts`). `notifications/formats/engine/template.ts` explains the template language.
 *
 * The tests check every rule with its samples. Say at each format where the wordings come from: captured on a device,
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
  /** Unique within its app. Together with the app's id it names the rule in a mutation. */
  name: string;
  /** Needed if only the title says in which direction the money went. */
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
 * The influence of a stranger's words on the app's notifications, besides the name and the remark in a transfer's text,
 * whose places the templates know:
 *
 * - `remarks`: no further.
 * - `requests`: the app also words around a name or a note what a person wants of the reader: money, a shared pocket, a
 *   part of a bill. The name can open such a text, so nothing that goes on like a request is believed, nor a title that
 *   names neither the app nor money.
 * - `messages`: whole texts are a stranger's: chats, comments, reviews, a shop's offers. Money is believed under
 *   `own_titles` alone, since a stranger's text stands under the stranger's name.
 *
 * An unknown fact about an app has the more cautious answer.
 */
export type StrangersReach = "remarks" | "requests" | "messages";

export interface AppFormat {
  id: string;
  name: string;
  /** Under which it also appears, in titles and before its sentences: an older name, a shorter one, the bank's. */
  other_names?: readonly string[];
  /** Names in the Play Store, compared without regard to case. */
  packages: readonly string[];
  /** In an app for merchants "Pembayaran … di TOKO" is income, so the general rules on spending do not apply. */
  kind: "account" | "merchant";
  strangers: StrangersReach;
  /**
   * For `messages`: the titles that the app itself uses for notifications about money, exactly; `{amount}` stands for
   * any amount. A rule with its own title needs none of them.
   */
  own_titles?: readonly string[];
  rules: readonly Rule[];
  /** An incoming transfer in this app's words. `{dots}` is 1.250.000, `{commas}` is 1,250,000. */
  incoming_sample: { title: string; body: string };
}

/** An operator's rules for apps that already have a format. */
export interface AddedRules {
  /** Used instead of the app's id, so that a mutation shows whose rule read it. */
  id: string;
  packages: readonly string[];
  rules: readonly Rule[];
}
