-- An explicit quota of 0 closes an account at once, also on a day that is already paid for: the account then forgets
-- that day. When days are given again, that day is restored, because a day takes one unit and quota_days has it
-- already.
create or replace function remember_paid_day() returns trigger
language plpgsql as $$
begin
  new.quota_day := (
    select max(day) from quota_days
    where merchant_id = new.merchant_id
      and account_id = new.account_id
  );
  return new;
end
$$;

create or replace trigger accounts_remember_paid_day
  before update of account_quota on accounts
  for each row
  when (old.quota_day is null and new.quota_day is null and new.account_quota > 0)
  execute function remember_paid_day();
