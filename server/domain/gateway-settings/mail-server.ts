import type { EmailSettings, MailProblem } from "../../contract/dashboard/gateway-settings.ts";

/** The server through which the gateway sends email. */
export interface MailServer {
  connection:
    | { url: string }
    | {
        host: string;
        port: number;
        /** True for TLS from the first byte; false for STARTTLS. */
        secure: boolean;
        /** If true, nothing is sent to a server that cannot encrypt. */
        requireTLS: boolean;
        auth?: { user: string; pass: string };
      };
  /** The sender, as a header or in parts. */
  from: string | { name: string; address: string };
}

/** RFC 8314: connections to this port begin with TLS. */
const implicitTlsPort = 465;

/** Returns the mail server of saved settings. A password is never sent unencrypted. */
export function mailServerOf(email: EmailSettings): MailServer {
  const { host, port, user_name, password, sender_name, sender_address } = email;
  const secure = port === implicitTlsPort;
  return {
    connection: {
      host,
      port,
      secure,
      requireTLS: user_name !== null && !secure,
      ...(user_name !== null && { auth: { user: user_name, pass: password ?? "" } }),
    },
    from: { name: sender_name, address: sender_address },
  };
}

/** The failure of an email. */
export interface MailFailure {
  code: MailProblem;
  /** The mail server's own code, such as 550. null: there was no response. */
  response_code: number | null;
  /** The start of the mail server's response. null: there was no response. */
  response: string | null;
  /** The server permanently refuses the address, because the address does not exist. */
  is_address_refused: boolean;
}

/**
 * Resolves with null when the mail server has accepted the email, or with the failure. outside/mailer.ts implements
 * the function.
 */
export type DeliverMail = (mail: {
  to: string;
  subject: string;
  text: string;
  /** An id that stays the same when the email is sent again, so that a mail program shows the email once. */
  id: string;
}) => Promise<MailFailure | null>;
