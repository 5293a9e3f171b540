-- Ties a payout of QRIS payments to all credits of its QRIS account on one day. Their sum must equal the gross amount
-- that the payout states. Exactly one day must fit, among the payout's day and the three before it. Each credit is paid
-- out once. Returns the number of payouts tied.
create or replace function tie_settlements(
  merchant uuid, account uuid, first_day date, last_day date, at timestamptz
)
returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  tied_count bigint;
begin
  with payout as materialized (
    select row_id, day, coalesce(gross_sen, amount_sen) as gross_sen
    from statement_rows
    where merchant_id = merchant
      and account_id = account
      and day between first_day and last_day
      and hint = 'settlement'
      and direction = 'CREDIT'
      and meaning not in ('settlement', 'reversal')
      and explained_at is null
      and not is_closed_month(merchant, account, day)
  ),
  credit as materialized (
    select distinct money.mutation_number, money.amount_sen, money.posted_day as day, money.is_settled, scheme.pool_id
    from (
      select distinct on (pool_id) pool_id, account_id
      from accounts
      join channels using (channel_id)
      where merchant_id = merchant
        and channel_type = 'QRIS'
      order by pool_id, account_id
    ) scheme
    cross join lateral mutations_for_statement(merchant, scheme.account_id, first_day - 3, last_day) money
    where exists (select from payout)
  ),
  day_of_pool as (
    select pool_id, day, sum(amount_sen) as sum_sen
    from credit
    group by pool_id, day
  ),
  candidate as (
    select
      payout.row_id, day_of_pool.pool_id, day_of_pool.day,
      count(*) over (partition by payout.row_id) as of_payout,
      count(*) over (partition by day_of_pool.pool_id, day_of_pool.day) as of_day
    from payout
    join day_of_pool
      on day_of_pool.sum_sen = payout.gross_sen
      and day_of_pool.day between payout.day - 3 and payout.day
  ),
  certain as (
    select candidate.*
    from candidate
    where of_payout = 1
      and of_day = 1
      and not exists (
        select
        from credit
        where credit.pool_id = candidate.pool_id
          and credit.day = candidate.day
          and credit.is_settled
      )
  ),
  tied as (
    insert into statement_ties (merchant_id, mutation_number, is_settlement, row_id, tied_at)
    select merchant, credit.mutation_number, true, certain.row_id, at
    from certain
    join credit using (pool_id, day)
    on conflict do nothing
    returning row_id
  ),
  told as (
    update statement_rows payout
    set meaning = 'settlement'
    where payout.merchant_id = merchant
      and payout.row_id in (select row_id from tied)
    returning payout.row_id
  )
  select count(*) into tied_count from told;
  return tied_count;
end
$$;
