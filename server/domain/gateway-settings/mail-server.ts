import type { EmailSettings, MailProblem } from "../../contract/dashboard/gateway-settings.ts";

/** The server through which the gateway sends email. */
export interface MailServer {
  connection:
    | { url: string }
    | {
        host: string;
        port: number;
        /** TLS from the first byte; otherwise STARTTLS. */
        secure: boolean;
        /** Sends nothing if the server cannot encrypt. */
        requireTLS: boolean;
        auth?: { user: string; pass: string };
      };
  /** The sender, as a header has it or in parts. */
  from: string | { name: string; address: string };
}

/** RFC 8314: on this port TLS comes first. */
const implicitTlsPort = 465;

/** A password never travels unencrypted. */
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
  /** The mail server's own, such as 550; null without an answer. */
  response_code: number | null;
  /** The start of the mail server's response; null without one. */
  response: string | null;
  /** The server permanently refuses the address, because it does not exist. */
  is_address_refused: boolean;
}

/** Resolves when the mail server has accepted the email, or with the failure. outside/mailer.ts implements it. */
export type DeliverMail = (mail: {
  to: string;
  subject: string;
  text: string;
  /** An id that stays when the mail is sent again, so that a mail program shows it once. */
  id: string;
}) => Promise<MailFailure | null>;
