-- Returns whether the month of a day is closed for an account, so that its rows no longer change.
create or replace function is_closed_month(merchant uuid, account uuid, of_day date) returns boolean
language sql stable
as $$
  select exists (
    select from statement_closings
    where merchant_id = merchant
      and account_id = account
      and month = date_trunc('month', of_day)::date
  )
$$;
