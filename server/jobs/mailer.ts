import { createTransport } from "nodemailer";
import type { Mailer } from "../domain/access/password-resets.ts";
import type { Log } from "./log.ts";

const mailSeconds = 30;

/** Sends e-mail through the operator's SMTP server. */
export function createMailer(
  smtp: { url: string; from: string | null },
  publicUrl: string,
  log: Log,
): Mailer {
  const milliseconds = mailSeconds * 1000;
  const transport = createTransport({
    url: smtp.url,
    connectionTimeout: milliseconds,
    socketTimeout: milliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = smtp.from ?? `Tepat <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    send(mail) {
      // The error is logged without the mail, because its link is a secret.
      transport
        // An object, because nodemailer would read a text as a list of addresses.
        .sendMail({ from, ...mail, to: { name: "", address: mail.to } })
        .catch((cause: unknown) => log.error({ err: cause }, "an e-mail could not be sent"));
    },
  };
}
