import type { WebhookEventType } from "../../contract/webhook-event.ts";
import type { Sql } from "../../db/client.ts";
import type { DeliveryStatus, DueDelivery, LeasedDelivery } from "../gateway/delivery.ts";
import type { PaymentDetails } from "../gateway/payment-row.ts";
import { paymentDetails } from "../payments/payments.sql.ts";
import { liveSecretsOf, sealedSecrets } from "../merchants/webhook-secrets.ts";
import { keptHeaders } from "./answer-headers.ts";
import type { AttemptResult } from "./webhook-schedule.ts";
import { transactionTime } from "../base/clock.sql.ts";

export const deliveryColumns = (sql: Sql) => sql`
  delivery.merchant_id, delivery.delivery_id, delivery.payment_number, delivery.device_id, delivery.event_type,
  delivery.url, delivery.body, delivery.scheduled_count, delivery.created_at
`;

/** The payment of `delivery`, which has the columns of a WebhookDelivery. */
const untoldPayment = (sql: Sql, at: Date | null) => sql`
  case when delivery.body is null then ${paymentDetails(sql, { row: "delivery", at })} end as payment
`;

/**
 * Selects due deliveries that no process holds: at most `per_merchant` for each merchant, less its attempts in
 * progress, and at most `limit` in all. The statement goes from merchant to merchant on the index, so the number of
 * merchants, and not of deliveries, bounds the work.
 *
 * Also returns the seconds until the next retry is due or a lease expires; null if neither will happen. Due
 * deliveries that are not selected wait for a place, or another sender holds them.
 */
export async function selectDueDeliveries(
  sql: Sql,
  options: {
    limit: number;
    per_merchant: number;
    /** The number of attempts in progress, by merchant. */
    under_way: Readonly<Record<string, number>>;
    with_payments: boolean;
    at: Date | null;
  },
): Promise<{ deliveries: DueDelivery[]; seconds_until_next: number | null }> {
  const rows = await sql<(DueDelivery & { seconds_until_next: number | null })[]>`
    with recursive clock as (
      select ${transactionTime(sql, options.at)} as at
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
      select due.*
      from owed_to
      cross join clock
      cross join lateral (
        select coalesce(
          (${sql.json(options.under_way)}::jsonb ->> owed_to.merchant_id::text)::integer, 0
        ) as attempts
      ) under_way
      cross join lateral (
        select ${deliveryColumns(sql)}, delivery.next_attempt_at
        from webhook_deliveries delivery
        where delivery.merchant_id = owed_to.merchant_id
          and delivery.next_attempt_at <= clock.at
          and (delivery.lease_until is null or delivery.lease_until <= clock.at)
        order by delivery.next_attempt_at
        limit greatest(0, ${options.per_merchant}::integer - under_way.attempts)
      ) due
      -- Merchants with the fewest attempts under way come first, so that many dead servers do not take every place.
      order by under_way.attempts, due.next_attempt_at
      limit ${options.limit}
    ),
    next as materialized (
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
      )::double precision as seconds_until_next
      from clock
    )
    select
      next.seconds_until_next,
      delivery.*,
      ${options.with_payments ? untoldPayment(sql, options.at) : sql`null as payment`}
    from next
    left join due delivery on true
  `;
  return {
    // Without a due delivery there is one row with only the seconds.
    deliveries: rows.filter(({ delivery_id }) => delivery_id !== null),
    seconds_until_next: rows[0]?.seconds_until_next ?? null,
  };
}

export async function selectOpenDelivery(
  sql: Sql,
  delivery_id: string,
): Promise<DueDelivery | undefined> {
  const [row] = await sql<DueDelivery[]>`
    select ${deliveryColumns(sql)}, null as payment
    from webhook_deliveries delivery
    where delivery.delivery_id = ${delivery_id}
  `;
  return row;
}

export async function selectEventPayment(
  sql: Sql,
  options: { merchant_id: string; payment_number: number; at: Date | null },
): Promise<PaymentDetails | null> {
  const [row] = await sql<{ payment: PaymentDetails | null }[]>`
    select ${paymentDetails(sql, { row: "event", at: options.at })} as payment
    from (
      values (${options.merchant_id}::uuid, ${options.payment_number}::int8)
    ) event (merchant_id, payment_number)
  `;
  return row?.payment ?? null;
}

/**
 * Leases the deliveries that no other process holds, and writes the missing bodies. The first body is never changed.
 * Of two senders that see the same deliveries at the same time, each gets only the deliveries that the other has not
 * leased.
 */
export async function leaseDeliveries(
  sql: Sql,
  options: {
    deliveries: readonly DueDelivery[];
    /** One body for each delivery; null if the delivery already has a body, or if none could be rendered. */
    bodies: readonly (string | null)[];
    /** Whether to lease only deliveries that are still due. A manual attempt leases a delivery in any state. */
    only_due: boolean;
    lease_token: string;
    lease_seconds: number;
    at: Date | null;
  },
): Promise<LeasedDelivery[]> {
  const ids = options.deliveries.map(({ delivery_id }) => delivery_id);
  const merchants = options.deliveries.map(({ merchant_id }) => merchant_id);
  const leased = await sql<(LeasedDelivery & { secrets: string[] })[]>`
    with clock as materialized (
      select ${transactionTime(sql, options.at)} as at
    ),
    free as (
      select found.ctid
      from clock
      cross join unnest(
        ${merchants}::uuid[], ${ids}::text[]
      ) as wanted (merchant_id, delivery_id)
      cross join lateral (
        select delivery.ctid
        from webhook_deliveries delivery
        where delivery.merchant_id = wanted.merchant_id
          and delivery.delivery_id = wanted.delivery_id
          and (delivery.lease_until is null or delivery.lease_until <= clock.at)
          and (delivery.next_attempt_at <= clock.at or not ${options.only_due})
        limit 1
        for update skip locked
      ) found
    ),
    leased as (
      update webhook_deliveries delivery
      set lease_token = ${options.lease_token},
        lease_until = clock.at + make_interval(secs => ${options.lease_seconds}),
        body = coalesce(
          delivery.body, (${options.bodies}::text[])[array_position(${ids}::text[], delivery.delivery_id)]
        )
      from clock
      -- With a join on the key, the planner would scan a table that is still small. A row that was changed before it
      -- was locked is left to the next round.
      where delivery.ctid = any(array(select ctid from free))
      returning ${deliveryColumns(sql)}, delivery.lease_token, clock.at as leased_at
    ),
    -- The secrets are read once for all rows. Otherwise the planner would scan a small table once for each row.
    sealed as materialized (${liveSecretsOf(sql, { merchants: [...new Set(merchants)], at: options.at })})
    select leased.*, coalesce(sealed.secrets, '{}') as secrets
    from leased
    left join sealed using (merchant_id)
  `;
  // All deliveries of a merchant share one list, so that its secrets are opened only once.
  const sealedOf = new Map<string, readonly Buffer[]>();
  return leased.map(({ secrets, ...delivery }) => {
    const sealed_secrets = sealedOf.get(delivery.merchant_id) ?? sealedSecrets(secrets);
    sealedOf.set(delivery.merchant_id, sealed_secrets);
    return { ...delivery, sealed_secrets };
  });
}

export interface AttemptRecord {
  delivery: LeasedDelivery;
  is_manual: boolean;
  started_at: Date;
  result: AttemptResult;
  /** The change of the delivery. null leaves it unchanged, as after a failed manual attempt. */
  next: { delivery_status: DeliveryStatus; delay_seconds: number | null } | null;
}

/**
 * Records attempts and their results, each if its lease is still ours. A sender that stalled beyond its lease must
 * not overwrite its successor's result. Returns the status of each delivery, or null if its lease was lost.
 */
export async function finishAttempts(
  sql: Sql,
  { records, at }: { records: readonly AttemptRecord[]; at: Date | null },
): Promise<(DeliveryStatus | null)[]> {
  const ended = records.map(({ delivery, is_manual, started_at, result, next }, position) => ({
    position,
    merchant_id: delivery.merchant_id,
    delivery_id: delivery.delivery_id,
    lease_token: delivery.lease_token,
    is_manual,
    started_at,
    duration_ms: result.duration_ms,
    http_status: result.http_status,
    error_code: result.error_code,
    response_head: result.response_head,
    // Only failed and manual attempts store headers, so that all others cost nothing extra.
    ...((is_manual || result.outcome === "failure") && {
      response_headers: keptHeaders(result.response_headers),
    }),
    is_over: next !== null,
    delivery_status: next?.delivery_status ?? null,
    delay_seconds: next?.delay_seconds ?? null,
  }));
  const rows = await sql<{ position: number; delivery_status: DeliveryStatus }[]>`
    with ended as materialized (
      select * from json_to_recordset(${JSON.stringify(ended)}::text::json) as ended (
        position integer,
        merchant_id uuid,
        delivery_id text,
        lease_token uuid,
        is_manual boolean,
        started_at timestamptz,
        duration_ms integer,
        http_status integer,
        error_code text,
        response_head text,
        response_headers text,
        is_over boolean,
        delivery_status text,
        delay_seconds double precision
      )
    ),
    held as (
      select found.ctid
      from ended
      cross join lateral (
        select delivery.ctid
        from webhook_deliveries delivery
        where delivery.merchant_id = ended.merchant_id
          and delivery.delivery_id = ended.delivery_id
          and delivery.lease_token = ended.lease_token
        limit 1
      ) found
    ),
    finished as (
      update webhook_deliveries delivery
      set delivery_status = coalesce(ended.delivery_status, delivery.delivery_status),
        attempt_count = delivery.attempt_count + 1,
        scheduled_count = delivery.scheduled_count + case when ended.is_manual then 0 else 1 end,
        next_attempt_at = case
          when ended.is_over then ${transactionTime(sql, at)} + make_interval(secs => ended.delay_seconds)
          else delivery.next_attempt_at
        end,
        lease_token = null,
        lease_until = null
      from ended
      where delivery.ctid = any(array(select ctid from held))
        and delivery.merchant_id = ended.merchant_id
        and delivery.delivery_id = ended.delivery_id
        and delivery.lease_token = ended.lease_token
      returning delivery.attempt_count, delivery.delivery_status, ended.position
    ),
    attempts as (
      insert into webhook_attempts (
        merchant_id, delivery_id, attempt_number, is_manual, started_at, duration_ms, http_status, error_code,
        response_head, response_headers
      )
      select
        ended.merchant_id, ended.delivery_id, finished.attempt_count, ended.is_manual, ended.started_at,
        ended.duration_ms, ended.http_status, ended.error_code, ended.response_head,
        ended.response_headers
      from finished
      join ended using (position)
    )
    select position, delivery_status from finished
  `;
  const statuses: (DeliveryStatus | null)[] = records.map(() => null);
  for (const { position, delivery_status } of rows) statuses[position] = delivery_status;
  return statuses;
}

/** Gives an unused lease back if the sender stops before the attempt. */
export async function returnLease(sql: Sql, delivery: LeasedDelivery): Promise<void> {
  await sql`
    update webhook_deliveries
    set lease_token = null, lease_until = null
    where merchant_id = ${delivery.merchant_id}
      and delivery_id = ${delivery.delivery_id}
      and lease_token = ${delivery.lease_token}
  `;
}

export interface DeliveryRow {
  delivery_id: string;
  event_type: WebhookEventType;
  /** null for an event about a device. `device_name` is given instead. */
  payment_code: string | null;
  device_name: string | null;
  url: string;
  delivery_status: DeliveryStatus;
  attempt_count: number;
  created_at: Date;
  next_attempt_at: Date | null;
}

/** Lists deliveries, newest first, of the newest payments and of devices. */
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
  response_headers: string | null;
}

export function selectAttempts(sql: Sql, delivery_id: string): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select
      attempt_number, is_manual, started_at, duration_ms, http_status, error_code, response_head, response_headers
    from webhook_attempts
    where delivery_id = ${delivery_id}
    order by attempt_number
  `;
}
