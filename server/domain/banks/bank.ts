import type { InstructionStep } from "../../contract/channels.ts";
import type { AppFormat, TransactionType } from "./format.ts";
import type { InBothLanguages, StatementLayout } from "./statement-layout.ts";

/**
 * A bank, a wallet or a scheme: all that Tepat knows of it, as plain data, one file for each. To add one, write its
 * file beside the others, name it in `index.ts`, run `npm run generate`, and save the migration that `index.test.ts`
 * prints. Each app needs two texts in `testing/data/notifications.jsonl` and four forgeries in
 * `notification-forgeries.jsonl` beside it, and each layout a file in `testing/bank-files.ts`.
 */
export interface Bank {
  /** The channel's code. A name begins with it, without "Bank" before it, so that pages find the mark. */
  code: string;
  name: string;
  /** A UUID, made once. */
  channel_id: string;
  /** The usual numbers of digits of an account; `mobile` for a wallet, which a mobile phone's number names. */
  number: readonly number[] | "mobile" | null;
  /** The words of the name inside sentences about money. `dana` is none, because it means money. */
  sentence_words: readonly string[];
  /** The words after which "rekening …" is still the reader's account. */
  account_words: readonly string[];
  /** The bank's names of its kinds of accounts: "rekening Tahapan xxxx1234" is the reader's. */
  account_kinds?: readonly string[];
  mark: BankMark;
  /** The steps for paying, in Indonesian. `accounts/steps-in-english.ts` has the English. */
  steps: readonly InstructionStep[];
  /** The notifications of the first are expected, unless the account names another app. */
  apps: readonly [BankApp, ...BankApp[]];
  mail?: BankMail;
  statements?: { from: InBothLanguages; layouts: readonly StatementLayout[] };
}

export interface BankApp {
  /** A UUID, made once; an app without one is read, but an account does not show its name. */
  app_id?: string;
  /** The name in lists, where the Play Store's is another. */
  app_name?: string;
  /** The QRIS acquirer whose payments this app reports. Nobu has none: two apps share it. */
  acquirer?: string;
  format: AppFormat;
}

/** The emails with which the bank reports money. */
export interface BankMail {
  /** The domains that sign (`d=`): those of its senders' addresses. Exactly, because a part of a domain can be lent. */
  domains: readonly [string, ...string[]];
  /** The public sources of the wordings stand beside them. Without a rule no email of the bank is read. */
  rules?: readonly MailRule[];
}

/**
 * An email that lists a transaction line by line, each with a label. `notifications/formats/engine/template.ts` explains
 * the templates. A text is read only if it has the opening and each label once.
 */
export interface MailRule {
  /** Unique within the bank. */
  name: string;
  type: TransactionType;
  /** The addresses that send it, in lower case. Employees and answering programs write from the bank's domains too. */
  senders: readonly [string, ...string[]];
  subject: readonly string[];
  /** The words before the first line, which say that money came in or went out. */
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

/** Drawn on 36 × 24. No mark is a copy of a bank's. */
export interface BankMark {
  letters: string;
  ground: string;
  ink?: string;
  shape?: string;
  shapeInk?: string;
}
