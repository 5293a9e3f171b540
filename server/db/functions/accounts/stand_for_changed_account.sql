-- Changes an account's copy in test mode together with the account. A change waits for a test mode that is being
-- opened, because its transaction has read the account's previous values. A test mode has no other accounts.
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

-- Creating a payment changes only the quota, which does not fire this trigger.
create or replace trigger accounts_have_a_stand_in
  after insert or update of app_id, app_package, account_min_amount, account_max_amount, account_active on accounts
  for each row
  when (new.stands_for is null)
  execute function stand_for_changed_account();
