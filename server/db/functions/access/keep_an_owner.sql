-- A team keeps at least one owner. Owners who leave or step down at the same time take turns by locking the merchant's
-- row. Each counts the owners after getting the lock, so the last owner is refused.
create or replace function keep_an_owner() returns trigger
language plpgsql as $$
begin
  perform from merchants where merchant_id = old.merchant_id for no key update;
  if not exists (
    select from people
    where merchant_id = old.merchant_id
      and person_id <> old.person_id
      and role = 'owner'
      and left_at is null
  ) then
    raise exception 'merchant % would have no owner', old.merchant_id
      using errcode = 'integrity_constraint_violation', constraint = 'people_keep_an_owner';
  end if;
  return new;
end
$$;

create or replace trigger people_keep_an_owner
  before update of role, left_at on people
  for each row
  when (
    old.role = 'owner' and old.left_at is null
    and (new.role <> 'owner' or new.left_at is not null)
  )
  execute function keep_an_owner();
