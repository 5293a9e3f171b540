-- Copies the email address and password of the team's first owner to the merchant. The operator's lists show that
-- address.
create or replace function mirror_first_owner() returns trigger
language plpgsql as $$
begin
  update merchants merchant
  set email = owner.email,
    password_hash = owner.password_hash
  from (
    select email, password_hash
    from people
    where merchant_id = new.merchant_id
      and role = 'owner'
      and left_at is null
    order by created_at, person_id
    limit 1
  ) owner
  where merchant.merchant_id = new.merchant_id
    and (merchant.email, merchant.password_hash) is distinct from (owner.email, owner.password_hash);
  return null;
end
$$;

create or replace trigger people_mirror_first_owner
  after update of email, password_hash, role, left_at on people
  for each row
  when (pg_trigger_depth() = 0)
  execute function mirror_first_owner();
