import type { DeviceEvent, PaymentEvent, WebhookEventType } from "../contract/webhook-event.ts";
import type { Sql } from "../db/client.ts";
import type { AttemptResult } from "./webhook-schedule.ts";

export type DeliveryStatus = "PENDING" | "RETRYING" | "SUCCESS" | "FAILED";

/** A delivery that the holder of lease_token may attempt now. */
export type LeasedDelivery = OwedEvent & {
  url: string;
  /** null before the first attempt. */
  body: string | null;
  /** Attempts of the schedule so far. */
  scheduled_count: number;
  lease_token: string;
};

/** What is told, and under which id. */
export type OwedEvent = Subject & {
  merchant_id: string;
  delivery_id: string;
  created_at: Date;
};

/** An event is about a payment or a device, but for a test; a constraint of the table says so too. */
type Subject =
  | { event_type: PaymentEvent["type"]; payment_number: number; device_id: null }
  | { event_type: DeviceEvent["type"]; payment_number: null; device_id: string }
  /** The dashboard's test, which is about nothing and has its body from the start. */
  | { event_type: "webhook.test"; payment_number: null; device_id: null };

/**
 * Leases due deliveries: at most `per_merchant` of each merchant less what it has under way, at most `limit` in all.
 * Walks from merchant to merchant on the index, so the work is bounded by the number of merchants, not of deliveries.
 */
export function leaseDueDeliveries(
  sql: Sql,
  options: {
    limit: number;
    per_merchant: number;
    /** Merchant to the number of its attempts under way. */
    under_way: Readonly<Record<string, number>>;
    lease_seconds: number;
    at: Date | null;
  },
): Promise<LeasedDelivery[]> {
  return sql<LeasedDelivery[]>`
    with recursive clock as (
      select coalesce(${options.at}::timestamptz, now()) as at
    ),
    owed_to (merchant_id) as (
      (
        select merchant_id from webhook_deliveries
        where next_attempt_at is not null
        order by merchant_id
        limit 1
      )
      union all
      select (
        select delivery.merchant_id from webhook_deliveries delivery
        where delivery.next_attempt_at is not null
          and delivery.merchant_id > owed_to.merchant_id
        order by delivery.merchant_id
        limit 1
      )
      from owed_to
      where owed_to.merchant_id is not null
    ),
    due as (
      select due.ctid
      from owed_to
      cross join clock
      cross join lateral (
        select coalesce(
          (${sql.json(options.under_way)}::json ->> owed_to.merchant_id::text)::integer, 0
        ) as attempts
      ) under_way
      cross join lateral (
        select delivery.ctid, delivery.next_attempt_at
        from webhook_deliveries delivery
        where delivery.merchant_id = owed_to.merchant_id
          and delivery.next_attempt_at <= clock.at
          and (delivery.lease_until is null or delivery.lease_until <= clock.at)
        order by delivery.next_attempt_at
        limit greatest(0, ${options.per_merchant}::integer - under_way.attempts)
        for update skip locked
      ) due
      -- Who has the fewest under way comes first: many dead receivers must not keep every place.
      order by under_way.attempts, due.next_attempt_at
      limit ${options.limit}
    )
    update webhook_deliveries delivery
    set lease_token = gen_random_uuid(),
      lease_until = clock.at + make_interval(secs => ${options.lease_seconds})
    from clock
    -- Joined by its key, the planner would rather scan a table that is not yet large. A row that somebody changed before
    -- it was locked is left to the next round.
    where delivery.ctid = any(array(select ctid from due))
    returning
      delivery.merchant_id, delivery.delivery_id, delivery.payment_number, delivery.device_id, delivery.event_type,
      delivery.url, delivery.body, delivery.scheduled_count, delivery.created_at, delivery.lease_token
  `;
}

/** Leases one delivery for an attempt by hand, due or not. None when an attempt is under way. */
export async function leaseDelivery(
  sql: Sql,
  options: { delivery_id: string; lease_seconds: number; at: Date | null },
): Promise<LeasedDelivery | undefined> {
  const [row] = await sql<LeasedDelivery[]>`
    update webhook_deliveries
    set lease_token = gen_random_uuid(),
      lease_until = coalesce(${options.at}::timestamptz, now()) + make_interval(secs => ${options.lease_seconds})
    where delivery_id = ${options.delivery_id}
      and (lease_until is null or lease_until <= coalesce(${options.at}::timestamptz, now()))
    returning
      merchant_id, delivery_id, payment_number, device_id, event_type, url, body, scheduled_count, created_at,
      lease_token
  `;
  return row;
}

/** Writes the body unless another attempt has: the first one stands for ever. */
export async function fixBody(
  sql: Sql,
  options: { delivery: LeasedDelivery; body: string },
): Promise<string> {
  const [row] = await sql<{ body: string }[]>`
    update webhook_deliveries
    set body = coalesce(body, ${options.body})
    where merchant_id = ${options.delivery.merchant_id}
      and delivery_id = ${options.delivery.delivery_id}
    returning body
  `;
  return (row as { body: string }).body;
}

export interface AttemptRecord {
  delivery: LeasedDelivery;
  is_manual: boolean;
  started_at: Date;
  result: AttemptResult;
  /** What becomes of the delivery; null leaves it as it was, as a failed attempt by hand does. */
  next: { delivery_status: DeliveryStatus; delay_seconds: number | null } | null;
}

/**
 * Records the attempt and what follows from it, if the lease is still ours: a sender that was stalled past its lease
 * must not overwrite what its successor saw. Answers the delivery's status, or null when the lease was lost.
 */
export async function finishAttempt(
  sql: Sql,
  record: AttemptRecord,
  at: Date | null,
): Promise<DeliveryStatus | null> {
  const { delivery, result, next } = record;
  const [row] = await sql<{ delivery_status: DeliveryStatus }[]>`
    with finished as (
      update webhook_deliveries
      set delivery_status = coalesce(${next?.delivery_status ?? null}, delivery_status),
        attempt_count = attempt_count + 1,
        scheduled_count = scheduled_count + ${record.is_manual ? 0 : 1},
        next_attempt_at = case
          when ${next === null} then next_attempt_at
          else coalesce(${at}::timestamptz, now())
            + make_interval(secs => ${next?.delay_seconds ?? null}::double precision)
        end,
        lease_token = null,
        lease_until = null
      where merchant_id = ${delivery.merchant_id}
        and delivery_id = ${delivery.delivery_id}
        and lease_token = ${delivery.lease_token}
      returning merchant_id, delivery_id, attempt_count, delivery_status
    ),
    attempt as (
    insert into webhook_attempts (
      merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status, error_code,
      response_head
    )
    select
      merchant_id, delivery_id, attempt_count, ${record.is_manual}, ${record.started_at},
      ${result.duration_ms}, ${result.http_status}, ${result.error_code}, ${result.response_head}
    from finished
    )
    select delivery_status from finished
  `;
  return row?.delivery_status ?? null;
}

/** Gives a lease back unused, when the sender stops before it could attempt. */
export async function returnLease(sql: Sql, delivery: LeasedDelivery): Promise<void> {
  await sql`
    update webhook_deliveries
    set lease_token = null, lease_until = null
    where merchant_id = ${delivery.merchant_id}
      and delivery_id = ${delivery.delivery_id}
      and lease_token = ${delivery.lease_token}
  `;
}

/**
 * Seconds until the next retry becomes due or a lease runs out; null when neither will. What is due already and not leased
 * waits only for a place among the attempts under way, whose ends wake the sender.
 */
export async function secondsUntilNextDelivery(sql: Sql, at: Date | null): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from
      least(
        (
          select next_attempt_at from webhook_deliveries
          where next_attempt_at > clock.at
          order by next_attempt_at
          limit 1
        ),
        (
          select lease_until from webhook_deliveries
          where lease_until > clock.at
          order by lease_until
          limit 1
        )
      ) - clock.at
    )::double precision as seconds
    from (select coalesce(${at}::timestamptz, now()) as at) clock
  `;
  return row?.seconds ?? null;
}

export interface DeliveryRow {
  delivery_id: string;
  event_type: WebhookEventType;
  /** null for an event about a device, whose name stands beside it. */
  payment_code: string | null;
  device_name: string | null;
  url: string;
  delivery_status: DeliveryStatus;
  attempt_count: number;
  created_at: Date;
  next_attempt_at: Date | null;
}

/** The newest first, of the newest payments and of devices. */
export function selectDeliveries(
  sql: Sql,
  options: { merchant_id: string; limit: number },
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select
      delivery.delivery_id, delivery.event_type, payment.payment_code, device.device_name, delivery.url,
      delivery.delivery_status, delivery.attempt_count, delivery.created_at, delivery.next_attempt_at
    from webhook_deliveries delivery
    left join payments payment using (merchant_id, payment_number)
    left join devices device
      on device.merchant_id = delivery.merchant_id
      and device.device_id = delivery.device_id
    where (delivery.merchant_id, delivery.delivery_id) in (
      (
        select merchant_id, delivery_id
        from webhook_deliveries
        where merchant_id = ${options.merchant_id}
          and payment_number is not null
        order by payment_number desc
        limit ${options.limit}
      )
      union all
      (
        select merchant_id, delivery_id
        from webhook_deliveries
        where merchant_id = ${options.merchant_id}
          and device_id is not null
        order by created_at desc
        limit ${options.limit}
      )
    )
    order by delivery.created_at desc, delivery.payment_number desc
    limit ${options.limit}
  `;
}

export interface AttemptRow {
  attempt_number: number;
  is_manual: boolean;
  started_at: Date;
  duration_ms: number;
  http_status: number | null;
  error_code: string | null;
  response_head: string | null;
}

export function selectAttempts(sql: Sql, delivery_id: string): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select attempt_number, is_manual, started_at, duration_ms, http_status, error_code, response_head
    from webhook_attempts
    where delivery_id = ${delivery_id}
    order by attempt_number
  `;
}
