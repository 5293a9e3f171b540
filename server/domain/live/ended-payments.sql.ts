import type { PaymentStatus } from "../../contract/payments.ts";
import type { PaymentEvent, WebhookEventType } from "../../contract/webhook-event.ts";
import type { Sql } from "../../db/client.ts";

export interface WatchStart {
  /** The number of payments. Payments are numbered without gaps, in the order in which they become visible. */
  payment_count: number;
  /** The payments that have not ended, and those that ended recently. */
  payment_numbers: number[];
}

/**
 * The largest number of payments that are watched: the newest. A stream is for a developer, whose gateway has fewer
 * pending payments.
 */
const watchedMax = 10_000;

/** The number of payments that one look reads. The next look reads the others. */
export const endsPerLook = 500;

/** The largest number of events that one look reads: the newest. */
const repeatedEventsPerLook = 100;

/**
 * Reads one snapshot, so that every payment is either counted or watched. If `since` is null, earlier ends are
 * omitted.
 */
export async function selectWatchStart(
  sql: Sql,
  options: { merchant_id: string; since: Date | null },
): Promise<WatchStart> {
  const [row] = await sql<[WatchStart]>`
    select
      counter.payment_count,
      array(
        (
          select payment_number from payments
          where merchant_id = counter.merchant_id
            and payment_status = 'PENDING'
          union all
          select payment_number from payments
          where merchant_id = counter.merchant_id
            and released_at >= ${options.since}::timestamptz
        )
        order by payment_number desc
        limit ${watchedMax}
      ) as payment_numbers
    from payment_counters counter
    where counter.merchant_id = ${options.merchant_id}
  `;
  return row;
}

export interface WatchedPayment {
  merchant_id: string;
  payment_number: number;
  payment_id: string;
  is_test: boolean;
  payment_code: string;
  payment_status: PaymentStatus;
  payment_updated_at: Date;
  /** null while the payment is PENDING. */
  event_type: PaymentEvent["type"] | null;
  /** Whether the merchant has switched on events of this type. */
  is_wanted: boolean;
  /** The delivery, if the payment has a webhook URL. `body` follows with the first attempt. */
  delivery_id: string | null;
  body: string | null;
}

/**
 * The number of newer payments that one look reads. The next look reads those after them. Without this bound, the
 * generic plan would read the whole table.
 */
export const newerMax = 1_000;

/** Selects the watched payments that have ended, and the next newer ones, in the order of their last change. */
export function selectWatched(
  sql: Sql,
  options: { merchant_id: string; payment_numbers: readonly number[]; newer_than: number },
): Promise<WatchedPayment[]> {
  return sql<WatchedPayment[]>`
    with watched as (
      (
        select payment.* from unnest(${[...options.payment_numbers]}::bigint[]) as watched (payment_number)
        join payments payment using (payment_number)
        where payment.merchant_id = ${options.merchant_id}
          and payment.payment_status <> 'PENDING'
        order by payment.payment_updated_at, payment.payment_number
        limit ${endsPerLook}
      )
      union all
      (
        select * from payments
        where merchant_id = ${options.merchant_id}
          and payment_number > ${options.newer_than}
        order by payment_number
        limit ${newerMax}
      )
    )
    select
      watched.merchant_id,
      watched.payment_number,
      watched.payment_id,
      merchant.test_of is not null as is_test,
      watched.payment_code,
      watched.payment_status,
      watched.payment_updated_at,
      case when watched.payment_status <> 'PENDING' then 'payment.' || lower(watched.payment_status) end
        as event_type,
      wants_event(merchant, watched.payment_status) as is_wanted,
      delivery.delivery_id,
      delivery.body
    from watched
    join merchants merchant using (merchant_id)
    left join webhook_deliveries delivery
      on delivery.merchant_id = watched.merchant_id
      and delivery.payment_number = watched.payment_number
    order by watched.payment_updated_at, watched.payment_number
  `;
}

/** A delivery about an event that can happen several times, with its written body. */
export interface RepeatedDelivery {
  delivery_id: string;
  event_type: Exclude<WebhookEventType, PaymentEvent["type"]>;
  /** null for an event about a phone. */
  payment_code: string | null;
  body: string;
}

/** Selects the newest events about phones and about differences since that time, in the order of their creation. */
export function selectRepeatedDeliveries(
  sql: Sql,
  options: { merchant_id: string; since: Date },
): Promise<RepeatedDelivery[]> {
  const newest = (subject: "device_id" | "ledger_payment_number") => sql`
    (
      select merchant_id, delivery_id, event_type, body, created_at, ledger_payment_number from webhook_deliveries
      where merchant_id = ${options.merchant_id}
        and ${sql(subject)} is not null
        and created_at >= ${options.since}
      order by created_at desc
      limit ${repeatedEventsPerLook}
    )
  `;
  return sql<RepeatedDelivery[]>`
    select newest.delivery_id, newest.event_type, payment.payment_code, newest.body
    from (${newest("device_id")} union all ${newest("ledger_payment_number")}) newest
    left join payments payment
      on payment.merchant_id = newest.merchant_id
      and payment.payment_number = newest.ledger_payment_number
    where newest.body is not null
    order by newest.created_at, newest.delivery_id
  `;
}
