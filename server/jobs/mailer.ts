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
      // Without the mail: its link is a secret.
      transport
        // An object, since of a text nodemailer would make a list of addresses.
        .sendMail({ from, ...mail, to: { name: "", address: mail.to } })
        .catch((cause: unknown) => log.error({ err: cause }, "an e-mail could not be sent"));
    },
  };
}
