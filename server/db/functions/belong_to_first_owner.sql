-- Version 0.1.0, whose processes may still run while an upgrade goes on, knows one person of a merchant: the first owner.
create or replace function belong_to_first_owner() returns trigger
language plpgsql as $$
begin
  new.person_id := new.merchant_id;
  return new;
end
$$;

create or replace trigger sessions_belong_to_somebody
  before insert on sessions
  for each row
  when (new.person_id is null)
  execute function belong_to_first_owner();

create or replace trigger recovery_codes_belong_to_somebody
  before insert on recovery_codes
  for each row
  when (new.person_id is null)
  execute function belong_to_first_owner();

create or replace trigger known_browsers_belong_to_somebody
  before insert on known_browsers
  for each row
  when (new.person_id is null)
  execute function belong_to_first_owner();
