-- Ties credits of these days to the mutations about the same money, and returns their number. Only pairs beyond doubt
-- are tied, in steps from the strongest evidence to the weakest. Callers run each step over all days before the next:
--
-- 1. time: the two are at most ten minutes apart, and neither is in a second such pair.
-- 2. name: the two have the same sender's name, neither is in a second such pair, and each other row that the mutation
-- fits names another sender. A row without a name might be the right one, so it prevents the tie.
-- 3. sole: neither side is in any second pair, and they have the same day, times within three hours, or the same name.
-- 4. balanced: the rows of a day look the same, so it does not matter which mutation gets which row. On each day around,
-- the amount occurs as often in the statement as in notifications; or the mutations fit all of these rows and no others,
-- and there are not more of them than rows.
--
-- A mutation that might belong to another account of its pool is tied only if the name agrees. Pairs that remain are
-- ambiguous. Imports of one account take turns on its row of statement_accounts.
create or replace function tie_statement_rows(
  merchant uuid, account uuid, first_day date, last_day date, step integer, at timestamptz
)
returns bigint
language plpgsql
-- The table might have been filled in this transaction, and has no statistics yet.
set enable_seqscan = off
-- A plan made while the merchant had few rows is cached, and would later read all rows once for each row.
set enable_nestloop = off
as $$
declare
  tied_count bigint;
begin
  with pair as materialized (
    select * from statement_pairs(merchant, account, first_day, last_day)
  ),
  named_row as (
    select distinct row_id from pair where agrees_in_name
  ),
  doubtful_name as (
    select distinct mutation_number
    from pair
    where row_id not in (select row_id from named_row)
  ),
  considered as (
    select pair.*
    from pair
    where case step
      when 1 then pair.booked_at is not null and pair.posted_at <= pair.booked_at + interval '10 minutes'
      when 2 then pair.agrees_in_name and pair.mutation_number not in (select mutation_number from doubtful_name)
      when 3 then pair.agrees_in_name
        or pair.booked_at is null and pair.day <= pair.posted_day
        or pair.posted_at <= pair.booked_at + interval '3 hours'
      else true
    end
      and (pair.is_certain or pair.agrees_in_name)
  ),
  counted as (
    select
      considered.*,
      count(*) over (partition by considered.row_id) as of_row,
      count(*) over (partition by considered.mutation_number) as of_mutation
    from considered
    where step < 3
    union all
    select sole.*
    from (
      select
        pair.*,
        count(*) over (partition by pair.row_id) as of_row,
        count(*) over (partition by pair.mutation_number) as of_mutation
      from pair
    ) sole
    join considered using (row_id, mutation_number)
    where step = 3
  ),
  -- The number of occurrences of an amount on each day, in the statement and in notifications.
  day_of_rows as (
    select amount_sen, day, count(distinct row_id) as row_count, count(distinct wording) as wording_count
    from pair
    group by amount_sen, day
  ),
  day_of_mutations as (
    select amount_sen, posted_day as day, count(distinct mutation_number) as mutation_count
    from pair
    group by amount_sen, posted_day
  ),
  day_of_amount as (
    select
      amount_sen, day, coalesce(row_count, 0) = coalesce(mutation_count, 0) as is_balanced,
      wording_count
    from day_of_rows
    full join day_of_mutations using (amount_sen, day)
  ),
  -- The pairs include those of eight days before and after. For a given day, only three days before and after count.
  calm_day as (
    select
      amount_sen, day, wording_count,
      bool_and(is_balanced) over (
        partition by amount_sen
        order by day
        range between interval '3 days' preceding and interval '3 days' following
      ) as is_calm
    from day_of_amount
  ),
  ranked_row as (
    select amount_sen, day, row_id, row_number() over (
      partition by amount_sen, day
      order by wording, booked_at, twin_number
    ) as rank
    from (select distinct amount_sen, day, row_id, wording, booked_at, twin_number from pair) each_row
  ),
  ranked_mutation as (
    select
      amount_sen, posted_day as day, mutation_number,
      row_number() over (partition by amount_sen, posted_day order by posted_at, mutation_number) as rank
    from (select distinct amount_sen, posted_day, mutation_number, posted_at from pair) each_mutation
  ),
  -- Rows of a day that look the same, and the mutations that fit no others.
  content as (
    select
      mutation_number,
      min((day, wording)::text) = max((day, wording)::text) as fits_twins_alone
    from pair
    group by mutation_number
  ),
  twins as (
    select amount_sen, day, wording
    from pair
    join content using (mutation_number)
    where step = 4
    group by amount_sen, day, wording
    having bool_and(fits_twins_alone and is_certain)
      and count(distinct mutation_number) <= count(distinct row_id)
      -- Each mutation fits each row.
      and count(*) = count(distinct mutation_number) * count(distinct row_id)
  ),
  ranked_twin as (
    select
      day, row_id, mutation_number,
      dense_rank() over (partition by amount_sen, day, wording order by booked_at, twin_number) as row_rank,
      dense_rank() over (partition by amount_sen, day, wording order by posted_at, mutation_number) as mutation_rank
    from pair
    join twins using (amount_sen, day, wording)
  ),
  chosen as (
    select row_id, mutation_number
    from ranked_twin
    where row_rank = mutation_rank
      and day between first_day and last_day
    union
    select row_id, mutation_number
    from counted
    where step <= 3
      and of_row = 1
      and of_mutation = 1
      and day between first_day and last_day
    union
    select ranked_row.row_id, ranked_mutation.mutation_number
    from ranked_row
    join ranked_mutation using (amount_sen, day, rank)
    join calm_day here using (amount_sen, day)
    where step = 4
      and ranked_row.day between first_day and last_day
      and here.wording_count = 1
      and here.is_calm
      and exists (
        select
        from pair
        where pair.row_id = ranked_row.row_id
          and pair.mutation_number = ranked_mutation.mutation_number
          and pair.is_certain
      )
  ),
  tied as (
    insert into statement_ties (merchant_id, mutation_number, is_settlement, row_id, tied_at)
    select merchant, mutation_number, false, row_id, at
    from chosen
    on conflict do nothing
    returning row_id, mutation_number
  ),
  supported as (
    delete from unsupported_mutations doubt
    using tied
    where doubt.merchant_id = merchant
      and doubt.mutation_number = tied.mutation_number
      -- A person's verdict stays.
      and doubt.closed_at is null
  ),
  told as (
    update statement_rows tied_row
    set meaning = 'mutation'
    from tied
    where tied_row.merchant_id = merchant
      and tied_row.account_id = account
      and tied_row.day between first_day and last_day
      and tied_row.row_id = tied.row_id
    returning tied_row.row_id
  )
  select count(*) into tied_count from told;
  return tied_count;
end
$$;
