-- For a credit whose report came late, returns the mutation that a person recorded from the bank's statement for the
-- same money. The statements must cover every day on which the bank can have booked the credit: only then is it certain
-- that no other recorded row is its own.
create or replace function recorded_for(credit mutations) returns mutations
language plpgsql stable as $$
declare
  found_one mutations;
  early_day date := ((credit.posted_at - interval '10 minutes') at time zone statement_time_zone())::date;
  posted_day date := (credit.posted_at at time zone statement_time_zone())::date;
begin
  select known.* into found_one
  from accounts account
  join statement_rows booked
    on booked.merchant_id = account.merchant_id
    and booked.account_id = account.account_id
    and booked.meaning = 'recorded'
    and booked.day between early_day and posted_day + 3
    and booked.amount_sen = credit.amount_parsed * 100
    and fits_statement_row(booked.day, booked.booked_at, early_day, posted_day, credit.posted_at)
  join statement_ties tie on tie.merchant_id = booked.merchant_id and tie.row_id = booked.row_id and not tie.is_settlement
  join mutations known on known.merchant_id = tie.merchant_id and known.mutation_number = tie.mutation_number
  where account.merchant_id = credit.merchant_id
    and account.pool_id = credit.pool_id
    and known.created_at > credit.posted_at
    and known.mutation_number is distinct from credit.separated_from_number
    -- The credit cannot belong to another account.
    and (
      select count(*) = 1 from accounts other
      where other.merchant_id = credit.merchant_id
        and other.pool_id = credit.pool_id
    )
    and not exists (
      select from mutations other
      where other.merchant_id = credit.merchant_id
        and other.announced_by_number = known.mutation_number
    )
    and transfer_is_covered(
      (
        select range_agg(daterange(imported.first_day, imported.last_day, '[]'))
        from statement_imports imported
        where imported.merchant_id = account.merchant_id
          and imported.account_id = account.account_id
      ),
      credit.posted_at
    )
  order by
    (known.matched_payment_number is not null or known.decision is not null) desc,
    booked.day, booked.wording, booked.twin_number
  limit 1;
  return found_one;
end
$$;
