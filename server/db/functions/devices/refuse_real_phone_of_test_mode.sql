-- Lets only simulated phones report to a test mode. A bank's notification must never pay a test invoice, nor a test pay
-- a live one.
create or replace function refuse_real_phone_of_test_mode() returns trigger
language plpgsql as $$
begin
  if exists (select from merchants where merchant_id = new.merchant_id and test_of is not null) then
    raise exception 'the test mode % has only a simulated phone', new.merchant_id
      using errcode = 'integrity_constraint_violation', constraint = 'devices_of_test_mode_are_simulated';
  end if;
  return new;
end
$$;

create or replace trigger devices_of_test_mode_are_simulated
  before insert or update of is_simulated, merchant_id on devices
  for each row
  when (not new.is_simulated)
  execute function refuse_real_phone_of_test_mode();
