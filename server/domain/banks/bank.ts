import type { InstructionStep } from "../../contract/channels.ts";
import type { AppFormat, TransactionType } from "./format.ts";
import type { InBothLanguages, StatementLayout } from "./statement-layout.ts";

/**
 * A bank, a wallet or a scheme: all facts about it as plain data, in one file each. To add one, write its file beside
 * the others, name it in `index.ts`, run `npm run generate`, and save the migration that `index.test.ts` prints. Each
 * app needs two texts in `testing/data/notifications.jsonl` and four forgeries in `notification-forgeries.jsonl`
 * beside it. Each layout needs a file in `testing/bank-files.ts`.
 */
export interface Bank {
  /**
   * The channel's code. After an initial "Bank", the bank's name begins with the code, so that pages find the mark.
   */
  code: string;
  name: string;
  /** A UUID, created once. */
  channel_id: string;
  /** The usual numbers of digits of an account. `mobile`: a wallet, whose number is a mobile phone's. */
  number: readonly number[] | "mobile" | null;
  /** The words of the name in sentences about money. `dana` is not one of them, because it means money. */
  sentence_words: readonly string[];
  /** The words after which "rekening …" is still the reader's account. */
  account_words: readonly string[];
  /** The bank's names for its kinds of accounts: "rekening Tahapan xxxx1234" is the reader's. */
  account_kinds?: readonly string[];
  mark: BankMark;
  /** The payment steps in Indonesian. `accounts/steps-in-english.ts` has the English steps. */
  steps: readonly InstructionStep[];
  /** The bank's apps. Tepat expects the notifications of the first app, unless the account names another. */
  apps: readonly [BankApp, ...BankApp[]];
  mail?: BankMail;
  statements?: { from: InBothLanguages; layouts: readonly StatementLayout[] };
}

export interface BankApp {
  /** A UUID, created once. Tepat also reads apps without one, but accounts do not show their names. */
  app_id?: string;
  /** The name in lists, if it differs from the name in the Play Store. */
  app_name?: string;
  /** The QRIS acquirer whose payments only this app reports. No app has Nobu here, because two apps report its payments. */
  acquirer?: string;
  format: AppFormat;
}

/** The emails in which the bank reports money. */
export interface BankMail {
  /**
   * The domains that sign (`d=`). A sender's address is in one of them or in a subdomain of it. The signing domain must
   * match exactly, because a bank can lend a subdomain.
   */
  domains: readonly [string, ...string[]];
  /** Each rule names the public sources of its wordings. Without a rule, no email of the bank is read. */
  rules?: readonly MailRule[];
}

/**
 * An email that lists a transaction line by line, each line with a label. `notifications/formats/engine/template.ts`
 * explains the templates. A text is read only if it has the opening, and each label exactly once.
 */
export interface MailRule {
  /** The name, which is unique within the bank. */
  name: string;
  type: TransactionType;
  /** The sending addresses in lower case. The bank's domains also send emails of employees and automatic replies. */
  senders: readonly [string, ...string[]];
  subject: readonly string[];
  /** The words before the first line, which say whether money came in or went out. */
  opening: string;
  /** The labels and the templates of their lines, in the order of the email. */
  lines: readonly (readonly [label: string, template: string])[];
  /** The labels of the transaction's day, of its time and of the reader's account. */
  day: string;
  time: string;
  account: string;
  samples: readonly {
    subject: string;
    text: string;
    amount: number;
    sender: string;
    account: string;
    at: string;
  }[];
}

/** A mark of 36 × 24 units. No mark copies a bank's logo. */
export interface BankMark {
  letters: string;
  ground: string;
  ink?: string;
  shape?: string;
  shapeInk?: string;
}
