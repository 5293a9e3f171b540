import type { Sql, Tx } from "../../db/client.ts";

export type Invariant = (
  sql: Sql | Tx,
  settings: { quotaTimeZone: string },
) => PromiseLike<readonly unknown[]>;

/**
 * The rules that must always hold in the database. Each rule returns an example that breaks it. The tables already
 * forbid most of these cases. The rules still check them, because a constraint can be dropped and a backup restored
 * in part.
 */
export const invariants = {
  "payment numbers have no gaps": (sql) => sql`
    select merchant_id
    from payment_counters counter
    left join payments using (merchant_id)
    group by merchant_id, counter.payment_count, counter.removed_count
    having count(payment_number) + counter.removed_count <> counter.payment_count
      or counter.removed_count = 0 and coalesce(max(payment_number), 0) <> counter.payment_count
    limit 1
  `,
  "mutation numbers have no gaps": (sql) => sql`
    select merchant_id
    from mutation_counters counter
    left join mutations using (merchant_id)
    group by merchant_id, counter.mutation_count, counter.removed_count
    having count(mutation_number) + counter.removed_count <> counter.mutation_count
      or counter.removed_count = 0 and coalesce(max(mutation_number), 0) <> counter.mutation_count
    limit 1
  `,
  "no two payments of a merchant share a code": (sql) => sql`
    select merchant_id, payment_code
    from payments
    group by merchant_id, payment_code
    having count(*) > 1
    limit 1
  `,
  "the code of a payment in an archive is not used again": (sql) => sql`
    select merchant_id, payment_code
    from removed_payments
    join payments using (merchant_id, payment_code)
    limit 1
  `,
  "no two pending payments of a pool share a total": (sql) => sql`
    select pool_id, payment_total
    from payments
    where payment_status = 'PENDING'
    group by merchant_id, pool_id, payment_total
    having count(*) > 1
    limit 1
  `,
  "a total is the amount plus 1 to 999": (sql) => sql`
    select payment_id
    from payments
    where payment_total <> payment_amount + payment_unique
      or payment_unique not between 1 and 999
    limit 1
  `,
  "a payment has released its total if and only if it has ended": (sql) => sql`
    select payment_id
    from payments
    where (payment_status = 'PENDING') <> (released_at is null)
    limit 1
  `,
  "a payment expires at its deadline, not before": (sql) => sql`
    select payment_id
    from payments
    where payment_status = 'EXPIRED'
      and payment_updated_at <> payment_expired_at
    limit 1
  `,
  "no payment is paid or cancelled after its deadline": (sql) => sql`
    select payment_id
    from payments
    where payment_status in ('PAID', 'CANCELLED')
      and released_at >= payment_expired_at
    limit 1
  `,
  "a matched mutation and its payment name each other": (sql) => sql`
    select mutation.mutation_id
    from mutations mutation
    join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    where payment.matched_mutation_id is distinct from mutation.mutation_id
      or payment.payment_status <> 'PAID'
    union all
    select payment.matched_mutation_id
    from payments payment
    left join mutations mutation
      on mutation.merchant_id = payment.merchant_id
      and mutation.mutation_id = payment.matched_mutation_id
    where payment.matched_mutation_id is not null
      and mutation.matched_payment_number is distinct from payment.payment_number
    limit 1
  `,
  "only one of two reports of a transfer has paid": (sql) => sql`
    select second.mutation_id, other.mutation_id as other_mutation_id
    from mutations second
    join mutations other
      on other.merchant_id = second.merchant_id
      and other.mutation_number = other_report(second)
    where second.match_reason = 'matched_by_hand'
      -- The condition of the index mutations_reason.
      and second.match_reason <> 'matched'
    limit 1
  `,
  "an automatically matched payment has a credit of exactly its total in its pool, which came after the total was given":
    (sql) => sql`
    select payment.payment_id
    from payments payment
    left join mutations mutation
      on mutation.merchant_id = payment.merchant_id
      and mutation.mutation_id = payment.matched_mutation_id
    where payment.payment_status = 'PAID'
      and not payment.is_manual_match
      and (
        (mutation.amount_parsed, mutation.pool_id, mutation.type_parsed)
          is distinct from (payment.payment_total, payment.pool_id, 'CREDIT')
        or mutation.window_ends_at < asked_since(payment)
      )
    limit 1
  `,
  "the ledger of a payment adds up, and is complete once it is decided": (sql) => sql`
    select payment.payment_id
    from payment_ledgers ledger
    join payments payment using (merchant_id, payment_number)
    left join lateral (
      select sum(receipt.amount) as received
      from payment_receipts receipt
      where receipt.merchant_id = ledger.merchant_id
        and receipt.payment_number = ledger.payment_number
    ) receipts on true
    left join lateral (
      select
        sum(refund.amount) filter (where refund.refunded_at is not null) as refunded,
        sum(refund.amount) filter (where refund.refunded_at is null) as owed
      from refunds refund
      where refund.merchant_id = ledger.merchant_id
        and refund.payment_number = ledger.payment_number
    ) refunds on true
    left join mutations paying
      on paying.merchant_id = ledger.merchant_id
      and paying.mutation_id = payment.matched_mutation_id
    where ledger.received <> coalesce(receipts.received, 0)
      or ledger.refunded <> coalesce(refunds.refunded, 0)
      or ledger.refunds_owed <> coalesce(refunds.owed, 0)
      or ledger.refunded + ledger.refunds_owed > ledger.received
      or ledger.owed is not null
      and (
        payment.payment_status = 'PENDING'
        or ledger.owed <> case when payment.payment_status = 'PAID' then payment.payment_total else 0 end
        or ledger.received - ledger.refunded - ledger.kept is distinct from ledger.owed
        or paying.amount_parsed > 0
        and not exists (
          select
          from payment_receipts receipt
          where receipt.merchant_id = ledger.merchant_id
            and receipt.payment_number = ledger.payment_number
            and receipt.mutation_number = paying.mutation_number
        )
      )
    limit 1
  `,
  "a transfer is tied to a payment if and only if it is booked for that payment, at most once": (
    sql,
  ) => sql`
    select mutation.mutation_id
    from mutations mutation
    left join payment_receipts receipt using (merchant_id, mutation_number)
    where mutation.decision is not null
      and (
        mutation.matched_payment_number is not null
        or (mutation.decision = 'tied') <> (receipt.payment_number is not null)
      )
    union all
    select mutation.mutation_id
    from payment_receipts receipt
    join mutations mutation using (merchant_id, mutation_number)
    where mutation.decision is distinct from 'tied'
      and mutation.matched_payment_number is distinct from receipt.payment_number
    union all
    select mutation_id
    from payment_receipts receipt
    join mutations mutation using (merchant_id, mutation_number)
    group by merchant_id, mutation_id
    having count(*) > 1
    limit 1
  `,
  "a payment confirmed manually with another amount says so in its ledger": (sql) => sql`
    select payment.payment_id
    from mutations paying
    join payments payment
      on payment.merchant_id = paying.merchant_id
      and payment.payment_number = paying.matched_payment_number
    left join payment_ledgers ledger
      on ledger.merchant_id = payment.merchant_id
      and ledger.payment_number = payment.payment_number
    where paying.match_reason = 'matched_by_hand'
      and coalesce(paying.currency_parsed, 'IDR') = 'IDR'
      and paying.amount_parsed not in (0, payment.payment_total)
      and ledger.owed is null
    limit 1
  `,
  "accounts, pools and mutations belong to the merchant whose payments they serve": (sql) => sql`
    select payment.payment_id
    from payments payment
    left join accounts account using (merchant_id, account_id)
    left join matching_pools pool on pool.merchant_id = payment.merchant_id and pool.pool_id = payment.pool_id
    where account.account_id is null
      or pool.pool_id is null
    union all
    select mutation.mutation_id
    from mutations mutation
    left join devices device using (merchant_id, device_id)
    where device.device_id is null
    limit 1
  `,
  "a payment with a webhook URL has a payment.paid delivery if and only if it is paid": (
    sql,
  ) => sql`
    select payment.payment_id
    from payments payment
    left join webhook_deliveries delivery
      on delivery.merchant_id = payment.merchant_id
      and delivery.payment_number = payment.payment_number
      and delivery.event_type = 'payment.paid'
    where payment.payment_webhook_url is not null
      and (payment.payment_status = 'PAID') <> (delivery.delivery_id is not null)
    limit 1
  `,
  "a webhook about a payment reports the payment's status": (sql) => sql`
    select delivery.delivery_id
    from webhook_deliveries delivery
    join payments payment using (merchant_id, payment_number)
    where delivery.event_type <> 'payment.' || lower(payment.payment_status)
    limit 1
  `,
  "every attempt of a delivery is listed, or counted as forgotten": (sql) => sql`
    select delivery.delivery_id
    from webhook_deliveries delivery
    left join webhook_attempts attempt using (merchant_id, delivery_id)
    group by delivery.merchant_id, delivery.delivery_id
    having count(attempt.attempt_number) + delivery.forgotten_attempt_count <> delivery.attempt_count
      or delivery.forgotten_attempt_count = 0
      and count(*) filter (where not attempt.is_manual) <> delivery.scheduled_count
    limit 1
  `,
  "a delivery has a 2xx response if and only if it succeeded": (sql) => sql`
    select delivery.delivery_id
    from webhook_deliveries delivery
    where delivery.forgotten_attempt_count = 0
      and (delivery.delivery_status = 'SUCCESS') <> exists (
        select
        from webhook_attempts attempt
        where attempt.merchant_id = delivery.merchant_id
          and attempt.delivery_id = delivery.delivery_id
          and attempt.http_status between 200 and 299
          and attempt.error_code is null
      )
    limit 1
  `,
  "a delivery has a next attempt if and only if it is pending or retrying": (sql) => sql`
    select delivery_id
    from webhook_deliveries
    where event_type <> 'webhook.test'
      and (delivery_status in ('PENDING', 'RETRYING')) <> (next_attempt_at is not null)
    limit 1
  `,
  // If the clock was set back over midnight, the previous day might have been used under the day that was paid for.
  "a day is paid for if and only if a payment was created on it": (sql, { quotaTimeZone }) => sql`
    select used.account_id
    from (
      select distinct
        merchant_id, account_id, (created_at at time zone ${quotaTimeZone})::date as day
      from (
        select merchant_id, account_id, asked_since(payment) as created_at from payments payment
        union all
        select merchant_id, account_id, offered_at from former_choices
        union all
        select merchant_id, account_id, created_at from removed_payments
      ) created
    ) used
    full join quota_days using (merchant_id, account_id, day)
    where quota_days.account_id is not null
      and used.account_id is null
      or used.account_id is not null
      and not exists (
        select
        from quota_days paid
        where paid.merchant_id = used.merchant_id
          and paid.account_id = used.account_id
          and paid.day between used.day and used.day + 1
      )
    limit 1
  `,
  "every payment that has ended is counted once": (sql) => sql`
    select merchant_id, payment_count, counted
    from (
      select merchant_id, count(*) as payment_count
      from (
        select merchant_id from payments where payment_status <> 'PENDING'
        union all
        select merchant_id from removed_payments
      ) over
      group by merchant_id
    ) ended
    full join (
      select merchant_id, sum(part.counted) as counted
      from (
        select merchant_id, paid_count + simulated_count + expired_count + cancelled_count as counted
        from payment_days
        union all
        select merchant_id, 1 from ended_payments
      ) part
      group by merchant_id
    ) counts using (merchant_id)
    where payment_count is distinct from counted
    limit 1
  `,
  "an account remembers its last paid day, unless it is closed": (sql) => sql`
    select account.account_id
    from accounts account
    left join quota_days using (merchant_id, account_id)
    group by account.merchant_id, account.account_id
    having max(quota_days.day) is distinct from account.quota_day
      and not (account.account_quota = 0 and account.quota_day is null)
    limit 1
  `,
  "an order of days that was credited was paid, and its days were granted once": (sql) => sql`
    select ordered.order_id
    from quota_orders ordered
    left join quota_grants granted using (merchant_id, order_id)
    left join payments payment
      on payment.merchant_id = ordered.seller_id
      and payment.payment_code = ordered.payment_code
    where (ordered.credited_at is not null) <> (granted.grant_id is not null)
      or (ordered.credited_at is not null) <> coalesce(payment.payment_status = 'PAID', false)
    limit 1
  `,
  "a sale's payment has its code, its amount and its account": (sql) => sql`
    select sale.sale_id
    from sales sale
    left join payments payment using (merchant_id, payment_number)
    where sale.payment_number is not null
      and (payment.payment_code, payment.payment_amount, payment.account_id)
        is distinct from (sale.payment_code, sale.payment_amount, sale.account_id)
    limit 1
  `,
  "a payment belongs to one sale at most, and a cancelled sale has none": (sql) => sql`
    select merchant_id, payment_number
    from sales
    where payment_number is not null
    group by merchant_id, payment_number
    having count(*) > 1
      or bool_or(cancelled_at is not null)
    limit 1
  `,
} satisfies Record<string, Invariant>;
