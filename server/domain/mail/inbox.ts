import type { MailboxProblem } from "../../contract/dashboard/mailboxes.ts";

/** The login of a mailbox's folder. `outside/imap-client.ts` opens the folder. */

export interface MailboxLogin {
  host: string;
  port: number;
  login: string;
  password: string;
  /** True if the password is an access token (OAuth 2.0). */
  is_token: boolean;
  folder: string;
}

/** The folder that every mailbox has (RFC 9051, section 5.1). */
export const usualFolder = "INBOX";

export interface MailHead {
  uid: number;
  bytes: number;
  /** The From field as sent. */
  from: string;
  /** The time at which the server received the email. */
  arrived_at: Date;
}

/** Some emails of an inbox. Deleted emails have no head. */
export interface MailStep {
  heads: readonly MailHead[];
  /** The highest requested number. */
  last_uid: number;
}

/** Called between the responses of a long search. Rejects if the search must end. */
export type KeepSearching = () => Promise<void>;

export interface Inbox {
  /** Changes when the server renumbers all emails. */
  readonly uid_validity: number;
  /** A number above those of all emails in the inbox when it was opened. */
  readonly uid_next: number;
  /** Returns at most `limit` emails with higher numbers, in order, or null if there are none. */
  listAfter(uid: number, limit: number, keep: KeepSearching): Promise<MailStep | null>;
  /** Returns the lowest number among the `limit` newest emails that arrived on this day or later. */
  firstSince(day: Date, limit: number, keep: KeepSearching): Promise<number | null>;
  /** Returns null if the email is gone. */
  read(uid: number): Promise<Buffer | null>;
  /** Returns the names of the mailbox's readable folders. */
  listFolders(): Promise<string[]>;
  /** Resolves when the server announces an email, or after this time at the latest. */
  waitForNews(milliseconds: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Opens an inbox. Rejects with a `MailboxFailure`. */
export type OpenInbox = (login: MailboxLogin) => Promise<Inbox>;

export class MailboxFailure extends Error {
  override readonly name = "MailboxFailure";
  readonly problem: MailboxProblem;
  /** The mail server's own text, if there is one. */
  readonly words: string | null;

  constructor(problem: MailboxProblem, words: string | null = null, options?: ErrorOptions) {
    super(words === null ? problem : `${problem}: ${words}`, options);
    this.problem = problem;
    this.words = words;
  }
}
