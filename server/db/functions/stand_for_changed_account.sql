-- An account and the one that stands for it in test mode change together.
create or replace function stand_for_changed_account() returns trigger
language plpgsql as $$
begin
  perform stand_for_account(new);
  return null;
end
$$;

-- A create of a payment changes only the quota, and never comes here.
create or replace trigger accounts_have_a_stand_in
  after insert or update of app_id, app_package, account_min_amount, account_max_amount, account_active on accounts
  for each row
  when (new.stands_for is null)
  execute function stand_for_changed_account();
