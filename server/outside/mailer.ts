import { setTimeout as wait } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Mailer } from "../domain/access/password-resets.ts";
import type { Log } from "./log.ts";

const mailSeconds = 30;
/** An attempt that a person waits for takes no longer. */
const deliverySeconds = 20;

/**
 * RFC 3834, section 5: nothing answers such mail automatically. Tepat itself answers no mail, because it reads none.
 */
const headers = { "Auto-Submitted": "auto-generated" };

const lateDelivery: MailFailure = {
  code: "timeout",
  response_code: null,
  is_address_refused: false,
};

/** The failure of an email. */
export interface MailFailure {
  code: string;
  /** The mail server's own, such as 550; null without an answer. */
  response_code: number | null;
  /** The server says for good that there is no such address. */
  is_address_refused: boolean;
}

/** Resolves when the mail server has taken the email, or with how it did not. */
export type DeliverMail = (mail: {
  to: string;
  subject: string;
  text: string;
  /** An id that stays when the mail is sent again, so that a mail program shows it once. */
  id: string;
}) => Promise<MailFailure | null>;

/** Sends email through the operator's SMTP server. */
export function createMailer(
  smtp: { url: string; from: string },
  log: Log,
): Mailer & { deliver: DeliverMail } {
  const milliseconds = mailSeconds * 1000;
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { from } = smtp;
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    send(mail) {
      // The error is logged without the mail, because its link is a secret.
      transport
        // An object, because nodemailer would read a text as a list of addresses.
        .sendMail({ from, headers, ...mail, to: { name: "", address: mail.to } })
        .catch((cause: unknown) => log.error({ err: cause }, "an email could not be sent"));
    },
    deliver({ id, ...mail }) {
      const late = wait(deliverySeconds * 1000, lateDelivery, { ref: false });
      const messageId = `<${id}@${domain}>`;
      const sent = transport
        .sendMail({ from, headers, ...mail, messageId, to: { name: "", address: mail.to } })
        .then(() => null, mailFailure);
      return Promise.race([sent, late]);
    },
  };
}

function mailFailure(cause: unknown): MailFailure {
  const { code = "", responseCode = null } = cause as { code?: string; responseCode?: number };
  return {
    code: mailCodes.get(code) ?? "mail_failed",
    response_code: responseCode,
    // RFC 5321: answers from 500 to 599 are final. In the envelope they are about the address.
    is_address_refused: code === "EENVELOPE" && responseCode !== null && responseCode >= 500,
  };
}

/** The names of nodemailer's errors. */
const mailCodes = new Map([
  ["ETIMEDOUT", "timeout"],
  ["ECONNECTION", "connection_failed"],
  ["ESOCKET", "connection_failed"],
  ["EDNS", "dns_error"],
  ["EAUTH", "mail_login_refused"],
  ["ETLS", "tls_error"],
]);
