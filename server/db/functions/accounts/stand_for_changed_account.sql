-- An account and the one that stands for it in test mode change together. A change waits for a test mode that is being
-- opened, which has read the account as it was before. In a test mode there are no other accounts.
create or replace function stand_for_changed_account() returns trigger
language plpgsql as $$
declare
  is_test boolean;
begin
  select test_of is not null into is_test
  from merchants
  where merchant_id = new.merchant_id
  for no key update;
  if is_test then
    raise exception 'the account % stands for none', new.account_id
      using errcode = 'integrity_constraint_violation', constraint = 'accounts_of_test_mode_stand_in';
  end if;
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
