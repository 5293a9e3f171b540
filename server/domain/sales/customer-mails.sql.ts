import type { CustomerMail, MailLanguage } from "../../contract/dashboard/invoices.ts";
import type { Sql } from "../../db/client.ts";
import { presentTime, transactionTime } from "../base/clock.sql.ts";
import type { InvoiceStatus } from "../../contract/dashboard/invoices.ts";
import { isOverdue } from "../payments/payments.sql.ts";

interface SaleNumber {
  merchant_id: string;
  sale_number: number;
}

/** Adds an email that is owed to the customer of a sale. Call this in the transaction of the email's cause. */
export async function insertMail(
  sql: Sql,
  mail: SaleNumber & { kind: "invoice" | "reminder"; language: MailLanguage; at: Date | null },
): Promise<void> {
  await sql`
    insert into customer_mails (merchant_id, mail_id, sale_number, kind, language, created_at, next_attempt_at)
    values (
      ${mail.merchant_id}, gen_random_uuid(), ${mail.sale_number}, ${mail.kind}, ${mail.language},
      ${presentTime(sql, mail.at)}, ${presentTime(sql, mail.at)}
    )
  `;
}

export type MailRow = Pick<CustomerMail, "kind" | "mail_state"> & { created_at: Date };

/** Lists the emails to a sale's customer in every state, newest first. */
export function selectMails(
  sql: Sql,
  { merchant_id, sale_number }: SaleNumber,
): Promise<MailRow[]> {
  return sql<MailRow[]>`
    select
      kind, created_at,
      case
        when sent_at is not null then 'SENT'
        when next_attempt_at is not null then 'WAITING'
        else 'GIVEN_UP'
      end as mail_state
    from customer_mails
    where merchant_id = ${merchant_id}
      and sale_number = ${sale_number}
    order by created_at desc, mail_id
  `;
}

/** Makes the emails of one merchant take turns, so that each of them counts the earlier ones. */
export async function holdMailTurn(sql: Sql, merchant_id: string): Promise<void> {
  await sql`select from merchants where merchant_id = ${merchant_id} for no key update`;
}

/** Counts the invoices and reminders that a merchant has requested in the last 24 hours. */
export async function countMailsOfDay(
  sql: Sql,
  { merchant_id, at }: { merchant_id: string; at: Date | null },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from customer_mails
    where merchant_id = ${merchant_id}
      and kind <> 'receipt'
      and created_at > ${presentTime(sql, at)} - interval '1 day'
  `;
  return row?.count ?? 0;
}

/** An email with the current data for its text. */
export interface LeasedMail {
  merchant_id: string;
  mail_id: string;
  kind: CustomerMail["kind"];
  language: MailLanguage;
  created_at: Date;
  attempt_count: number;
  lease_token: string;
  leased_at: Date;
  sale_id: string;
  sale_status: InvoiceStatus;
  payment_code: string;
  payment_amount: number;
  customer_name: string;
  customer_email: string;
  customer_orders: { name: string; price: number; quantity: number }[] | null;
  payment_id: string | null;
  payment_total: number | null;
  /** The money booked for the payment, if it was not simply the total. */
  received: number | null;
  payment_expired_at: Date | null;
  payment_updated_at: Date | null;
  channel_name: string | null;
  merchant_name: string;
  contact_address: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  shop_url: string | null;
}

/**
 * Leases due emails that no process holds: at most `limit`, one of each merchant, and none of merchants with an email
 * in progress.
 */
export function leaseMails(
  sql: Sql,
  options: {
    limit: number;
    busy: readonly string[];
    lease_token: string;
    lease_seconds: number;
    at: Date | null;
  },
): Promise<LeasedMail[]> {
  return sql<LeasedMail[]>`
    with clock as materialized (
      select ${transactionTime(sql, options.at)} as at
    ),
    due as (
      select distinct on (mail.merchant_id) mail.merchant_id, mail.mail_id, mail.next_attempt_at
      from customer_mails mail, clock
      where mail.next_attempt_at <= clock.at
        and mail.merchant_id <> all (${[...options.busy]}::uuid[])
        and not exists (
          select from customer_mails held
          where held.merchant_id = mail.merchant_id
            and held.lease_until > clock.at
        )
      order by mail.merchant_id, mail.next_attempt_at
    ),
    free as (
      select mail.merchant_id, mail.mail_id
      from customer_mails mail, clock
      where (mail.merchant_id, mail.mail_id) in (
          select merchant_id, mail_id from due order by next_attempt_at limit ${options.limit}
        )
        and mail.next_attempt_at <= clock.at
        and (mail.lease_until is null or mail.lease_until <= clock.at)
      for update of mail skip locked
    ),
    leased as (
      update customer_mails mail
      set lease_token = ${options.lease_token},
        lease_until = clock.at + make_interval(secs => ${options.lease_seconds})
      from free, clock
      where mail.merchant_id = free.merchant_id
        and mail.mail_id = free.mail_id
      returning mail.*, clock.at as leased_at
    )
    select
      leased.merchant_id, leased.mail_id, leased.kind, leased.language, leased.created_at, leased.attempt_count,
      leased.lease_token, leased.leased_at,
      sale.sale_id, sale.payment_code, sale.payment_amount, sale.customer_name, sale.customer_email,
      sale.customer_orders,
      case
        when sale.cancelled_at is not null then 'CANCELLED'
        when sale.payment_number is null and sale.deadline_at <= ${transactionTime(sql, options.at)} then 'EXPIRED'
        when sale.payment_number is null then 'OPEN'
        when ${isOverdue(sql, options.at)} then 'EXPIRED'
        else payment.payment_status
      end as sale_status,
      (
        select nullif(ledger.received, 0)
        from payment_ledgers ledger
        where ledger.merchant_id = payment.merchant_id
          and ledger.payment_number = payment.payment_number
      ) as received,
      payment.payment_id, payment.payment_total, payment.payment_expired_at, payment.payment_updated_at,
      channel.channel_name, merchant.merchant_name, merchant.contact_address, merchant.contact_phone,
      merchant.contact_email, merchant.shop_url
    from leased
    join sales sale using (merchant_id, sale_number)
    join merchants merchant on merchant.merchant_id = leased.merchant_id
    left join payments payment
      on payment.merchant_id = sale.merchant_id
      and payment.payment_number = sale.payment_number
    left join accounts account
      on account.merchant_id = sale.merchant_id
      and account.account_id = sale.account_id
    left join channels channel on channel.channel_id = account.channel_id
  `;
}

type Lease = Pick<LeasedMail, "merchant_id" | "mail_id" | "lease_token">;

/** Records an attempt. Returns false and records nothing if another sender now holds the email. */
export async function finishMail(
  sql: Sql,
  record: {
    mail: Lease;
    is_sent: boolean;
    error_code: string | null;
    /** null: there is no further attempt. */
    delay_seconds: number | null;
  },
  at: Date | null,
): Promise<boolean> {
  const result = await sql`
    update customer_mails
    set attempt_count = attempt_count + 1,
      sent_at = case when ${record.is_sent} then ${transactionTime(sql, at)} end,
      error_code = ${record.error_code},
      next_attempt_at =
        ${transactionTime(sql, at)} + make_interval(secs => ${record.delay_seconds}::double precision),
      lease_token = null,
      lease_until = null
    where merchant_id = ${record.mail.merchant_id}
      and mail_id = ${record.mail.mail_id}
      and lease_token = ${record.mail.lease_token}
  `;
  return result.count === 1;
}
