import type { Sql } from "../db/client.ts";

/** What must hold after anything that can happen. Answers the rules that are broken, with an example of each. */
export async function brokenInvariants(sql: Sql): Promise<string[]> {
  const checks: Record<string, PromiseLike<readonly unknown[]>> = {
    "payment numbers have no gaps": sql`
      select merchant_id
      from payment_counters counter
      left join payments using (merchant_id)
      group by merchant_id, counter.payment_count
      having count(payment_number) <> counter.payment_count
        or coalesce(max(payment_number), 0) <> counter.payment_count
    `,
    "mutation numbers have no gaps": sql`
      select merchant_id
      from mutation_counters counter
      left join mutations using (merchant_id)
      group by merchant_id, counter.mutation_count
      having count(mutation_number) <> counter.mutation_count
        or coalesce(max(mutation_number), 0) <> counter.mutation_count
    `,
    "no two pending payments of a pool share a total": sql`
      select pool_id, payment_total
      from payments
      where payment_status = 'PENDING'
      group by pool_id, payment_total
      having count(*) > 1
    `,
    "a matched mutation and its payment name each other": sql`
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
    `,
    "an automatic payment has a mutation of exactly its total": sql`
      select payment.payment_id
      from payments payment
      left join mutations mutation
        on mutation.merchant_id = payment.merchant_id
        and mutation.mutation_id = payment.matched_mutation_id
      where payment.payment_status = 'PAID'
        and not payment.is_manual_match
        and mutation.amount_parsed is distinct from payment.payment_total
    `,
    "a paid payment with an address owes exactly one webhook, any other none": sql`
      select payment.payment_id
      from payments payment
      left join webhook_deliveries delivery
        on delivery.merchant_id = payment.merchant_id
        and delivery.payment_number = payment.payment_number
        and delivery.event_type = 'payment.paid'
      where payment.payment_webhook_url is not null
        and (payment.payment_status = 'PAID') <> (delivery.delivery_id is not null)
    `,
    "every payment that has ended is counted once": sql`
      select merchant_id, payment_count, counted
      from (
        select merchant_id, count(*) as payment_count
        from payments
        where payment_status <> 'PENDING'
        group by merchant_id
      ) ended
      full join (
        select merchant_id, sum(counted) as counted
        from (
          select merchant_id, paid_count + expired_count + cancelled_count as counted from payment_days
          union all
          select merchant_id, 1 from ended_payments
        ) parts
        group by merchant_id
      ) counts using (merchant_id)
      where payment_count is distinct from counted
    `,
    "quota fell by one for each day with a create, and for nothing else": sql`
      select used.account_id
      from (
        select distinct
          merchant_id, account_id, (created_at at time zone 'Asia/Jakarta')::date as day
        from payments
      ) used
      full join quota_days using (merchant_id, account_id, day)
      where used.account_id is null
        or quota_days.account_id is null
    `,
  };
  const broken: string[] = [];
  for (const [rule, rows] of Object.entries(checks)) {
    const [example] = await rows;
    if (example) broken.push(`${rule}: ${JSON.stringify(example)}`);
  }
  return broken;
}
