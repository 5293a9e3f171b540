-- A password that version 0.1.0 writes, whose processes may still run while an upgrade goes on, is that of the first owner.
create or replace function take_over_password() returns trigger
language plpgsql as $$
begin
  update people
  set password_hash = new.password_hash
  where merchant_id = new.merchant_id
    and left_at is null
    and person_id = (
      select person_id
      from people
      where merchant_id = new.merchant_id
        and role = 'owner'
        and left_at is null
      order by created_at, person_id
      limit 1
    );
  return null;
end
$$;

create or replace trigger merchants_hand_on_password
  after update of password_hash on merchants
  for each row
  when (pg_trigger_depth() = 0 and old.password_hash is distinct from new.password_hash)
  execute function take_over_password();
