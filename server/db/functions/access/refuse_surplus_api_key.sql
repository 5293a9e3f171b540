-- A merchant has at most active_api_keys_max() active keys. Inserts of one merchant wait for each other, and each
-- counts after its wait, so two at the same time cannot both become the last. A key's prefix says whether it is a test
-- key, and its merchant decides which records it can use, so the two must agree.
create or replace function refuse_surplus_api_key() returns trigger
language plpgsql as $$
declare
  is_test boolean;
begin
  select test_of is not null into is_test
  from merchants
  where merchant_id = new.merchant_id
  for no key update;
  if is_test <> starts_with(new.key_prefix, 'pgk_test_') then
    raise exception 'the key % is not for merchant %', new.key_prefix, new.merchant_id
      using errcode = 'integrity_constraint_violation', constraint = 'api_keys_say_their_mode';
  end if;
  if (
    select count(*) from api_keys where merchant_id = new.merchant_id and revoked_at is null
  ) >= active_api_keys_max() then
    raise exception 'merchant % has % active API keys', new.merchant_id, active_api_keys_max()
      using errcode = 'integrity_constraint_violation', constraint = 'api_keys_at_most_five_active';
  end if;
  return new;
end
$$;

create or replace trigger api_keys_at_most_five_active
  before insert on api_keys
  for each row
  execute function refuse_surplus_api_key();
