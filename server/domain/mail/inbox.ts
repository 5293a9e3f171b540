import type { MailboxProblem } from "../../contract/dashboard/mailboxes.ts";

/** A folder of a mailbox, as the domain needs it. `outside/imap-client.ts` opens one. */

export interface MailboxLogin {
  host: string;
  port: number;
  login: string;
  password: string;
  /** The password is an access token (OAuth 2.0). */
  is_token: boolean;
  folder: string;
}

/** Each mailbox has it (RFC 9051, section 5.1). */
export const usualFolder = "INBOX";

export interface MailHead {
  uid: number;
  bytes: number;
  /** The From field as it was sent. */
  from: string;
  /** When the server took the email. */
  arrived_at: Date;
}

/** Some emails of an inbox. Those that are gone have no head. */
export interface MailStep {
  heads: readonly MailHead[];
  /** The highest number that was asked for. */
  last_uid: number;
}

/** Is called between the responses of a long search, and rejects if the search must end. */
export type KeepSearching = () => Promise<void>;

export interface Inbox {
  /** Changes when the server gives all emails other numbers. */
  readonly uid_validity: number;
  /** Higher than the number of each email that the inbox had when it was opened. */
  readonly uid_next: number;
  /** Returns the emails with higher numbers in their order, at most `limit`; null if there are none. */
  listAfter(uid: number, limit: number, keep: KeepSearching): Promise<MailStep | null>;
  /** Returns the lowest number among the `limit` newest emails that arrived on this day or later. */
  firstSince(day: Date, limit: number, keep: KeepSearching): Promise<number | null>;
  /** Returns null if the email is gone. */
  read(uid: number): Promise<Buffer | null>;
  /** Returns the names of the mailbox's folders that can be read. */
  listFolders(): Promise<string[]>;
  /** Resolves when the server tells of an email, at the latest after this time. */
  waitForNews(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Rejects with a `MailboxFailure`. */
export type OpenInbox = (login: MailboxLogin) => Promise<Inbox>;

export class MailboxFailure extends Error {
  override readonly name = "MailboxFailure";
  readonly problem: MailboxProblem;
  /** The mail server's own words, if it said any. */
  readonly words: string | null;

  constructor(problem: MailboxProblem, words: string | null = null, options?: ErrorOptions) {
    super(words === null ? problem : `${problem}: ${words}`, options);
    this.problem = problem;
    this.words = words;
  }
}
