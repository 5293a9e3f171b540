/**
 * What a notification format is made of. A format is plain data, one file per bank or wallet app; operators write
 * their own in JSON (`../operator-rules.ts`). `engine/template.ts` explains the template language.
 *
 * To add an app, write its file beside the others and name it in `index.ts`; the tests hold every rule to its
 * samples. Say in the file where the wordings come from: captured on a device, public tests, or descriptions.
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
  /** Unique within its app; with the app's id it names the rule in a mutation. */
  name: string;
  /** Needed where only the title says which way the money went. */
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

export interface AppFormat {
  id: string;
  name: string;
  /** Play Store names; they compare without regard to case. */
  packages: readonly string[];
  /** In an app for merchants "Pembayaran … di TOKO" is income, so the general rules on spending do not apply. */
  kind: "account" | "merchant";
  rules: readonly Rule[];
  /** An incoming transfer as this app words it. `{dots}` is 1.250.000, `{commas}` is 1,250,000. */
  incoming_sample: { title: string; body: string };
}

/** An operator's rules for apps that have a format already. */
export interface AddedRules {
  /** Stands in for the app's id, so that a mutation tells whose rule read it. */
  id: string;
  packages: readonly string[];
  rules: readonly Rule[];
}
