import { randomUUID } from "node:crypto";
import type { MailRequest } from "../../contract/dashboard/invoices.ts";
import { email } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { nextAttempt } from "../webhooks/webhook-schedule.ts";
import { saleAddress } from "./addresses.ts";
import { amountToPay, writeMail } from "./customer-mail-texts.ts";
import {
  countMailsOfDay,
  finishMail,
  holdMailTurn,
  insertMail,
  leaseMails,
  selectMails,
  type LeasedMail,
} from "./customer-mails.sql.ts";

/** Email to the customers of sales: their invoice, a reminder of it, and a receipt, which owe_receipt adds. */

/**
 * Resolves with null when the mail server has accepted the email, or with the failure. outside/mailer.ts implements
 * the function.
 */
export type SendCustomerMail = (mail: {
  to: string;
  subject: string;
  text: string;
  id: string;
}) => Promise<{ code: string; is_address_refused: boolean } | null>;

/** A manual invoice that the caller has locked. */
interface HeldInvoice {
  merchant_id: string;
  sale_number: number;
  customer_email: string | null;
  invoice_status: string;
}

export const isPayable = (status: string): boolean => status === "OPEN" || status === "PENDING";

/**
 * Adds an email that is owed to the customer. The caller must have locked the sale, so that a double click sends one
 * email.
 */
export async function oweMail(
  gateway: Gateway,
  invoice: HeldInvoice,
  { kind, language }: MailRequest,
): Promise<void> {
  const { sql, settings } = gateway;
  if (!settings.sendsMail) throw new DomainError({ code: "no_mail_server", params: {} });
  if (invoice.customer_email === null)
    throw new DomainError({ code: "customer_without_email", params: {} });
  if (!isPayable(invoice.invoice_status))
    throw new DomainError({ code: "invoice_not_payable", params: {} });
  const at = gateway.now();
  await holdMailTurn(sql, invoice.merchant_id);
  await (kind === "invoice" ? requireNotSent : requireReminderAllowed)(gateway, invoice);
  if ((await countMailsOfDay(sql, { ...invoice, at })) >= limits.customerMailsPerDay) {
    const params = { mails: limits.customerMailsPerDay };
    throw new DomainError({ code: "customer_mail_limit", params });
  }
  await insertMail(sql, { ...invoice, kind, language, at });
}

async function requireNotSent({ sql }: Gateway, invoice: HeldInvoice): Promise<void> {
  const mails = await selectMails(sql, invoice);
  if (mails.some(({ kind, mail_state }) => kind === "invoice" && mail_state !== "GIVEN_UP"))
    throw new DomainError({ code: "invoice_mailed", params: {} });
}

async function requireReminderAllowed({ sql, now }: Gateway, invoice: HeldInvoice) {
  const reminders = (await selectMails(sql, invoice)).filter(({ kind }) => kind === "reminder");
  if (reminders.length >= limits.remindersPerInvoice) {
    const params = { reminders: limits.remindersPerInvoice };
    throw new DomainError({ code: "reminder_limit", params });
  }
  const last = reminders[0]?.created_at;
  if (!last) return;
  const next = new Date(last.getTime() + limits.hoursBetweenReminders * 3_600_000);
  const present = now() ?? new Date();
  if (present < next)
    throw new DomainError({ code: "reminder_too_soon", params: { at: next.toISOString() } });
}

/** The lease exceeds the time of any attempt. After a crash, an email waits for at most this time. */
export const mailLeaseSeconds = 60;

export const leaseDueMails = (
  gateway: Gateway,
  options: { limit: number; busy: readonly string[] },
): Promise<LeasedMail[]> =>
  leaseMails(gateway.sql, {
    ...options,
    lease_token: randomUUID(),
    lease_seconds: mailLeaseSeconds,
    at: gateway.now(),
  });

/** Sends a leased email once and records the result. Returns whether the email is finished. */
export async function attemptMail(
  gateway: Gateway,
  send: SendCustomerMail,
  mail: LeasedMail,
): Promise<boolean> {
  const obstacle = whyNotSent(mail);
  if (obstacle) {
    const record = { mail, is_sent: false, error_code: obstacle, delay_seconds: null };
    return finishMail(gateway.sql, record, gateway.now());
  }
  const { publicUrl, quotaTimeZone } = gateway.settings;
  const address =
    mail.payment_id === null
      ? saleAddress(gateway, mail.sale_id)
      : `${publicUrl}/pay/${mail.payment_id}`;
  const failure = await send({
    to: mail.customer_email,
    ...writeMail(mail, { address, time_zone: quotaTimeZone }),
    id: mail.mail_id,
  });
  const record = {
    mail,
    is_sent: failure === null,
    error_code: failure?.code ?? null,
    delay_seconds: failure === null || failure.is_address_refused ? null : waitAfter(gateway, mail),
  };
  const isRecorded = await finishMail(gateway.sql, record, gateway.now());
  return isRecorded && record.delay_seconds === null;
}

/** Returns the reason for not sending an email. The facts might have changed since it was added. */
function whyNotSent(mail: LeasedMail): string | null {
  const age = mail.leased_at.getTime() - mail.created_at.getTime();
  if (age > limits.customerMailHours * 3_600_000) return "too_old";
  const isAsking = mail.kind !== "receipt";
  if (isAsking && !(isPayable(mail.sale_status) && amountToPay(mail) > 0)) return "not_payable";
  return email().safeParse(mail.customer_email).success ? null : "address_refused";
}

/** Returns the seconds until the next attempt, or null if there is none. Notices to people have the same schedule. */
function waitAfter(gateway: Gateway, mail: LeasedMail): number | null {
  const next = nextAttempt({
    schedule: gateway.settings.noticeRetrySeconds,
    attempt_count: mail.attempt_count + 1,
    result: { http_status: null, error_code: null, retry_after_seconds: null },
    random: gateway.random,
  });
  return next === "failed" ? null : next.delay_seconds;
}
