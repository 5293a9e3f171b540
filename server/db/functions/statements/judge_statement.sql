-- Sets the meaning of each row of these days that no mutation explains, and finds mutations of covered days without a
-- row. Returns the mutations newly found unsupported. A mutation counts as supported if the rows that it fits are at
-- least as many as the mutations that compete for them (mutations_short_of_rows), even if it is unknown which fits
-- which.
--
-- A mutation is judged once the next day is covered too, because the bank might book it then. On the last covered day
-- it is judged only if it came before 21:00 and the day is over. A mutation that the bank lists as not booked yet
-- (PEND) is not judged.
create or replace function judge_statement(
  merchant uuid, account uuid, first_day date, last_day date, at timestamptz
)
returns setof bigint
language plpgsql
set enable_seqscan = off
-- A plan made while the merchant had few rows is cached, and would later read all rows once for each row.
set enable_nestloop = off
as $$
begin
  update statement_rows judged
  set meaning = verdict.meaning
  from (
    select
      credit.row_id,
      case
        when pair.row_id is not null then 'ambiguous'
        when credit.hint = 'settlement' then 'ambiguous'
        when credit.hint is not null then credit.hint
        when credit.direction = 'DEBIT' then 'outgoing'
        else 'missed'
      end as meaning
    from statement_rows credit
    left join (
      select distinct row_id from statement_pairs(merchant, account, first_day, last_day)
    ) pair using (row_id)
    where credit.merchant_id = merchant
      and credit.account_id = account
      and credit.day between first_day and last_day
      and credit.meaning in ('open', 'missed', 'ambiguous')
  ) verdict
  where judged.merchant_id = merchant
    and judged.account_id = account
    and judged.day between first_day and last_day
    and judged.row_id = verdict.row_id
    and judged.meaning <> verdict.meaning;

  return query
  with covered as (
    select range_agg(daterange(imported.first_day, imported.last_day, '[]')) as days
    from statement_imports imported
    where imported.merchant_id = merchant
      and imported.account_id = account
  ),
  doubtful as (
    select money.*
    from mutations_for_statement(merchant, account, first_day - 1, last_day) money
    cross join covered
    where money.is_certain
      and transfer_is_covered(covered.days, money.posted_at)
      and (
        covered.days @> (money.posted_day + 1)
        or money.posted_day < (at at time zone statement_time_zone())::date
      )
      and not money.is_tied
      and not money.is_settled
      and not exists (
        select
        from statement_imports imported
        where imported.merchant_id = merchant
          and imported.account_id = account
          and imported.last_day between money.posted_day and money.posted_day + 3
          and money.amount_sen = any (imported.pending_sen)
          and imported.imported_at = (
            select max(newest.imported_at) from statement_imports newest
            where newest.merchant_id = merchant
              and newest.account_id = account
          )
      )
  ),
  fitting as (
    select distinct mutation_number from statement_pairs(merchant, account, first_day, last_day)
  ),
  short as (
    select distinct mutation_number
    from mutations_short_of_rows(merchant, account, first_day, last_day) mutation_number
  ),
  -- A later file has added enough rows.
  ended as (
    delete from unsupported_mutations doubt
    using fitting
    where doubt.merchant_id = merchant
      and doubt.account_id = account
      and doubt.day between first_day and last_day
      and doubt.mutation_number = fitting.mutation_number
      and doubt.closed_at is null
      and doubt.mutation_number not in (select mutation_number from short)
  ),
  -- A later file has added rows, but too few.
  changed as (
    update unsupported_mutations doubt
    set is_one_of_several = true
    from short
    where doubt.merchant_id = merchant
      and doubt.account_id = account
      and doubt.day between first_day and last_day
      and doubt.mutation_number = short.mutation_number
      and doubt.closed_at is null
      and not doubt.is_one_of_several
  )
  insert into unsupported_mutations (merchant_id, mutation_number, account_id, day, is_one_of_several, found_at)
  select merchant, doubtful.mutation_number, account, doubtful.posted_day, short.mutation_number is not null, at
  from doubtful
  left join fitting using (mutation_number)
  left join short using (mutation_number)
  where fitting.mutation_number is null or short.mutation_number is not null
  on conflict do nothing
  returning mutation_number;
end
$$;
