-- Setting an account's quota to 0 closes the account at once, even on a day whose unit is taken: the trigger clears
-- quota_day. When days are added again, it restores that day from quota_days, because a day takes one unit only.
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
