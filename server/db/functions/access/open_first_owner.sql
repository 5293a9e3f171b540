-- Creates a new merchant's first owner, so that a merchant never exists without one. A test mode has no people: its
-- team is the merchant's.
create or replace function open_first_owner() returns trigger
language plpgsql as $$
begin
  insert into people (merchant_id, person_id, person_name, email, password_hash, role, created_at)
  values (
    new.merchant_id, new.merchant_id, new.merchant_name, new.email, new.password_hash, 'owner', new.created_at
  );
  return null;
end
$$;

create or replace trigger merchants_begin_with_an_owner
  after insert on merchants
  for each row
  when (new.test_of is null)
  execute function open_first_owner();
