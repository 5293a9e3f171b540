import type { MailProviderName } from "../../contract/dashboard/mailboxes.ts";
import { limits } from "../../contract/limits.ts";

/** A mail provider at which a person signs in (OAuth 2.0, RFC 6749). */
export interface MailProvider {
  /** The page on which the person signs in. */
  sign_in_url: string;
  token_url: string;
  /** The access that Tepat requests: to read the mailbox, also while the person is away. */
  parameters: Readonly<Record<string, string>>;
  host: string;
  port: number;
}

export type MailProviders = Readonly<Record<MailProviderName, MailProvider>>;

/**
 * developers.google.com/identity/protocols/oauth2/web-server,
 * learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
 */
export const knownProviders: MailProviders = {
  google: {
    sign_in_url: "https://accounts.google.com/o/oauth2/v2/auth",
    token_url: "https://oauth2.googleapis.com/token",
    // Without a new consent, Google gives no refresh token at the second sign-in.
    parameters: {
      scope: "https://mail.google.com/",
      access_type: "offline",
      prompt: "consent",
    },
    host: "imap.gmail.com",
    port: limits.mailboxPort,
  },
  microsoft: {
    sign_in_url: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    token_url: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    parameters: {
      scope: "https://outlook.office.com/IMAP.AccessAsUser.All offline_access",
    },
    host: "outlook.office365.com",
    port: limits.mailboxPort,
  },
};
