import { setTimeout as wait } from "node:timers/promises";
import type { Transporter } from "nodemailer";
import type { MailProblem } from "../contract/dashboard/gateway-settings.ts";
import { limits } from "../contract/limits.ts";
import type { Mailer } from "../domain/access/password-resets.ts";
import type {
  DeliverMail,
  MailFailure,
  MailServer,
} from "../domain/gateway-settings/mail-server.ts";
import { withoutCredentials } from "../domain/security/credentials.ts";
import type { Log } from "./log.ts";

const mailSeconds = 30;
/** The limit for an attempt while a person waits for the result. */
const deliverySeconds = 20;

/** RFC 3834, section 5: programs must not reply to such email automatically. Tepat itself replies to no email. */
const headers = { "Auto-Submitted": "auto-generated" };

const failedWith = (code: MailProblem): MailFailure => ({
  code,
  response_code: null,
  response: null,
  is_address_refused: false,
});

/** Sends email through the current mail server. Without a mail server, the mailer is null. */
export function createMailer(
  current: () => MailServer | null,
  log: Log,
): Mailer & { deliver: DeliverMail } {
  let opened: { server: MailServer; transport: Promise<Transporter> } | undefined;

  /** Two emails that are sent at the same time share a transport. */
  function transportTo(server: MailServer): Promise<Transporter> {
    if (opened?.server !== server) opened = { server, transport: openTransport(server) };
    return opened.transport;
  }

  async function sendMail(mail: {
    to: string;
    subject: string;
    text: string;
    messageId?: string;
  }): Promise<MailFailure | null> {
    const server = current();
    if (!server) return failedWith("channel_not_set_up");
    const transport = await transportTo(server);
    // nodemailer would parse a string as a list of addresses, so the recipient is an object.
    const to = { name: "", address: mail.to };
    await transport.sendMail({ from: server.from, headers, ...mail, to });
    return null;
  }

  return {
    send(mail) {
      // The error is logged without the email, because the link in it is secret.
      sendMail(mail).catch((cause: unknown) =>
        log.error({ err: cause }, "an email could not be sent"),
      );
    },
    deliver({ id, ...mail }) {
      const messageId = `<${id}@${domainOf(current()?.from)}>`;
      const late = wait(deliverySeconds * 1000, failedWith("timeout"), { ref: false });
      return Promise.race([sendMail({ ...mail, messageId }).catch(mailFailure), late]);
    },
  };
}

/** Loads nodemailer at the first email. The import takes a twentieth of the start, and few processes send email. */
async function openTransport({ connection }: MailServer): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const milliseconds = mailSeconds * 1000;
  return createTransport({
    ...connection,
    connectionTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function domainOf(from: MailServer["from"] = ""): string {
  const address = typeof from === "string" ? from : from.address;
  return /@([^@>\s]+)>?\s*$/.exec(address)?.[1] ?? "localhost";
}

/** The documented properties of nodemailer's errors. */
interface MailError {
  code?: string;
  /** The operating system's code behind a general code. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  /** The command to the server that failed. */
  command?: string;
}

function mailFailure(cause: unknown): MailFailure {
  const error = cause as MailError;
  const { responseCode = null, response } = error;
  const code = problemOf(error);
  return {
    code,
    response_code: responseCode,
    response: response
      ? withoutCredentials(response).slice(0, limits.trialResponseCharacters)
      : null,
    // RFC 5321: response codes from 500 to 599 are final.
    is_address_refused:
      code === "recipient_refused" && responseCode !== null && responseCode >= 500,
  };
}

function problemOf({ code = "", originalCode = "", command = "" }: MailError): MailProblem {
  if (code === "EENVELOPE") return mailCommands.get(command) ?? "mail_refused";
  // A refused STARTTLS is an error only if the connection must be encrypted.
  if (code === "ETLS" && command === "STARTTLS" && originalCode === "") return "no_encryption";
  const family = systemCodes.find(([codes]) => codes.test(originalCode))?.[1];
  return family ?? mailCodes.get(code) ?? "mail_failed";
}

const mailCommands = new Map<string, MailProblem>([
  ["MAIL FROM", "sender_refused"],
  ["RCPT TO", "recipient_refused"],
]);

/** Codes of Node.js and OpenSSL. */
const systemCodes: readonly (readonly [RegExp, MailProblem])[] = [
  [/^ECONNREFUSED$/, "connection_refused"],
  [/^(ENOTFOUND|EAI_\w+)$/, "dns_error"],
  [/^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_)/, "certificate_refused"],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO)/, "tls_error"],
];

/** The names of nodemailer's errors. */
const mailCodes = new Map<string, MailProblem>([
  ["ETIMEDOUT", "timeout"],
  ["ECONNECTION", "connection_failed"],
  ["ESOCKET", "connection_failed"],
  ["EDNS", "dns_error"],
  ["EAUTH", "mail_login_refused"],
  ["ETLS", "tls_error"],
  ["EPROTOCOL", "not_a_mail_server"],
  ["EMESSAGE", "mail_refused"],
]);
