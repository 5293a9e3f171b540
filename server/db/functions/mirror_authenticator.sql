-- Version 0.1.0, whose processes may still run while an upgrade goes on, reads the first owner's authenticator app in
-- totp_enrolments, and writes it there. Each table follows the other; a change that follows ends there.
create or replace function mirror_authenticator() returns trigger
language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if tg_table_name = 'totp_enrolments' then
    if tg_op = 'DELETE' then
      delete from authenticators where merchant_id = old.merchant_id and person_id = old.merchant_id;
    else
      insert into authenticators (merchant_id, person_id, sealed_secret, enabled_at, last_step, failed_at)
      values (new.merchant_id, new.merchant_id, new.sealed_secret, new.enabled_at, new.last_step, new.failed_at)
      on conflict (merchant_id, person_id) do update
      set sealed_secret = excluded.sealed_secret,
        enabled_at = excluded.enabled_at,
        last_step = excluded.last_step,
        failed_at = excluded.failed_at;
    end if;
  elsif tg_op = 'DELETE' then
    delete from totp_enrolments where merchant_id = old.person_id;
  elsif new.person_id = new.merchant_id then
    insert into totp_enrolments (merchant_id, sealed_secret, enabled_at, last_step, failed_at)
    values (new.merchant_id, new.sealed_secret, new.enabled_at, new.last_step, new.failed_at)
    on conflict (merchant_id) do update
    set sealed_secret = excluded.sealed_secret,
      enabled_at = excluded.enabled_at,
      last_step = excluded.last_step,
      failed_at = excluded.failed_at;
  end if;
  return null;
end
$$;

create or replace trigger totp_enrolments_mirrored
  after insert or update or delete on totp_enrolments
  for each row
  execute function mirror_authenticator();

create or replace trigger authenticators_mirrored
  after insert or update or delete on authenticators
  for each row
  execute function mirror_authenticator();
